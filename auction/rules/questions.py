"""A question of the auction game, and how a typed answer compares with it (§17, §19)."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.rules.likeness import Likeness, compare


@dataclass(frozen=True, slots=True)
class Question:
    """A question as it is pinned to a lot; later edits in the bank do not reach the game."""

    id: str
    category: str
    text: str
    answer: str
    accepted: tuple[str, ...] = ()
    comment: str = ""
    source: str = ""
    variants: tuple[str, ...] = ()
    right_variant: int = 0


def compare_answer(question: Question, text: str) -> Likeness:
    """How the typed ``text`` compares with the answer and the accepted variants of ``question``."""
    return compare(text, (question.answer, *question.accepted))
