"""The page of a game for its hosts: who sits at the table by which private link, what the game is played with, and the
evening itself: interrupted, in other hands, closed.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from chgk import words
from chgk.models import Fixture
from chgk.permissions import can_curate
from chgk.season_places import places
from chgk.services.games import DISCIPLINE
from chgk.views.hosting import host_page
from tournaments.disciplines import discipline_for
from tournaments.models import LiveGame
from tournaments.selectors.home import Place
from tournaments.services.actors import Actor
from tournaments.services.replay_log import load_session
from tournaments.views.evening import EveningDesk, do_deed
from tournaments.views.links import LinkPages, seats_context


@require_safe
@host_page
def setup(request: HttpRequest, game: LiveGame, actor: Actor) -> HttpResponse:
    """Links, the captain's first; rules and times as they are pinned; what can be decided about the evening."""
    return _page(request, game, actor)


@require_POST
@host_page
def deed(request: HttpRequest, game: LiveGame, actor: Actor, what: str) -> HttpResponse:
    """One decision; a refusal is said on the page, and what was typed stays in its field."""
    return do_deed(request, game, actor, what, {**DESK.deeds, **DESK.endings})


def _page(request: HttpRequest, game: LiveGame, actor: Actor, **forms: Any) -> HttpResponse:
    session = load_session(game)
    context: dict[str, Any] = {
        "game": game,
        "team": game.setup["team"],
        "rules": session.game.parameters,
        "discussion": words.minutes(session.settings.discussion_ms),
        "deciding": words.minutes(session.settings.deciding_ms),
        "envelopes": len(session.table),
        "spares": len(session.spares),
        "colours": game.team_entries,
        "place": _place_of(game, request),
        "is_over": discipline_for(DISCIPLINE).is_over(session),
        **seats_context(request, game),
        **DESK.context(request, game, actor, forms),
    }
    bound = any(getattr(form, "is_bound", False) for form in forms.values())
    return render(request, "chgk/setup.html", context, status=422 if bound else 200)


def _place_of(game: LiveGame, request: HttpRequest) -> Place | None:
    """Where the game stands in its season: on the desk for its curator, on the public page for another host."""
    fixture = Fixture.objects.filter(game=game).select_related("club").first()
    if fixture is None:
        return None
    if can_curate(request.user, fixture.club):
        return Place(_("The curator's desk"), f"{reverse('chgk:desk', args=[fixture.club_id])}#game-{fixture.number}")
    return places([game])[game.pk]


links = LinkPages(DISCIPLINE, lambda game: game.team_entries)
DESK = EveningDesk(_page, page="chgk:setup", deed="chgk:setup_deed")
