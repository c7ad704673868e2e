"""Decisions of the school in the house ranking: entered with a reason, taken back by counter-entries, by staff."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments import texts
from tournaments.enums import EntryKind
from tournaments.models import House, LedgerEntry, Season
from tournaments.permissions import can_decide_points
from tournaments.services.actors import account_actor
from tournaments.services.ranking import LONGEST_REASON, MOST_POINTS, counter_entry, enter_decision


class DecisionForm(forms.Form):
    """Points for a house, or from it, and why. ``once`` tells a double click from a second decision."""

    house = forms.ModelChoiceField(label=gettext_lazy("House"), queryset=House.objects.all(), empty_label=None)
    points = forms.IntegerField(
        label=gettext_lazy("Points"),
        min_value=-MOST_POINTS,
        max_value=MOST_POINTS,
        help_text=gettext_lazy("With a minus they are taken away."),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=LONGEST_REASON, help_text=gettext_lazy("Everybody reads it.")
    )
    once = forms.CharField(widget=forms.HiddenInput, max_length=40, required=False)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial={"once": secrets.token_urlsafe(16)})
        for name, field in self.fields.items():
            field.widget.attrs["class"] = "form-select" if name == "house" else "form-control"


def _deciders_only(inner: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Staff; strangers are sent to the login, other accounts are refused with 403."""

    @wraps(inner)
    def view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not can_decide_points(request.user):
            raise PermissionDenied
        return inner(request, *args, **kwargs)

    return never_cache(login_required(view))


@require_http_methods(["GET", "HEAD", "POST"])
@_deciders_only
def decisions(request: HttpRequest, season_id: int) -> HttpResponse:
    """The season's decisions, and a new one."""
    season = get_object_or_404(Season, pk=season_id)
    form = DecisionForm(request.POST if request.method == "POST" else None)
    if request.method != "POST" or not form.is_valid():
        return _page(request, season, form)
    data = form.cleaned_data
    done = enter_decision(
        season=season,
        house=data["house"],
        points=data["points"],
        reason=data["reason"],
        actor=account_actor(request.user),
        once=data["once"],
    )
    if done.refusal is not None:
        form.add_error(
            "reason" if done.refusal.code == "reason_missing" else "points", texts.explain_here(done.refusal)
        )
        return _page(request, season, form)
    messages.success(request, _("Entered. It stands in the house cup."))
    return redirect("tournaments:decisions", season.pk)


@require_POST
@_deciders_only
def take_back(request: HttpRequest, entry_id: int) -> HttpResponse:
    """A counter-entry with its reason; refused without one, for a game's own line, and a second time."""
    entry = get_object_or_404(LedgerEntry.objects.select_related("season"), pk=entry_id)
    reason = request.POST.get("reason", "")[:LONGEST_REASON]
    try:
        done = counter_entry(entry_id=entry.pk, reason=reason, actor=account_actor(request.user))
    except LedgerEntry.DoesNotExist:
        raise Http404 from None
    if done.refusal is not None:
        said = {"refused": entry.pk, "sentence": texts.explain_here(done.refusal), "typed": reason}
        return _page(request, entry.season, DecisionForm(), **said)
    messages.success(request, _("Taken back. Both lines stand in the house cup."))
    return redirect("tournaments:decisions", entry.season_id)


def _page(request: HttpRequest, season: Season, form: DecisionForm, **context: Any) -> HttpResponse:
    entries = (
        LedgerEntry.objects.filter(season=season, kind=EntryKind.DECISION)
        .select_related("house", "counter")
        .order_by("-pk")
    )
    for name in form.errors:
        if name in form.fields:
            form.fields[name].widget.attrs["class"] += " is-invalid"
    wrong = "refused" in context or (form.is_bound and bool(form.errors))
    page = {"season": season, "form": form, "lines": [_line(entry) for entry in entries], **context}
    return render(request, "tournaments/decisions.html", page, status=422 if wrong else 200)


def _line(entry: LedgerEntry) -> dict[str, Any]:
    counter = getattr(entry, "counter", None)
    return {
        "entry": entry,
        "sentence": texts.explain_entry(entry),
        "taken_back": texts.explain_entry(counter) if counter is not None else "",
    }
