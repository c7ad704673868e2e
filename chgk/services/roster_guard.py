"""What holds a roster (§2.2.3: a season begins for a team with its first game), and which one a table is laid from."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q

from chgk.models import Fixture
from chgk.rules.rosters import Member, check_roster
from tournaments.enums import RosterState
from tournaments.models import Team
from tournaments.rules.engine import Refusal


def check_open_roster(team: Team) -> None:
    """Refused once a game of the team has started, or its season is closed. One query."""
    held = Q(game__started_at__isnull=False) | Q(club__closed_at__isnull=False)
    if Fixture.objects.filter(held, team=team).exists():
        raise Refusal("2.2.3", "roster_held", {"team": team.house.name})


def require_approved(team: Team, members: Sequence[Member]) -> None:
    """Refused: a roster that is not approved, and one entered by hand that chapter 2 does not allow.

    What a curator has approved was looked at then, whatever house its people have moved to since.
    """
    if team.state != RosterState.APPROVED:
        raise Refusal("2.2.1", "roster_not_approved", {"team": team.house.name})
    if team.decided_at is None:
        check_roster(members, team.house.key)
