"""Which jury considers what (§5.1)."""

from __future__ import annotations

from appeals.enums import JuryState
from appeals.models import Appeal, Jury
from chgk.models import ClubSeason
from tournaments.models import Team


def jury_for(row: Appeal) -> Jury | None:
    """The confirmed jury of the appeal's game, else of its season. One query."""
    juries = Jury.objects.filter(club=row.club_id, state=JuryState.CONFIRMED)
    fitting = [jury for jury in juries.order_by("pk") if jury.game_id in (None, row.game_id)]
    return max(fitting, key=lambda jury: jury.game_id is not None, default=None)


def juries_of(club: ClubSeason) -> list[Jury]:
    """The season's juries, newest first, with members and the council's votes; three queries."""
    juries = Jury.objects.filter(club=club).select_related("game").prefetch_related("seats__person", "votes")
    return list(juries.order_by("-composed_at", "-pk"))


def council_of(club: ClubSeason) -> list[Team]:
    """The teams whose captains are the council, in the order of their games."""
    fixtures = club.fixtures.filter(is_final=False, team__isnull=False).select_related("team__house")
    return [fixture.team for fixture in fixtures.order_by("number") if fixture.team is not None]
