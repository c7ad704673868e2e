"""The page of the regulation as of any day, the differences between versions, and the curator's desk of it."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from chgk.models import ClubSeason
from chgk.permissions import can_curate
from chgk.refusal_words import refused
from chgk.regulation_forms import ClarifyForm, DecisionForm
from chgk.regulation_page import compare, note_of, read_day, read_regulation, today
from chgk.selectors import current_club_season
from chgk.selectors.regulation import read_versions, to_promulgate
from chgk.services.regulation import approve_regulation, clarify, decide_priority
from chgk.services.season_rules import SettingsError
from chgk.views.curators import curator_page
from tournaments.rulebooks import rulebooks
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor


@require_safe
def rulebook(request: HttpRequest) -> HttpResponse:
    """Public; each paragraph has the address ``#p3.1.4`` that refusals link to. ``?on=2026-11-01``: as it was then."""
    asked = request.GET.get("on", "")
    day = read_day(asked)
    club = current_club_season()
    context: dict[str, Any] = {
        **read_regulation(day or today()),
        "several": len(rulebooks()) > 1,
        "asked": asked,
        "malformed": bool(asked) and day is None,
        "is_today": day is None or day == today(),
        "club": club,
        "curates": club is not None and can_curate(request.user, club),
    }
    return render(request, "chgk/regulation/page.html", context, status=400 if context["malformed"] else 200)


@require_safe
def changes(request: HttpRequest) -> HttpResponse:
    """Public: ``?from=1&to=2``, versions by number or days. 404 for a version that there is not."""
    found = compare(request.GET.get("from", "1"), request.GET.get("to", today().isoformat()))
    if found is None:
        raise Http404
    return render(request, "chgk/regulation/changes.html", found)


@require_safe
@curator_page
def desk(request: HttpRequest, club: ClubSeason, actor: Actor) -> HttpResponse:
    """What the curator may do about the regulation (§1.5, §1.6.1, §1.6.2)."""
    return _desk(request, club)


@require_POST
@curator_page
def deed(request: HttpRequest, club: ClubSeason, actor: Actor, what: str) -> HttpResponse:
    """``approve``, ``clarify``, ``decide``. What is refused is said where it was typed."""
    handler = {"approve": _approve, "clarify": _clarify, "decide": _decide}.get(what)
    if handler is None:
        raise Http404
    return handler(request, club, actor)


def _approve(request: HttpRequest, club: ClubSeason, actor: Actor) -> HttpResponse:
    try:
        approve_regulation(club_id=club.pk, actor=actor)
    except Refusal as refusal:
        return _desk(request, club, approve_refused=refused(refusal, {}))
    messages.success(request, _("The regulation is approved. From now on the council alone changes it."))
    return redirect("chgk:regulation_desk", club.pk)


def _clarify(request: HttpRequest, club: ClubSeason, actor: Actor) -> HttpResponse:
    form = ClarifyForm(request.POST)
    if not form.is_valid():
        return _desk(request, club, clarify_form=form)
    data = form.cleaned_data
    try:
        clarify(
            club_id=club.pk,
            paragraph=data["paragraph"],
            text=data["text"],
            setting=data["key"],
            value=data["new"],
            actor=actor,
            command_id=request.POST.get("command_id", "")[:64],
        )
    except SettingsError as error:
        form.add_error("setting", str(error))
        return _desk(request, club, clarify_form=form)
    except Refusal as refusal:
        fixed = refusal.code == "number_is_fixed"
        return _desk(request, club, clarify_form=form, clarify_refused=refused(refusal, {}), fixed=fixed)
    messages.success(request, _("Clarified from now on; it stands beside its paragraph."))
    return redirect("chgk:regulation_desk", club.pk)


def _decide(request: HttpRequest, club: ClubSeason, actor: Actor) -> HttpResponse:
    form = DecisionForm(request.POST, club=club)
    if not form.is_valid():
        return _desk(request, club, decision_form=form)
    data = form.cleaned_data
    try:
        decide_priority(club_id=club.pk, actor=actor, command_id=request.POST.get("command_id", "")[:64], **data)
    except Refusal as refusal:
        return _desk(request, club, decision_form=form, decision_refused=refused(refusal, {}))
    messages.success(request, _("The decision is recorded and public."))
    return redirect("chgk:regulation_desk", club.pk)


def _desk(request: HttpRequest, club: ClubSeason, **more: Any) -> HttpResponse:
    context: dict[str, Any] = {
        "club": club,
        "versions": read_versions(),
        "to_promulgate": [motion for motion in to_promulgate() if motion.club_id == club.pk],
        "clarifications": [note_of(row) for row in club.clarifications.order_by("-made_at", "-pk")],
        "decisions": list(club.curator_decisions.select_related("game").order_by("-made_at", "-pk")),
        "clarify_form": ClarifyForm(),
        "decision_form": DecisionForm(club=club),
        "command_id": secrets.token_hex(8),
        **more,
    }
    return render(request, "chgk/regulation/desk.html", context, status=422 if more else 200)
