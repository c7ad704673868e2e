"""Deadlines in calendar weeks by the school's clocks, right across the nights on which these change.

Moments are milliseconds since the epoch. The time zone comes in as a function: how far the clocks are ahead of UTC at a
moment, in milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

Offset = Callable[[int], int]

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
WEEK = 7 * DAY


def weeks_after(moment: int, weeks: int, offset: Offset) -> int:
    """The same time by the clocks, so many weeks later.

    A time that the clocks skip is moved on by what they skip; of one that comes twice, the later one is meant: a
    deadline never takes time away from anybody.
    """
    shown = moment + offset(moment) + weeks * WEEK
    roughly = shown - offset(moment)
    before, after = offset(roughly - DAY), offset(roughly + DAY)
    found = [shown - ahead for ahead in (before, after) if offset(shown - ahead) == ahead]
    return max(found, default=shown - before)


def is_over(deadline: int, now: int) -> bool:
    """Whether the deadline has passed; what arrives at the last moment is in time."""
    return now > deadline


class Left(NamedTuple):
    """What is left until a deadline, or how long it has been over."""

    over: bool
    days: int
    hours: int
    minutes: int


def time_left(deadline: int, now: int) -> Left:
    """Whole days, hours and minutes between the two, rounded down."""
    minutes = abs(deadline - now) // MINUTE
    return Left(is_over(deadline, now), minutes // (24 * 60), minutes // 60 % 24, minutes % 60)
