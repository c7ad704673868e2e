"""The desk of a season's curator: what is due, dates, who did not come, a tie, the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from chgk.forms_season import CloseForm, NoShowForm, PlanForm, PostponeForm, TieForm, WithdrawNoShowForm
from chgk.models import ClubSeason, Fixture
from chgk.refusal_words import Refused, refused
from chgk.season_desk import Card, Desk, read_desk
from chgk.season_words import fixture_title
from chgk.selectors import team_names
from chgk.services.calendar import plan_fixture, postpone_fixture, record_no_show, withdraw_no_show
from chgk.services.seasons import close_season
from chgk.services.ties import decide_tie
from chgk.views.curators import curator_page
from tournaments.models import User
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor

FORMS: Mapping[str, Any] = {
    "plan": PlanForm,
    "postpone": PostponeForm,
    "no-show": NoShowForm,
    "withdraw-no-show": WithdrawNoShowForm,
}


@require_safe
@curator_page
def desk(request: HttpRequest, club: ClubSeason, actor: Actor) -> HttpResponse:
    """Everything due, in order; the season's games, its rosters, its end."""
    return _page(request, club)


@require_POST
@curator_page
def deed(request: HttpRequest, club: ClubSeason, actor: Actor, what: str) -> HttpResponse:
    """One decision; a refusal is said on the page, and what was typed stays in its field."""
    handler = DEEDS.get(what)
    if handler is None:
        raise Http404
    return handler(request, club, actor)


# --- decisions --------------------------------------------------------------------------------------------------------


def _plan(request: HttpRequest, club: ClubSeason, actor: Actor) -> HttpResponse:
    fixture = _fixture(request, club)
    form = PlanForm(request.POST, fixture=fixture)

    def act(data: Mapping[str, Any]) -> None:
        planned = data.get("planned_at", fixture.planned_at)
        plan_fixture(fixture_id=fixture.pk, planned_at=planned, place=data["place"], actor=actor)

    return _about_a_game(request, club, fixture, "plan", form, act, _("Saved."))


def _postpone(request: HttpRequest, club: ClubSeason, actor: Actor) -> HttpResponse:
    fixture = _fixture(request, club)

    def act(data: Mapping[str, Any]) -> None:
        postpone_fixture(fixture_id=fixture.pk, actor=actor, **data)

    form = PostponeForm(request.POST, fixture=fixture)
    return _about_a_game(request, club, fixture, "postpone", form, act, _("The game is postponed."))


def _no_show(request: HttpRequest, club: ClubSeason, actor: Actor) -> HttpResponse:
    fixture = _fixture(request, club)

    def act(data: Mapping[str, Any]) -> None:
        if fixture.no_show_at is None or fixture.no_show_reason != data["reason"]:  # else it was pressed twice
            record_no_show(fixture_id=fixture.pk, reason=data["reason"], actor=actor)

    form = NoShowForm(request.POST, fixture=fixture)
    return _about_a_game(request, club, fixture, "no-show", form, act, _("Recorded: the team did not come."))


def _withdraw_no_show(request: HttpRequest, club: ClubSeason, actor: Actor) -> HttpResponse:
    fixture = _fixture(request, club)

    def act(data: Mapping[str, Any]) -> None:
        if fixture.no_show_at is not None:  # else it was pressed twice
            withdraw_no_show(fixture_id=fixture.pk, reason=data["reason"], actor=actor)

    form = WithdrawNoShowForm(request.POST, fixture=fixture)
    return _about_a_game(request, club, fixture, "withdraw-no-show", form, act, _("The team has its game to play."))


def _decide_tie(request: HttpRequest, club: ClubSeason, actor: Actor) -> HttpResponse:
    form = TieForm(request.POST, teams=team_names(club).items())
    if not form.is_valid():
        return _page(request, club, tie=form)
    team, reason = form.cleaned_data["team"], form.cleaned_data["reason"]
    last = club.decisions.order_by("pk").last()
    try:
        decide_tie(club_id=club.pk, team=team, reason=reason, actor=actor)
    except Refusal as refusal:
        repeated = last is not None and (last.team, last.reason) == (team, reason)
        if refusal.code != "tie_already_decided" or not repeated:
            return _page(request, club, tie=form, tie_refused=refused(refusal, team_names(club)))
    messages.success(request, _("Decided and recorded."))
    return _to(club, "table")


def _close(request: HttpRequest, club: ClubSeason, actor: Actor) -> HttpResponse:
    if club.closed_at is None:
        reason = request.POST.get("reason", "")
        try:
            close_season(club_id=club.pk, actor=actor, reason=reason)
        except Refusal as refusal:
            said = refused(refusal, team_names(club))
            return _page(request, club, end_refused=said, close=CloseForm({"reason": reason}))
        messages.success(request, _("The season is closed."))
    return _to(club, "")


Handler = Callable[[HttpRequest, ClubSeason, Actor], HttpResponse]
DEEDS: dict[str, Handler] = {
    "plan": _plan,
    "postpone": _postpone,
    "no-show": _no_show,
    "withdraw-no-show": _withdraw_no_show,
    "decide-tie": _decide_tie,
    "close": _close,
}


# --- pages ------------------------------------------------------------------------------------------------------------


def _fixture(request: HttpRequest, club: ClubSeason) -> Fixture:
    """The game of this season's calendar that the form is about; 404 without one."""
    number = request.POST.get("game", "")
    if not number.isascii() or not number.isdigit() or len(number) > 4:  # no calendar is longer
        raise Http404
    return get_object_or_404(club.fixtures, number=int(number))


def _about_a_game(
    request: HttpRequest,
    club: ClubSeason,
    fixture: Fixture,
    what: str,
    form: Any,
    act: Callable[[Mapping[str, Any]], None],
    done: str,
) -> HttpResponse:
    """Back to the game when it is done; with the reason, and what was typed, when it is refused."""
    if not form.is_valid():
        return _page(request, club, number=fixture.number, what=what, form=form)
    try:
        act(form.cleaned_data)
    except Refusal as refusal:
        said = refused(refusal, team_names(club))
        return _page(request, club, number=fixture.number, what=what, form=form, said=said)
    messages.success(request, f"{fixture_title(fixture)}: {done}")
    return _to(club, f"game-{fixture.number}")


def _to(club: ClubSeason, card: str) -> HttpResponse:
    place = f"#{card}" if card else ""
    return HttpResponseRedirect(reverse("chgk:desk", args=[club.pk]) + place)


def _page(
    request: HttpRequest,
    club: ClubSeason,
    *,
    number: int = 0,
    what: str = "",
    form: Any = None,
    said: Refused | None = None,
    **more: Any,
) -> HttpResponse:
    """The desk; 422 with a form that was refused in its place, open, as it was typed."""
    if not isinstance(request.user, User):
        return redirect("account_login")
    club.refresh_from_db(fields=["closed_at"])
    page = read_desk(club, request.user)
    tie = more.get("tie") or TieForm(teams=page.tied)
    if page.tied:
        tie.offer(page.tied)
    context = {
        "club": club,
        "desk": page,
        "page": page.page,
        "cards": [_with_forms(card, number, what, form, said) for card in page.cards],
        "fixture": page.page.final.fixture if page.page.final is not None else None,
        "vote": page.vote,
        "tie": tie,
        "tie_refused": more.get("tie_refused"),
        "tie_shown": bool(page.tied) or "tie" in more,
        "end_refused": more.get("end_refused"),
        "close": more.get("close") or CloseForm(),
        "zone": timezone.get_current_timezone_name(),
    }
    return render(request, "chgk/desk.html", context, status=422 if form is not None or more else 200)


def _with_forms(card: Card, number: int, what: str, form: Any, said: Refused | None) -> dict[str, Any]:
    """A game's card with its forms: those that can be used now, and the refused one whatever happened meanwhile."""
    offered = {
        "plan": card.may_plan,
        "postpone": card.may_postpone,
        "no-show": card.may_miss,
        "withdraw-no-show": card.may_withdraw,
    }
    forms = {
        key.replace("-", "_"): FORMS[key](fixture=card.entry.fixture)
        for key, is_offered in offered.items()
        if is_offered
    }
    mine = card.number == number
    if mine and form is not None:
        forms[what.replace("-", "_")] = form
    refusal = {"refused": said, "what": what} if mine else {"refused": None, "what": ""}
    return {"card": card, "entry": card.entry, "forms": forms, **refusal}


__all__ = ["DEEDS", "Desk", "deed", "desk"]
