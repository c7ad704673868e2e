"""Records of the game: the header, the replay, and the final state that a replay prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from chgk.rules.commands import parse_command
from chgk.rules.engine import play
from chgk.rules.parameters import Parameters
from chgk.rules.score import standing
from chgk.rules.state import Game, start_game
from tournaments.rules.fields import is_text
from tournaments.rules.records import Result, Row, carry_out, open_lines

RECORD = "chgk"
VERSION = 1
UNNAMED = "team"  # a header that names no team has one all the same


def replay_lines(lines: Iterable[bytes | str]) -> Result:
    """Carry out a record of this game; a :class:`RecordError` names the line that makes it unreadable."""
    return replay(*open_lines(lines, RECORD))


def replay(header: Row, rows: Iterator[Row]) -> Result:
    """Carry out every command in its order; what the rules refuse is noted and changes nothing."""
    game, refusals = carry_out(header, rows, version=VERSION, start=open_record, play=_play)
    state = {**final_state(game), "refused": [line for line, _ in refusals]}
    return Result(state, refusals, {game.team: game.team})


def _play(game: Game, data: Mapping[str, Any]) -> Game:
    return play(game, parse_command(data))


def open_record(header: Mapping[str, Any]) -> Game:
    """The game that a header starts; a ValueError says what is wrong with it."""
    team = header.get("team", UNNAMED)
    if not is_text(team):
        raise ValueError("team: must be a string")
    return start_game(Parameters.from_json(header.get("rules", {})), team)


def dump_header(parameters: Parameters, team: str) -> dict[str, Any]:
    """The header of a record with these settings and this team."""
    return {"record": RECORD, "version": VERSION, "rules": parameters.to_json(), "team": team}


def final_state(game: Game) -> dict[str, Any]:
    """The state as records describe it."""
    now = standing(game)
    return {
        "score": {"team": now.team, "authors": now.authors},
        "questions_played": now.questions_played,
        "over": now.over,
        "winner": None if now.winner is None else str(now.winner),
        "deciding": now.deciding,
        "needs_ruling": now.needs_ruling,
    }
