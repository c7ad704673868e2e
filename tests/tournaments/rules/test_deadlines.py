"""A week by the school's clocks, across both nights on which they change."""

from __future__ import annotations

import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.deadlines import DAY, HOUR, MINUTE, WEEK, Left, is_over, time_left, weeks_after
from tournaments.services import awards

WARSAW = ZoneInfo("Europe/Warsaw")


def offset_in(zone):
    def offset(moment):
        shift = datetime.datetime.fromtimestamp(moment / 1000, zone).utcoffset()
        assert shift is not None
        return int(shift.total_seconds() * 1000)

    return offset


OFFSET = offset_in(WARSAW)


def at(text, fold=0):
    moment = datetime.datetime.fromisoformat(text).replace(tzinfo=WARSAW, fold=fold)
    return int(moment.timestamp() * 1000)


def shown(moment):
    return datetime.datetime.fromtimestamp(moment / 1000, WARSAW).strftime("%Y-%m-%d %H:%M")


@pytest.mark.parametrize(
    ("filed", "due", "hours"),
    [
        ("2026-11-30 18:00", "2026-12-07 18:00", 168),
        ("2026-10-22 18:00", "2026-10-29 18:00", 169),  # the clocks go back on the 25th
        ("2026-03-26 18:00", "2026-04-02 18:00", 167),  # and forward on the 29th
        ("2026-03-22 02:30", "2026-03-29 03:30", 168),  # a time that the clocks skip: moved on
        ("2026-10-18 02:30", "2026-10-25 02:30", 169),  # one that comes twice: the later one
        ("2026-10-25 01:30", "2026-11-01 01:30", 169),
    ],
)
def test_a_week_later_by_the_clocks(filed, due, hours):
    end = weeks_after(at(filed), 1, OFFSET)
    assert shown(end) == due
    assert (end - at(filed)) // HOUR == hours


def test_from_the_hour_that_comes_twice_either_week_ends_at_the_same_clock_time():
    ends = {shown(weeks_after(at("2026-10-25 02:30", fold), 1, OFFSET)) for fold in (0, 1)}
    assert ends == {"2026-11-01 02:30"}


@given(
    st.integers(0, 4_000_000_000_000),
    st.integers(0, 60),
    st.sampled_from(["Europe/Warsaw", "Europe/Moscow", "America/New_York", "Australia/Lord_Howe", "UTC"]),
)
def test_it_agrees_with_the_weeks_of_privileges(moment, weeks, name):
    zone = ZoneInfo(name)
    start = datetime.datetime.fromtimestamp(moment / 1000, datetime.UTC)
    expected = awards.weeks_after(start, weeks, zone)
    assert abs(weeks_after(moment, weeks, offset_in(zone)) - expected.timestamp() * 1000) < 1


def test_what_arrives_at_the_last_moment_is_in_time():
    assert not is_over(1000, 1000)
    assert is_over(1000, 1001)


@pytest.mark.parametrize(
    ("deadline", "now", "left"),
    [
        (WEEK, 0, Left(False, 7, 0, 0)),
        (3 * DAY + 4 * HOUR + 59_999, 0, Left(False, 3, 4, 0)),
        (0, 0, Left(False, 0, 0, 0)),
        (0, DAY + 2 * MINUTE, Left(True, 1, 0, 2)),
    ],
)
def test_what_is_left_is_rounded_down(deadline, now, left):
    assert time_left(deadline, now) == left
