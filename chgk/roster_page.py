"""The rosters of a season as the curator sees them: who is a guest, who leads, what the regulation would refuse."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from chgk.refusal_words import Refused, refused
from chgk.rules.rosters import Member
from chgk.selectors import read_rosters
from chgk.services.roster_guard import require_approved
from tournaments.models import House, Team
from tournaments.rules.engine import Refusal


@dataclass(frozen=True, slots=True)
class Roster:
    """A team's roster of the season. ``problem``: why no table can be laid from it."""

    team: Team
    members: tuple[Member, ...]
    guests: frozenset[int]  # people of other houses
    problem: Refused | None

    @property
    def captain(self) -> Member | None:
        """Whom the dean has named."""
        return next((member for member in self.members if member.captain), None)


def rosters_of(teams: Iterable[Team]) -> dict[int, Roster]:
    """The rosters of these teams, by the team's number; one query."""
    chosen = list(teams)
    found = read_rosters(chosen)
    return {team.pk: _roster(team, found[team.pk]) for team in chosen}


def _roster(team: Team, members: tuple[Member, ...]) -> Roster:
    house: House = team.house
    guests = frozenset(member.person for member in members if member.house != house.key)
    try:
        require_approved(team, members)
    except Refusal as refusal:
        return Roster(team, members, guests, refused(refusal, {}))
    return Roster(team, members, guests, None)
