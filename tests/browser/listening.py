"""Reads a screen's stream as it comes over the wire, from the first byte on."""

from __future__ import annotations

import contextlib
import http.client
import json
import threading
from urllib.parse import urlencode

from tests.browser.people import Person


class Wire:
    """Everything that the server has sent to one screen."""

    def __init__(self, person: Person) -> None:
        ticket = person.page.locator("body").get_attribute("data-stream") or ""
        self.name = person.name
        self.text = ""
        self._seq = -1
        self._news = threading.Condition()
        self._connection = http.client.HTTPConnection("127.0.0.1", person.hall.server.port)
        self._connection.request("GET", f"/live/stream?{urlencode({'ticket': ticket})}")
        self._response = self._connection.getresponse()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        with contextlib.suppress(OSError, ValueError, http.client.HTTPException, AttributeError):
            while line := self._response.readline().decode():
                with self._news:
                    self.text += line
                    if line.startswith("data: "):
                        self._seq = max(self._seq, json.loads(line[6:]).get("seq", -1))
                    self._news.notify_all()

    def waits_for(self, seq: int) -> None:
        """Waits until the stream has come to ``seq``."""
        with self._news:
            assert self._news.wait_for(lambda: self._seq >= seq, timeout=60), f"{self.name}: not at {seq} yet"

    def closes(self) -> None:
        """Hangs up."""
        if self._connection.sock is not None:
            with contextlib.suppress(OSError):
                self._connection.sock.shutdown(2)
        self._connection.close()
