"""The council of captains: its page, motions, ballots; for captains, the curator, the club and strangers."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from chgk.council_forms import ActingForm, CouncilSettingsForm, MotionForm, ParagraphForm, paragraph_values
from chgk.council_page import Reader, acting_lines, read_council
from chgk.models import ActingCaptain, ClubSeason
from chgk.permissions import can_curate
from chgk.refusal_words import Refused, refused
from chgk.rules.council import Kind, Settings, Voice
from chgk.rules.regulation import LANGUAGES, MOST_CHANGES
from chgk.selectors.council import council_at, council_settings, motions, season_teams, voice_of
from chgk.selectors.regulation import newest_texts
from chgk.services.council import move_motion
from chgk.services.council_seats import end_acting, name_acting, save_council_settings, settings_mark
from chgk.services.council_votes import close_if_due
from chgk.views.curators import curator_actor, find_club
from tournaments.models import Team, User
from tournaments.rules.engine import Refusal
from tournaments.selectors.offices import headed_houses, person_of
from tournaments.services.actors import Actor, account_actor
from tournaments.views.answers import no_seat


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks, and what the council is at this moment."""

    club: ClubSeason
    reader: Reader
    actor: Actor
    voices: tuple[Voice, ...]
    settings: Settings


def find_visitor(request: HttpRequest, club: ClubSeason) -> Visitor:
    """Ten queries at most."""
    person, voices = person_of(request.user), council_at(club, timezone.now())
    curates = can_curate(request.user, club)
    reader = Reader(person, voice_of(person, voices), curates)
    actor = Actor(key="", role="spectator")
    if isinstance(request.user, User):
        actor = curator_actor(request.user, club) if curates else replace(account_actor(request.user), role="player")
    return Visitor(club, reader, actor, voices, council_settings(club))


def require_council(request: HttpRequest, visitor: Visitor) -> HttpResponse | None:
    """Captains and the curator only; a stranger is sent to the login."""
    if visitor.reader.in_council:
        return None
    if not request.user.is_authenticated:
        return no_seat(request, host=True)
    raise PermissionDenied


@never_cache
@require_safe
def council(request: HttpRequest, club_id: int) -> HttpResponse:
    """The council of a season. Public; strangers see what it has decided."""
    return _page(request, find_visitor(request, find_club(club_id)))


@never_cache
@require_POST
def deed(request: HttpRequest, club_id: int, what: str) -> HttpResponse:
    """``settings`` (the curator's), ``acting`` and ``end-acting`` (captain, dean, curator)."""
    handler = {"settings": _settings, "acting": _acting, "end-acting": _end_acting}.get(what)
    if handler is None:
        raise Http404
    visitor = find_visitor(request, find_club(club_id))
    if not request.user.is_authenticated:
        return no_seat(request, host=True)
    return handler(request, visitor)


def _settings(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    if not visitor.reader.curates:
        raise PermissionDenied
    form = CouncilSettingsForm(request.POST, settings=visitor.settings)
    if not form.is_valid():
        return _page(request, visitor, settings_form=form)
    try:
        seen = request.POST.get("seen")
        save_council_settings(club_id=visitor.club.pk, values=form.cleaned_data, seen=seen, actor=visitor.actor)
    except Refusal as refusal:
        visitor = find_visitor(request, visitor.club)
        return _page(request, visitor, settings_form=form, settings_refused=refused(refusal, {}))
    messages.success(request, _("Saved. Votes that are opened from now on follow it."))
    return redirect("chgk:council", visitor.club.pk)


def _acting(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    teams = _own_teams(request, visitor)
    if not teams:
        raise PermissionDenied
    form = ActingForm(request.POST, teams=teams)
    if not form.is_valid():
        return _page(request, visitor, acting_form=form)
    data = form.cleaned_data
    team, person = form.people[data["person"]]
    try:
        name_acting(
            club_id=visitor.club.pk,
            team_id=team.pk,
            person=person,
            starts_at=data["starts_at"],
            ends_at=data["ends_at"],
            reason=data["reason"],
            actor=visitor.actor,
        )
    except Refusal as refusal:
        return _page(request, visitor, acting_form=form, acting_refused=refused(refusal, {}))
    messages.success(request, _("The stand-in is named."))
    return redirect("chgk:council", visitor.club.pk)


def _end_acting(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    number = request.POST.get("acting", "")
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise Http404
    row = get_object_or_404(ActingCaptain, pk=int(number), club=visitor.club)
    if row.team_id not in {team.pk for team in _own_teams(request, visitor)}:
        raise PermissionDenied
    end_acting(acting_id=row.pk, actor=visitor.actor)
    messages.success(request, _("The captain of the roster leads the team again."))
    return redirect("chgk:council", visitor.club.pk)


def _own_teams(request: HttpRequest, visitor: Visitor) -> list[Team]:
    """The teams whose captain this account may find a stand-in for."""
    teams = [team for team in season_teams(visitor.club) if visitor.club.closed_at is None]
    if not visitor.reader.curates:
        heads = headed_houses(request.user)
        person = visitor.reader.person
        led = {one.team for one in visitor.voices if person is not None and one.person == person.pk}
        if person is not None:
            led |= set(person.memberships.filter(is_captain=True, team__in=teams).values_list("team_id", flat=True))
        teams = [team for team in teams if team.pk in led or team.house_id in heads]
    return teams


def _page(request: HttpRequest, visitor: Visitor, **more: Any) -> HttpResponse:
    club, reader = visitor.club, visitor.reader
    rows = list(motions().filter(club=club))
    due = [row for row in rows if close_if_due(row)]
    if due:
        rows = list(motions().filter(club=club))
    teams = _own_teams(request, visitor)
    context: dict[str, Any] = {
        "club": club,
        "visitor": visitor,
        "reader": reader,
        "names": reader.may_read_names(visitor.settings),
        "acting": acting_lines(club) if reader.in_council or teams else [],
        "own_teams": {team.pk for team in teams},
        "acting_form": ActingForm(teams=teams) if teams else None,
        "settings_form": CouncilSettingsForm(settings=visitor.settings) if reader.curates else None,
        "settings_seen": settings_mark(visitor.settings),
        **read_council(club, visitor.voices, rows, reader),
        **more,
    }
    return render(request, "chgk/council/council.html", context, status=422 if more else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_motion(request: HttpRequest, club_id: int) -> HttpResponse:
    """A captain or the curator moves something; ``?kind=amendment&p=3.1.5`` begins with that paragraph."""
    visitor = find_visitor(request, find_club(club_id))
    answer = require_council(request, visitor)
    if answer is not None:
        return answer
    data = request.POST if request.method == "POST" else request.GET
    kind = Kind.AMENDMENT if data.get("kind") == Kind.AMENDMENT else Kind.OTHER
    texts = newest_texts() if kind is Kind.AMENDMENT else {}
    if request.method != "POST":
        chosen = [number for number in request.GET.getlist("p") if number in texts.get(LANGUAGES[0], {})]
        return _form(request, visitor, kind, MotionForm(), _blocks(texts, chosen[:MOST_CHANGES]), texts)
    form, blocks = MotionForm(request.POST), _typed_blocks(request, texts)
    add = request.POST.get("add")
    if add is not None and kind is Kind.AMENDMENT:
        number = request.POST.get("add_number", "")
        blocks += _blocks(texts, [number if number in texts[LANGUAGES[0]] else ""], start=len(blocks))
        return _form(request, visitor, kind, MotionForm(initial=request.POST.dict()), blocks, texts)
    if not form.is_valid() or any(not block.is_valid() for block in blocks):
        return _form(request, visitor, kind, form, blocks, texts, status=422)
    try:
        motion = move_motion(
            club_id=visitor.club.pk,
            kind=kind,
            title=form.cleaned_data["title"],
            text=form.cleaned_data["text"],
            changes=[block.amended() for block in blocks],
            mover=None if visitor.reader.voice is None else visitor.reader.person,
            actor=visitor.actor,
            command_id=request.POST.get("command_id", "")[:64],
        )
    except Refusal as refusal:
        said = refused(refusal, {})
        return _form(request, visitor, kind, form, blocks, texts, said=said, status=422)
    messages.success(request, _("The motion lies before the council."))
    return redirect("chgk:motion", motion.pk)


def _blocks(texts: Any, numbers: list[str], start: int = 0) -> list[ParagraphForm]:
    return [
        ParagraphForm(prefix=f"b{place}", texts=texts, initial=paragraph_values(number, texts))
        for place, number in enumerate(numbers, start)
    ]


def _typed_blocks(request: HttpRequest, texts: Any) -> list[ParagraphForm]:
    if not texts:
        return []
    count = request.POST.get("blocks", "0")
    number = min(int(count), MOST_CHANGES + 1) if count.isascii() and count.isdigit() and len(count) < 4 else 0
    return [ParagraphForm(request.POST, prefix=f"b{place}", texts=texts) for place in range(number)]


def _form(
    request: HttpRequest,
    visitor: Visitor,
    kind: Kind,
    form: MotionForm,
    blocks: list[ParagraphForm],
    texts: Any,
    *,
    said: Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    numbers = [(number, wording.title) for number, wording in texts[request.LANGUAGE_CODE[:2]].items()] if texts else []
    context = {
        "club": visitor.club,
        "kind": kind.value,
        "form": form,
        "blocks": blocks,
        "numbers": numbers,
        "refused": said,
        "command_id": request.POST.get("command_id") or secrets.token_hex(8),
    }
    return render(request, "chgk/council/new_motion.html", context, status=status)
