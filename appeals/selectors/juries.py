"""Which jury considers what (§5.1)."""

from __future__ import annotations

from django.utils import timezone

from appeals.enums import JuryState
from appeals.models import Appeal, Jury
from chgk.models import ClubSeason, Motion
from chgk.selectors.council import council_at, season_teams
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
    """The teams that have a voice in the council at this moment, in the order of their games."""
    teams = season_teams(club)
    called = {voice.team for voice in council_at(club, timezone.now(), teams)}
    return [team for team in teams if team.pk in called]


def complaint_motions(row: Appeal) -> dict[int, Motion]:
    """The council's motions on the appeal's complaints, by the complaint's number; one query."""
    start = f"complaint:{row.pk}:"
    motions = Motion.objects.filter(club=row.club_id, subject__startswith=start)
    return {int(motion.subject.removeprefix(start)): motion for motion in motions}


def jury_motions(club: ClubSeason) -> dict[int, Motion]:
    """The council's motions on the season's juries, by the jury's number; one query."""
    motions = Motion.objects.filter(club=club, subject__startswith="jury:")
    return {int(motion.subject.removeprefix("jury:")): motion for motion in motions}
