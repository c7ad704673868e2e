"""What stands in somebody's calendar, or in everybody's: each app tells its own events."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Person

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """An event. ``uid`` stays the same for ever, ``sequence`` counts its postponements, ``changed_at`` is the last one.

    ``is_game``: somebody plays; else it is a date by which something is due. ``moved`` and ``notes`` are for people.
    """

    uid: str
    starts_at: datetime
    summary: str
    changed_at: datetime
    url: str = ""  # a path of this site
    minutes: int = 0
    place: str = ""
    notes: str = ""
    sequence: int = 0
    cancelled: bool = False
    is_game: bool = True
    game: int | None = None


Reader = Callable[[Person | None], Iterable[CalendarEvent]]
_readers: dict[str, Reader] = {}


def register_calendar(name: str, reader: Reader) -> None:
    """``reader(person)`` answers with the person's events, for None with those that everybody may know, in the active
    language and with a fixed number of queries. Called from ``ready()``.
    """
    _readers[name] = reader


def events_for(person: Person | None) -> list[CalendarEvent]:
    """Everything in the order of time; an app that fails keeps no other from being read."""
    found: list[CalendarEvent] = []
    for name, reader in _readers.items():
        try:
            found += reader(person)
        except Exception:  # a calendar with one app's events missing is better than none
            logger.exception("calendar: %s", name)
    return sorted(found, key=lambda one: (one.starts_at, one.uid))
