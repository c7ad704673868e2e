"""Sowa as a process of its own, with a demo season of its own, which a test may stop, kill and start again."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import signal
import sqlite3
import subprocess
import time
from pathlib import Path
from typing import Any

from tests.ready import Forked, Ready, ready
from tests.templates import SECRET_KEY

STARTS_WITHIN = 120.0  # seconds; a busy machine is slow


def loaded() -> Ready:
    """The demo, from which all servers and commands are forked."""
    return ready("config.settings", SOWA_DEMO="1", SECRET_KEY=SECRET_KEY, PYTHONUNBUFFERED="1")


class Server:
    """A demo on a free port of this machine; the port stays the same through restarts."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self._starts = 0
        self._process: Forked | None = None

    @property
    def url(self) -> str:
        """The address of the home page, without the last slash."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.folder / "sowa.sqlite3"

    def manage(self, *arguments: str, status: int = 0) -> str:
        """A management command; answers with its standard output."""
        ended, said, complained = loaded().manages(self.folder, *arguments)
        assert ended == status, f"manage.py {arguments}: {ended}\n{said}{complained}"
        return said

    def shell(self, code: str) -> str:
        """Python with Sowa's tables at hand, for what has no page."""
        return self.manage("shell", "--no-imports", "-c", code)

    def start(self) -> Server:
        """Starts it and waits until it answers."""
        self._starts += 1
        log = self.folder / f"server-{self._starts}.log"
        self._process = loaded().serves(self.folder, log, "--port", str(self.port))
        until = time.monotonic() + STARTS_WITHIN
        while time.monotonic() < until and self._process.poll() is None:
            found = re.search(r"listens on http://[^:]+:(\d+)/", log.read_text(encoding="utf-8"))
            if found:
                self.port = int(found[1])
                if self._answers():
                    return self
            time.sleep(0.02)
        raise AssertionError(f"the server did not start:\n{log.read_text(encoding='utf-8')}")

    def _answers(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/live/clock")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    def _signal(self, number: int) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(number)

    def _wait(self) -> None:
        if self._process is None:
            return
        try:
            self._process.wait(15)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def stop(self) -> None:
        """Ends it as an operator would."""
        self._signal(signal.SIGCONT)
        self._signal(signal.SIGTERM)
        self._wait()

    def kill(self) -> None:
        """Ends it as a power cut would: kill -9."""
        self._signal(signal.SIGKILL)
        self._wait()

    def freeze(self) -> None:
        """Silent, but its connections stay open."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Goes on after :meth:`freeze`."""
        self._signal(signal.SIGCONT)

    @property
    def log(self) -> str:
        """What it has written, over all its starts."""
        return "".join(path.read_text(encoding="utf-8") for path in sorted(self.folder.glob("server-*.log")))

    def query(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Rows from its database, read beside it."""
        with contextlib.closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=10)) as connection:
            return connection.execute(sql, values).fetchall()

    def execute(self, sql: str, *values: Any) -> None:
        """Changes its database behind its back."""
        with contextlib.closing(sqlite3.connect(self.database, timeout=10)) as connection, connection:
            connection.execute(sql, values)

    def session(self, game: int = 1) -> dict[str, Any]:
        """The state of the game as it is stored."""
        ((snapshot,),) = self.query("SELECT snapshot FROM tournaments_livegame WHERE id = ?", game)
        return dict(json.loads(snapshot)["state"]) if snapshot else {}

    def question(self, game: int = 1) -> dict[str, Any]:
        """The question of the lot, with everything that nobody may know yet."""
        return dict(self.session(game)["stage"]["question"])

    def seq(self, game: int = 1) -> int:
        """The number of the last event."""
        last = self.last(game)
        assert last is not None, f"there is no game {game}"
        return last

    def last(self, game: int) -> int | None:
        """The number of the game's last event; None without such a game."""
        rows = self.query("SELECT seq FROM tournaments_livegame WHERE id = ?", game)
        return int(rows[0][0]) if rows else None

    def events(self, game: int = 1) -> int:
        """How many events its log holds."""
        return int(self.query("SELECT count(*) FROM tournaments_gameevent WHERE game_id = ?", game)[0][0])
