"""Sowa, loaded once and ready to fork: a server or a command starts without importing Django again.

``python -m tests.ready`` reads a task a line, as JSON, and answers each with a line: the number of the
process that does it, or, asked for one, its exit status (null while it runs). What a process has loaded by then is
code, templates and translations; whatever belongs to a folder is set after the fork.
"""

from __future__ import annotations

import contextlib
import gc
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
COMMAND_WITHIN = 120.0  # seconds; a busy machine is slow


# --- the tests' end --------------------------------------------------------------------------------------------------


class Forked:
    """A process that was forked for a test; used like a ``subprocess.Popen``."""

    def __init__(self, ready: Ready, pid: int) -> None:
        self.pid = pid
        self._ready = ready
        self._status: int | None = None

    def poll(self) -> int | None:
        """The exit status, negative after a signal; None while it runs."""
        if self._status is None:
            self._status = self._ready.asks(status_of=self.pid)
        return self._status

    def wait(self, seconds: float = 60) -> int:
        """Waits for its end; raises ``subprocess.TimeoutExpired``."""
        until = time.monotonic() + seconds
        while (status := self.poll()) is None:
            if time.monotonic() > until:
                raise subprocess.TimeoutExpired(str(self.pid), seconds)
            time.sleep(0.01)
        return status

    def send_signal(self, number: int) -> None:
        """A signal, if it still runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill -9."""
        self.send_signal(signal.SIGKILL)


class Ready:
    """The process that forks, with an environment for all that it starts, each on an SQLite file of its own."""

    def __init__(self, environment: dict[str, str]) -> None:
        for name in ("DATABASE_URL", "REDIS_URL", "DEBUG"):
            environment.pop(name, None)
        self._folder = tempfile.TemporaryDirectory(prefix="sowa-ready-")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.ready"],
            cwd=ROOT,
            env={**environment, "SOWA_VAR": self._folder.name},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def asks(self, **task: Any) -> Any:
        """One task, one answer."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps(task) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def serves(self, folder: Path, log: Path, *arguments: str, **environment: str) -> Forked:
        """``python -m config.server``, with what the settings do not read of its environment; a log begun anew."""
        log.write_bytes(b"")
        return self._starts(folder, ["server", *arguments], log, log, environment)

    def manages(self, folder: Path, *arguments: str, **environment: str) -> tuple[int, str, str]:
        """``manage.py``: its exit status, what it has printed, what it has complained about."""
        with tempfile.TemporaryDirectory(prefix="sowa-command-") as place:
            out, err = Path(place) / "out", Path(place) / "err"
            status = self._starts(folder, list(arguments), out, err, environment).wait(COMMAND_WITHIN)
            return status, out.read_text(encoding="utf-8"), err.read_text(encoding="utf-8")

    def _starts(self, folder: Path, arguments: list[str], out: Path, err: Path, environment: dict[str, str]) -> Forked:
        task = {"folder": str(folder), "arguments": arguments, "out": str(out), "err": str(err)}
        return Forked(self, self.asks(**task, environment=environment))

    def stops(self) -> None:
        """With everything that it has started."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        self._process.wait(20)
        self._process.stdout.close()
        self._folder.cleanup()


_loaded: dict[tuple[str, str], Ready] = {}


def ready(settings: str, **environment: str) -> Ready:
    """The process with these settings, demo or not (and this environment, the first time), loaded when needed."""
    key = settings, environment.get("SOWA_DEMO", "0")
    if key not in _loaded:
        _loaded[key] = Ready({**os.environ, **environment, "DJANGO_SETTINGS_MODULE": settings})
    return _loaded[key]


def end_ready() -> None:
    """After the last test."""
    while _loaded:
        _loaded.popitem()[1].stops()


# --- the other end ---------------------------------------------------------------------------------------------------


def main() -> None:
    """Loads Sowa, then forks whenever it is told to."""
    load()
    started: list[int] = []
    for line in sys.stdin:
        task = json.loads(line)
        if "status_of" in task:
            answer = status_of(task["status_of"])
            if answer is not None:
                started.remove(task["status_of"])
        else:
            answer = os.fork()
            if not answer:
                become(**task)
                return
            started.append(answer)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
    for pid in started:
        os.kill(pid, signal.SIGKILL)


def status_of(pid: int) -> int | None:
    """How a process has ended; None while it runs."""
    ended, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended else None


def load() -> None:
    """What a process that serves has loaded after its first minutes."""
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connections
    from django.template.loader import get_template
    from django.utils import translation

    import config.server  # noqa: F401
    from config import asgi  # noqa: F401 (sets Django up)

    call_command("check", stdout=io.StringIO())
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            translation.gettext("Games")
    for folder in (ROOT / "templates", *ROOT.glob("*/templates")):
        for path in folder.rglob("*.html"):
            get_template(str(path.relative_to(folder)))
    connections.close_all()
    gc.collect()
    gc.freeze()


def become(folder: str, arguments: list[str], out: str, err: str, environment: dict[str, str]) -> None:
    """The server, or a management command, of the installation in ``folder``."""
    for number, path in enumerate((os.devnull, out, err)):
        file = os.open(path, os.O_RDWR | os.O_CREAT | (os.O_APPEND if number else 0), 0o600)
        os.dup2(file, number)
        os.close(file)
    from django.conf import settings
    from django.core.management import execute_from_command_line
    from django.db import connections

    os.environ.update(environment, SOWA_VAR=folder)
    settings.VAR = Path(folder)
    if url := environment.get("DATABASE_URL"):
        change_database(url)
    else:
        connections.settings["default"]["NAME"] = settings.VAR / "sowa.sqlite3"
        trust_the_disk(connections.settings["default"])
    if url := environment.get("REDIS_URL"):
        change_cache(url)
    if arguments[0] == "server":
        from config import server

        sys.argv = arguments
        server.main()
    else:
        execute_from_command_line(["manage.py", *arguments])


def change_database(url: str) -> None:
    """Another database than the settings found, as they would have written it."""
    import environ
    from django.db import connections

    database = connections.settings["default"]
    database |= {"OPTIONS": {}, **environ.Env.db_url_config(url), "CONN_HEALTH_CHECKS": True}
    del connections["default"]


def change_cache(url: str) -> None:
    """Redis, as the settings would have written it."""
    from django.conf import settings
    from django.core.cache import caches

    settings.REDIS_URL = url
    backend = "django.core.cache.backends.redis.RedisCache"
    caches.settings["default"] = {"BACKEND": backend, "LOCATION": url, "KEY_PREFIX": "sowa"}
    with contextlib.suppress(AttributeError):
        del caches["default"]


def trust_the_disk(database: dict[str, Any]) -> None:
    """What SQLite has written need not be confirmed by the disk: a process that is killed loses nothing by that."""
    options = database["OPTIONS"]
    database["OPTIONS"] = options | {
        "init_command": options["init_command"].replace("synchronous=FULL", "synchronous=OFF")
    }


if __name__ == "__main__":
    main()
