"""Tickets for the stream, for whoever this session may be at the screen asked for."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.live.tickets import make_ticket
from tournaments.models import LiveGame
from tournaments.permissions import PUBLIC_SCREENS, ROLE_OF_SCREEN, can_see_screen
from tournaments.services.actors import Actor
from tournaments.views.answers import no_seat
from tournaments.views.seats import HOST, NoSeat, find_actor


@never_cache
@require_safe
def ticket(request: HttpRequest, game_id: int, screen: str) -> HttpResponse:
    """``{"ticket": …}`` for one screen; ``?seat=<link pk>`` says which seat for those of captains and players."""
    game = get_object_or_404(LiveGame.objects.only("pk", "conductor", "is_sealed"), pk=game_id)
    if screen in PUBLIC_SCREENS:
        return JsonResponse({"ticket": screen_ticket(game, screen, None)})
    if screen not in ROLE_OF_SCREEN:
        raise Http404
    seat = HOST if screen == "console" else request.GET.get("seat", "")
    try:
        actor = find_actor(request, game, seat)
    except NoSeat as error:
        return no_seat(request, host=seat == HOST, why=error.why)
    if not can_see_screen(actor, screen):
        return no_seat(request, host=False)
    return JsonResponse({"ticket": screen_ticket(game, screen, actor)})


def screen_ticket(game: LiveGame, screen: str, actor: Actor | None) -> str:
    """A ticket for the screen in the active language; pages put the first one into ``<body data-stream>``.

    The caller has checked that ``actor`` may see it; None for the public screens.
    """
    language = get_language() or "en"
    if actor is None or screen in PUBLIC_SCREENS:
        return make_ticket(game.pk, screen, "public", language, "")
    audience = "host" if screen == "console" else f"{screen}:{actor.team}"
    until = int(actor.until.timestamp() * 1000) if actor.until is not None else 0
    return make_ticket(game.pk, screen, audience, language, actor.key, until)
