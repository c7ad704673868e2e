"""One process, where more would lose messages or writes in silence.

Without Redis a second process would not hear what happens in the first, and SQLite with two
writing processes makes captains wait for seconds. So each takes a lock that the operating system
gives back when the process ends, however it ends.
"""

import fcntl
import hashlib
import os
import tempfile
import time
from pathlib import Path
from typing import IO

from django.conf import settings

PATIENCE = 5.0  # seconds that the process before us gets to finish
_held: list[IO[str]] = []


class AlreadyRunning(Exception):
    """Another process serves this database already."""


def may_share() -> bool:
    """Whether several processes may serve together."""
    return bool(settings.REDIS_URL) and not is_sqlite()


def is_sqlite() -> bool:
    """Whether the database is SQLite."""
    return bool(settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"))


def claim() -> None:
    """Takes the lock of this installation's database, unless several processes may serve it."""
    if may_share():
        return
    lock = lock_path().open("a+")
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except OSError:
            if time.monotonic() > deadline:
                lock.close()
                raise AlreadyRunning(explanation()) from None
            time.sleep(0.1)
    _held.append(lock)


def lock_path() -> Path:
    """Beside an SQLite file; for a database server in the directory for temporary files."""
    database = settings.DATABASES["default"]
    if is_sqlite():
        return Path(f"{database['NAME']}.server-lock")
    name = "/".join(str(database.get(part, "")) for part in ("HOST", "PORT", "NAME"))
    digest = hashlib.sha256(name.encode()).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"sowa-{os.getuid()}-{digest}.server-lock"


def explanation() -> str:
    """What stands in the way, and the way out."""
    if is_sqlite():
        return (
            "Another Sowa process serves this SQLite database already. One process serves hundreds of bids a second; "
            "for more than one use PostgreSQL (DATABASE_URL) and Redis (REDIS_URL)."
        )
    return "Another Sowa process serves this database already. Set REDIS_URL, or screens would miss its messages."
