"""A game board to play at: an evening is a line of letters, and refusals are checked to change nothing."""

from __future__ import annotations

from typing import Any

import pytest

from chgk.rules.commands import parse_command
from chgk.rules.engine import decide, evolve_all
from chgk.rules.events import Event
from chgk.rules.parameters import Parameters
from chgk.rules.record import final_state
from chgk.rules.state import Game, start_game
from tournaments.rules.engine import Refusal

PARAGRAPHS = {"1.5", "3.1.3", "3.1.4", "5.2.1", "5.2.2"}


class Board:
    """One game, its questions numbered from 1. Methods return the board, so that an evening reads as one sentence."""

    def __init__(self, evening: str = "", **rules: Any) -> None:
        self.game: Game = start_game(Parameters.from_json(rules), "gryffindor")
        self.log: list[Event] = []
        self.asked = 0
        self.play(evening)

    def do(self, do: str, **fields: Any) -> Board:
        """Carry a command out."""
        happened = decide(self.game, parse_command({"do": do, **fields}))
        self.game = evolve_all(self.game, happened)
        self.log += happened
        return self

    def refused(self, do: str, **fields: Any) -> tuple[str, str]:
        """Paragraph and code of the refusal that the command gets."""
        before = self.game
        with pytest.raises(Refusal) as caught:
            decide(before, parse_command({"do": do, **fields}))
        assert self.game == before
        assert caught.value.paragraph in PARAGRAPHS
        return caught.value.paragraph, caught.value.code

    def ask(self) -> Board:
        """Ask the next question."""
        self.asked += 1
        return self.do("ask", question=self.asked)

    def play(self, evening: str) -> Board:
        """T: a question that the team wins; A: one for the authors; !: the deciding round is taken."""
        for letter in evening:
            if letter == "!":
                self.do("take_deciding_round")
            else:
                self.ask().do("judge", correct=letter == "T")
        return self

    def rule(self, question: int | str, verdict: str) -> Board:
        """A ruling."""
        return self.do("rule", question=question, verdict=verdict)

    @property
    def state(self) -> dict[str, Any]:
        """The state as records have it."""
        return final_state(self.game)

    @property
    def reads(self) -> str:
        """The state in words: «3:1 after 4», then whatever else is the case."""
        state = self.state
        words = [f"{state['score']['team']}:{state['score']['authors']} after {state['questions_played']}"]
        words += ["deciding"] * state["deciding"] + ["needs ruling"] * state["needs_ruling"]
        assert state["over"] == (state["winner"] is not None)
        return ", ".join([*words, *([f"{state['winner']} won"] if state["over"] else [])])

    @property
    def may_take(self) -> bool:
        """Whether the captain could take the deciding round now."""
        try:
            decide(self.game, parse_command({"do": "take_deciding_round"}))
        except Refusal:
            return False
        return True
