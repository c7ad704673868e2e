"""Setting up a season in one step: the school's season it belongs to, a team for each chosen house, the calendar."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from chgk.models import ClubSeason
from chgk.services.games import DISCIPLINE
from chgk.services.seasons import begin_season, open_season
from tournaments.models import House, Season, Team, User
from tournaments.services.actors import Actor
from tournaments.services.locks import write_lock


def set_up_season(
    *, season: Season | None, name: str, houses: Sequence[House], curator: User, actor: Actor
) -> ClubSeason:
    """The club's season in ``season``, or in a new one of the school called ``name``, current from now on.

    A house without a team of the club gets one with an empty roster (§2.1.1). Refused for whatever
    :func:`~chgk.services.seasons.open_season` refuses, and for a name that is empty or taken; then nothing is left.
    """
    with write_lock(), transaction.atomic():
        chosen = season if season is not None else begin_season(name, actor)
        teams = [Team.objects.get_or_create(season=chosen, discipline=DISCIPLINE, house=house)[0] for house in houses]
        return open_season(season=chosen, curator=curator, teams=teams, actor=actor)
