"""Both duellists press at the same moment, two hundred times; the server settles a single press by itself."""

from __future__ import annotations

import datetime
import threading
import time
from collections.abc import Iterator
from functools import partial

import pytest
from django.utils import timezone

from tests.auction.duel_games import duel
from tests.concurrency.crowd import at_once
from tests.playing import give
from tournaments.models import GameEvent, LiveGame
from tournaments.services.replay_log import find_differences

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
__all__ = ["duel"]


@pytest.fixture(autouse=True)
def _timers_end() -> Iterator[None]:
    """No timer outlives its test: its thread would write into the next one's database."""
    yield
    for thread in threading.enumerate():
        if isinstance(thread, threading.Timer):
            thread.cancel()
            thread.join(timeout=10)


def until(condition, seconds: float = 60) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False


def test_both_press_at_once_two_hundred_times(duel, monkeypatch):
    monkeypatch.setattr("auction.discipline.settle_after_commit", lambda **_: None)
    duel.armed()
    game = duel.game
    armed = LiveGame.objects.get(pk=game.pk)
    phones = [duel.phone(team) for team in ("red", "masters")]
    for number in range(200):
        # every try starts from the same armed buzzers: the log only has to hold what the tries brought about
        LiveGame.objects.filter(pk=game.pk).update(snapshot=armed.snapshot)
        seq = LiveGame.objects.get(pk=game.pk).seq
        start = duel.at + datetime.timedelta(milliseconds=300)
        late = start + datetime.timedelta(milliseconds=number % 60)
        presses = [
            partial(give, game, phone, "press", team=phone.team, at=at)
            for phone, at in zip(phones, (start, late), strict=True)
        ]
        outcomes = at_once(presses)
        assert [outcome.refusal for outcome in outcomes] == [None, None]
        kinds = list(GameEvent.objects.filter(game=game, seq__gt=seq).values_list("kind", flat=True))
        assert kinds.count("buzz_pressed") == 2 and kinds.count("buzz_decided") == 1
        assert kinds.count("buzz_taken") == (1 if number % 60 >= 25 else 0)
        assert duel.answering == ("red" if number % 60 >= 25 else None)


def test_twenty_presses_of_one_side_are_one(duel):
    duel.armed()
    phone = duel.phone("red")
    at = duel.at + datetime.timedelta(milliseconds=300)
    outcomes = at_once([partial(give, duel.game, phone, "press", team="red", at=at) for _ in range(20)])
    assert sum(outcome.accepted for outcome in outcomes) == 1 and len(duel.duel.presses) == 1


def test_the_server_settles_a_single_press_by_itself(duel):
    duel.at = timezone.now() - datetime.timedelta(minutes=2)
    duel.armed()
    assert give(duel.game, duel.phone("red"), "press", team="red", at=timezone.now()).accepted
    assert duel.session.game.phase == "duel"
    assert until(lambda: duel.answering == "red")
    assert find_differences(LiveGame.objects.get(pk=duel.game.pk)) == []


def test_an_undo_before_the_end_of_the_window_is_not_settled_into(duel):
    duel.at = timezone.now() - datetime.timedelta(minutes=2)
    duel.armed()
    assert give(duel.game, duel.phone("red"), "press", team="red", at=timezone.now()).accepted
    assert give(duel.game, duel.host, "undo", at=timezone.now()).accepted
    until(lambda: not any(isinstance(thread, threading.Timer) for thread in threading.enumerate()))
    assert duel.session.game.phase == "duel" and duel.duel.decision is None
    assert find_differences(LiveGame.objects.get(pk=duel.game.pk)) == []
