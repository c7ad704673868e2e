"""One writer at a time. SQLite's own waiting is unfair and slow; PostgreSQL has row locks and needs none of this."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

_writer = threading.Lock()


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
    with _writer:
        yield
