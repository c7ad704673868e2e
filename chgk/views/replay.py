"""A finished game of the club once more, move by move, on the hall's own screen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from chgk.addresses import game_addresses
from chgk.happenings import Teller
from chgk.panels import build_panels
from chgk.rules.session import Session
from chgk.views.hosting import find_game
from tournaments.models import LiveGame
from tournaments.panels.context import Around
from tournaments.rules.audience import Audience
from tournaments.selectors.games import Deed, deeds_of
from tournaments.services.replay_moves import Moment
from tournaments.views.replays import Replay, Step, pressed_at

PANELS = ("head", "notice", "centre", "score", "log")  # the chat was said once and is not said again


@never_cache
@require_safe
def replay(request: HttpRequest, game_id: int) -> HttpResponse:
    """Public once the game is finished. ``?move=N``: the hall after N commands; as JSON for the page's own script."""
    return _REPLAY.respond(request, find_game(game_id))


def _links(game: LiveGame) -> dict[str, str]:
    return game_addresses(game.pk)


def _panels(game: LiveGame, moment: Moment) -> dict[str, str]:
    """What a spectator saw after the move, from the same panels as on the evening itself."""
    around = Around(game_id=game.pk, title=game.title, seq=moment.number, links=_links(game))
    panels = build_panels(_as_of(moment.state, moment), "spectator", Audience("public"), around)
    return {name: panels[name] for name in PANELS}


def _as_of(session: Session, moment: Moment) -> Session:
    """The clock as it stood at the move."""
    clock, at = session.stage.clock, pressed_at(moment)
    if clock is None or at is None:
        return session
    return replace(session, stage=replace(session.stage, clock=clock.stopped(at)))


def _step(game: LiveGame, moment: Moment) -> Step:
    """The move in words; what it brought about takes a query."""
    command = moment.command
    if command is None:
        return Step()
    seat = moment.state.seat
    teller = Teller(seat.name, {player.id: player.name for player in seat.players})
    deed = deeds_of(game, [command.first_seq or 0]).get(command.first_seq or 0, Deed(command.command))
    return Step(text=teller.sentence(deed), who=command.actor_name)


def _around(game: LiveGame, moment: Moment, count: int) -> dict[str, Any]:
    return {"colours": game.team_entries}


_REPLAY = Replay("chgk/replay.html", _links, _panels, _step, _around)
