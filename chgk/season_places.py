"""Where the club's season stands, for lists of games and of the school's seasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from chgk.models import ClubSeason, Fixture
from chgk.season_words import fixture_title
from tournaments.models import LiveGame, Season
from tournaments.selectors.home import Place
from tournaments.selectors.seasons import SeasonLink


def places(games: Sequence[LiveGame]) -> Mapping[int, Place]:
    """The club's season and the number in its calendar, of those that stand in one; one query."""
    fixtures = Fixture.objects.filter(game__in=[game.pk for game in games]).only("game", "number", "is_final", "club")
    return {
        fixture.game_id: Place(
            _("%(game)s of the club's season") % {"game": fixture_title(fixture)},
            f"{reverse('chgk:season', args=[fixture.club_id])}#game-{fixture.number}",
        )
        for fixture in fixtures
        if fixture.game_id is not None
    }


def season_links(seasons: Sequence[Season]) -> Mapping[int, Sequence[SeasonLink]]:
    """The club's page of each season that it plays; of the current one, else, where it is set up. One query."""
    clubs = dict(ClubSeason.objects.filter(season__in=seasons).values_list("season_id", "pk"))
    found = {
        season: [SeasonLink(_("The club's season"), reverse("chgk:season", args=[pk]))] for season, pk in clubs.items()
    }
    for season in seasons:
        if season.is_current and season.pk not in clubs:
            address = f"{reverse('chgk:new_season')}?season={season.pk}"
            found[season.pk] = [SeasonLink(_("Set up the club's season"), address)]
    return found
