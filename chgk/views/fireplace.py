"""The fireplace: the posts of the scratch list, and the page on which the table reads everything again (§3.1.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from chgk import words
from chgk.models import Version
from chgk.panels.shared import line_of
from chgk.selectors.talks import Talk, read_talks
from chgk.services import versions as services
from chgk.services.games import DISCIPLINE
from chgk.views.hosting import find_game
from tournaments.enums import SeatRole
from tournaments.models import LiveGame
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.play import Outcome
from tournaments.services.replay_log import load_session
from tournaments.views.answers import answer, no_seat
from tournaments.views.commands import Fields, game_post
from tournaments.views.fields import BadField, read_do, read_id, read_number
from tournaments.views.seats import NoSeat, find_actor

_DEEDS: Mapping[str, Callable[..., Version]] = {
    "strike": services.strike_version,
    "restore": services.restore_version,
    "favour": services.favour_version,
    "unfavour": services.withdraw_favour,
    "choose": services.choose_version,
    "unchoose": services.withdraw_choice,
}


@sensitive_post_parameters("text")
@game_post
def versions(request: HttpRequest, game: LiveGame, actor: Actor, fields: Fields) -> HttpResponse:
    """``do=propose`` with ``question``, ``text``, ``command_id``; or one of the deeds with the version's ``number``."""
    if game.discipline != DISCIPLINE:
        raise Http404
    try:
        done = _do(game, actor, fields)
    except Refusal as refusal:
        return answer(request, game, Outcome(accepted=False, seq=game.seq, refusal=refusal))
    except Version.DoesNotExist:
        raise Http404 from None
    return answer(request, game, Outcome(accepted=True, seq=game.seq), done)


def _do(game: LiveGame, actor: Actor, fields: Fields) -> str:
    """What was done, in words."""
    do = read_do(fields)
    if do == "propose":
        proposal = services.propose_version(
            game_id=game.pk,
            question=read_number(fields, "question"),
            text=fields.get("text", ""),
            actor=actor,
            message_id=read_id(fields, "command_id"),
        )
        return _("It stands there already; your voice is added.") if proposal.seconded else _("Proposed.")
    if do not in _DEEDS:
        raise BadField(_("The field «%(name)s» is missing or cannot be read.") % {"name": "do"})
    _DEEDS[do](game_id=game.pk, number=read_number(fields, "number"), actor=actor)
    return ""


@never_cache
@require_safe
def page(request: HttpRequest, game_id: int, link_id: int) -> HttpResponse:
    """Chat and versions of every question, for who sits at this table: during the game and after it, also on paper."""
    game = find_game(game_id)
    try:
        actor = find_actor(request, game, str(link_id))
    except NoSeat as error:
        return no_seat(request, host=False, why=error.why)
    if actor.role not in (SeatRole.CAPTAIN, SeatRole.PLAYER) or actor.team != game.setup["team"]["id"]:
        return no_seat(request, host=False)
    context = {
        "game": game,
        "link_id": link_id,
        "team": game.setup["team"],
        "talks": [_told(talk) for talk in read_talks(game, load_session(game))],
        "colours": [{"id": game.setup["team"]["id"], "colour": game.setup["team"]["colour"]}],
    }
    return render(request, "chgk/fireplace.html", context)


def _told(talk: Talk) -> dict[str, Any]:
    """A talk with how its question ended, in words."""
    mark = line_of(talk.question).mark if talk.question is not None else ""
    return {"talk": talk, "mark": mark, "ended": words.mark_words(mark)}
