"""The rosters of a season as the curator sees them: who is a guest, who leads, what the regulation would refuse."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from chgk.refusal_words import Refused, refused
from chgk.rules.rosters import Member, check_roster, check_transfers
from chgk.selectors import read_rosters
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
    return {team.pk: _roster(team, found[team.pk], _rivals(team, chosen, found)) for team in chosen}


def _rivals(
    team: Team, teams: Iterable[Team], members: Mapping[int, tuple[Member, ...]]
) -> dict[str, tuple[Member, ...]]:
    """The people of the team wherever they are in the season."""
    own = {member.person for member in members[team.pk]}
    return {
        other.house.name: tuple(one for one in members[other.pk] if one.person in own)
        for other in sorted(teams, key=lambda other: other.pk != team.pk)
    }


def _roster(team: Team, members: tuple[Member, ...], rivals: Mapping[str, tuple[Member, ...]]) -> Roster:
    house: House = team.house
    guests = frozenset(member.person for member in members if member.house != house.key)
    try:
        check_roster(members, house.key)
        check_transfers(rivals)
    except Refusal as refusal:
        return Roster(team, members, guests, refused(refusal, {}))
    return Roster(team, members, guests, None)
