"""What everybody owns at one moment of a game: the figures that a protocol and a chart are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from auction.rules.state import Game


@dataclass(frozen=True, slots=True)
class Accounts:
    """``points`` of every team of both rounds; ``pot`` as the screens show it, ``bank`` what left the game."""

    points: Mapping[str, int]
    pot: int
    bank: int

    def moved_since(self, before: Accounts) -> dict[str, int]:
        """Who has more or less than before: team -> difference, without those that have the same."""
        differences = {team: points - before.points.get(team, 0) for team, points in self.points.items()}
        return {team: difference for team, difference in differences.items() if difference}


def accounts_of(game: Game) -> Accounts:
    """The accounts as they stand."""
    return Accounts({team.id: team.points for team in game.teams}, game.pot, game.bank)
