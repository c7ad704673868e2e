"""The desk's page of the Masters: who will sit down in the final, with their links (§23)."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from auction.masters_form import MastersForm
from auction.services.masters import last_champions, prepare_masters, prepared_masters, remove_masters
from auction.views.hosting import host_page
from auction.views.links import masters_seats
from tournaments import texts
from tournaments.models import LiveGame, Person
from tournaments.services.actors import Actor
from tournaments.services.replay_log import load_session

MOST_FOUND = 12


@require_http_methods(["GET", "HEAD", "POST"])
@host_page
def masters(request: HttpRequest, game: LiveGame, actor: Actor) -> HttpResponse:
    """Names the Masters, as guests or for the house in the Masters' box; read-only once they sit."""
    winners = request.POST.get("who") == "winners"
    row = prepared_masters(game)
    forms = {
        kind: MastersForm(request.POST if request.method == "POST" and winners == kind else None, row=row, winners=kind)
        for kind in (False, True)
    }
    problem, status = "", 200
    if request.method == "POST":
        form, status = forms[winners], 422
        if form.is_valid() and form.unsettled():
            problem = _("The school knows somebody of this name. Say below who is meant, then press again.")
        elif form.is_valid():
            outcome = prepare_masters(game_id=game.pk, plan=form.plan(), actor=actor)
            if outcome.accepted:
                messages.success(request, _("The Masters are named. Each has a link of their own now."))
                return redirect("auction:masters", game.pk)
            problem = texts.explain(game, outcome.refusal) if outcome.refusal else ""
    context = _context(request, game, forms) | {"problem": problem, "problem_of_winners": winners}
    return render(request, "auction/masters.html", context, status=status)


@require_POST
@host_page
def remove(request: HttpRequest, game: LiveGame, actor: Actor) -> HttpResponse:
    """Nobody is named any more."""
    outcome = remove_masters(game_id=game.pk, actor=actor)
    if outcome.refusal is not None:
        messages.error(request, texts.explain(game, outcome.refusal))
    else:
        messages.success(request, _("Nobody is named as Masters now; their links are closed."))
    return redirect("auction:masters", game.pk)


@require_safe
@host_page
def people(request: HttpRequest, game: LiveGame, actor: Actor) -> HttpResponse:
    """Whom the school knows by what has been typed so far, as choices of the name fields."""
    typed = next((str(text) for name, text in request.GET.items() if name.startswith("guest")), "").strip()
    found = Person.objects.none()
    if len(typed) > 1:
        named = Q(name__icontains=typed) | Q(display_name__icontains=typed)
        found = Person.objects.filter(named).select_related("house").order_by("name", "pk")[:MOST_FOUND]
    return render(request, "auction/_masters_people.html", {"people": found})


def _context(request: HttpRequest, game: LiveGame, forms: dict[bool, MastersForm]) -> dict[str, Any]:
    session, champions = load_session(game), last_champions()
    words = {team.id: team.command for team in session.game.teams if team.id != session.game.masters}
    teams = {player.id: words[seat.team] for seat in session.seats if seat.team in words for player in seat.players}
    row = prepared_masters(game)
    house = list(Person.objects.filter(house=champions.title.house)) if champions is not None else []
    return {
        "game": game,
        "row": row,
        "colours": [] if row is None else [row.entry],
        "seats": masters_seats(request, game),
        "seated": session.game.masters is not None,
        "over": game.finished_at is not None,
        "guests": forms[False],
        "winners": forms[True],
        "champions": champions,
        "choices": forms[True].choices(house, champions.players, teams) if champions is not None else [],
    }
