"""What a game record says about its draws: the lines beside the commands, and the proof inside a command.

A *series* is what one secret seed decides: its commitment comes first, then the nonces, then the draws, and the
seed itself last. Draws that were undone stay in the record as annotations. docs/draws.md has the format.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.rules.draw import Weighted, sort_choices
from tournaments.rules.fields import is_text, is_whole_number

COMMITMENT, NONCE, SEED, UNDONE_DRAW = "x-draw_commitment", "x-draw_nonce", "x-draw_seed", "x-undone_draw"
# On a command: played on paper (a draw by hand then, without proof) and entered afterwards; its time on paper.
AFTERWARDS, ON_PAPER_AT = "afterwards", "on_paper_at"
PROOFS = "draws"  # the key of a command, and of an undone one, that holds what was drawn


@dataclass(frozen=True, slots=True)
class Proof:
    """One draw: the n-th of its series, what it was about (category, question, tie …), from what, with which result."""

    series: int
    n: int
    of: str
    choices: Weighted
    result: str

    def to_json(self) -> dict[str, Any]:
        """As it stands in the log and in the record."""
        return {
            "series": self.series,
            "n": self.n,
            "of": self.of,
            "choices": dump_choices(self.choices),
            "result": self.result,
        }


def dump_choices(choices: Weighted) -> list[Any]:
    """A choice is its name, or name and weight where the weight is not one."""
    return [name if weight == 1 else [name, weight] for name, weight in choices]


def read_proofs(command: Mapping[str, Any]) -> tuple[Proof, ...]:
    """The draws that a command carries, none for most; ValueError names the key that is not as it should be."""
    data = command.get(PROOFS, [])
    if not isinstance(data, list):
        raise ValueError(PROOFS)
    return tuple(map(_read_proof, data))


def _read_proof(data: object) -> Proof:
    if not isinstance(data, dict):
        raise ValueError(PROOFS)
    return Proof(
        series=read_count(data, "series"),
        n=read_count(data, "n"),
        of=read_text(data, "of"),
        choices=_read_choices(data.get("choices")),
        result=read_text(data, "result"),
    )


def read_count(data: Mapping[str, Any], key: str, least: int = 1) -> int:
    """The whole number under ``key``; ValueError names the key."""
    value = data.get(key)
    if not is_whole_number(value) or value < least:
        raise ValueError(key)
    return value


def read_text(data: Mapping[str, Any], key: str) -> str:
    """The text under ``key``; ValueError names the key."""
    value = data.get(key)
    if not is_text(value):
        raise ValueError(key)
    return value


def _read_choices(data: object) -> Weighted:
    """Choices as they stand; they must be sorted already."""
    if not isinstance(data, list):
        raise ValueError("choices")
    try:
        read = tuple(map(_read_choice, data))
        if sort_choices(read) == read:
            return read
    except (ValueError, TypeError, IndexError):
        pass
    raise ValueError("choices")


def _read_choice(data: object) -> tuple[str, int]:
    name, weight = (data, 1) if isinstance(data, str) else _pair(data)
    if not is_text(name) or not is_whole_number(weight):
        raise ValueError("choices")
    return name, weight


def _pair(data: object) -> tuple[object, object]:
    if not isinstance(data, list) or len(data) != 2:
        raise ValueError("choices")
    return data[0], data[1]
