"""The final of a season as its log has it now: who played it, how it stands, whether the team has won it."""

from __future__ import annotations

import json
from dataclasses import dataclass

from chgk.rules.questions import Side
from chgk.rules.score import standing
from chgk.rules.session import Session
from chgk.rules.snapshots import load_session
from tournaments.models import LiveGame


@dataclass(frozen=True, slots=True)
class Final:
    """A final that has started. ``players``: (id, name) of the line-up, in its order."""

    team: str
    colour: str
    own: int
    authors: int
    players: tuple[tuple[str, str], ...]
    won: bool  # the questions have given it to the team, also while the game has been opened again
    lost: bool
    finished: bool


def read_final(game: LiveGame, session: Session | None = None) -> Final | None:
    """The final played in this game; None before its start. No query. ``session``: the game's, if it is at hand."""
    if session is None:
        if not game.snapshot:
            return None
        session = load_session(json.loads(game.snapshot)["state"])
    now = standing(session.game)
    return Final(
        team=session.seat.name,
        colour=session.seat.colour,
        own=now.team,
        authors=now.authors,
        players=tuple((player.id, player.name) for player in session.seat.players),
        won=now.winner is Side.TEAM,
        lost=now.winner is Side.AUTHORS,
        finished=game.finished_at is not None,
    )
