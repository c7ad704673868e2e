"""What the council tells people's own pages and calendars: votes that wait for a voice, what a curator has to do."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from chgk.models import ClubSeason, Motion, MotionRound
from chgk.rules.council import Kind
from chgk.selectors.council import council_at, kind_of, open_rounds, voice_of, voices_of
from tournaments.models import Person, User
from tournaments.selectors.calendar import CalendarEvent
from tournaments.selectors.offices import in_force
from tournaments.selectors.waiting import Waiting


def waiting(user: User, person: Person | None, now: datetime) -> Iterator[Waiting]:
    """The captain's voice; for the curator, votes to repeat, complaints to put to the vote, what to promulgate."""
    if person is not None:
        for round_ in _rounds_of(person, now):
            text = _("The council votes: %(title)s") % {"title": round_.motion.title}
            yield _line(round_.motion, text, round_.closes_at)
    for motion in _of_curator(user, now):
        kind, title = kind_of(motion), {"title": motion.title}
        if motion.state == Motion.State.UNDECIDED:
            yield _line(motion, _("Too few captains voted; call the council again: %(title)s") % title)
        elif motion.state == Motion.State.DISCUSSION:
            yield _line(motion, _("Put it to the council's vote: %(title)s") % title)
        elif kind is Kind.AMENDMENT:
            yield _line(motion, _("Promulgate the amendment: %(title)s") % title)
        else:
            yield _line(motion, _("Write down what the council found: %(title)s") % title)


def _of_curator(user: User, now: datetime) -> QuerySet[Motion]:
    """What a curator, or their deputy, has to do about motions; one query."""
    principals = in_force("curator", now).filter(deputy=user).values("principal")
    decided = (Motion.State.ADOPTED, Motion.State.REJECTED)
    due = (
        Q(state=Motion.State.UNDECIDED)
        | Q(state=Motion.State.DISCUSSION, kind__in=(Kind.COMPLAINT, Kind.JURY))
        | Q(state=Motion.State.ADOPTED, kind=Kind.AMENDMENT, version=None)
        | Q(state__in=decided, kind=Kind.COMPLAINT, note="")
    )
    mine = Q(club__curator=user) | Q(club__curator__in=principals)
    return Motion.objects.filter(mine, due).order_by("pk")


def events(person: Person | None) -> Iterator[CalendarEvent]:
    """When votes close in which the person has a voice; strangers have none."""
    if person is None:
        return
    for round_ in _rounds_of(person, timezone.now(), voted_too=True):
        yield CalendarEvent(
            uid=f"council-{round_.pk}",
            starts_at=round_.closes_at,
            summary=_("The council's vote closes: %(title)s") % {"title": round_.motion.title},
            url=reverse("chgk:motion", args=[round_.motion_id]),
            changed_at=round_.opened_at,
            is_game=False,
        )


def _rounds_of(person: Person, now: datetime, *, voted_too: bool = False) -> Iterator[MotionRound]:
    """Votes in which the person leads a team that was called. A few queries a season with an open vote."""
    councils: dict[int, tuple[ClubSeason, int | None]] = {}
    for round_ in open_rounds(person):
        club = round_.motion.club
        if club.pk not in councils:
            mine = voice_of(person, council_at(club, now))
            councils[club.pk] = (club, None if mine is None else mine.team)
        team = councils[club.pk][1]
        if team is None or team not in {voice.team for voice in voices_of(round_)} or round_.closes_at < now:
            continue
        if voted_too or team not in {ballot.team_id for ballot in round_.ballots.all()}:
            yield round_


def _line(motion: Motion, text: str, due: datetime | None = None) -> Waiting:
    return Waiting(text, reverse("chgk:motion", args=[motion.pk]), due, key=f"motion-{motion.pk}")
