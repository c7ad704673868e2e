"""The door of the curator's pages: for the curator of the season and for superusers."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache

from chgk.models import ClubSeason
from chgk.permissions import curator_deputy, is_curator
from tournaments.models import User
from tournaments.services.actors import Actor, account_actor
from tournaments.views.answers import no_seat

Rest = ParamSpec("Rest")
View = Callable[..., HttpResponse]
Inner = Callable[Concatenate[HttpRequest, ClubSeason, Actor, Rest], HttpResponse]


def curator_actor(user: User | AnonymousUser, club: ClubSeason | None) -> Actor:
    """The curator as the audit and the games know them; a deputy says for whom. One query, none for the curator."""
    deputy = None if club is None or is_curator(user, club) else curator_deputy(user, club)
    return account_actor(user, deputy)


def find_club(club_id: int) -> ClubSeason:
    """A season of the club; 404 if there is none."""
    return get_object_or_404(ClubSeason.objects.select_related("season", "curator"), pk=club_id)


def curator_page(inner: Inner[Rest]) -> View:
    """404 without such a season; strangers are sent to the login, other accounts are refused with 403."""

    @wraps(inner)
    def view(request: HttpRequest, club_id: int, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
        club = find_club(club_id)
        if not request.user.is_authenticated:
            return no_seat(request, host=True)
        actor = curator_actor(request.user, club)
        if not is_curator(request.user, club) and not actor.deputy_of:
            raise PermissionDenied
        return inner(request, club, actor, *args, **kwargs)

    return never_cache(view)
