"""Who is there, by streams and signs of life, over all processes."""

import pytest

from tournaments.live.presence import Presence


class Clock:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def presence(clock):
    return Presence(clock)


def states(presence):
    return presence.everywhere(1)["seats"]


def test_a_seat_is_live_while_its_page_asks_for_the_time(presence, clock):
    presence.opened(1, "seat:5")
    clock.now += 40
    assert states(presence) == {"seat:5": "live"}
    clock.now += 10
    assert states(presence) == {"seat:5": "stale"}  # the phone has fallen asleep
    assert presence.sign(1, "seat:5")  # news
    assert states(presence) == {"seat:5": "live"}
    assert not presence.sign(1, "seat:5")


def test_a_reconnect_is_no_absence_and_an_absence_is_seen_in_seconds(presence, clock):
    presence.opened(1, "seat:5")
    presence.closed(1, "seat:5")
    assert states(presence) == {"seat:5": "live"}
    clock.now += 5
    assert states(presence) == {"seat:5": "stale"}
    clock.now += 10
    assert states(presence) == {"seat:5": "gone"}


def test_two_phones_of_a_seat(presence, clock):
    presence.opened(1, "seat:5")
    presence.opened(1, "seat:5")
    presence.closed(1, "seat:5")
    clock.now += 20
    assert states(presence) == {"seat:5": "live"}


def test_spectators_are_counted_and_other_games_are_not(presence):
    for _ in range(3):
        presence.opened(1, "")
    presence.closed(1, "")
    presence.opened(2, "")
    assert presence.everywhere(1) == {"seats": {}, "spectators": 2}


def test_other_processes_count_until_they_fall_silent(presence, clock):
    presence.opened(1, "seat:5")
    presence.closed(1, "seat:5")
    clock.now += 60
    presence.heard(1, "other", {"seats": {"seat:5": "live", "seat:6": "stale"}, "spectators": 7})
    assert presence.everywhere(1) == {"seats": {"seat:5": "live", "seat:6": "stale"}, "spectators": 7}
    assert not presence.is_empty(1)
    clock.now += 20
    assert presence.everywhere(1) == {"seats": {"seat:5": "gone"}, "spectators": 0}
    assert presence.is_empty(1)


def test_a_sign_of_nobody_is_nothing(presence):
    assert not presence.sign(1, "seat:5")
    assert presence.games() == []
