"""The moments of the procedure, between Django's and the rules': deadlines by the school's clocks (§5.3.1, §5.4.2)."""

from __future__ import annotations

import datetime

from django.utils import timezone

from tournaments.rules.deadlines import Left, time_left, weeks_after


def milliseconds(moment: datetime.datetime) -> int:
    """A moment as the rules know it."""
    return int(moment.timestamp() * 1000)


def moment_of(at: int) -> datetime.datetime:
    """And back."""
    return datetime.datetime.fromtimestamp(at / 1000, datetime.UTC)


def week_after(moment: datetime.datetime) -> int:
    """A week later by the school's clocks."""
    return weeks_after(milliseconds(moment), 1, _offset)


def left_until(deadline: datetime.datetime, now: datetime.datetime | None = None) -> Left:
    """What is left of the time, or how long it has been over."""
    return time_left(milliseconds(deadline), milliseconds(now or timezone.now()))


def school_date(moment: datetime.datetime) -> str:
    """The date that the school's calendar shows (§5.3.2: «and puts the current date»)."""
    return moment.astimezone(timezone.get_default_timezone()).date().isoformat()


def _offset(at: int) -> int:
    ahead = moment_of(at).astimezone(timezone.get_default_timezone()).utcoffset()
    return 0 if ahead is None else int(ahead.total_seconds() * 1000)
