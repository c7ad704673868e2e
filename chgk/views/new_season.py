"""Setting up a season of the club: rolled over from the last one in one press, or house by house."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from chgk.forms_new_season import NewSeasonForm, RollOverForm
from chgk.models import ClubSeason
from chgk.permissions import can_curate, can_set_up_seasons
from chgk.refusal_words import refused
from chgk.roster_page import Roster, rosters_of
from chgk.services.games import DISCIPLINE
from chgk.services.seasons import roll_over
from chgk.services.setting_up import set_up_season
from chgk.views.curators import curator_actor
from tournaments.models import House, Season, Team, User
from tournaments.rules.engine import Refusal
from tournaments.season_words import next_season_name
from tournaments.views.answers import no_seat


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_season(request: HttpRequest) -> HttpResponse:
    """For staff; the curator of the last season may start the next one. What is missing is said beside each house."""
    if not isinstance(request.user, User):
        return no_seat(request, host=True)
    last = ClubSeason.objects.select_related("season", "curator").first()
    may_set_up = can_set_up_seasons(request.user)
    if not may_set_up and (last is None or not can_curate(request.user, last)):
        raise PermissionDenied
    way = request.POST.get("way", "")
    forms: dict[str, Any] = {}
    if last is not None:
        forms["roll"] = _roll_form(request, last, bound=way == "roll")
    if may_set_up:
        forms["new"] = _new_form(request, bound=way == "new")
    if request.htmx and request.method == "GET" and may_set_up:  # type: ignore[attr-defined]
        return render(request, "chgk/desk/_houses.html", {"form": forms["new"]})
    if request.method == "POST" and way not in forms:  # a way that is not open to this account
        raise PermissionDenied
    if request.method == "POST" and forms[way].is_valid():
        try:
            club = _act(request.user, way, forms[way].cleaned_data, last)
        except Refusal as refusal:
            return _page(request, forms, last, way, refused=refused(refusal, {}))
        messages.success(request, _("The season is set up. Its calendar waits for dates."))
        return redirect("chgk:desk", club.pk)
    return _page(request, forms, last, way)


def _act(user: User, way: str, data: dict[str, Any], last: ClubSeason | None) -> ClubSeason:
    """The new season; a second press of the same finds it already there."""
    actor = curator_actor(user, last if way == "roll" else None)
    curator = User.objects.get(pk=data["curator"])
    if way == "roll" and last is not None:
        name = data["name"].strip()
        if last.closed_at is None and last.season.name == name:  # pressed twice: the last one is the one just made
            return last
        return roll_over(club=last, name=name, curator=curator, actor=actor)
    season = None if data["season"] is None else Season.objects.get(pk=data["season"])
    houses = list(House.objects.filter(pk__in=data["houses"]))
    if season is None and last is not None and last.closed_at is None and last.season.name == data["name"].strip():
        return last
    return set_up_season(season=season, name=data["name"], houses=houses, curator=curator, actor=actor)


def _roll_form(request: HttpRequest, last: ClubSeason, *, bound: bool) -> RollOverForm:
    waiting = Season.objects.filter(is_current=True, club=None, created_at__gt=last.season.created_at).first()
    name = waiting.name if waiting is not None else next_season_name(last.season.name)
    initial = {"name": name, "curator": last.curator_id}
    return RollOverForm(request.POST if bound else None, curators=_curators(last.curator_id), initial=initial)


def _new_form(request: HttpRequest, *, bound: bool) -> NewSeasonForm:
    seasons = list(Season.objects.filter(club=None))
    data = request.POST if bound else request.GET
    chosen = next((one for one in seasons if str(one.pk) == data.get("season", "")), None)
    if chosen is None and not bound and "season" not in request.GET:
        chosen = next((one for one in seasons if one.is_current), None)
    houses, rosters = list(House.objects.all()), _rosters(chosen)
    initial = {
        "season": chosen.pk if chosen is not None else "",
        "curator": request.user.pk,
        "houses": [house.pk for house in houses if chosen is None or house.pk in rosters] or [h.pk for h in houses],
    }
    return NewSeasonForm(
        request.POST if bound else None,
        seasons=seasons,
        curators=_curators(request.user.pk),
        houses=houses,
        rosters=rosters,
        initial=initial,
    )


def _rosters(season: Season | None) -> dict[int, Roster]:
    """The club's rosters in a season of the school, by the house's number."""
    if season is None:
        return {}
    teams = list(Team.objects.filter(season=season, discipline=DISCIPLINE).select_related("house"))
    return {roster.team.house_id: roster for roster in rosters_of(teams).values()}


def _curators(also: int | None) -> QuerySet[User]:
    """Who may curate: staff and superusers, and whoever does."""
    found = Q(is_staff=True) | Q(is_superuser=True) | Q(pk=also)
    return (
        User.objects.filter(found, is_active=True)
        .select_related("person")
        .order_by("last_name", "first_name", "username")
    )


def _page(request: HttpRequest, forms: dict[str, Any], last: ClubSeason | None, way: str, **more: Any) -> HttpResponse:
    houses = [row.house for row in forms["new"].rows] if "new" in forms else []
    swatches = [{"id": house.key, "colour": house.colour} for house in houses]
    context = {"forms": forms, "last": last, "way": way, "swatches": swatches, **more}
    bound = any(form.is_bound for form in forms.values())
    return render(request, "chgk/new_season.html", context, status=422 if bound else 200)
