"""The school's seasons, for staff: which there are, a new one, the next one, days and threshold, which is current."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.models import Season
from tournaments.permissions import can_manage_seasons
from tournaments.rules.engine import Refusal
from tournaments.season_forms import SeasonForm
from tournaments.season_words import explain_season, next_season_name, say_days
from tournaments.selectors.seasons import SeasonLine, fingerprint, is_under_way, list_seasons
from tournaments.services.actors import account_actor
from tournaments.services.seasons import change_season, create_season, delete_season, make_current, roll_over_season

AFTER_FEBRUARY_29 = 28


def _staff_only(inner: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Staff and superusers; strangers are sent to the login, other accounts are refused with 403."""

    @wraps(inner)
    def view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not can_manage_seasons(request.user):
            raise PermissionDenied
        return inner(request, *args, **kwargs)

    return never_cache(login_required(view))


@require_safe
@_staff_only
def seasons(request: HttpRequest) -> HttpResponse:
    """All of them, with what hangs on each."""
    return _list(request)


@require_http_methods(["GET", "HEAD", "POST"])
@_staff_only
def new(request: HttpRequest) -> HttpResponse:
    """A season from nothing."""
    form = SeasonForm(request.POST or None, initial={"is_current": not Season.objects.exists()})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        done = _try(
            form,
            lambda: create_season(plan=form.plan(), is_current=data["is_current"], actor=account_actor(request.user)),
        )
        if done is not None:
            messages.success(request, _("The season «%(season)s» is there.") % {"season": done.name})
            return redirect("tournaments:seasons")
    return _form(request, "tournaments/season_new.html", form)


@require_http_methods(["GET", "HEAD", "POST"])
@_staff_only
def follow(request: HttpRequest, season_id: int) -> HttpResponse:
    """The next season after this one: name and days are proposed, the threshold is carried over."""
    before = get_object_or_404(Season, pk=season_id)
    form = SeasonForm(request.POST or None, initial=None if request.method == "POST" else _next_of(before))
    if request.method == "POST" and form.is_valid():
        current = form.cleaned_data["is_current"]
        act = lambda: roll_over_season(  # noqa: E731 - named for the line below
            season_id=before.pk, plan=form.plan(), is_current=current, actor=account_actor(request.user)
        )
        done = _try(form, act)
        if done is not None:
            messages.success(request, _("The season «%(season)s» is there.") % {"season": done.name})
            return redirect("tournaments:seasons")
    return _form(request, "tournaments/season_next.html", form, before=before)


@require_http_methods(["GET", "HEAD", "POST"])
@_staff_only
def season(request: HttpRequest, season_id: int) -> HttpResponse:
    """Name, days and threshold of one; two tabs do not overwrite each other."""
    row = get_object_or_404(Season, pk=season_id)
    seen = request.POST.get("seen", fingerprint(row))
    form = SeasonForm(request.POST if request.method == "POST" else None, season=row)
    if request.method == "POST" and form.is_valid():
        plan = form.plan()
        done = _try(
            form, lambda: change_season(season_id=row.pk, plan=plan, seen=seen, actor=account_actor(request.user))
        )
        if done is not None:
            messages.success(request, _("Saved."))
            return redirect("tournaments:season", row.pk)
        row.refresh_from_db()
        if form.non_field_errors():  # somebody was quicker: the next press is made against what is shown now
            seen = fingerprint(row)
    line = next((one for one in list_seasons() if one.season.pk == row.pk), None)
    return _form(request, "tournaments/season.html", form, line=line, row=row, seen=seen, now=_said(row))


@require_POST
@_staff_only
def current(request: HttpRequest, season_id: int) -> HttpResponse:
    """From now on the current season."""
    try:
        row = make_current(season_id=season_id, actor=account_actor(request.user))
    except Season.DoesNotExist:
        raise Http404 from None
    messages.success(request, _("«%(season)s» is the current season now.") % {"season": row.name})
    return redirect("tournaments:seasons")


@require_POST
@_staff_only
def delete(request: HttpRequest, season_id: int) -> HttpResponse:
    """Deletes one that nothing hangs on; else the page says what does."""
    try:
        delete_season(season_id=season_id, actor=account_actor(request.user))
    except Season.DoesNotExist:
        raise Http404 from None
    except Refusal as refusal:
        return _list(request, explain_season(refusal))
    messages.success(request, _("The season is deleted."))
    return redirect("tournaments:seasons")


def _list(request: HttpRequest, refused: str = "") -> HttpResponse:
    lines = list_seasons()
    context: dict[str, Any] = {
        "lines": [(line, say_days(line.season.starts_on, line.season.ends_on)) for line in lines]
    }
    context |= {"refused": refused, "latest": _latest(lines)}
    return render(request, "tournaments/seasons.html", context, status=422 if refused else 200)


def _latest(lines: list[SeasonLine]) -> Season | None:
    """The season that the next one follows."""
    return next((line.season for line in lines), None)


def _form(request: HttpRequest, template: str, form: SeasonForm, **context: Any) -> HttpResponse:
    form.mark_errors()
    wrong = form.is_bound and bool(form.errors)
    return render(request, template, {"form": form, **context}, status=422 if wrong else 200)


def _try(form: SeasonForm, act: Callable[[], Season]) -> Season | None:
    """The deed, or None with the refusal on the form."""
    try:
        return act()
    except Refusal as refusal:
        form.refuse(refusal)
        return None
    except Season.DoesNotExist:
        raise Http404 from None


def _said(row: Season) -> str:
    """A season in a line, for whoever finds that another tab was quicker."""
    days = say_days(row.starts_on, row.ends_on) or _("no days")
    return f"{row.name} · {days} · §1: {row.lessons_needed}, {row.get_lessons_counted_display()}"


def _next_of(before: Season) -> dict[str, Any]:
    """What the next season probably says: the first year whose name is free, and not current before its time."""
    taken = set(Season.objects.values_list("name", flat=True))
    name, first, last = before.name, before.starts_on, before.ends_on
    while name in taken:
        name, first, last = next_season_name(name), _a_year_later(first), _a_year_later(last)
    return {
        "name": name,
        "starts_on": first,
        "ends_on": last,
        "lessons_needed": before.lessons_needed,
        "lessons_counted": before.lessons_counted,
        "is_current": not is_under_way(timezone.localdate()),
    }


def _a_year_later(day: date | None) -> date | None:
    if day is None:
        return None
    try:
        return day.replace(year=day.year + 1)
    except ValueError:  # 29 February
        return day.replace(year=day.year + 1, day=AFTER_FEBRUARY_29)
