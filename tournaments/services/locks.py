"""One writer at a time. SQLite's own waiting is unfair and slow; PostgreSQL has row locks and needs none of this."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import connection

_writer = threading.Lock()
_mine = threading.local()


@contextmanager
def write_lock() -> Iterator[None]:
    """Holds back other writers of this process; goes around ``transaction.atomic()``, never into it.

    Inside an open transaction it does nothing: that transaction (``BEGIN IMMEDIATE``) is the only
    writer already, and waiting there for a thread that waits for the database would be a deadlock.
    So use cases may call each other.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    later: list[Callable[[], object]] = []
    try:
        with _writer:
            _mine.later = later
            try:
                yield
            finally:
                _mine.later = None
    finally:
        for job in later:
            job()


def after_writing(job: Callable[[], object]) -> None:
    """Does what takes its time once this thread no longer holds back other writers: at once, if it does not.

    For callbacks of a commit, which run before ``write_lock`` ends.
    """
    later = getattr(_mine, "later", None)
    if later is None:
        job()
    else:
        later.append(job)


def take_turns(what: str) -> None:
    """Whoever decides about the same thing waits here until the other's transaction ends, where no row can be locked.

    Inside a transaction. On SQLite it is the only writer anyway.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"sowa:{what}"])
