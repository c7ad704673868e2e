"""The public page of the top's draws: what was promised, where it stopped, and whether that follows."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from chgk.draw_words import WORDS
from chgk.rules.drawn import needed_draws
from chgk.views.hosting import find_game
from tournaments.views.draws import draws_context


@never_cache
@require_safe
def draws(request: HttpRequest, game_id: int) -> HttpResponse:
    """Everybody's, at any time: before the end without its seed. Of an envelope it tells the number alone."""
    return render(request, "draws/page.html", draws_context(find_game(game_id), needed_draws, WORDS))
