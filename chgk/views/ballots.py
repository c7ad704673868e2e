"""The ballot of a player of the final: one page for each private link. What was chosen is never repeated there."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from chgk import addresses, refusals
from chgk.selectors.votes import read_vote_of
from chgk.services.ballots import cast_ballot
from chgk.views.hosting import find_game
from tournaments.models import LiveGame
from tournaments.permissions import can_see_screen
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.views.answers import no_seat
from tournaments.views.seats import NoSeat, find_actor

SEATS = ("captain", "player")


@sensitive_post_parameters("choice")
@sensitive_variables()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ballot(request: HttpRequest, game_id: int, link_id: int) -> HttpResponse:
    """The ballot, or who has not voted yet, or the outcome; for the browser that holds the seat."""
    game = find_game(game_id)
    try:
        actor = find_actor(request, game, str(link_id))
    except NoSeat as error:
        return no_seat(request, host=False, why=error.why)
    if actor.role not in SEATS or not can_see_screen(actor, actor.role):
        return no_seat(request, host=False)
    if request.method != "POST":
        return _page(request, game, actor, link_id)
    refusal = _cast(game, actor, request.POST.get("choice", ""))
    if refusal is not None:
        return _page(request, game, actor, link_id, refusal)
    return HttpResponseRedirect(reverse("chgk:ballot", args=[game.pk, link_id]))


@sensitive_variables()
def _cast(game: LiveGame, actor: Actor, choice: str) -> Refusal | None:
    try:
        cast_ballot(game_id=game.pk, player=actor.player or "", choice=choice, actor=actor)
    except Refusal as refusal:
        return refusal
    return None


def _page(
    request: HttpRequest, game: LiveGame, actor: Actor, link_id: int, refusal: Refusal | None = None
) -> HttpResponse:
    vote = read_vote_of(game)
    own = next((player for player in vote.players if player.id == actor.player), None) if vote is not None else None
    team = game.setup["team"]
    context: dict[str, Any] = {
        "game": game,
        "team": team,
        "swatches": [{"id": team["id"], "colour": team["colour"]}],
        "actor": actor,
        "seat_url": reverse("chgk:seat", args=[game.pk, link_id]),
        "vote": vote,
        "own": own,
        "refused": _explain(refusal, game) if refusal is not None else None,
    }
    return render(request, "chgk/ballot.html", context, status=200 if refusal is None else 422)


def _explain(refusal: Refusal, game: LiveGame) -> dict[str, str]:
    names = {player["id"]: player["name"] for player in game.setup["team"]["players"]}
    return {
        "sentence": refusals.explain(refusal, names),
        "paragraph": refusal.paragraph,
        "url": addresses.rules_url(refusal.paragraph),
    }
