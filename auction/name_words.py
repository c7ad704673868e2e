"""Names as they stand in sentences and on buttons: never turned around, never too long."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import ngettext

from auction.rules.projection import View
from tournaments.name_words import isolate

Names = Mapping[str, str]
LONGEST_NAME = 32  # letters


def short_name(name: str) -> str:
    """A team's word as it stands in sentences and on buttons: the whole of it, unless it would fill the screen."""
    return isolate(name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1].rstrip() + "…")


def points(number: int) -> str:
    """«12 points»."""
    return ngettext("%(number)d point", "%(number)d points", number) % {"number": number}


def team_name(view: View, team_id: str | None) -> str:
    """The word by which a team bids, ready to stand in a sentence."""
    team = view.team(team_id)
    return short_name(team.command) if team is not None else ""
