"""The protocol of a game on a page, on paper and as PDF; the chart of its balances with it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from auction.chart import looks_of, make_chart
from auction.panels.around import game_addresses
from auction.protocol import LINES_ON_A_PAGE, LONGEST_PRINT, read_protocol
from auction.services.history import read_history
from tournaments.models import LiveGame
from tournaments.services.replay_log import load_session
from tournaments.views.hosting import find_game
from tournaments.views.protocols import protocol_response, require_protocol


@never_cache
@require_safe
def protocol(request: HttpRequest, game_id: int) -> HttpResponse:
    """Everybody's once the game is finished, before that the host's alone. ``?show=points``, ``?format=pdf``."""
    game = find_game("auction", game_id)
    require_protocol(request, game)
    return protocol_response(request, game, "auction/protocol", lambda whole: _context(request, game, whole=whole))


def _context(request: HttpRequest, game: LiveGame, *, whole: bool) -> dict[str, Any]:
    session, history = load_session(game), read_history(game)
    teams, points_only = looks_of(session), request.GET.get("show") == "points"
    page, lines = read_protocol(
        game,
        teams,
        history,
        points_only=points_only,
        page=1 if whole else request.GET.get("page", 1),
        size=LONGEST_PRINT if whole else LINES_ON_A_PAGE,
    )
    return {
        "game": game,
        "teams": teams,
        "page": page,
        "lines": lines,
        "points_only": points_only,
        "chart": make_chart(history, teams) if game.snapshot else None,
        "links": game_addresses(game),
    }
