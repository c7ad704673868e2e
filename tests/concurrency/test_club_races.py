"""The club's table and its host press at the same moment: one of them counts, and both are told what became of it."""

from __future__ import annotations

from functools import partial

import pytest

from chgk.models import Version
from chgk.rules.score import standing
from chgk.services.versions import choose_version, propose_version
from tests.club_games import CAPTAIN, PLAYER, accepted, make_club_game, play_out
from tests.concurrency.crowd import at_once
from tests.playing import code_of, give
from tournaments.models import GameEvent, LiveGame, Season, User
from tournaments.services.actors import Actor
from tournaments.services.replay_log import find_differences, load_session

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
SECOND = Actor(key="user:999", role="host", name="Second console")


@pytest.fixture
def club(season: Season, host_user: User) -> LiveGame:
    return make_club_game(season, host_user)


def fresh(game: LiveGame) -> LiveGame:
    return LiveGame.objects.get(pk=game.pk)


def test_two_verdicts_at_once_are_one_verdict(club: LiveGame, host: Actor) -> None:
    for number in range(4):
        accepted(club, host, "ask")
        accepted(club, host, "show_question")
        seq = fresh(club).seq
        verdicts = zip((host, SECOND), (True, False), strict=True)
        jobs = [partial(give, club, actor, "judge", correct=right, expected_seq=seq) for actor, right in verdicts]
        outcomes = at_once(jobs)
        assert sorted(outcome.accepted for outcome in outcomes) == [False, True], number
        assert [code_of(outcome) for outcome in outcomes if not outcome.accepted] == ["game_moved_on"]
        assert standing(load_session(fresh(club)).game).questions_played == number + 1
        if standing(load_session(fresh(club)).game).over:
            break
    assert find_differences(fresh(club)) == []


def test_the_captain_takes_the_deciding_round_while_the_host_spins(club: LiveGame, host: Actor) -> None:
    play_out(club, host, "TTT")
    seq = fresh(club).seq
    jobs = [
        partial(give, club, CAPTAIN, "take_deciding_round", expected_seq=seq),
        partial(give, club, host, "ask", expected_seq=seq),
    ]
    outcomes = at_once(jobs)
    assert sorted(outcome.accepted for outcome in outcomes) == [False, True]
    assert [code_of(outcome) for outcome in outcomes if not outcome.accepted] == ["game_moved_on"]
    session = load_session(fresh(club))
    assert (session.game.ending is not None) == outcomes[0].accepted
    assert (session.game.asked is not None) == outcomes[1].accepted
    assert find_differences(fresh(club)) == []


def test_of_two_answers_the_first_is_the_tables(club: LiveGame, host: Actor) -> None:
    accepted(club, host, "ask")
    accepted(club, host, "show_question")
    accepted(club, host, "clock", action="start")
    jobs = [partial(give, club, CAPTAIN, "answer", text="одно"), partial(give, club, host, "answer", text="другое")]
    outcomes = at_once([*jobs, partial(give, club, PLAYER, "answer", text="третье")])
    assert sorted(outcome.accepted for outcome in outcomes) == [False, False, True]
    assert GameEvent.objects.filter(game=club, kind="answer_given").count() == 1
    assert outcomes[2].refusal is not None and code_of(outcomes[2]) == "captain_decides"


def test_a_version_sent_many_times_is_one_and_of_two_choices_one_stands(club: LiveGame, host: Actor) -> None:
    accepted(club, host, "ask")
    accepted(club, host, "show_question")
    sheet = load_session(fresh(club)).stage.sheet
    assert sheet is not None
    say = partial(propose_version, game_id=club.pk, question=sheet.number, actor=PLAYER)
    at_once([*[partial(say, text="лампа", message_id="m")] * 12, partial(say, text="свеча", message_id="n")])
    numbers = list(Version.objects.order_by("number").values_list("number", flat=True))
    assert len(numbers) == 2 and fresh(club).chat_seq == numbers[-1]
    at_once([partial(choose_version, game_id=club.pk, number=number, actor=CAPTAIN) for number in numbers])
    assert Version.objects.filter(chosen_at__isnull=False).count() == 1
