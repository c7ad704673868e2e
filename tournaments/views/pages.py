"""The home page: what Sowa is, and which games there are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.disciplines import disciplines
from tournaments.models import LiveGame, User
from tournaments.permissions import can_create_games
from tournaments.selectors.awards import read_privileges
from tournaments.selectors.home import held_seats, list_games, places_of
from tournaments.services.demo_seasons import demo_accounts
from tournaments.views.demo import demo_entries
from tournaments.views.seats import remembered_seats


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Public. Games that are on come first; in a demo one click enters as anybody."""
    user = request.user if isinstance(request.user, User) else None
    games = list_games(user, request.GET.get("page", "1"))
    demos = demo_entries() if settings.SOWA_DEMO else []
    lead = next((entry for entry in demos if entry.game.discipline == disciplines()[0]), None)
    may_create = can_create_games(request.user)
    rights = read_privileges() if may_create else None
    context: dict[str, Any] = {
        "rights": rights if rights is not None and rights.has_news else None,  # for whoever keeps the chat's list
        "games": games,
        "places": places_of(games),
        "seats": held_seats(remembered_seats(request)),
        "may_create": may_create,
        "demo": lead,  # whose card tells a newcomer what to press
        "demo_people": demo_accounts() if settings.SOWA_DEMO else {},
        "more_demos": [entry for entry in demos if entry is not lead],
        "swatches": _swatches([*games, *(entry.game for entry in demos)]),
    }
    return render(request, "tournaments/home.html", context)


def _swatches(games: Iterable[LiveGame]) -> list[dict[str, str]]:
    """The colours on the page: a house may have changed its own between two games, so the class names the colour."""
    colours = {str(team.get("colour", "")) for game in games for team in game.team_entries}
    return [{"id": colour[1:], "colour": colour} for colour in sorted(colours)]
