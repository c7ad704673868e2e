"""One command, one transaction: what the log holds after each kind of command."""

import datetime
import json
from unittest.mock import patch

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.playing import BLUE, NOW, RED, give, state, stored
from tournaments.models import AuditEntry, GameCommand, GameEvent, LiveGame
from tournaments.rules.engine import Refusal
from tournaments.services.games import finish_game
from tournaments.services.play import first_outcome

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_an_accepted_command_is_in_the_log_with_who_where_and_when(game, host):
    outcome = give(game, host, "add_twice", amount=3, command_id="abc")

    assert outcome.accepted and outcome.seq == 2 and outcome.refusal is None and not outcome.repeated
    command = GameCommand.objects.get()
    assert command.command == {"do": "add_twice", "amount": 3, "at": int(NOW.timestamp() * 1000)}
    assert (command.actor_key, command.actor_role, command.actor_name) == (host.key, "host", "Ela Sowa")
    assert (command.command_id, command.received_at, command.accepted) == ("abc", NOW, True)
    assert (command.first_seq, command.last_seq, command.seq_after) == (1, 2, 2)
    assert list(GameEvent.objects.values_list("seq", "kind", "data", "command_id")) == [
        (1, "added", {"amount": 3}, command.pk),
        (2, "added", {"amount": 3}, command.pk),
    ]
    assert state(game)["total"] == 6


def test_the_snapshot_is_canonical_json(game, host):
    give(game, host, "show", thing="żółw")
    text = LiveGame.objects.get(pk=game.pk).snapshot
    assert text == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert "żółw" in text


def test_a_refused_command_is_recorded_and_changes_nothing_else(game, host):
    before = LiveGame.objects.values().get(pk=game.pk)
    outcome = give(game, host, "add")

    assert not outcome.accepted and outcome.seq == 0
    assert outcome.refusal == Refusal("5", "no_amount", {"seen": ["a", "b"]})
    assert LiveGame.objects.values().get(pk=game.pk) == before
    assert GameEvent.objects.count() == 0
    command = GameCommand.objects.get()
    assert not command.accepted and command.first_seq is None and command.last_seq is None
    assert command.refusal == {"paragraph": "5", "code": "no_amount", "params": {"seen": ["a", "b"]}}


def test_rules_say_who_may(game):
    assert give(game, RED, "add", amount=1).refusal == Refusal("10", "not_yours")
    assert give(game, RED, "bid", team="blue", points=5).refusal == Refusal("10", "not_yours")
    assert give(game, RED, "bid", team="red", points=5).accepted


def test_a_repeated_command_is_answered_with_its_first_outcome(game, host):
    first = give(game, host, "add", amount=3, command_id="once")
    give(game, host, "add", amount=4)
    again = give(game, host, "add", amount=3, command_id="once", at=NOW + datetime.timedelta(minutes=1))

    assert (again.accepted, again.seq, again.repeated) == (True, first.seq, True)
    assert state(game)["total"] == 7 and GameCommand.objects.count() == 2


def test_a_repeated_refusal_stays_a_refusal(game, host):
    first = give(game, RED, "bid", team="red", points=0, command_id="once")
    assert give(game, RED, "bid", team="red", points=50, command_id="once").refusal == first.refusal
    assert state(game)["stakes"] == {}


def test_ids_are_each_senders_own_and_each_games_own(game, make_game, host):
    other = make_game()
    assert not give(game, RED, "bid", team="red", points=1, command_id="same").repeated
    assert not give(game, BLUE, "bid", team="blue", points=2, command_id="same").repeated
    assert not give(other, RED, "bid", team="red", points=1, command_id="same").repeated


def test_the_first_outcome_can_be_asked_for(game, host):
    assert first_outcome(game_id=game.pk, actor=host, command_id="x") is None
    outcome = give(game, host, "add", amount=1, command_id="x")
    first = first_outcome(game_id=game.pk, actor=host, command_id="x")
    assert first is not None and first.repeated and first.seq == outcome.seq


def test_the_host_is_told_when_the_game_has_moved_on(game, host):
    give(game, RED, "bid", team="red", points=5)
    outcome = give(game, host, "settle", expected_seq=0)
    assert outcome.refusal == Refusal("", "game_moved_on", {"expected": 0, "seq": 1})
    assert give(game, host, "settle", expected_seq=1).accepted


def test_a_repetition_that_is_old_by_now_is_a_repetition(game, host):
    assert give(game, host, "add", amount=1, command_id="x", expected_seq=0).accepted
    assert give(game, host, "add", amount=1, command_id="x", expected_seq=0).accepted


def test_bids_queue_whatever_they_saw(game):
    assert give(game, RED, "bid", team="red", points=5, expected_seq=0).accepted
    assert give(game, BLUE, "bid", team="blue", points=6, expected_seq=0).accepted


def test_nothing_is_played_before_the_start_nor_after_the_end(make_game, host):
    game = make_game(started=False)
    assert give(game, host, "add", amount=1).refusal == Refusal("", "not_started")
    started = make_game()
    finish_game(game_id=started.pk, actor=host)
    assert give(started, host, "add", amount=1).refusal == Refusal("", "game_over")
    assert give(started, host, "undo").refusal == Refusal("", "game_over")
    assert GameCommand.objects.filter(accepted=False).count() == 3


def test_a_command_without_events_is_accepted_and_moves_nothing(game, host):
    give(game, host, "add", amount=1)
    before = stored(game)
    outcome = give(game, host, "look")
    assert outcome.accepted and outcome.seq == 1 and stored(game) == before


def test_effects_that_end_in_a_refusal_leave_nothing_behind(game, host):
    assert give(game, host, "show", thing="new").accepted
    assert give(game, host, "show", thing="used").refusal == Refusal("7", "used_already")
    assert list(AuditEntry.objects.filter(action="shown").values_list("target", flat=True)) == ["new"]
    assert state(game)["shown"] == ["new"]


def test_screens_hear_of_it_after_the_commit_only(game, host, django_capture_on_commit_callbacks):
    with patch("tournaments.live.hub.publish") as publish:
        with django_capture_on_commit_callbacks(execute=True):
            give(game, host, "add", amount=1)
            publish.assert_not_called()
        publish.assert_called_once_with(game.pk)


@pytest.mark.django_db(transaction=True)
def test_a_screen_in_trouble_does_not_fail_the_command(game, host):
    with patch("tournaments.live.hub.publish", side_effect=RuntimeError) as publish:
        assert give(game, host, "add", amount=1).accepted
    publish.assert_called_once_with(game.pk)


@pytest.mark.parametrize(
    ("command", "command_id"),
    [
        ({"do": "add", "note": "a\0b"}, "x"),
        ({"do": "add", "note": ["\ud800"]}, "x"),
        ({"do": "add", "amount": float("nan")}, "x"),
        ({"do": 5}, "x"),
        ({"do": "add"}, ""),
        ({"do": "add"}, "x" * 65),
    ],
)
def test_what_no_log_can_hold_is_an_error(game, host, command, command_id):
    with pytest.raises(ValueError):
        give(game, host, command_id=command_id or "\0", **command)
    assert GameCommand.objects.count() == 0


def test_a_backslash_that_only_looks_like_nul_is_text(game, host):
    assert give(game, host, "show", thing="\\u0000").accepted


def test_a_command_costs_the_same_in_a_long_game(game, host):
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            give(game, host, "add", amount=1)
        return len(captured)

    short = queries()
    for _ in range(40):
        give(game, host, "add", amount=1)
    assert queries() == short <= 9
