"""The five screens of a game: whole pages, rendered once; afterwards the stream keeps their panels up to date."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from chgk.addresses import game_addresses
from chgk.panels import render_panels
from chgk.views.hosting import find_game, host_page
from tournaments.models import LiveGame
from tournaments.permissions import can_see_screen
from tournaments.services.actors import Actor
from tournaments.services.replay_log import load_session
from tournaments.views.answers import no_seat
from tournaments.views.seats import HOST, NoSeat, find_actor
from tournaments.views.ticket import screen_ticket


@require_safe
@host_page
def console(request: HttpRequest, game: LiveGame, actor: Actor) -> HttpResponse:
    """The host's console: for the game's hosts, also on a second device."""
    return _page(request, game, "console", "host", actor, HOST)


@never_cache
@require_safe
def seat(request: HttpRequest, game_id: int, link_id: int) -> HttpResponse:
    """A captain's or a player's phone, for the browser that holds the seat."""
    game = find_game(game_id)
    try:
        actor = find_actor(request, game, str(link_id))
    except NoSeat as error:
        return no_seat(request, host=False, why=error.why)
    if actor.role == HOST:
        return HttpResponseRedirect(reverse("chgk:console", args=[game.pk]))
    if not can_see_screen(actor, actor.role):
        return no_seat(request, host=False)
    return _page(request, game, actor.role, f"{actor.role}:{actor.team}", actor, str(link_id))


@never_cache
@require_safe
def spectator(request: HttpRequest, game_id: int) -> HttpResponse:
    """What the hall sees, on a phone; public."""
    return _page(request, find_game(game_id), "spectator", "public", None, "")


@never_cache
@require_safe
def projector(request: HttpRequest, game_id: int) -> HttpResponse:
    """What the hall sees, on the wall; public."""
    return _page(request, find_game(game_id), "projector", "public", None, "")


def _page(
    request: HttpRequest, game: LiveGame, screen: str, audience: str, actor: Actor | None, seat_id: str
) -> HttpResponse:
    team = game.setup["team"]
    query = f"?{urlencode({'seat': seat_id})}" if actor is not None and seat_id != HOST else ""
    language = get_language() or settings.LANGUAGE_CODE
    role = audience.partition(":")[0]
    context: dict[str, Any] = {
        "game": game,
        "screen": screen,
        "role": role,
        "actor": actor,
        "seat_id": seat_id,
        "panels": render_panels(game, load_session(game), screen, audience, language),
        "ticket": screen_ticket(game, screen, actor),
        "ticket_url": reverse("tournaments:ticket", args=[game.pk, screen]) + query,
        "links": game_addresses(game.pk),
        "team": team,
        "keyboard_resizes": role in ("captain", "player"),  # so that clock and field stay in sight above it
        "swatches": [{"id": team["id"], "colour": team["colour"]}],
    }
    template = "seat" if screen in ("captain", "player") else screen
    return render(request, f"chgk/screens/{template}.html", context)
