"""The protocol of a game of the club on a page, on paper and as PDF."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from chgk.addresses import game_addresses
from chgk.protocol import read_protocol
from chgk.views.hosting import find_game
from tournaments.views.protocols import protocol_response, require_protocol


@never_cache
@require_safe
def protocol(request: HttpRequest, game_id: int) -> HttpResponse:
    """Everybody's once the game is finished, before that the host's alone. ``?format=pdf``."""
    game = find_game(game_id)
    require_protocol(request, game)

    def context(whole: bool) -> dict[str, Any]:
        found = read_protocol(game)
        return {
            "game": game,
            "protocol": found,
            "team": game.setup["team"],
            "colours": game.team_entries,
            "links": game_addresses(game.pk),
        }

    return protocol_response(request, game, "chgk/protocol", context)
