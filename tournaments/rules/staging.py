"""What the stages of all games know: a draw, a clock, who answers, when an answer is late."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.rules.clock import Clock
from tournaments.rules.engine import Refusal

LONGEST_ANSWER = 200  # letters


@dataclass(frozen=True, slots=True)
class DrawMade:
    """Chance decided: the draw with this number in its series (docs/draws.md)."""

    series: int
    number: int


@dataclass(frozen=True, slots=True)
class ClockSet:
    """The clock started, stopped or changed; None takes it away."""

    clock: Clock | None


@dataclass(frozen=True, slots=True)
class AnswererNamed:
    """The captain named who answers; None is the captain."""

    player: str | None


def read_answer(command: Mapping[str, Any], paragraph: str) -> str:
    """The answer as typed; refused if it says nothing, or too much."""
    text = command.get("text")
    if not isinstance(text, str) or not text.strip():
        raise Refusal(paragraph, "empty_answer", {})
    if len(text) > LONGEST_ANSWER:
        raise Refusal(paragraph, "answer_too_long", {"longest": LONGEST_ANSWER})
    return text.strip()


def is_late(clock: Clock | None, at: int, grace_ms: int) -> bool:
    """Whether an answer of ``at`` (ms since the epoch) came after the time and the grace."""
    return clock is not None and clock.deadline is not None and at > clock.deadline + grace_ms
