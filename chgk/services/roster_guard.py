"""§2.2.3: nobody is replaced in the course of a season; it begins for a team with its first game."""

from __future__ import annotations

from django.db.models import Q

from chgk.models import Fixture
from tournaments.models import Team
from tournaments.rules.engine import Refusal


def check_open_roster(team: Team) -> None:
    """Refused once a game of the team has started, or its season is closed. One query."""
    held = Q(game__started_at__isnull=False) | Q(club__closed_at__isnull=False)
    if Fixture.objects.filter(held, team=team).exists():
        raise Refusal("2.2.3", "roster_held", {"team": team.house.name})
