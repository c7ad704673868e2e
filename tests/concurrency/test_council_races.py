"""Captains at once: two ballots of one team are one, the last ballot and the close decide once."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from functools import partial

import pytest
from django.utils import timezone

from chgk.models import CouncilBallot, Motion, MotionRound
from chgk.rules.council import Choice
from chgk.services.council_votes import cast_ballot, close_due_votes
from tests.chgk.councils import Council, make_council
from tests.concurrency.crowd import at_once
from tournaments.models import AuditEntry, Person, Season, User
from tournaments.rules.engine import Refusal

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def press(council: Council, motion: Motion, person: Person, choice: Choice) -> str:
    """The code of the refusal, "" if the ballot was taken."""
    try:
        cast_ballot(motion_id=motion.pk, person=person, choice=choice, actor=council.actor(person))
    except Refusal as refusal:
        return refusal.code
    return ""


def test_two_presses_of_each_captain_are_one_ballot_and_one_end(season: Season, host_user: User) -> None:
    council = make_council(season, host_user)
    motion = council.move()
    council.open(motion, timezone.now())
    told = at_once(
        [partial(press, council, motion, person, choice) for person in council.captains
         for choice in (Choice.FOR, Choice.AGAINST)]
    )  # fmt: skip
    assert told.count("") == 4 and set(told) <= {"", "team_has_voted", "no_vote_now"}
    round_ = MotionRound.objects.get()
    assert CouncilBallot.objects.count() == 4 and round_.closed_at is not None
    assert (round_.in_favour or 0) + (round_.against or 0) == 4
    assert AuditEntry.objects.filter(action="close_council_vote").count() == 1


def test_the_last_ballot_and_the_close_meet(season: Season, host_user: User) -> None:
    council = make_council(season, host_user)
    motion = council.move()
    council.open(motion, timezone.now())
    council.vote(motion, "+++", timezone.now())
    MotionRound.objects.update(closes_at=timezone.now() + datetime.timedelta(milliseconds=30))
    later = timezone.now() + datetime.timedelta(minutes=1)

    def close() -> str:
        return str(close_due_votes(later))

    jobs: list[Callable[[], str]] = [partial(press, council, motion, council.captains[3], Choice.AGAINST), close, close]
    told = at_once(jobs)
    round_ = MotionRound.objects.get()
    cast = told[0] == ""
    assert told[0] in ("", "vote_closed", "no_vote_now") and CouncilBallot.objects.count() == 3 + cast
    assert (round_.in_favour, round_.against, round_.decision) == (3, int(cast), "adopted")
    assert AuditEntry.objects.filter(action="close_council_vote").count() == 1
