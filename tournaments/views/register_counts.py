"""Reading the class register: a month of it, a house's pupils for their head, one's own lessons."""

from __future__ import annotations

import datetime

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.enums import Mark
from tournaments.models import House
from tournaments.permissions import can_keep_register, can_manage_seasons, can_see_house_register
from tournaments.register_texts import say_asked, say_counted
from tournaments.selectors.offices import headed_houses, person_of
from tournaments.selectors.register import lessons_asked
from tournaments.selectors.register_pages import read_house, read_month, read_own, register_season
from tournaments.views.register import chosen_season, is_over, keepers_only


@require_safe
@keepers_only
def month(request: HttpRequest) -> HttpResponse:
    """Pupils by lessons of a month, with the counts of §1."""
    season = chosen_season(request)
    if season is None:
        return render(request, "tournaments/register/no_season.html", {"may_set_up": can_manage_seasons(request.user)})
    found = read_month(
        season, _month(request.GET.get("month", "")), request.GET.get("house", ""), request.GET.get("page")
    )
    asked = say_asked(season, lessons_asked(season))
    context = {"season": season, "month": found, "legend": Mark.choices, "asked": asked, "counted": say_counted(season)}
    return render(request, "tournaments/register/month.html", context)


@require_safe
@never_cache
@login_required
def own(request: HttpRequest) -> HttpResponse:
    """How many lessons the reader has, which count, and what is missing."""
    person, season = person_of(request.user), register_season()
    context = {
        "person": person,
        "season": season,
        "own": read_own(season, person) if season is not None and person is not None else None,
        "asked": say_asked(season, lessons_asked(season)) if season is not None else "",
        "counted": say_counted(season) if season is not None else "",
        "is_over": season is not None and is_over(season),
        "keeps": can_keep_register(request.user),
        "houses": [house for house, _deputy in headed_houses(request.user).values()],
    }
    return render(request, "tournaments/register/own.html", context)


@require_safe
@never_cache
@login_required
def house(request: HttpRequest, key: str) -> HttpResponse:
    """The lessons of a house's pupils, for its head."""
    found = get_object_or_404(House.objects.select_related("head"), key=key.replace("\0", ""))
    if not can_see_house_register(request.user, found):
        raise PermissionDenied
    season = register_season()
    if season is None:
        return render(request, "tournaments/register/no_season.html", {"may_set_up": can_manage_seasons(request.user)})
    rows = read_house(season, found)
    headed, needed = headed_houses(request.user), lessons_asked(season)
    context = {
        "house": found,
        "season": season,
        "rows": rows,
        "enough": sum(row.count.is_enough for row in rows),
        "needed": needed,
        "asked": say_asked(season, needed),
        "counted": say_counted(season),
        "is_over": is_over(season),
        "deputy": headed[found.pk][1] if found.pk in headed else None,
        "keeps": can_keep_register(request.user),
        "swatches": [{"id": found.key, "colour": found.colour}],
    }
    return render(request, "tournaments/register/house.html", context)


def _month(text: str) -> datetime.date | None:
    """``2026-11``; None for anything else."""
    try:
        found = datetime.datetime.strptime(text, "%Y-%m").date()  # noqa: DTZ007 - a month has no time zone
    except ValueError:
        return None
    return found if 2000 <= found.year < 2100 else None
