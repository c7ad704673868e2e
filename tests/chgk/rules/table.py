"""A table to play at: a session with sheets to draw, and commands in one word."""

from __future__ import annotations

import json
from typing import Any

import pytest

from chgk.rules.moves import primary_move
from chgk.rules.score import standing
from chgk.rules.session import Session, authorize, decide, evolve, open_session
from chgk.rules.snapshots import dump_event, dump_session, load_event, load_session
from tournaments.rules.engine import Refusal, fold

PLAYERS: list[dict[str, Any]] = [
    {"id": "p1", "name": "Вера", "captain": True},
    {"id": "p2", "name": "Глеб"},
    {"id": "p3", "name": "Дина"},
]
START = 1_000_000  # ms


def sheet(number: int) -> dict[str, Any]:
    """A question that can be told apart wherever it turns up."""
    return {
        "number": number,
        "text": f"text-{number}",
        "answer": f"ответ {number}",
        "accepted": [f"другой ответ {number}"],
        "rejected": [f"неответ {number}"],
        "comment": f"comment-{number}",
        "source": f"source-{number}",
        "category": 2,
        "authors": [{"name": f"Автор {number}", "town": "Томск"}],
    }


def setup(table: int = 9, spares: int = 2, **more: Any) -> dict[str, Any]:
    """A game as set up."""
    team = {"id": "lions", "name": "Львы", "colour": "#7a1f1f", "emblem": "Л", "players": PLAYERS}
    return {
        "rules": {},
        "settings": {},
        "team": team,
        "table": list(range(1, table + 1)),
        "spares": list(range(101, 101 + spares)),
        **more,
    }


class Table:
    """One game. Every command is also written down and read back, and the log must fold to the state."""

    def __init__(self, **more: Any) -> None:
        self.start: Session = open_session(setup(**more))
        self.session = self.start
        self.log: list[Any] = []
        self.at = START

    def do(self, do: str, **fields: Any) -> Table:
        """Carries a command out."""
        happened = decide(self.session, {"do": do, "at": self.at, **fields})
        happened = tuple(load_event(json.loads(json.dumps(dump_event(event)))) for event in happened)
        self.session = fold(evolve, self.session, happened)
        self.log += happened
        assert load_session(json.loads(json.dumps(dump_session(self.session)))) == self.session
        return self

    def refused(self, do: str, **fields: Any) -> tuple[str, str]:
        """Paragraph and code of the refusal."""
        with pytest.raises(Refusal) as caught:
            decide(self.session, {"do": do, "at": self.at, **fields})
        return caught.value.paragraph, caught.value.code

    def may(self, do: str, role: str, player: str | None = None, **fields: Any) -> str:
        """The refusal's code, or nothing if this person may give the command."""
        try:
            authorize(self.session, {"do": do, **fields}, role, "lions", player)
        except Refusal as refusal:
            return refusal.code
        return ""

    def ask(self, number: int | None = None) -> Table:
        """An envelope, the first one unless told."""
        number = self.session.envelopes[0] if number is None else number
        return self.do("ask", question=number, sheet=sheet(number))

    def read(self) -> Table:
        """An envelope, read out, with the clock running."""
        return self.ask().do("show_question").do("clock", action="start")

    def play(self, evening: str) -> Table:
        """T: a question that the team wins; A: one for the authors; !: the deciding round is taken."""
        for letter in evening:
            if letter == "!":
                self.do("take_deciding_round")
            else:
                self.read().do("judge", correct=letter == "T")
        return self

    @property
    def score(self) -> str:
        """«3:1»."""
        now = standing(self.session.game)
        return f"{now.team}:{now.authors}"

    @property
    def next(self) -> str:
        """The label of the primary move."""
        return primary_move(self.session).label
