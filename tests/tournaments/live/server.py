"""Starts Sowa with the tally as a subprocess on a free port, with a database of its own."""

import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

from django.conf import settings

from tests.ready import Forked, Ready, ready

ROOT = Path(__file__).resolve().parents[3]
SETTINGS = "tests.tournaments.live.site.settings"
STARTS_WITHIN = 120.0  # seconds; a busy machine is slow
FORKABLE = {"DJANGO_SETTINGS_MODULE", "PORT", "SOWA_FAST_PATH", "DATABASE_URL", "REDIS_URL"}
PATIENCE = 60.0  # seconds; only a test that fails waits that long


class Server:
    """A running server; talk to it with :meth:`get`, :meth:`post` and :meth:`stream`."""

    def __init__(self, folder: Path, wrap: Callable[[list[str]], list[str]] = list, **environment: str) -> None:
        self.folder = folder
        environment = {"DJANGO_SETTINGS_MODULE": SETTINGS, **environment}
        self._settings = environment["DJANGO_SETTINGS_MODULE"]
        self._wrap = wrap  # what stands before the command: benchmarks pin servers to a core
        self.log = folder / f"server-{time.monotonic_ns()}.log"
        self.environment = {
            **os.environ,
            "SOWA_DEMO": "0",
            "SOWA_VAR": str(folder),
            "SECRET_KEY": settings.SECRET_KEY,
            "PYTHONPATH": str(ROOT),
            "LOG_LEVEL": "INFO",
            "PORT": "0",
            "REDIS_URL": "",
            "WEB_CONCURRENCY": "1",
            **environment,
        }
        self.port = 0
        self.process: subprocess.Popen[bytes] | Forked | None = None
        # Anything else is read when the settings are: then the server is a process from the start.
        self._own = {"SOWA_VAR": str(folder), "PORT": "0", **environment}
        self._forks = wrap is list and set(environment) <= FORKABLE

    def _loaded(self) -> Ready:
        """Sowa with these settings, from which servers and commands are forked."""
        common = {name: value for name, value in self.environment.items() if name not in self._own}
        return ready(self._settings, **common)

    def manage(self, *arguments: str) -> str:
        """A management command with the server's settings."""
        if self._forks:
            status, said, complained = self._loaded().manages(self.folder, *arguments, **self._own)
            assert status == 0, said + complained
            return said
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def start(self) -> "Server":
        if self._forks:
            self.process = self._loaded().serves(self.folder, self.log, **self._own)
        else:
            with self.log.open("wb") as log:
                self.process = subprocess.Popen(
                    self._wrap([sys.executable, "-m", "config.server"]),
                    cwd=ROOT,
                    env=self.environment,
                    stdout=log,
                    stderr=log,
                )
        until = time.monotonic() + STARTS_WITHIN
        while time.monotonic() < until and self.process.poll() is None:
            found = re.search(r"listens on http://[^:]+:(\d+)/", self.log.read_text())
            if found:
                self.port = int(found[1])
                with contextlib.suppress(OSError):
                    if self.get("/live/clock")[0] == 200:
                        return self
            time.sleep(0.05)
        raise AssertionError(f"the server did not start:\n{self.log.read_text()}")

    def stop(self, number: int = signal.SIGTERM) -> bool:
        """Ends it; answers whether it went by itself: nobody held it up until it lost its patience."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(number)
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
                return False
        return "graceful shutdown exceeded" not in self.log.read_text()

    def request(self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None):
        """(status, headers, body) of one request on a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        finally:
            connection.close()

    def get(self, path: str, **headers: str):
        return self.request("GET", path, headers=headers)

    def post(self, path: str, **fields: object):
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.request("POST", path, urlencode(fields).encode(), form)

    def stream(self, *tickets: str, after: str = "", **options) -> "Reader":
        query = [("ticket", ticket) for ticket in tickets]
        if after:
            query.append(("after", after))
        return Reader(self.port, f"/live/stream?{urlencode(query)}", **options)


class Reader:
    """A browser's end of a stream, read when asked."""

    def __init__(self, port: int, path: str, receive_buffer: int = 0) -> None:
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(("127.0.0.1", port))
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        self._file = self.socket.makefile("rb")
        self.status = int(self._file.readline().split()[1])
        self.headers = {}
        while (line := self._file.readline()) not in (b"\r\n", b""):
            name, _, value = line.decode().partition(":")
            self.headers[name.lower()] = value.strip()
        self._rest = b""
        self.raw = b""

    def events(self, timeout: float = PATIENCE):
        """Each event (name, data, id) until the stream ends; TimeoutError after ``timeout`` seconds, beats or not."""
        until = time.monotonic() + timeout
        while True:
            while b"\n\n" not in self._rest:
                self.socket.settimeout(max(0.001, until - time.monotonic()))
                piece = self._chunk()
                if not piece:
                    return
                self._rest += piece
                self.raw += piece
            block, self._rest = self._rest.split(b"\n\n", 1)
            fields = dict(line.split(": ", 1) for line in block.decode().split("\n") if ": " in line)
            if "event" in fields:
                yield fields["event"], json.loads(fields["data"]), fields.get("id", "")

    def next(self, *names: str, timeout: float = PATIENCE):
        """The next event with one of these names (any, if none is given): (name, data, id); None at the end."""
        for event in self.events(timeout):
            if not names or event[0] in names:
                return event
        return None

    def until(self, test, timeout: float = PATIENCE):
        """Puts panels together until ``test(panels)``; answers them."""
        panels: dict[str, str] = {}
        for name, data, _ in self.events(timeout):
            if name == "state":
                panels = dict(data["panels"])
            elif name == "panels":
                panels |= data["panels"]
            if test(panels):
                return panels
        raise AssertionError(f"the stream ended at {panels}")

    def _chunk(self) -> bytes:
        size = self._file.readline()
        if not size:
            return b""
        length = int(size, 16)
        data = self._file.read(length)
        self._file.readline()
        return data

    def close(self) -> None:
        self._file.close()
        self.socket.close()
