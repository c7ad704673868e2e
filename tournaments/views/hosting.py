"""The door of the desk: pages about a game that only its hosts may open."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache

from tournaments.models import LiveGame
from tournaments.services.actors import Actor
from tournaments.views.answers import no_seat
from tournaments.views.seats import HOST, NoSeat, find_actor

Rest = ParamSpec("Rest")
View = Callable[..., HttpResponse]
Inner = Callable[Concatenate[HttpRequest, LiveGame, Actor, Rest], HttpResponse]


def find_game(discipline: str, game_id: int) -> LiveGame:
    """A game of this discipline with its season; 404 if it is none."""
    return get_object_or_404(LiveGame.objects.select_related("season"), pk=game_id, discipline=discipline)


def host_page(discipline: str, inner: Inner[Rest]) -> View:
    """404 without such a game; strangers are sent to the login, other accounts are refused with 403."""

    @wraps(inner)
    def view(request: HttpRequest, game_id: int, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
        game = find_game(discipline, game_id)
        try:
            actor = find_actor(request, game, HOST)
        except NoSeat:
            if request.user.is_authenticated:  # the login would send them back here, for ever
                raise PermissionDenied from None
            return no_seat(request, host=True)
        return inner(request, game, actor, *args, **kwargs)

    return never_cache(view)
