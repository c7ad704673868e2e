"""A team before the game: what a record's header and the opening of the final say about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tournaments.rules.fields import is_text


class Entrant(NamedTuple):
    """Who enters the game. ``command`` is the word its captain bids with (§11); without a house, no ranking."""

    id: str
    command: str
    house: str | None


def read_entrant(data: object, *, guests: bool = False) -> Entrant:
    """Read the JSON form; a ValueError names the field that is wrong.

    The command word is the id unless given, and so is the house, except the guests' (§23): they have none.
    """
    if not isinstance(data, Mapping):
        raise ValueError("must be an object")
    team = data.get("id")
    if not is_text(team):
        raise ValueError("id: must be a string")
    command = data.get("command", team)
    if not is_text(command):
        raise ValueError("command: must be a string")
    house = data.get("house", None if guests else team)
    if house is not None and not is_text(house):
        raise ValueError("house: must be a string or null")
    return Entrant(team, command, house)


def dump_entrant(entrant: Entrant) -> dict[str, str | None]:
    """The JSON form, complete."""
    return {"id": entrant.id, "command": entrant.command, "house": entrant.house}
