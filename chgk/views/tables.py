"""Laying the table of a game of the calendar, and changing its line-up before the start (§2.2.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from chgk.forms_table import TableForm, everybody
from chgk.models import ClubSeason, Fixture, Package
from chgk.package_choice import Offer, can_be_laid, read_offers
from chgk.refusal_words import Refused, refused
from chgk.roster_page import Roster, rosters_of
from chgk.season_page import Stage, read_season
from chgk.season_words import Said, fixture_title
from chgk.services.tables_laid import change_lineup, lay_table
from chgk.views.curators import curator_page
from tournaments.models import LiveGame, User
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor

# Beside which field a refusal stands; all others stand above the form.
PLACES: Mapping[str, str] = {
    "table_size": "players",
    "not_in_the_roster": "players",
    "not_the_captain": "stand_in",
    "captain_is_here": "stand_in",
    "stand_in_missing": "stand_in",
    "reason_without_words": "reason",
    "package_of_another_season": "package",
    "package_on_another_table": "package",
    "package_is_empty": "package",
    "package_not_approved": "package",
    "package_asked_before": "package",
    "package_sealed_elsewhere": "package",
    "package_too_small": "package",
    "package_incomplete": "package",
    "editor_plays": "package",
    "captain_is_a_guest": "person",
}


@require_http_methods(["GET", "HEAD", "POST"])
@curator_page
def table(request: HttpRequest, club: ClubSeason, actor: Actor, number: int) -> HttpResponse:
    """Package and line-up of the day; once the table is laid, the line-up alone; after the start nothing."""
    fixture = get_object_or_404(club.fixtures.select_related("game", "team__house"), number=number)
    page = read_season(club)
    entry = next(entry for entry in page.entries if entry.fixture.pk == fixture.pk)
    team = page.calendar.finalist if fixture.is_final else fixture.team
    context: dict[str, Any] = {"club": club, "page": page, "entry": entry, "fixture": fixture}
    why_not = _why_not(club, entry.stage)
    if team is None or why_not is not None:
        closed = context | {"why_not": why_not or page.lead}
        return render(request, "chgk/lay_table_closed.html", closed, status=422 if request.method == "POST" else 200)
    roster = rosters_of(page.calendar.teams)[team.pk]
    offers = read_offers(club, fixture) if fixture.game is None else []
    form = _form(request, club, fixture, roster, offers)
    context |= {"roster": roster, "form": form, "others": [offer for offer in offers if offer.why_not is not None]}
    if request.method != "POST":
        return _page(request, context)
    if fixture.game is not None and "package" in request.POST:  # pressed twice, or laid from another window
        messages.info(request, _("The table has been laid already."))
        return _to(club, fixture)
    if not form.is_valid():
        return _page(request, context, status=422)
    try:
        _lay_or_change(fixture, roster, form.cleaned_data, actor)
    except Refusal as refusal:
        said = refused(refusal, page.calendar.names)
        return _page(request, context | _beside(said, roster), status=422)
    done = _("The line-up is changed.") if fixture.game is not None else _("The table is laid.")
    messages.success(request, f"{fixture_title(fixture)}: {done}")
    return _to(club, fixture)


def _why_not(club: ClubSeason, stage: Stage) -> Said | None:
    """Why nothing can be laid or changed here; None if it can."""
    if club.closed_at is not None:
        return Said(_("The season is closed: nothing in it changes any more."))
    if stage is Stage.NO_SHOW:
        return Said(_("It is recorded that the team did not come. Withdraw that first, on the desk."), "3.1.1")
    if stage in (Stage.RUNNING, Stage.SUSPENDED, Stage.OVER, Stage.FINISHED):
        return Said(_("The game has started: nobody at the table is replaced any more."), "2.2.5")
    return None


def _lay_or_change(fixture: Fixture, roster: Roster, data: Mapping[str, Any], actor: Actor) -> None:
    captain = roster.captain
    line_up: dict[str, Any] = {
        "fixture_id": fixture.pk,
        "players": data["players"],
        "captain": captain.person if captain is not None else 0,
        "stand_in": data["stand_in"],
        "reason": data["reason"],
        "actor": actor,
    }
    if fixture.game is not None:
        change_lineup(**line_up)
        return
    package, host = Package.objects.get(pk=data["package"]), User.objects.get(pk=data["host"])
    lay_table(package=package, host=host, **line_up)


def _form(
    request: HttpRequest, club: ClubSeason, fixture: Fixture, roster: Roster, offers: Sequence[Offer]
) -> TableForm:
    """What was chosen stays among the packages though it cannot be laid any more: its refusal says why."""
    data = request.POST if request.method == "POST" else None
    if fixture.game is not None:
        return TableForm(data, roster=roster, initial=_laid(fixture.game, roster))
    free = can_be_laid(offers)
    sealed = [offer for offer in free if offer.package.fixture_id == fixture.pk]
    first = sealed or free
    initial = {
        "players": everybody(roster),
        "host": request.user.pk,
        "package": first[0].package.pk if len(first) == 1 else "",
    }
    chosen = "" if data is None else data.get("package", "")
    taken = [offer for offer in offers if offer not in free and str(offer.package.pk) == chosen]
    return TableForm(data, roster=roster, packages=[*free, *taken], hosts=possible_hosts(club), initial=initial)


def _laid(game: LiveGame, roster: Roster) -> dict[str, Any]:
    """Who sits there now."""
    team = game.setup["team"]
    seated = {one["id"] for one in team["players"]}
    stand_in = team.get("stand_in", {})
    return {
        "players": [member.person for member in roster.members if f"p{member.person}" in seated],
        "stand_in": stand_in.get("player", "")[1:],
        "reason": stand_in.get("reason", ""),
    }


def possible_hosts(club: ClubSeason) -> QuerySet[User]:
    """Who may host a game of the season: its curator, staff, superusers."""
    found = Q(is_staff=True) | Q(is_superuser=True) | Q(pk=club.curator_id)
    return (
        User.objects.filter(found, is_active=True)
        .select_related("person")
        .order_by("last_name", "first_name", "username")
    )


def _beside(said: Refused, roster: Roster) -> dict[str, Any]:
    """Where on the page the refusal stands: at a field, at somebody's name, or above the form."""
    place = PLACES.get(said.code, "form")
    person = next((member.person for member in roster.members if member.name == said.player), None)
    if place == "person" and person is None:
        place = "form"
    return {"refused": said, "place": place, "refused_person": person if place == "person" else None}


def _page(request: HttpRequest, context: Mapping[str, Any], status: int = 200) -> HttpResponse:
    return render(request, "chgk/lay_table.html", dict(context), status=status)


def _to(club: ClubSeason, fixture: Fixture) -> HttpResponseRedirect:
    return HttpResponseRedirect(f"{reverse('chgk:desk', args=[club.pk])}#game-{fixture.number}")
