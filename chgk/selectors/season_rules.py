"""By which rules a season's games are played."""

from __future__ import annotations

from typing import Any

from chgk.models import ClubSeason
from chgk.rules.parameters import FINAL_TARGET, ORDINARY_TARGET, Parameters


def rules_of(club: ClubSeason, *, is_final: bool) -> dict[str, Any]:
    """What differs from the text; a final goes to six points unless the season says otherwise (§3.1.2)."""
    return {"target": FINAL_TARGET, **club.final_rules} if is_final else dict(club.rules)


def target_of(club: ClubSeason | None, *, is_final: bool) -> int:
    """To how many points such a game goes; without a season of the club, what the text says of an ordinary one."""
    return ORDINARY_TARGET if club is None else Parameters.from_json(rules_of(club, is_final=is_final)).target
