"""Captain's two pages, a jury's three phones, a curator's two tabs in the same moment: each step happens once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial

import pytest
from django.db import transaction

from appeals.models import Appeal, AppealEvent
from appeals.rules.state import Choice, Kind, Phase
from appeals.selectors.folds import fold_log
from appeals.services.considering import cast_vote
from chgk.rules.questions import Verdict
from chgk.rules.score import standing
from tests.appeals.evening import LATER, Evening, make_evening
from tests.club_games import accepted
from tests.concurrency.crowd import at_once
from tests.playing import give
from tournaments.models import GameCommand, LiveGame, Season, User
from tournaments.rules.engine import Refusal
from tournaments.rules.serial import to_json
from tournaments.services.games import reopen_game
from tournaments.services.replay_log import find_differences, load_session

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


def test_a_jury_confirmed_at_the_receipt_takes_its_seats(evening: Evening) -> None:
    """The receipt comes while the council's vote is not committed yet: it waits for it instead of overlooking it."""
    row, jury = evening.file(), evening.jury(confirmed=False)
    voted, received = threading.Event(), threading.Event()

    def vote() -> None:
        with transaction.atomic():
            evening.council(jury, "+")
            voted.set()
            received.wait(timeout=1)

    def receive() -> None:
        assert voted.wait(timeout=60)
        evening.receive(row)
        received.set()

    at_once([vote, receive])
    assert Appeal.objects.get().phase == Phase.SPEAKING.value


def test_two_rulings_on_one_question_at_once_come_to_its_removal(evening: Evening) -> None:
    rows = [evening.carry(row, "AAA") for row in [evening.file(1, kind) for kind in Kind]]
    assert at_once([partial(told, partial(evening.announce, row)) for row in rows]) == ["", ""]
    game = LiveGame.objects.get(pk=evening.game.pk)
    assert standing(load_session(game).game).questions_played == 3
    assert find_differences(game) == []


def test_an_announcement_and_the_hosts_undo(evening: Evening) -> None:
    """Whoever comes first: the ruling stands."""
    row = evening.carry(evening.file(), "AAA")
    game = LiveGame.objects.get(pk=evening.game.pk)
    assert reopen_game(game_id=game.pk, actor=evening.curator).accepted
    accepted(game, evening.curator, "rule", question=evening.number(2), verdict="accept", reason="верно")
    jobs: list[Callable[[], object]] = [partial(told, partial(evening.announce, row))]
    jobs.append(partial(give, game, evening.curator, "undo"))
    at_once(jobs)
    assert not give(game, evening.curator, "undo").accepted
    game.refresh_from_db()
    assert next(iter(load_session(game).game.opening)).ruling is Verdict.ACCEPT
    assert find_differences(game) == []
