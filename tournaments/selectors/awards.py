"""Who has which right in the school's chat now, and whose ends on the day."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.db.models import Q
from django.utils import timezone

from tournaments.models import Privilege

RECENTLY = datetime.timedelta(days=14)


@dataclass(frozen=True, slots=True)
class Privileges:
    """Rights as they stand at a moment. What ended or was taken away today is still to be undone in the chat."""

    now: datetime.datetime
    in_force: tuple[Privilege, ...]
    ended_today: tuple[Privilege, ...]
    taken_away: tuple[Privilege, ...]  # early, in the last two weeks, the newest first

    @property
    def ending_today(self) -> tuple[Privilege, ...]:
        """In force still, but not tomorrow; not of those who won the right a second time, for longer."""
        longer = {_whose(row) for row in self.in_force if not self._is_today(row.ends_at)}
        return tuple(row for row in self.in_force if self._is_today(row.ends_at) and _whose(row) not in longer)

    @property
    def ending_tomorrow(self) -> tuple[Privilege, ...]:
        """In force until some time tomorrow; not of those who won the right a second time, for longer."""
        tomorrow = timezone.localdate(self.now) + datetime.timedelta(days=1)
        longer = {_whose(row) for row in self.in_force if timezone.localdate(row.ends_at) > tomorrow}
        rows = (row for row in self.in_force if timezone.localdate(row.ends_at) == tomorrow)
        return tuple(row for row in rows if _whose(row) not in longer)

    @property
    def has_news(self) -> bool:
        """Whether the chat's operator has something to do today or tomorrow."""
        return bool(self.ending_today or self.ending_tomorrow or self.to_take_away_today)

    @property
    def lasting(self) -> tuple[Privilege, ...]:
        """All others in force."""
        ending = {*self.ending_today, *self.ending_tomorrow}
        return tuple(row for row in self.in_force if row not in ending)

    @property
    def to_take_away_today(self) -> tuple[Privilege, ...]:
        """Whose right is gone since this morning: the chat server has to be told."""
        early = tuple(row for row in self.taken_away if row.revoked_at is not None and self._is_today(row.revoked_at))
        still = {_whose(row) for row in self.in_force}
        return tuple(row for row in (*self.ended_today, *early) if _whose(row) not in still)

    def _is_today(self, moment: datetime.datetime) -> bool:
        return timezone.localdate(moment) == timezone.localdate(self.now)


def _whose(row: Privilege) -> tuple[int | None, str]:
    """People by their row, guests by name."""
    return row.person_id, "" if row.person_id else row.name


def read_privileges(now: datetime.datetime | None = None) -> Privileges:
    """All rights in force, and those that ended lately; one query. Days are those of the school's clocks."""
    now = now or timezone.now()
    midnight = timezone.localtime(now, timezone.get_default_timezone()).replace(
        hour=0, minute=0, second=0, microsecond=0
    )
    rows = list(
        Privilege.objects.filter(Q(ends_at__gt=midnight) | Q(revoked_at__gt=now - RECENTLY), withdrawn=False)
        .filter(starts_at__lte=now)
        .select_related("person__house", "game")
        .defer("game__snapshot", "game__setup")
    )
    standing = [row for row in rows if row.revoked_at is None]
    revoked = [row for row in rows if row.revoked_at is not None and row.revoked_at > now - RECENTLY]
    return Privileges(
        now=now,
        in_force=tuple(row for row in standing if row.ends_at > now),
        ended_today=tuple(row for row in standing if row.ends_at <= now),
        taken_away=tuple(sorted(revoked, key=lambda row: row.revoked_at or now, reverse=True)),
    )
