"""At once around an evening: a bid and the interruption, two hand-overs, a wipe and a command."""

from functools import partial

import pytest

from tests.concurrency.crowd import at_once
from tests.playing import RED, code_of, give, state
from tournaments.models import AuditEntry, GameCommand, LiveGame, User
from tournaments.services.actors import Actor
from tournaments.services.hosting import hand_over
from tournaments.services.interruptions import suspend_game
from tournaments.services.play import Outcome
from tournaments.services.replay_log import find_differences
from tournaments.services.wiping import wipe_rehearsal

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def test_a_bid_is_in_before_the_interruption_or_refused_by_it(make_game, host):
    for number in range(20):
        game = make_game(title=f"evening {number}")
        jobs = [
            partial(give, game, RED, "bid", team="red", points=7),
            partial(suspend_game, game_id=game.pk, reason="power cut", actor=host),
        ]
        bid, suspended = at_once(jobs)
        assert suspended.accepted
        assert bid.accepted or code_of(bid) == "suspended"
        assert state(game)["stakes"] == ({"red": 7} if bid.accepted else {})
        order = list(GameCommand.objects.filter(game=game).order_by("pk").values_list("command__do", "accepted"))
        assert order.index(("x-suspend", True)) == (1 if bid.accepted else 0)
        assert find_differences(LiveGame.objects.get(pk=game.pk)) == []


def test_of_two_hand_overs_at_once_one_counts(make_game, host, host_user):
    other = User.objects.create_user("jan", is_staff=True)
    heirs = [User.objects.create_user(name, is_staff=True) for name in ("ewa", "ola")]

    for number in range(10):
        game = make_game(title=f"evening {number}")
        game.hosts.add(other)
        hosts = [host, Actor(key=f"user:{other.pk}", role="host", name="jan")]
        jobs = [
            partial(hand_over, game_id=game.pk, to=heir, seen="", actor=actor)
            for heir, actor in zip(heirs, hosts, strict=True)
        ]
        outcomes = at_once(jobs)
        assert sorted(outcome.accepted for outcome in outcomes) == [False, True]
        winner = heirs[[outcome.accepted for outcome in outcomes].index(True)]
        assert LiveGame.objects.get(pk=game.pk).conductor["key"] == f"user:{winner.pk}"
        assert AuditEntry.objects.filter(action="hand_over", target=f"game:{game.pk}").count() == 1


def test_ten_interruptions_at_once_are_one(game, host):
    outcomes = at_once([partial(suspend_game, game_id=game.pk, reason="power cut", actor=host)] * 10)
    assert all(outcome.accepted for outcome in outcomes)
    assert GameCommand.objects.filter(command__do="x-suspend").count() == 1


def test_a_command_is_wiped_with_the_rehearsal_or_finds_it_gone(make_game, game, host):
    for number in range(10):
        rehearsal = make_game(title=f"rehearsal {number}")
        LiveGame.objects.filter(pk=rehearsal.pk).update(rehearsal_of=game, for_ranking=False)

        def press(game: LiveGame = rehearsal) -> Outcome | None:
            try:
                return give(game, host, "add", amount=1)
            except LiveGame.DoesNotExist:
                return None

        def wipe(game: LiveGame = rehearsal) -> Outcome | None:
            return wipe_rehearsal(game_id=game.pk, actor=host)

        _pressed, wiped = at_once([press, wipe])
        assert wiped is not None and wiped.accepted
        assert not GameCommand.objects.filter(game_id=rehearsal.pk).exists()
        assert not LiveGame.objects.filter(pk=rehearsal.pk).exists()
