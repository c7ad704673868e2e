"""The five screens of a game: whole pages, rendered once; afterwards the stream keeps their panels up to date."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from auction.panels import render_panels
from auction.panels.around import game_addresses
from auction.rules.seating import read_seat
from auction.rules.session import Session
from auction.services.masters import prepared_masters
from tournaments.models import LiveGame
from tournaments.permissions import can_see_screen
from tournaments.rules.lineup import Seat
from tournaments.selectors.games import current_game
from tournaments.services.actors import Actor
from tournaments.services.replay_log import load_session
from tournaments.views.answers import no_seat
from tournaments.views.join import into_rehearsal, landing_path
from tournaments.views.seats import HOST, NoSeat, find_actor, find_seat
from tournaments.views.ticket import screen_ticket


@never_cache
@require_safe
def console(request: HttpRequest, game_id: int) -> HttpResponse:
    """The host's console: for the game's hosts, also on a second device."""
    game = _game(game_id)
    try:
        actor = find_actor(request, game, HOST)
    except NoSeat as error:
        if request.user.is_authenticated:  # the login would send them back here, for ever
            raise PermissionDenied from None
        return no_seat(request, host=True, why=error.why)
    return _page(request, game, "console", "host", actor, HOST)


@never_cache
@require_safe
def seat(request: HttpRequest, game_id: int, link_id: int) -> HttpResponse:
    """A captain's or a player's phone, for the browser that holds the seat."""
    game = _game(game_id)
    try:
        actor = find_actor(request, game, str(link_id))
    except NoSeat as error:
        return no_seat(request, host=False, why=error.why)
    if actor.role == HOST:
        return HttpResponseRedirect(reverse("auction:console", args=[game.pk]))
    screen = actor.role
    if not can_see_screen(actor, screen):
        return no_seat(request, host=False)
    if game.started_at is None:
        return _before_the_start(request, game, actor, str(link_id))
    return _page(request, game, screen, f"{screen}:{actor.team}", actor, str(link_id))


def _before_the_start(request: HttpRequest, game: LiveGame, actor: Actor, link_id: str) -> HttpResponse:
    """The phone waits; while the evening is rehearsed it goes there, and a house left out is told so."""
    link = find_seat(request, game, link_id)
    link.game = game
    seated = into_rehearsal(request, link)
    if seated is not link:
        return HttpResponseRedirect(landing_path(seated))
    left = next((each for each in game.setup.get("left_out", []) if each["team"]["id"] == actor.team), None)
    if left is not None:
        return render(request, "auction/seat_left_out.html", {"game": game, "left": left})
    return _page(request, game, actor.role, f"{actor.role}:{actor.team}", actor, link_id)


@never_cache
@require_safe
def spectator(request: HttpRequest, game_id: int) -> HttpResponse:
    """What the hall sees, on a phone; public."""
    return _page(request, _game(game_id), "spectator", "public", None, "")


@never_cache
@require_safe
def projector(request: HttpRequest, game_id: int) -> HttpResponse:
    """What the hall sees, on the wall; public."""
    return _page(request, _game(game_id), "projector", "public", None, "")


@never_cache
@require_safe
def current_projector(request: HttpRequest) -> HttpResponse:
    """The address to leave open on the projector: leads to the game that is on."""
    game = current_game()
    if game is None:
        raise Http404
    return HttpResponseRedirect(reverse(f"{game.discipline}:projector", args=[game.pk]))


def _game(game_id: int) -> LiveGame:
    return get_object_or_404(LiveGame.objects.select_related("season"), pk=game_id, discipline="auction")


def _page(
    request: HttpRequest, game: LiveGame, screen: str, audience: str, actor: Actor | None, seat_id: str
) -> HttpResponse:
    session = load_session(game)
    row = prepared_masters(game) if actor is not None and session.game.masters is None else None
    masters = None if row is None else row.entry
    seats = session.seats if masters is None else (*session.seats, read_seat(masters))
    playing = [entry for entry in _teams(session, seats, None) if entry["id"] in session.game.playing]
    language = get_language() or settings.LANGUAGE_CODE
    role, _, team = audience.partition(":")
    query = f"?{urlencode({'seat': seat_id})}" if actor is not None and seat_id != HOST else ""
    context: dict[str, Any] = {
        "game": game,
        "screen": screen,
        "role": role,
        "actor": actor,
        "seat_id": seat_id,
        "panels": render_panels(game, session, screen, audience, language),
        "ticket": screen_ticket(game, screen, actor),
        "ticket_url": reverse("tournaments:ticket", args=[game.pk, screen]) + query,
        "links": game_addresses(game),
        "teams": playing,
        "seated": " ".join(entry["id"] for entry in playing),
        "swatches": [{"id": seat.team, "colour": seat.colour} for seat in seats],
        "my_team": next((entry for entry in _teams(session, seats, masters) if entry["id"] == team), None),
        "answer_seconds": session.settings.answer_ms // 1000,
    }
    template = "seat" if screen in ("captain", "player") else screen
    return render(request, f"auction/screens/{template}.html", context)


def _teams(session: Session, seats: Sequence[Seat], masters: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    """Every team with its word, for the page's own forms and its style; ``masters``: who wait for the final."""
    commands = {team.id: team.command for team in session.game.teams}
    if masters is not None:
        commands[masters["id"]] = masters["command"]
    return [
        {"id": seat.team, "command": commands[seat.team], "colour": seat.colour, "emblem": seat.emblem}
        for seat in seats
        if seat.team in commands
    ]
