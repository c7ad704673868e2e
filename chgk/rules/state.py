"""The state of one game: the questions, the rulings on them, the curator's closure. The score follows from these."""

from __future__ import annotations

from dataclasses import dataclass, field

from chgk.rules.fields import Label
from chgk.rules.parameters import Parameters
from chgk.rules.questions import Side, Stretch


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a team against the authors. What it comes to at any moment: :func:`chgk.rules.score.standing`."""

    parameters: Parameters
    team: str
    opening: Stretch = field(default_factory=Stretch)  # the questions before the deciding round was taken
    ending: Stretch | None = None  # those since (§3.1.4); None while it has not been taken
    asked: Label | None = None  # the open question
    ruled: bool = False  # whether there has been a ruling
    closed_for: Side | None = None  # whom the curator gave a game that had stayed undecided

    def has(self, label: Label) -> bool:
        """Whether a question of this name has been asked, also one that was removed since."""
        return label == self.asked or label in self.opening or (self.ending is not None and label in self.ending)


def start_game(parameters: Parameters, team: str) -> Game:
    """0:0, nothing asked."""
    return Game(parameters, team)
