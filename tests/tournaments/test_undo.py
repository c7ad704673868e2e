"""Undo and redo: which events are in force, and what survives."""

import datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.playing import NOW, RED, give, state, stored
from tournaments.models import AuditEntry, GameEvent, LiveGame
from tournaments.rules.engine import Refusal
from tournaments.selectors.games import effective_commands, game_feed
from tournaments.services.games import start_game
from tournaments.services.replay_log import find_differences, replay_game

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def in_force(game):
    return [(command.command["do"], command.first_seq) for command in effective_commands(game)]


def test_undo_takes_back_the_last_step_with_what_followed_it(game, host):
    give(game, host, "add", amount=1)
    give(game, host, "add_twice", amount=10)
    give(game, host, "clock", running=True)
    outcome = give(game, host, "undo")

    assert outcome.accepted and outcome.seq == 5
    assert state(game)["total"] == 1 and state(game)["clock"] is False
    event = GameEvent.objects.get(seq=5)
    at = int(NOW.timestamp() * 1000)
    assert (event.kind, event.data) == ("Undone", {"from_seq": 2, "to_seq": 4, "do": "add_twice", "at": at})
    assert stored(game)["undo"] == {"seq": 1, "do": "add"} and stored(game)["redo"] == {"seq": 2, "do": "add_twice"}
    assert in_force(game) == [("add", 1)]


def test_redo_puts_the_same_events_back(game, host):
    give(game, host, "add_twice", amount=10)
    give(game, host, "clock", running=True)
    give(game, host, "undo")
    give(game, host, "redo")

    assert state(game)["total"] == 20 and state(game)["clock"] is False  # a clock never runs on by itself
    assert stored(game)["redo"] is None and stored(game)["undo"] == {"seq": 1, "do": "add_twice"}
    assert in_force(game) == [("add_twice", 1), ("clock", 3)]


def test_everything_can_be_undone_and_redone_step_by_step(game, host):
    for amount in (1, 2, 4, 8):
        give(game, host, "add", amount=amount)
    totals = []
    for _ in range(4):
        assert give(game, host, "undo").accepted
        totals.append(state(game)["total"])
    assert totals == [7, 3, 1, 0]
    assert give(game, host, "undo").refusal == Refusal("", "nothing_to_undo")
    for _ in range(4):
        assert give(game, host, "redo").accepted
    assert state(game)["total"] == 15
    assert give(game, host, "redo").refusal == Refusal("", "nothing_to_redo")


def test_a_new_step_ends_redo_and_what_is_no_step_does_not(game, host):
    give(game, host, "add", amount=1)
    give(game, host, "add", amount=2)
    give(game, host, "undo")
    give(game, host, "clock", running=True)
    assert stored(game)["redo"] == {"seq": 2, "do": "add"}
    give(game, host, "redo")
    assert in_force(game) == [("add", 1), ("add", 2), ("clock", 4)]
    give(game, host, "undo")
    give(game, host, "add", amount=16)
    assert stored(game)["redo"] is None
    assert give(game, host, "redo").refusal == Refusal("", "nothing_to_redo")
    assert state(game)["total"] == 17


def test_undo_within_undo(game, host):
    give(game, host, "add", amount=1)  # 1
    give(game, host, "add", amount=2)  # 2
    give(game, host, "undo")  # 3 takes 2
    give(game, host, "clock", running=True)  # 4
    give(game, host, "undo")  # 5 takes 1 and 4
    assert in_force(game) == [] and state(game)["total"] == 0
    give(game, host, "redo")
    assert in_force(game) == [("add", 1), ("clock", 4)]
    give(game, host, "redo")
    assert in_force(game) == [("add", 1), ("add", 2), ("clock", 4)] and state(game)["total"] == 3


def test_what_was_shown_stays_shown(game, host):
    give(game, host, "show", thing="question")
    give(game, host, "undo")
    give(game, host, "add", amount=1)
    give(game, host, "undo")
    assert state(game)["shown"] == ["question"] and in_force(game) == []


def test_a_step_that_was_decided_elsewhere_is_not_taken_back(game, host):
    give(game, host, "add", amount=13, stays=True)
    give(game, host, "add", amount=1)
    assert give(game, host, "undo").accepted
    assert give(game, host, "undo").refusal == Refusal("13", "stays")
    assert state(game)["total"] == 13
    assert find_differences(LiveGame.objects.get()) == []


def test_clocks_alone_are_nothing_to_undo(game, host):
    give(game, host, "clock", running=True)
    assert give(game, host, "undo").refusal == Refusal("", "nothing_to_undo")


def test_only_the_host_undoes_and_a_stale_undo_is_refused(game, host):
    give(game, RED, "bid", team="red", points=5)
    assert give(game, RED, "undo").refusal == Refusal("", "host_only")
    refusal = give(game, host, "undo", expected_seq=0).refusal
    assert refusal is not None and refusal.code == "game_moved_on"
    assert give(game, host, "undo", expected_seq=1).accepted


def test_undo_pressed_twice_by_one_gesture_takes_one_step(game, host):
    give(game, host, "add", amount=1)
    give(game, host, "add", amount=2)
    give(game, host, "undo", command_id="press")
    assert give(game, host, "undo", command_id="press").repeated
    assert state(game)["total"] == 1


def test_undo_and_redo_stand_in_the_audit(game, host):
    give(game, host, "add", amount=1)
    give(game, host, "undo")
    give(game, host, "redo")
    actions = AuditEntry.objects.filter(target=f"game:{game.pk}").values_list("action", flat=True)
    assert list(actions.order_by("pk")) == ["start_game", "undo", "redo"]


def test_the_feed_marks_what_is_undone(game, host, django_assert_num_queries):
    give(game, host, "add", amount=1)
    give(game, host, "add")
    give(game, host, "add", amount=2)
    give(game, host, "undo")
    with django_assert_num_queries(3):
        feed = [
            (line.command.command["do"], line.seq, line.undone, line.refusal and line.refusal.code)
            for line in game_feed(game)
        ]
    assert feed == [
        ("undo", 3, False, None),
        ("add", 2, True, None),
        ("add", None, False, "no_amount"),
        ("add", 1, False, None),
    ]
    assert len(game_feed(game, limit=2)) == 2


COMMANDS = st.lists(
    st.sampled_from(["add", "add_twice", "clock", "show", "bid", "settle", "undo", "redo"]), max_size=25
)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(commands=COMMANDS)
def test_after_any_commands_the_snapshot_is_the_fold_of_the_log(season, counter, host, commands):
    game = LiveGame.objects.create(discipline="counter", season=season, title="Any")
    start_game(game_id=game.pk, actor=host)
    for number, do in enumerate(commands):
        fields: dict[str, Any] = {
            "amount": number + 1,
            "running": True,
            "thing": str(number),
            "team": "red",
            "points": number + 1,
        }
        give(game, host, do, at=NOW + datetime.timedelta(seconds=number), **fields)
        game.refresh_from_db()
        assert find_differences(game) == []
    replay = replay_game(game)
    assert [entry.seq for entry in replay.entries if entry.step] == [
        command.first_seq for command in effective_commands(game) if counter.is_step(command.command)
    ]
    assert sorted({entry.command_pk for entry in replay.entries}) == [c.pk for c in effective_commands(game)]
