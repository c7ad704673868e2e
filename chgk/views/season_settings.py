"""What a season's games are played with: a form for its curator, to be read by everybody else (§1.6.2, §1.6.2.1)."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from chgk import refusals
from chgk.addresses import rules_url
from chgk.models import ClubSeason, Fixture
from chgk.permissions import can_curate
from chgk.rulebook import GROUPS, RULEBOOK
from chgk.selectors import read_calendar
from chgk.services.season_rules import SettingsError
from chgk.services.season_settings import fingerprint, save_settings
from chgk.settings_form import Change, SeasonSettingsForm, game_changes, season_values
from chgk.views.curators import curator_actor
from tournaments.models import User
from tournaments.rules.engine import Refusal
from tournaments.services.actors import account_name
from tournaments.setting_forms import settings_rows
from tournaments.views.answers import no_seat


class Reach(NamedTuple):
    """A game of the calendar, and whether a change of the settings still reaches it.

    ``changes``: where a game that has started is not played with what the season says now.
    """

    fixture: Fixture
    name: str
    has_started: bool
    changes: list[Change]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def season_settings(request: HttpRequest, club_id: int) -> HttpResponse:
    """Public to read; its curator and superusers change it while the season is open."""
    club = _find_club(club_id)
    if request.method != "POST":
        return _page(request, club, SeasonSettingsForm(club=club))
    if not (isinstance(request.user, User) and can_curate(request.user, club)):
        if request.user.is_authenticated:
            raise PermissionDenied
        return no_seat(request, host=True)
    form = SeasonSettingsForm(request.POST, club=club)
    if not form.is_valid():
        return _page(request, club, form, seen=request.POST.get("seen", ""))
    try:
        save_settings(
            club_id=club.pk,
            seen=request.POST.get("seen", ""),
            rules=form.rules(),
            final_rules=form.final_rules(),
            settings=form.times(),
            actor=curator_actor(request.user, club),
        )
    except SettingsError as error:
        form.add_settings_error(error)
        return _page(request, club, form, seen=request.POST.get("seen", ""))
    except Refusal as refusal:
        return _page(request, _find_club(club_id), form, refusal=refusal)
    messages.success(request, _("The settings are saved. Every game that has not started yet follows them."))
    for sentence in form.warnings():
        messages.warning(request, sentence)
    return redirect("chgk:season_settings", club.pk)


def _page(
    request: HttpRequest, club: ClubSeason, form: SeasonSettingsForm, seen: str = "", refusal: Refusal | None = None
) -> HttpResponse:
    """``seen``: what the form has been filled in against; after a refusal the newest stands beside what was typed."""
    context: dict[str, Any] = {
        "club": club,
        "form": form,
        "may_change": can_curate(request.user, club) and club.closed_at is None,
        "curator": account_name(club.curator),
        "seen": seen or fingerprint(club),
        "reach": _reach(club),
        "groups": settings_rows(GROUPS, season_values(club)),
        "rules_page": reverse(RULEBOOK.page),
    }
    if refusal is not None:
        context["refused"] = refusals.explain(refusal, {})
        context["refused_paragraph"], context["refused_url"] = refusal.paragraph, rules_url(refusal.paragraph)
        context["unlike"] = form.unlike(club)
    is_wrong = refusal is not None or (form.is_bound and bool(form.errors))
    return render(request, "chgk/season_settings.html", context, status=422 if is_wrong else 200)


def _reach(club: ClubSeason) -> list[Reach]:
    calendar = read_calendar(club)
    slots = [*calendar.slots, *([calendar.final] if calendar.final is not None else [])]
    return [_reach_of(club, slot.fixture) for slot in slots]


def _reach_of(club: ClubSeason, fixture: Fixture) -> Reach:
    game = fixture.game
    if fixture.is_final:
        name = _("The final")
    elif fixture.team is not None:
        name = fixture.team.house.name
    else:
        name = str(fixture)
    if game is None or game.started_at is None:
        return Reach(fixture, name, has_started=False, changes=[])
    return Reach(fixture, name, has_started=True, changes=game_changes(club, game, is_final=fixture.is_final))


def _find_club(club_id: int) -> ClubSeason:
    return get_object_or_404(ClubSeason.objects.select_related("season", "curator"), pk=club_id)
