"""The public page of a game's draws: what was promised, what was drawn, and whether it follows."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from auction.draw_words import WORDS
from auction.panels.boxes import box_lines
from auction.question_pages import check_seal, read_state
from auction.rules.drawn import needed_draws
from auction.rules.projection import project
from tournaments.rules.audience import Audience
from tournaments.services.replay_log import load_session
from tournaments.views.draws import draws_context
from tournaments.views.hosting import find_game


@never_cache
@require_safe
def draws(request: HttpRequest, game_id: int) -> HttpResponse:
    """Everybody's, at any time: before the end of a round without its seed. Black boxes were promised, too."""
    game = find_game("auction", game_id)
    state = read_state(game)
    context = {
        "state": state,
        "seal_check": check_seal(game, state.seal),
        "boxes": box_lines(project(load_session(game), Audience("public"))),
    }
    return render(request, "auction/draws.html", context | draws_context(game, needed_draws, WORDS))
