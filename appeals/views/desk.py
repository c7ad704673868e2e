"""The curator's desk: appeals: what lies where, with its clock; the jury and the council's vote on it; settings."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from appeals.desk_page import possible_members, read_desk, season_games
from appeals.forms import CouncilForm, JuryForm, SettingsForm, what_stands
from appeals.models import Jury
from appeals.refusals import refused
from appeals.selectors.fingerprints import settings_mark
from appeals.selectors.juries import council_of
from appeals.selectors.rules import settings_of
from appeals.services.juries import compose_jury, record_council_vote
from appeals.services.settings import save_appeal_settings
from chgk.models import ClubSeason
from chgk.views.curators import curator_page
from tournaments.rules.engine import Refusal
from tournaments.rules.serial import to_json
from tournaments.services.actors import Actor


@require_safe
@curator_page
def desk(request: HttpRequest, club: ClubSeason, actor: Actor) -> HttpResponse:
    """All appeals of the season by what they wait for. For its curator."""
    return _page(request, club)


@require_POST
@curator_page
def deed(request: HttpRequest, club: ClubSeason, actor: Actor, what: str) -> HttpResponse:
    """``jury``: compose one; ``council``: record its vote; ``settings``. What is refused is said where it was typed."""
    handler = {"jury": _compose, "council": _council, "settings": _settings}.get(what)
    if handler is None:
        raise Http404
    return handler(request, club, actor)


def _compose(request: HttpRequest, club: ClubSeason, actor: Actor) -> HttpResponse:
    form = JuryForm(request.POST, people=possible_members(), games=season_games(club))
    if not form.is_valid():
        return _page(request, club, jury_form=form, status=422)
    data = form.cleaned_data
    try:
        compose_jury(club_id=club.pk, people=form.members(), game=data["game"], reason=data["reason"], actor=actor)
    except Refusal as refusal:
        return _page(request, club, jury_form=form, jury_refused=refused(refusal), status=422)
    messages.success(request, _("The jury is proposed; the council of captains votes on it."))
    return _to(club, "juries")


def _council(request: HttpRequest, club: ClubSeason, actor: Actor) -> HttpResponse:
    number = request.POST.get("jury", "")
    jury = Jury.objects.filter(club=club, pk=int(number)).first() if number.isdecimal() and len(number) < 10 else None
    if jury is None:
        raise Http404
    form = CouncilForm(request.POST, teams=council_of(club))
    if not form.is_valid():
        return _page(request, club, council_form=form, status=422)
    try:
        vote = record_council_vote(
            jury_id=jury.pk, voices=form.voices(), held_on=form.cleaned_data["held_on"], actor=actor
        )
    except Refusal as refusal:
        return _page(request, club, council_form=form, council_refused=refused(refusal), status=422)
    said = {
        "adopted": _("The council has confirmed the jury."),
        "rejected": _("The council has rejected the jury; compose another one."),
        "no_quorum": _("Too few came, so nothing is decided; call the council again."),
    }
    messages.success(request, said[vote.decision])
    return _to(club, "juries")


def _settings(request: HttpRequest, club: ClubSeason, actor: Actor) -> HttpResponse:
    form = SettingsForm(request.POST, settings=settings_of(club))
    if not form.is_valid():
        return _page(request, club, settings_form=form, settings_seen=request.POST.get("seen", ""), status=422)
    try:
        seen = request.POST.get("seen")
        save_appeal_settings(club_id=club.pk, values=form.cleaned_data, seen=seen, actor=actor)
    except Refusal as refusal:
        stands = what_stands(form, to_json(settings_of(club)))
        return _page(request, club, settings_form=form, settings_refused=refused(refusal), stands=stands, status=422)
    messages.success(request, _("Saved. Appeals filed from now on follow it."))
    return _to(club, "settings")


def _to(club: ClubSeason, place: str) -> HttpResponse:
    return HttpResponseRedirect(reverse("appeals:desk", args=[club.pk]) + f"#{place}")


def _page(request: HttpRequest, club: ClubSeason, *, status: int = 200, **more: Any) -> HttpResponse:
    teams = council_of(club)
    context: dict[str, Any] = {
        "club": club,
        **read_desk(club),
        "jury_form": JuryForm(people=possible_members(), games=season_games(club)),
        "council_form": CouncilForm(teams=teams),
        "council_size": len(teams),
        "settings_form": SettingsForm(settings=settings_of(club)),
        "settings_seen": settings_mark(club),
        **more,
    }
    return render(request, "appeals/desk.html", context, status=status)
