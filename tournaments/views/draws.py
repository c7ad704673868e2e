"""The public page of a game's draws, whatever the game calls what it draws."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from tournaments.draw_pages import DrawWords, read_draws_page
from tournaments.models import LiveGame
from tournaments.rules.draw_check import Claims


def draws_context(game: LiveGame, needed: Claims, words: DrawWords) -> dict[str, Any]:
    """What ``draws/page.html`` shows, at any time: a seed only once it is published. A handful of queries."""
    return {
        "game": game,
        "page": read_draws_page(game, needed, words),
        "spectator_url": reverse(f"{game.discipline}:spectator", args=[game.pk]),
        "record_url": reverse(f"{game.discipline}:record", args=[game.pk]),
    }
