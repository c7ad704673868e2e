"""Dates that heads have to keep: when the rosters of their houses are due."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.disciplines import discipline_name
from tournaments.models import Person
from tournaments.selectors.calendar import CalendarEvent
from tournaments.selectors.offices import headed_houses
from tournaments.selectors.rosters import open_calls


class Move(Protocol):
    """A game that was put off."""

    @property
    def reason(self) -> str:
        """Why."""


def say_postponed(moves: Sequence[Move], *, off: bool) -> str:
    """Why a game is not when it was to be, by its last move; ``off``: without a new date. "" if it never moved."""
    if not moves:
        return ""
    text = _("Postponed, the new date is not known yet: %(reason)s") if off else _("Postponed: %(reason)s")
    return text % {"reason": moves[-1].reason}


def roster_dates(person: Person | None) -> Iterator[CalendarEvent]:
    """For whoever leads a house, or stands in for its head; everybody else, the public too, has none. Four queries."""
    if person is None or person.user_id is None or not headed_houses(person.user):
        return
    for call in open_calls():
        yield CalendarEvent(
            uid=f"roster-{call.pk}",
            starts_at=call.due_at,
            summary=_("Roster due: %(game)s") % {"game": discipline_name(call.discipline)},
            notes=call.note,
            url=reverse("tournaments:rosters"),
            changed_at=call.changed_at,
            sequence=call.moves,
            is_game=False,
        )
