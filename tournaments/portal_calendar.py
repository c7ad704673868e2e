"""Dates that heads have to keep: when the rosters of their houses are due."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.disciplines import discipline_name
from tournaments.models import House, Person, RosterCall
from tournaments.selectors.calendar import CalendarEvent


def roster_dates(person: Person | None) -> Iterator[CalendarEvent]:
    """For heads of houses; everybody else, the public too, has none. Two queries."""
    if person is None or not House.objects.filter(head=person).exists():
        return
    for call in RosterCall.objects.filter(Q(season__is_current=True)).select_related("season"):
        yield CalendarEvent(
            uid=f"roster-{call.pk}",
            starts_at=call.due_at,
            summary=_("Roster due: %(game)s") % {"game": discipline_name(call.discipline)},
            notes=call.note,
            url=reverse("tournaments:me"),
            changed_at=call.made_at,
            is_game=False,
        )
