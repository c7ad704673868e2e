"""The short cuts of a demo: one click enters as the host, as a captain, into the hall. Nowhere else do they exist."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournaments.disciplines import disciplines
from tournaments.models import AccessLink, LiveGame, User
from tournaments.selectors.games import current_game
from tournaments.services.actors import account_actor
from tournaments.services.demo_seasons import DemoPage, DemoPerson, demo_accounts, demo_pages, demo_people
from tournaments.services.games import start_game
from tournaments.views.join import landing_path
from tournaments.views.seats import take_seat

PUBLIC_ROLES = ("spectator", "projector")


@dataclass(frozen=True, slots=True)
class DemoEntry:
    """The game that a demo's buttons lead into: ``teams`` have a captain's seat to take; ``pages`` and ``people``
    around it.
    """

    game: LiveGame
    has_host: bool
    teams: list[dict[str, Any]]
    pages: Sequence[DemoPage] = ()
    people: Sequence[DemoPerson] = ()


def demo_entries() -> list[DemoEntry]:
    """The current game of every discipline, in their order, with whoever can be played in it.

    One that a new season has left behind unplayed stays open.
    """
    left = LiveGame.objects.filter(finished_at=None, rehearsal_of=None).order_by("-created_at", "-pk")
    found = (current_game(key) or left.filter(discipline=key).first() for key in disciplines())
    return [_entry(game) for game in found if game is not None and game.finished_at is None]


def _entry(game: LiveGame) -> DemoEntry:
    seats = set(_captains(game).values_list("team", flat=True))
    teams = [team for team in game.team_entries if team["id"] in seats]
    pages = demo_pages(game.discipline)
    return DemoEntry(
        game=game, has_host=_demo_host(game) is not None, teams=teams, pages=pages, people=demo_people(game.discipline)
    )


@require_POST
def enter(request: HttpRequest, role: str) -> HttpResponse:
    """Enters a game of the demo as ``role`` (host, captain, spectator, projector), or one of its people's own page.

    404 unless this is a demo.
    """
    if settings.SOWA_DEMO and role in (people := demo_accounts()):
        if request.user != people[role]:
            _login_beside_other_tabs(request, people[role])
        return HttpResponseRedirect(reverse("tournaments:me"))
    person = next((one for one in demo_people() if one.role == role), None) if settings.SOWA_DEMO else None
    if person is not None:
        if request.user != person.account:
            _login_beside_other_tabs(request, person.account)
        return HttpResponseRedirect(person.path)
    game = _chosen_game(request.POST.get("game", "")) if settings.SOWA_DEMO else None
    if game is None:
        raise Http404
    if role == "host":
        return _enter_as_host(request, game, request.POST.get("page", ""))
    if role == "captain":
        link = get_object_or_404(_captains(game), team=request.POST.get("team", ""))
        take_seat(request, link)
        return HttpResponseRedirect(landing_path(link))
    if role in PUBLIC_ROLES:
        return HttpResponseRedirect(reverse(f"{game.discipline}:{role}", args=[game.pk]))
    raise Http404


def _chosen_game(number: str) -> LiveGame | None:
    """The game that the button named, if the demo offers it; the first one if it named none."""
    offered = [entry.game for entry in demo_entries()]
    if not number:
        return offered[0] if offered else current_game()
    return next((game for game in offered if str(game.pk) == number), None)


def _enter_as_host(request: HttpRequest, game: LiveGame, key: str) -> HttpResponse:
    """Logs the host in: to the page called ``key``, else to the console of a game that starts now, if it had not begun.

    The game starts as it is set up: the first lot is one key away.
    """
    host = _demo_host(game)
    page = next((page for page in demo_pages(game.discipline) if page.as_host and page.key == key), None)
    if host is None or (key and page is None):
        raise Http404
    if request.user != host:
        _login_beside_other_tabs(request, host)
    if page is not None:
        return HttpResponseRedirect(page.path)
    if game.started_at is None:
        start_game(game_id=game.pk, actor=account_actor(host))
    return HttpResponseRedirect(reverse(f"{game.discipline}:console", args=[game.pk]))


def _login_beside_other_tabs(request: HttpRequest, host: User) -> None:
    """Logs in but keeps the CSRF secret: a captain's tab that is open beside this one can still bid."""
    secret = request.META.get("CSRF_COOKIE")
    login(request, host, backend=settings.AUTHENTICATION_BACKENDS[0])
    if secret:
        request.META["CSRF_COOKIE"] = secret


def _demo_host(game: LiveGame) -> User | None:
    """A host without rights beyond hosting: a demo opens games to anybody, never the backoffice."""
    return game.hosts.filter(is_active=True, is_staff=False, is_superuser=False).order_by("pk").first()


def _captains(game: LiveGame) -> Any:
    return AccessLink.objects.filter(game=game, role="captain", revoked_at=None).order_by("pk")
