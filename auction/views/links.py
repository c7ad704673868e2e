"""The private links of an auction game; the Masters have theirs once they are named."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from auction.services.masters import prepared_masters
from tournaments.models import LiveGame
from tournaments.selectors.seats import game_links
from tournaments.views.links import LinkPages, Seat, as_seat


def masters_seats(request: HttpRequest, game: LiveGame) -> list[Seat]:
    """The Masters' links that open something, the captain's first; two queries."""
    teams = _teams(game)[len(game.team_entries) :]
    rows = game_links(game).filter(team__in=[team["id"] for team in teams], revoked_at=None) if teams else []
    return sorted((as_seat(request, game, row, teams) for row in rows), key=lambda seat: not seat.is_captain)


def _teams(game: LiveGame) -> list[dict[str, Any]]:
    """The teams with links: those of the setup, and the Masters once they are named."""
    row = prepared_masters(game)
    return [*game.team_entries, *([] if row is None else [row.entry])]


pages = LinkPages("auction", _teams)
