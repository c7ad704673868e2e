"""Who could play for each house in a season, and why a house cannot (§2, §3, §7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.enums import RosterState
from tournaments.models import House, Season, Team, TeamMember

TEAM_SIZE = 3  # §2


@dataclass(frozen=True, slots=True)
class Lineup:
    """A house with its team of the season. ``problem`` says why it is left out; "" if it can play."""

    house: House
    team: Team | None
    members: tuple[TeamMember, ...]
    problem: str


def season_lineups(season: Season, discipline: str) -> list[Lineup]:
    """Every house in its order with its team of this discipline; three queries."""
    teams: Mapping[int, Team] = {
        team.house_id: team
        for team in season.teams.filter(discipline=discipline)
        .select_related("house")
        .prefetch_related("members__person")
    }
    return [_lineup(house, teams.get(house.pk)) for house in House.objects.all()]


def _lineup(house: House, team: Team | None) -> Lineup:
    members = tuple(team.members.all()) if team is not None else ()
    return Lineup(house=house, team=team, members=members, problem=_problem(team, members))


_NOT_APPROVED = {
    RosterState.DRAFT: gettext_lazy("the roster is a draft still (§4)"),
    RosterState.SUBMITTED: gettext_lazy("the roster is not approved yet (§4)"),
    RosterState.RETURNED: gettext_lazy("the roster was returned to the head (§4)"),
}


def _problem(team: Team | None, members: tuple[TeamMember, ...]) -> str:
    if team is None:
        return _("no team in this season (§7)")
    if team.state != RosterState.APPROVED and (members or team.revision):
        return str(_NOT_APPROVED[RosterState(team.state)])
    if len(members) < TEAM_SIZE:
        return ngettext("%(count)d player of three (§7)", "%(count)d players of three (§7)", len(members)) % {
            "count": len(members)
        }
    if len(members) > TEAM_SIZE:
        return _("more than three players (§2)")
    if not any(member.is_captain for member in members):
        return _("no captain (§3)")
    return ""
