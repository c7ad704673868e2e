"""Who sits at a table of a live game, and how the table looks on every screen."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Player:
    """A member of a team as the game knows them."""

    id: str
    name: str
    captain: bool = False
    staff: bool = False  # of the school: wins no rights in the chat


@dataclass(frozen=True, slots=True)
class Seat:
    """How a team looks on every screen, and who sits in it."""

    team: str
    name: str
    colour: str
    emblem: str
    players: tuple[Player, ...] = ()
