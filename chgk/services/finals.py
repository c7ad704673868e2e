"""Who may play a season's final, and whether it has begun (§3.1.2)."""

from __future__ import annotations

from chgk import selectors
from chgk.models import ClubSeason
from chgk.rules.standings import Finalist, Tie, Waiting
from tournaments.models import LiveGame, Team
from tournaments.rules.engine import Refusal


def require_finalist(club: ClubSeason) -> Team:
    """The team that plays the final. Refused while it is open who that is, with who is waited for or tied."""
    calendar = selectors.read_calendar(club)
    lead = calendar.table.lead
    if isinstance(lead, Waiting):
        raise Refusal("3.1.2", "final_waits", {"teams": lead.teams})
    if isinstance(lead, Tie):
        raise Refusal("3.1.2", "final_tied", {"teams": lead.teams})
    team = calendar.finalist
    if team is None or not isinstance(lead, Finalist):
        raise Refusal("3.1.2", "final_without_teams", {})
    return team


def require_final_to_come(club: ClubSeason) -> None:
    """Refused once the final has started: what leads to it is settled. The final's game stays locked till then."""
    games = LiveGame.objects.select_for_update(of=("self",))
    final = games.filter(fixture__club=club, fixture__is_final=True).first()
    if final is not None and final.started_at is not None:
        raise Refusal("3.1.2", "final_started", {})
