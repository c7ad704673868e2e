"""The rosters of a season, as the rules on line-ups read them."""

from __future__ import annotations

from collections.abc import Iterable

from chgk.rules.rosters import Member
from tournaments.models import Team, TeamMember


def read_roster(team: Team) -> tuple[Member, ...]:
    """The team's people, the captain first; one query."""
    return read_rosters([team])[team.pk]


def read_rosters(teams: Iterable[Team]) -> dict[int, tuple[Member, ...]]:
    """The same for several, by the team's number; one query."""
    found: dict[int, list[Member]] = {team.pk: [] for team in teams}
    rows = TeamMember.objects.filter(team__in=found).select_related("person__house")
    for row in rows.order_by("-is_captain", "position", "pk"):
        house = row.person.house
        member = Member(row.person_id, str(row.person), "" if house is None else house.key, row.is_captain)
        found[row.team_id].append(member)
    return {pk: tuple(members) for pk, members in found.items()}
