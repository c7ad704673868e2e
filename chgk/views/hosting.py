"""The doors of the club's pages."""

from __future__ import annotations

from chgk.services.games import DISCIPLINE
from tournaments.models import LiveGame
from tournaments.views import hosting
from tournaments.views.hosting import Inner, Rest, View


def find_game(game_id: int) -> LiveGame:
    """A game of the club; 404 if it is none."""
    return hosting.find_game(DISCIPLINE, game_id)


def host_page(inner: Inner[Rest]) -> View:
    """A page of a game of the club for its hosts alone."""
    return hosting.host_page(DISCIPLINE, inner)
