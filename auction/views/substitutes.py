"""Who can come in for whom: the list that the console's dialogs search, and the desk's page before the start (§5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from auction import refusals
from auction.rules import moves
from auction.rules.session import Session
from auction.services.newcomers import named_as_masters, names_in, person_facts, read_eligibility
from auction.services.substitution import change_lineup
from auction.views.hosting import host_page
from tournaments import texts
from tournaments.disciplines import discipline_for
from tournaments.models import LiveGame, Person
from tournaments.name_words import isolate
from tournaments.rules.engine import Refusal
from tournaments.rules.lineup import Player, Seat
from tournaments.selectors.people import find_person, old_ids, people_of_house
from tournaments.services.actors import Actor
from tournaments.services.replay_log import load_session

MOST_SHOWN = 30
LONGEST_SEARCH = 100
HANDLES = {"player": "substitute", "captain": "seat-captain"}  # data-testid of the two forms


@dataclass(frozen=True, slots=True)
class Candidate:
    """A person of the house; ``why`` they cannot come in, if they cannot."""

    id: str
    name: str
    why: str = ""
    paragraph: str = ""


@require_safe
@host_page
def substitutes(request: HttpRequest, game: LiveGame, actor: Actor) -> HttpResponse:
    """The fields of a form for a team: who may leave, who may come. ``?for=player`` or ``captain``; ``q`` searches."""
    session = load_session(game)
    seats = [seat for seat in session.seats if seat.team in session.game.playing and seat.players]
    seat = next((one for one in seats if one.team == request.GET.get("team")), seats[0] if seats else None)
    if seat is None:
        raise Http404
    context = fields_context(game, session, seat, request) | {"teams": [session.game.team(one.team) for one in seats]}
    part = "people" if request.GET.get("part") == "people" else "fields"
    return render(request, f"auction/_substitute_{part}.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@host_page
def lineup(request: HttpRequest, game: LiveGame, actor: Actor, team: str) -> HttpResponse:
    """Before the start: the same two forms as a page of the desk; what they change, the captain has agreed to aloud."""
    if game.started_at is not None:
        messages.error(request, _("The game has started: substitutions are made on the console."))
        return redirect("auction:setup", game.pk)
    session = load_session(game)
    seat = next((one for one in session.seats if one.team == team), None)
    if seat is None:
        raise Http404
    refusal = _change(request, game, actor) if request.method == "POST" else None
    if request.method == "POST" and refusal is None:
        messages.success(request, _("The team has changed. Whoever came in has a link of their own."))
        return HttpResponseRedirect(f"{reverse('auction:setup', args=[game.pk])}#teams")
    forms = [fields_context(game, session, seat, request, kind=kind) for kind in HANDLES]
    context = {"game": game, "team": session.game.team(team), "colours": game.setup.get("teams", []), "forms": forms}
    if refusal is not None:
        context |= {"refused": texts.explain(game, refusal), "rules_url": texts.rules_url(game, refusal)}
        context |= {"paragraph": refusal.paragraph, "typed": request.POST}
    return render(request, "auction/lineup.html", context, status=200 if refusal is None else 422)


def fields_context(
    game: LiveGame, session: Session, seat: Seat, request: HttpRequest, kind: str | None = None
) -> dict[str, Any]:
    """What the fields of one form show."""
    asked = request.POST if request.method == "POST" else request.GET
    kind = kind or ("captain" if asked.get("for") == "captain" else "player")
    text, newcomer = asked.get("q", "")[:LONGEST_SEARCH], asked.get("newcomer", "")
    house = session.game.team(seat.team).house
    found = people_of_house(house, text)
    chosen, masters = find_person(newcomer), named_as_masters(game)
    shown = [chosen, *(one for one in found if one != chosen)] if chosen is not None else found
    old = old_ids({*names_in(session), *masters})
    more = read_eligibility(game, shown[:MOST_SHOWN])
    candidates = [_candidate(session, seat, person, masters, old, more[person.pk]) for person in shown[:MOST_SHOWN]]
    return {
        "game": game,
        "kind": kind,
        "handle": HANDLES[kind],
        "chosen": seat.team,
        "players": sorted(seat.players, key=lambda player: not player.captain),
        "candidates": sorted(candidates, key=_is_barred),
        "more": max(0, len(shown) - MOST_SHOWN),
        "q": text,
        "newcomer": newcomer,
    }


def _is_barred(candidate: Candidate) -> bool:
    """Who may come in stands first."""
    return bool(candidate.why)


def _candidate(
    session: Session,
    seat: Seat,
    person: Person,
    masters: frozenset[str],
    old: Mapping[int, str],
    eligibility: Mapping[str, Any],
) -> Candidate:
    """The rules say whether this person may come in, for whoever of the team may leave."""
    leaving = next((player for player in seat.players if not player.captain), None)
    facts = {**(person_facts(person, masters, names_in(session), old) or {}), **eligibility}
    refusal = _why_not(session, seat, leaving, facts)
    name = isolate(person.name if person.name == facts["name"] else f"{facts['name']} ({person.name})")
    if refusal is None:
        return Candidate(facts["id"], name)
    names = {team.id: team.command for team in session.game.teams}
    return Candidate(facts["id"], name, refusals.explain(refusal, names), refusal.paragraph)


def _why_not(session: Session, seat: Seat, leaving: Player | None, facts: dict[str, Any]) -> Refusal | None:
    command = {"do": "propose_substitution", "team": seat.team, "out": leaving.id if leaving else "", "person": facts}
    refusal = moves.why_not(session, {**command, "reason": "a"})
    return None if refusal is not None and refusal.code in _NOT_THE_PERSONS else refusal


_NOT_THE_PERSONS: Sequence[str] = ("proposal_open", "not_in_the_team_to_leave")  # the form as a whole says so


def _change(request: HttpRequest, game: LiveGame, actor: Actor) -> Refusal | None:
    data = {key: str(value) for key, value in request.POST.items()}
    do = "seat_captain" if data.get("for") == "captain" else "propose_substitution"
    try:
        command = discipline_for(game.discipline).command_from_form(game, {**data, "do": do}, actor.role, None)
    except Refusal as refusal:
        return refusal
    return change_lineup(game_id=game.pk, command=command, consent=data.get("consent", ""), actor=actor).refusal
