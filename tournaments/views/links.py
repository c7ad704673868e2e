"""The private links of a game: shown, printed, issued anew, taken back. Each discipline has the addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments import texts
from tournaments.models import AccessLink, LiveGame
from tournaments.qr import qr_svg
from tournaments.rules.engine import Refusal
from tournaments.selectors.seats import find_link, game_links
from tournaments.services.access_links import LinkPassedOn, issue_link, link_token, reissue_link, revoke_link
from tournaments.services.actors import Actor
from tournaments.views.hosting import host_page

CHANGES = {"reissue": reissue_link, "revoke": revoke_link}
Team = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Seat:
    """A link as the desk shows it."""

    game: LiveGame
    link: AccessLink
    team: Team | None
    address: str

    @property
    def is_captain(self) -> bool:
        """Whether the link opens a captain's seat."""
        return self.link.role == "captain"

    @property
    def qr(self) -> SafeString:
        """The address as a drawing."""
        return qr_svg(self.address)

    @property
    def page(self) -> str:
        """Where the seat stands large, to be scanned."""
        return self._to("link")

    @property
    def reissue(self) -> str:
        """Where a new address is asked for."""
        return self._to("reissue_link")

    @property
    def revoke(self) -> str:
        """Where the seat is taken back."""
        return self._to("revoke_link")

    def _to(self, name: str) -> str:
        return reverse(f"{self.game.discipline}:{name}", args=[self.game.pk, self.link.pk])


class LinkPages:
    """The pages of the links of a discipline, reached from ``setup``. ``teams``: those of a game with links."""

    def __init__(self, discipline: str, teams: Callable[[LiveGame], list[Team]]) -> None:
        self._teams = teams
        self.links = require_safe(host_page(discipline, self._links))
        self.link = require_safe(host_page(discipline, self._link))
        self.change = require_POST(host_page(discipline, self._change))
        self.add_host_link = require_POST(host_page(discipline, self._add_host_link))

    def urls(self, prefix: str) -> list[URLPattern]:
        """The addresses, below ``prefix``, which has the number of the game."""
        one = f"{prefix}<int:link_id>/"
        return [
            path(prefix, self.links, name="links"),
            path(f"{prefix}host/", self.add_host_link, name="add_host_link"),
            path(one, self.link, name="link"),
            path(f"{one}reissue/", self.change, {"how": "reissue"}, name="reissue_link"),
            path(f"{one}revoke/", self.change, {"how": "revoke"}, name="revoke_link"),
        ]

    def _links(self, request: HttpRequest, game: LiveGame, actor: Actor) -> HttpResponse:
        """One card a seat, to be printed and cut."""
        seats = [seat for seat in read_seats(request, game, self._teams(game)) if seat.link.revoked_at is None]
        return render(request, "links/links.html", self._context(request, game) | {"seats": seats})

    def _link(self, request: HttpRequest, game: LiveGame, actor: Actor, link_id: int) -> HttpResponse:
        """One seat large, to be held before a phone's camera."""
        row = _link_or_404(game, link_id)
        if row.revoked_at is not None:
            raise Http404
        template = "_link_shown" if request.htmx else "links_one"  # type: ignore[attr-defined]
        context = self._context(request, game) | {"seat": self._seat(request, game, row)}
        return render(request, f"links/{template}.html", context)

    def _change(self, request: HttpRequest, game: LiveGame, actor: Actor, link_id: int, how: str) -> HttpResponse:
        """A new address for the seat, or none; whoever sits there by the old one is out."""
        row = _link_or_404(game, link_id)
        problem = ""
        try:
            row = CHANGES[how](link_id=row.pk, actor=actor)
        except LinkPassedOn:
            how = ""  # the row says why: its holder has left the team
        except Refusal as refusal:
            how, problem = "", texts.explain(game, refusal)
        if request.htmx:  # type: ignore[attr-defined]
            context = {"game": game, "seat": self._seat(request, game, row), "changed": how, "problem": problem}
            return render(request, "links/_seat.html", context)
        if how:
            messages.success(request, _("The old address no longer opens the seat."))
        elif problem:
            messages.error(request, problem)
        else:
            messages.error(request, _("%(name)s has left the team: the seat has no address.") % {"name": row.name})
        return HttpResponseRedirect(f"{_setup(game)}#seat-{row.pk}")

    def _add_host_link(self, request: HttpRequest, game: LiveGame, actor: Actor) -> HttpResponse:
        """A link for a second device of the host."""
        try:
            row = issue_link(game_id=game.pk, role="host", name=actor.name, actor=actor)
        except Refusal as refusal:
            messages.error(request, texts.explain(game, refusal))
            return HttpResponseRedirect(_setup(game))
        return HttpResponseRedirect(reverse(f"{game.discipline}:link", args=[game.pk, row.pk]))

    def _context(self, request: HttpRequest, game: LiveGame) -> dict[str, Any]:
        facts = {"game": game, "setup_url": _setup(game), "only_here": only_here(request)}
        return facts | {"colours": self._teams(game)}

    def _seat(self, request: HttpRequest, game: LiveGame, row: AccessLink) -> Seat:
        return as_seat(request, game, row, self._teams(game))


def seats_context(request: HttpRequest, game: LiveGame) -> dict[str, Any]:
    """The teams of the setup with their seats, captains first, and the host's own second devices; one query."""
    seats = read_seats(request, game, game.team_entries)
    return {
        "teams": [
            {"team": team, "seats": [seat for seat in seats if seat.link.team == team["id"]]}
            for team in game.team_entries
        ],
        "host_seats": [seat for seat in seats if seat.link.role == "host"],
        "links_url": reverse(f"{game.discipline}:links", args=[game.pk]),
        "add_host_link_url": reverse(f"{game.discipline}:add_host_link", args=[game.pk]),
        "only_here": only_here(request),
    }


def read_seats(request: HttpRequest, game: LiveGame, teams: Iterable[Team]) -> list[Seat]:
    """Every seat, in the order of the teams, captains first."""
    known = list(teams)
    order = [team["id"] for team in known]
    seats = [as_seat(request, game, row, known) for row in game_links(game)]
    return sorted(
        seats,
        key=lambda s: (order.index(s.link.team) if s.link.team in order else len(order), not s.is_captain, s.link.pk),
    )


def as_seat(request: HttpRequest, game: LiveGame, row: AccessLink, teams: Iterable[Team]) -> Seat:
    """The link with its team and its address."""
    team = next((each for each in teams if each["id"] == row.team), None)
    address = request.build_absolute_uri(reverse("tournaments:join", args=[link_token(row)]))
    return Seat(game, row, team, address)


def only_here(request: HttpRequest) -> bool:
    """Whether the page is open under an address that no phone can reach; then its links cannot be reached either."""
    host = request.get_host().rsplit(":", 1)[0].strip("[]")
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _setup(game: LiveGame) -> str:
    return reverse(f"{game.discipline}:setup", args=[game.pk])


def _link_or_404(game: LiveGame, link_id: int) -> AccessLink:
    row = find_link(game.pk, link_id)
    if row is None:
        raise Http404
    return row
