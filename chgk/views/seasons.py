"""The public page of a season of the club."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from chgk.models import ClubSeason
from chgk.permissions import can_curate, can_set_up_seasons
from chgk.season_page import read_season
from chgk.selectors import current_club_season
from chgk.views.curators import find_club
from tournaments.name_words import isolate
from tournaments.services.actors import account_name


@require_safe
def current(request: HttpRequest) -> HttpResponse:
    """The season that is on, or the last one; before there is one, what it will be. Public."""
    club = current_club_season()
    if club is None:
        context = {"may_set_up": can_set_up_seasons(request.user)}
        return render(request, "chgk/season_none.html", context)
    return _page(request, club)


@require_safe
def season(request: HttpRequest, club_id: int) -> HttpResponse:
    """A season. Public."""
    return _page(request, find_club(club_id))


def _page(request: HttpRequest, club: ClubSeason) -> HttpResponse:
    context: dict[str, Any] = {
        "club": club,
        "page": read_season(club),
        "curator": isolate(account_name(club.curator)),
        "seasons": list(ClubSeason.objects.select_related("season")),
        "may_curate": can_curate(request.user, club),
        "may_set_up": can_set_up_seasons(request.user),
    }
    return render(request, "chgk/season.html", context)
