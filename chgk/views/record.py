"""The record of a game, to keep, replay and settle disputes on."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from chgk.services.records import record_of
from chgk.views.hosting import find_game
from tournaments.permissions import can_host


@require_GET
def download(request: HttpRequest, game_id: int) -> HttpResponse:
    """JSON Lines: everybody's once the game is finished, before that the host's alone."""
    game = find_game(game_id)
    if game.finished_at is None and not can_host(request.user, game):
        raise Http404
    response = HttpResponse("\n".join(record_of(game)) + "\n", content_type="application/jsonl; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="game-{game.pk}.jsonl"'
    response["Cache-Control"] = "private, no-store"
    return response
