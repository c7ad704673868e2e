"""Who sits down at the tables after the start: the Masters, for the final (§23)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from auction.rules.stage import Stage
from auction.rules.state import Team
from tournaments.rules.engine import Refusal
from tournaments.rules.fields import is_text
from tournaments.rules.lineup import Player, Seat

MASTERS = "masters"
MASTERS_COLOUR = "#7b4fa3"  # no house of §7 has it
MOST_MASTERS = 3  # as many as a team has (§2)


@dataclass(frozen=True, slots=True)
class MastersSeated:
    """§23: the Masters sit down at their table, and the stage is cleared for the final."""

    seat: Seat


SeatingEvent = MastersSeated

CHANGES: Mapping[type, Callable[[Stage, Any], Stage]] = {MastersSeated: lambda stage, event: Stage()}


def seat_masters(command: Mapping[str, Any]) -> tuple[MastersSeated, ...]:
    """The event that follows the opening of the final."""
    return (MastersSeated(read_seat(command["masters"])),)


def read_seat(masters: Mapping[str, Any]) -> Seat:
    """The table as the command describes it. A record may say no more than id and word, or name players only."""
    command = _text(masters.get("command")) or _text(masters.get("id"))
    return Seat(
        team=_text(masters.get("id")),
        name=_text(masters.get("name")) or command,
        colour=_text(masters.get("colour")) or MASTERS_COLOUR,
        emblem=_text(masters.get("emblem")) or command.strip()[:1].upper(),
        players=tuple(_players(masters)),
    )


def check_masters(masters: object, teams: Sequence[Team], seats: Sequence[Seat]) -> None:
    """§11: their word is their own; §23: nobody sits in both. Raises :class:`Refusal`."""
    if not isinstance(masters, Mapping):
        return
    word = _text(masters.get("command"))
    for team in teams:
        if _spelt(team.command) == _spelt(word):
            raise Refusal("11", "masters_word_taken", {"command": word, "team": team.id})
    for seat in seats:
        both = {player.id for player in seat.players} & {player.id for player in read_seat(masters).players}
        for player in seat.players:
            if player.id in both:
                raise Refusal("23", "masters_in_both", {"name": player.name, "team": seat.team})


def is_seated(seats: Iterable[Seat], team: str) -> bool:
    """Whether a team with this id has a table."""
    return any(seat.team == team for seat in seats)


def _players(masters: Mapping[str, Any]) -> Iterable[Player]:
    """As a setup has them, objects, or as a record's header has them, names with ``player_ids`` and ``captain``."""
    given = masters.get("players")
    entries = given if isinstance(given, list) else []
    ids = masters.get("player_ids")
    ids = ids if isinstance(ids, list) and len(ids) == len(entries) else []
    staff = masters.get("staff")
    staff = set(filter(is_text, staff)) if isinstance(staff, list) else set()
    names = [entry for entry in entries if is_text(entry)]
    captain = masters.get("captain", names[0] if names else None)
    for place, entry in enumerate(entries):
        if isinstance(entry, Mapping) and is_text(entry.get("id")) and is_text(entry.get("name")):
            yield Player(entry["id"], entry["name"], entry.get("captain") is True, entry.get("staff") is True)
        elif is_text(entry):
            known = ids[place] if ids and is_text(ids[place]) else f"{_text(masters.get('id'))}-{place + 1}"
            yield Player(known, entry, entry == captain, known in staff)


def _spelt(word: str) -> str:
    return " ".join(word.split()).casefold()


def _text(value: object) -> str:
    return value if is_text(value) else ""
