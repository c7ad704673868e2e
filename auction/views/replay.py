"""A finished game once more, move by move, on the hall's own screen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from auction import name_words, words
from auction.chart import looks_of, make_chart
from auction.panels import build_panels
from auction.panels.around import game_addresses
from auction.panels.context import Around
from auction.paper_words import afterwards_mark
from auction.rules.accounts import accounts_of
from auction.rules.session import Session
from auction.rules.special import on_the_wheel
from auction.services.history import read_history
from tournaments.models import LiveGame
from tournaments.name_words import isolate
from tournaments.rules.audience import Audience
from tournaments.services.replay_moves import Moment, moment_after
from tournaments.views.hosting import find_game
from tournaments.views.replays import Moved, Replay, Step, pressed_at

PANELS = ("head", "notice", "centre", "teams")  # the chat was said once and is not said again


@never_cache
@require_safe
def replay(request: HttpRequest, game_id: int) -> HttpResponse:
    """Public once the game is finished. ``?move=N``: the hall after N commands; as JSON for the page's own script."""
    return _REPLAY.respond(request, find_game("auction", game_id))


def replay_panels(game: LiveGame, moment: Moment) -> dict[str, str]:
    """What a spectator saw after the move, from the same panels as on the evening itself."""
    session: Session = moment.state
    around = Around(
        game_id=game.pk,
        title=game.title,
        seq=moment.number,
        wheel=on_the_wheel(session.game, session.specials, _undrawn(session)),
        links=game_addresses(game),
    )
    panels = build_panels(_as_of(session, moment), "spectator", Audience("public"), around)
    return {name: panels[name] for name in PANELS}


def _undrawn(session: Session) -> tuple[str, ...]:
    return tuple(name for name in session.categories if name not in session.game.drawn)


def _as_of(session: Session, moment: Moment) -> Session:
    """The clock as it stood at the move."""
    clock, at = session.stage.clock, pressed_at(moment)
    if clock is None or at is None:
        return session
    return replace(session, stage=replace(session.stage, clock=clock.stopped(at)))


def _step(game: LiveGame, moment: Moment) -> Step:
    if moment.command is None:
        return Step()
    teams = {team.id: team for team in looks_of(moment.state)}
    names = {team.id: name_words.short_name(team.command) for team in teams.values()}
    moved = accounts_of(moment.state.game).moved_since(accounts_of(moment.before.game))
    command = moment.command
    return Step(
        text=words.command_sentence(command.command, names),
        who=isolate(command.actor_name),
        mark=afterwards_mark(command.command),
        moved=tuple(Moved(teams[team], names[team], words.signed(points)) for team, points in moved.items()),
    )


def _course(game: LiveGame, moment: Moment, count: int) -> dict[str, Any]:
    """The chart of the whole game, with the place of the move."""
    teams = looks_of(moment_after(game, count).state)
    return {"teams": teams, "chart": make_chart(read_history(game), teams, moment.number)}


_REPLAY = Replay("auction/replay.html", game_addresses, replay_panels, _step, _course)
