"""Private links: one tap seats a phone, as often as it is tapped."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.views.decorators.http import require_GET, require_safe

from tournaments.enums import SeatRole
from tournaments.models import AccessLink
from tournaments.selectors.seats import hosts_of, rehearsal_seat
from tournaments.services.access_links import LinkError, LinkExpired, LinkPassedOn, LinkRevoked, redeem_token
from tournaments.services.actors import account_name
from tournaments.views.seats import take_seat

_GONE = {LinkExpired: "expired", LinkRevoked: "revoked", LinkPassedOn: "passed_on"}


@require_GET
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Seats this browser and leads to the seat's screen; a link that does not hold says whom to ask."""
    try:
        link = redeem_token(token)
    except LinkError as error:
        why = _GONE.get(type(error), "unknown")
        hosts = [account_name(host) for host in hosts_of(error.link.game)] if error.link else []
        response = _ask(request, why, hosts, 410 if error.link else 404)
    else:
        take_seat(request, link)
        response = HttpResponseRedirect(landing_path(into_rehearsal(request, link)))
    return _secretive(response)


def into_rehearsal(request: HttpRequest, link: AccessLink) -> AccessLink:
    """While the evening is being rehearsed its links lead there, all but the host's; afterwards back to the evening."""
    twin = rehearsal_seat(link) if link.role != SeatRole.HOST else None
    if twin is None:
        return link
    take_seat(request, twin)
    return twin


@require_safe
def ask_for_link(request: HttpRequest) -> HttpResponse:
    """Where a browser without a seat ends up: says whom to ask for a link."""
    why = request.GET.get("why", "")
    return _secretive(_ask(request, why if why in _GONE.values() else "", [], 200))


def landing_path(link: AccessLink) -> str:
    """The screen of the seat, where its discipline has it."""
    is_host = link.role == SeatRole.HOST
    try:
        if is_host:
            return reverse(f"{link.game.discipline}:console", args=[link.game_id])
        return reverse(f"{link.game.discipline}:seat", args=[link.game_id, link.pk])
    except NoReverseMatch:  # a discipline without pages of its own
        return f"/games/{link.game_id}/" + ("console/" if is_host else f"seat/{link.pk}/")


def _ask(request: HttpRequest, why: str, hosts: list[str], status: int) -> HttpResponse:
    return render(request, "tournaments/link_problem.html", {"why": why, "hosts": hosts}, status=status)


def _secretive(response: HttpResponse) -> HttpResponse:
    """The address is the key to a seat: it is neither passed on nor kept."""
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = "no-store"
    return response
