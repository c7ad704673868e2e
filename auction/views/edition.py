"""An edition on one page, from the call for teams to the rewards: its hosts'; everybody else sees date and houses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from auction.edition import read_edition, read_result
from auction.edition_cards import CARDS
from auction.edition_forms import LeaveOutForm, PlanForm, PostponeForm
from auction.question_pages import read_state
from auction.services.lineups import leave_out_team, take_in_team, take_over_lineup
from auction.services.rehearsals import make_rehearsal
from auction.views.hosting import host_page
from tournaments.evening import say_until, stage_of
from tournaments.models import AccessLink, LiveGame
from tournaments.selectors.seats import twin_link
from tournaments.services.actors import Actor
from tournaments.services.planning import plan_game, postpone_game
from tournaments.services.wiping import wipe_rehearsal
from tournaments.views.evening import Deed, EveningDesk, do_deed
from tournaments.views.hosting import find_game
from tournaments.views.seats import HOST, NoSeat, find_actor, take_seat

Forms = dict[str, Any]


@never_cache
@require_safe
def edition(request: HttpRequest, game_id: int) -> HttpResponse:
    """Public; the hosts' own page for those who host. A rehearsal has the page of the evening that it rehearses."""
    game = find_game("auction", game_id)
    if game.rehearsal_of_id is not None:
        return redirect("auction:edition", game.rehearsal_of_id)
    try:
        actor = find_actor(request, game, HOST)
    except NoSeat:
        return render(request, "auction/edition_public.html", _public(game))
    return _desk(request, game, actor)


@require_safe
@host_page
def now(request: HttpRequest, game: LiveGame, actor: Actor) -> HttpResponse:
    """What changes by itself while the page is open: who is there, what is ready. For the page's own polling."""
    return render(request, "auction/edition/_now.html", {"game": game, "edition": read_edition(game), "polled": True})


@require_POST
@host_page
def deed(request: HttpRequest, game: LiveGame, actor: Actor, what: str) -> HttpResponse:
    """One decision; a refusal is said on the page, and what was typed stays in its field."""
    return do_deed(request, game, actor, what, {**DESK.deeds, **_DEEDS})


# --- decisions --------------------------------------------------------------------------------------------------------


def _plan(request: HttpRequest, game: LiveGame, actor: Actor) -> HttpResponse:
    form = PlanForm(request.POST, game=game)
    if not form.is_valid():
        return _desk(request, game, actor, plan=form)
    planned = form.cleaned_data.get("planned_at", game.planned_at)
    fields = {name: form.cleaned_data[name] for name in ("title", "place", "note")}
    outcome = plan_game(game_id=game.pk, planned_at=planned, actor=actor, **fields)
    return DESK.answer(request, game, actor, outcome, _("Saved."), "date", plan=form)


def _postpone(request: HttpRequest, game: LiveGame, actor: Actor) -> HttpResponse:
    form = PostponeForm(request.POST)
    if not form.is_valid():
        return _desk(request, game, actor, postpone=form)
    outcome = postpone_game(game_id=game.pk, actor=actor, **form.cleaned_data)
    return DESK.answer(request, game, actor, outcome, _("The evening is postponed."), "date", postpone=form)


def _leave_out(request: HttpRequest, game: LiveGame, actor: Actor) -> HttpResponse:
    form, team = LeaveOutForm(request.POST), request.POST.get("team", "")
    if not form.is_valid():
        return _desk(request, game, actor, leave=form, leaving=team)
    outcome = leave_out_team(game_id=game.pk, team=team, reason=form.cleaned_data["reason"], actor=actor)
    return DESK.answer(request, game, actor, outcome, _("The house is left out."), "teams", leave=form, leaving=team)


def _take_in(request: HttpRequest, game: LiveGame, actor: Actor) -> HttpResponse:
    outcome = take_in_team(game_id=game.pk, team=request.POST.get("team", ""), actor=actor)
    return DESK.answer(request, game, actor, outcome, _("The house plays."), "teams")


def _take_over(request: HttpRequest, game: LiveGame, actor: Actor) -> HttpResponse:
    outcome = take_over_lineup(game_id=game.pk, team=request.POST.get("team", ""), actor=actor)
    return DESK.answer(request, game, actor, outcome, _("The line-up is taken over."), "teams")


def _rehearse(request: HttpRequest, game: LiveGame, actor: Actor) -> HttpResponse:
    outcome, rehearsal = make_rehearsal(game_id=game.pk, actor=actor)
    if rehearsal is None:
        return DESK.answer(request, game, actor, outcome, "", "rehearsal")
    _follow(request, actor, rehearsal)
    return redirect("auction:console", rehearsal.pk)


def _follow(request: HttpRequest, actor: Actor, rehearsal: LiveGame) -> None:
    """A host without an account goes into the rehearsal by the twin of their own link."""
    kind, _colon, pk = actor.key.partition(":")
    link = AccessLink.objects.filter(pk=int(pk)).first() if kind == "seat" else None
    twin = twin_link(link, rehearsal) if link is not None else None
    if twin is not None:
        take_seat(request, twin)


def _wipe(request: HttpRequest, game: LiveGame, actor: Actor) -> HttpResponse:
    rehearsal = LiveGame.objects.filter(rehearsal_of=game).first()
    if rehearsal is None:  # pressed twice
        return DESK.to(game, "rehearsal")
    outcome = wipe_rehearsal(game_id=rehearsal.pk, actor=actor)
    return DESK.answer(request, game, actor, outcome, _("Nothing of the rehearsal is left."), "rehearsal")


_DEEDS: Mapping[str, Deed] = {
    "plan": _plan,
    "postpone": _postpone,
    "leave-out": _leave_out,
    "take-in": _take_in,
    "take-over": _take_over,
    "rehearse": _rehearse,
    "wipe": _wipe,
}


# --- pages ------------------------------------------------------------------------------------------------------------


def _desk(request: HttpRequest, game: LiveGame, actor: Actor, **forms: Any) -> HttpResponse:
    made: Forms = {
        "plan": PlanForm(game=game),
        "postpone": PostponeForm(),
        "leave": LeaveOutForm(),
        "leaving": "",
    }
    page = read_edition(game)
    standings, rewards = read_result(game)
    context = {
        "game": game,
        "edition": page,
        "standings": standings,
        "rewards": rewards,
        "colours": [*page.playing, *page.left_out],
        "zone": timezone.get_current_timezone_name(),
        "cards": [(card.template, card.context(request, game)) for card in CARDS],
        **DESK.context(request, game, actor, made | forms),
    }
    bound = any(getattr(form, "is_bound", False) for form in forms.values())
    return render(request, "auction/edition.html", context, status=422 if bound else 200)


def _public(game: LiveGame) -> dict[str, Any]:
    return {
        "game": game,
        "stage": stage_of(game),
        "teams": game.setup.get("teams", []),
        "left_out": game.setup.get("left_out", []),
        "postponements": game.postponements.order_by("pk"),
        "colours": _colours(game),
        "until": say_until(game),
        "questions": {"state": read_state(game), "keeper": False},
    }


def _colours(game: LiveGame) -> list[dict[str, Any]]:
    return [*game.setup.get("teams", []), *(left["team"] for left in game.setup.get("left_out", []))]


DESK = EveningDesk(_desk, page="auction:edition", deed="auction:edition_deed")
