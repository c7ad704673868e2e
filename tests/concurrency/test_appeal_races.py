"""Captain's two pages, a jury's three phones, a curator's two tabs in the same moment: each step happens once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from appeals.models import Appeal, AppealEvent
from appeals.rules.state import Choice, Phase
from appeals.selectors.folds import fold_log
from appeals.services.considering import cast_vote
from tests.appeals.evening import LATER, Evening, make_evening
from tests.concurrency.crowd import at_once
from tournaments.models import GameCommand, Season, User
from tournaments.rules.engine import Refusal
from tournaments.rules.serial import to_json

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


@pytest.fixture
def evening(season: Season, host_user: User) -> Evening:
    return make_evening(season, host_user, teams=1)


def told(call: Callable[[], object]) -> str:
    """The code of the refusal, "" if there was none."""
    try:
        call()
    except Refusal as refusal:
        return refusal.code
    return ""


def test_two_pages_are_one_sheet(evening: Evening) -> None:
    assert sorted(at_once([partial(told, evening.draft)] * 4)) == ["", *["ground_drafted"] * 3]
    assert Appeal.objects.count() == 1


def test_the_jury_votes_and_the_curator_announces_at_once(evening: Evening) -> None:
    evening.jury()
    row = evening.receive(evening.file())
    evening.speak(row)

    def vote(number: int) -> None:
        person = evening.jurors[number]
        juror = f"p{person.pk}"
        cast_vote(appeal_id=row.pk, juror=juror, choice=Choice.AGREE, actor=evening.actor(person), now=LATER)

    for number in range(3):
        codes = at_once([partial(told, partial(vote, number))] * 3)
        assert codes.count("") == 1
        assert set(codes) <= {"", "already_voted", "not_with_the_jury"}
    assert AppealEvent.objects.filter(appeal=row, kind="vote_cast").count() == 3
    codes = at_once([partial(told, partial(evening.announce, row))] * 3)
    assert sorted(codes) == ["", "already_announced", "already_announced"]
    row.refresh_from_db()
    assert row.phase == Phase.ANNOUNCED
    assert to_json(fold_log(row)) == row.snapshot
    assert GameCommand.objects.filter(game=evening.game, command__do="rule", accepted=True).count() == 1
