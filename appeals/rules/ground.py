"""On what a team may appeal at all: a question of its own game, each ground once (§5.2.1, §5.2.2, §5.4.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from appeals.rules.state import Kind, Phase
from tournaments.rules.engine import Refusal


@dataclass(frozen=True, slots=True)
class Played:
    """The question as the game has it: judged or not, with the last ruling on it."""

    judged: bool
    counted: bool = False  # the team has the point
    removed: bool = False


@dataclass(frozen=True, slots=True)
class Earlier:
    """Another appeal of the same team on the same question."""

    number: int | None
    kind: Kind
    phase: Phase


def check_ground(kind: Kind, played: Played, earlier: Iterable[Earlier]) -> None:
    """Refused: a question that was not played to its verdict, what the team has already, the same ground again."""
    if not played.judged:
        raise Refusal("5.2.1", "question_not_played")
    if played.removed:
        raise Refusal("5.2.2", "question_removed_already")
    if kind is Kind.ACCEPT and played.counted:
        raise Refusal("5.2.2", "answer_counts_already")
    for one in earlier:
        if one.kind is not kind or one.phase is Phase.WITHDRAWN:
            continue
        if one.phase is Phase.ANNOUNCED:
            raise Refusal("5.4.1", "ground_decided", {"number": one.number})
        code = "ground_drafted" if one.phase in (Phase.DRAFT, Phase.RETURNED) else "ground_pending"
        raise Refusal("5.4.1" if code == "ground_pending" else "5.2.3", code, {"number": one.number or ""})
