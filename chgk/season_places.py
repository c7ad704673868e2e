"""Where in the club's season a game stands, for lists of games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from chgk.models import Fixture
from chgk.season_words import fixture_title
from tournaments.models import LiveGame
from tournaments.selectors.home import Place


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
