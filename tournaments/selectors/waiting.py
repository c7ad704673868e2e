"""What waits for somebody: each app says it for itself, and one that fails keeps no other from being heard."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Person, User

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Waiting:
    """Something to do: what, where, and until when if there is a date. ``key`` tells it apart on the page."""

    text: str
    url: str
    due: datetime | None = None
    key: str = ""


Reader = Callable[[User, Person | None, datetime], Iterable[Waiting]]
_readers: dict[str, Reader] = {}


def register_waiting(name: str, reader: Reader) -> None:
    """``reader(user, person, now)`` answers in the active language, with a fixed number of queries.

    ``person`` is None for an account that is bound to nobody. Called from ``ready()``.
    """
    _readers[name] = reader


def waiting_for(user: User, person: Person | None, now: datetime) -> list[Waiting]:
    """Everything, what is due first at the top."""
    found: list[Waiting] = []
    for name, reader in _readers.items():
        try:
            found += reader(user, person, now)
        except Exception:  # somebody's page must not fail because one thing on it did
            logger.exception("what waits: %s", name)
    dated = [one for one in found if one.due is not None]
    return sorted(dated, key=lambda one: (one.due, one.text)) + [one for one in found if one.due is None]
