"""Records of the game: the header, the replay, and the final state that a replay prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from auction.rules.commands import parse_command
from auction.rules.endings import ranking
from auction.rules.engine import play
from auction.rules.entrants import Entrant, dump_entrant, read_entrant
from auction.rules.parameters import Parameters
from auction.rules.state import Game, Team, start_game
from tournaments.rules.records import Result, Row, carry_out, open_lines

RECORD = "auction"
VERSION = 1


def replay_lines(lines: Iterable[bytes | str]) -> Result:
    """Carry out a record of this game; a :class:`RecordError` names the line that makes it unreadable."""
    return replay(*open_lines(lines, RECORD))


def replay(header: Row, rows: Iterator[Row]) -> Result:
    """Carry out every command in its order; what the rules refuse is noted and changes nothing."""
    game, refusals = carry_out(header, rows, version=VERSION, start=open_record, play=_play)
    state = {**final_state(game), "refused": [line for line, _ in refusals]}
    return Result(state, refusals, {team.id: team.command for team in game.teams})


def _play(game: Game, data: Mapping[str, Any]) -> Game:
    return play(game, parse_command(data))


def open_record(header: Mapping[str, Any]) -> Game:
    """The game that a header starts; a ValueError says what is wrong with it."""
    entrants = entrants_of(header)
    return start_game(Parameters.from_json(header.get("rules", {})), entrants)


def entrants_of(header: Mapping[str, Any]) -> list[Entrant]:
    """The teams of a header; a ValueError says which is wrong, and how."""
    teams = header.get("teams")
    if not isinstance(teams, list):
        raise ValueError("teams: must be a list")
    return [_entrant(position, team) for position, team in enumerate(teams, 1)]


def _entrant(position: int, data: object) -> Entrant:
    try:
        return read_entrant(data)
    except ValueError as error:
        raise ValueError(f"team {position}: {error}") from None


def dump_header(parameters: Parameters, teams: Iterable[Entrant]) -> dict[str, Any]:
    """The header of a record with these settings and teams."""
    entrants = [dump_entrant(team) for team in teams]
    return {"record": RECORD, "version": VERSION, "rules": parameters.to_json(), "teams": entrants}


def final_state(game: Game) -> dict[str, Any]:
    """The state as records describe it, both rounds' teams included."""
    return {
        "phase": str(game.phase),
        "round": game.round,
        "played": game.played,
        "pot": game.pot,
        "bank": game.bank,
        "teams": {team.id: _account(team) for team in game.teams},
        "finalist": game.finalist,
        "winner": game.winner,
        "ranking": ranking(game),
    }


def _account(team: Team) -> dict[str, Any]:
    return {
        "points": team.points,
        "out": team.out,
        "warnings": team.warnings,
        "hints": team.hints,
        "boxes": team.boxes,
    }
