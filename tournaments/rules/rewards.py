"""What a game earns: a line for each thing that a team, a house or a person gets, and for each that gets nothing.

A discipline computes the lines from its state; the ledger, the privileges and the screens read them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class RewardKind(StrEnum):
    """What is won. ``nothing`` is a line too: it says why."""

    POINTS = "points"  # for the house ranking
    MASTERS = "masters"  # the house that sits in the Masters' box at the next edition
    HALF_OP = "half_op"  # a right in the school's chat, for some weeks
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Reward:
    """One line. ``code`` says why, as data; the sentence in the reader's language is the discipline's."""

    kind: RewardKind
    paragraph: str
    code: str
    team: str
    house: str | None = None
    points: int = 0
    weeks: int = 0
    player: str = ""  # id in the game's setup, for a right that a person gets
    name: str = ""
    not_for_staff: bool = False

    @property
    def for_the_house(self) -> bool:
        """Whether the house ranking's ledger holds this line."""
        return self.house is not None and self.kind in (RewardKind.POINTS, RewardKind.MASTERS)


def points_by_house(rewards: Iterable[Reward]) -> dict[str, int]:
    """What each house wins in the ranking; a house that wins 0 points is in it, too."""
    won: dict[str, int] = {}
    for reward in rewards:
        if reward.kind is RewardKind.POINTS and reward.house is not None:
            won[reward.house] = won.get(reward.house, 0) + reward.points
    return won
