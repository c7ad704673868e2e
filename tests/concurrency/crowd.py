"""Many at once: threads with a database connection each, let go at the same moment."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TypeVar

from django.db import connection

T = TypeVar("T")


def at_once(jobs: Sequence[Callable[[], T]]) -> list[T]:
    """Runs every job in a thread of its own, all let go together; their results in order, or the first error."""
    barrier = threading.Barrier(len(jobs))
    results: list[T | None] = [None] * len(jobs)
    errors: list[Exception] = []

    def run(index: int, job: Callable[[], T]) -> None:
        try:
            connection.ensure_connection()
            barrier.wait(timeout=120)
            results[index] = job()
        except Exception as error:
            errors.append(error)
            barrier.abort()
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=item) for item in enumerate(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=240)
    if errors:
        raise errors[0]
    return results  # type: ignore[return-value]
