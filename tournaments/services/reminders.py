"""Reminders by letter: a roster that is due the day after tomorrow, and tomorrow, and has not been submitted."""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.disciplines import discipline_name
from tournaments.models import House, Person, RosterCall
from tournaments.selectors.offices import readers_of
from tournaments.selectors.rosters import handed_in, open_calls
from tournaments.services.letters import site_address, write_to
from tournaments.services.locks import write_lock

DAYS_BEFORE = (2, 1)


def remind_of_rosters(now: datetime.datetime) -> int:
    """Writes to the heads, and to their deputies, whose roster is due in two days and tomorrow; once each.

    A date that was moved is reminded of anew. Answers with the number of letters.
    """
    calls = open_calls().filter(due_at__gt=now, due_at__lte=now + datetime.timedelta(days=max(DAYS_BEFORE) + 1))
    with write_lock(), transaction.atomic():
        return sum(_remind(call, now) for call in calls)


def _remind(call: RosterCall, now: datetime.datetime) -> int:
    zone = timezone.get_default_timezone()
    days = (timezone.localtime(call.due_at, zone).date() - timezone.localtime(now, zone).date()).days
    if days not in DAYS_BEFORE:
        return 0
    done = handed_in().filter(season=call.season, discipline=call.discipline)
    late = House.objects.filter(~Q(pk__in=done.values("house"))).exclude(head=None).select_related("head__user")
    return sum(_write(call, house, readers_of(house, now), days) for house in late)


def _write(call: RosterCall, house: House, readers: Iterable[Person], days: int) -> int:
    def words() -> tuple[str, str]:
        game = discipline_name(call.discipline)
        due = date_format(timezone.localtime(call.due_at, timezone.get_default_timezone()), "j E Y, H:i")
        subject = _("Roster due: %(house)s, %(game)s") % {"house": house.name, "game": game}
        text = _("The roster of %(house)s for %(game)s (%(season)s) is due on %(due)s and has not been submitted.") % {
            "house": house.name,
            "game": game,
            "season": call.season.name,
            "due": due,
        }
        return subject, f"{text}\n\n{site_address(reverse('tournaments:me'))}\n"

    moment = call.due_at.astimezone(datetime.UTC).strftime("%Y%m%dT%H%M")
    marks = [f"roster:{call.pk}:{moment}:{days}:{house.pk}:{person.pk}" for person in readers]
    letters = [
        write_to(person=person, words=words, about=f"call:{call.pk}", once=mark)
        for person, mark in zip(readers, marks, strict=True)
    ]
    return sum(letter is not None for letter in letters)
