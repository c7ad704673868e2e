"""A table to play at: commands by name, points by team, and refusals that are checked to change nothing."""

from __future__ import annotations

from typing import Any

import pytest

from auction.rules.commands import parse_command
from auction.rules.engine import decide, evolve_all, start_game
from auction.rules.events import Event
from auction.rules.parameters import Parameters
from auction.rules.record import final_state
from auction.rules.state import Game, Team
from tournaments.rules.engine import Refusal

SEATS = {
    "red": ("Czerwoni", "gryffindor"),
    "yellow": ("Żółci", "hufflepuff"),
    "blue": ("Niebiescy", "ravenclaw"),
    "green": ("Zieloni", "slytherin"),
}
MASTERS = {"id": "masters", "command": "Mistrzowie", "house": None}


class Table:
    """One game. Methods return the table, so that an evening reads as one sentence."""

    def __init__(self, *teams: str, **rules: Any) -> None:
        seats = [(team, *SEATS[team]) for team in teams or SEATS]
        self.game: Game = start_game(Parameters.from_json(rules), seats)
        self.log: list[Event] = []
        self.lots = 0

    def do(self, do: str, **fields: Any) -> Table:
        """Carry a command out."""
        happened = decide(self.game, parse_command({"do": do, **fields}))
        self.game = evolve_all(self.game, happened)
        self.log += happened
        return self

    def refused(self, do: str, **fields: Any) -> Refusal:
        """The refusal that the command gets."""
        before = self.game
        with pytest.raises(Refusal) as caught:
            decide(before, parse_command({"do": do, **fields}))
        assert self.game == before
        assert caught.value.paragraph in {str(number) for number in range(1, 30)}
        return caught.value

    def draw(self, category: str | None = None, kind: str = "question") -> Table:
        """Draw a category; a fresh one unless named."""
        self.lots += 1
        return self.do("draw", category=category or f"Kategoria {self.lots}", kind=kind)

    def bidding(self, kind: str = "question", /, **bids: int) -> Table:
        """Draw, open, and let the teams bid in the order in which they are named."""
        self.draw(kind=kind).do("open")
        for team, points in bids.items():
            self.do("bid", team=team, points=points)
        return self

    def sold(self, kind: str = "question", /, **bids: int) -> Table:
        """A bidding that was closed, everybody silent excused."""
        return self.bidding(kind, **bids).do("close", excused=[*SEATS, "masters"])

    def question(self, correct: bool, **bids: int) -> Table:
        """A whole question."""
        return self.sold("question", **bids).do("judge", correct=correct)

    def final(self) -> Table:
        """The Masters sit down."""
        return self.do("open_final", masters=MASTERS)

    def team(self, team: str) -> Team:
        """The team as it stands."""
        return self.game.team(team)

    @property
    def points(self) -> dict[str, int]:
        """Every team's account."""
        return {team.id: team.points for team in self.game.teams}

    @property
    def state(self) -> dict[str, Any]:
        """The state as records have it."""
        return final_state(self.game)


def duel_table(**rules: Any) -> Table:
    """A final between red and the Masters, 47 points each, about to play: a first round of one question."""
    return Table("red", "blue", questions_per_round=1, **rules).question(False, blue=4).final()
