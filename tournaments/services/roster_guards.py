"""A team's roster may be held by what has been played: each discipline says so for its own teams."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tournaments.models import Team
from tournaments.rules.engine import Refusal


class RosterGuard(NamedTuple):
    """``check`` raises :class:`Refusal` for a team whose people stay as they are; ``explain`` says why, in words."""

    check: Callable[[Team], None]
    explain: Callable[[Refusal], str]


_guards: dict[str, RosterGuard] = {}


def register_roster_guard(discipline: str, guard: RosterGuard) -> None:
    """Called once a game app from its ``AppConfig.ready()``; a discipline without a guard holds no roster."""
    _guards[discipline] = guard


def require_open_roster(team: Team) -> None:
    """Raises the discipline's :class:`Refusal` for a team whose people stay as they are."""
    guard = _guards.get(team.discipline)
    if guard is not None:
        guard.check(team)


def why_roster_is_held(team: Team) -> str:
    """The reason in the active language; "" for a roster that may be changed."""
    try:
        require_open_roster(team)
    except Refusal as refusal:
        return _guards[team.discipline].explain(refusal)
    return ""
