"""How questions fared: what they came to in their games, counted by author and by category."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from chgk.rules.questions import Side

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a question in a game that is over. ``winner``: nobody of one that was removed.

    ``appeals``: those announced, on it; ``overturned``: whether one of them changed the host's verdict.
    """

    winner: Side | None
    appeals: int = 0
    overturned: bool = False


@dataclass(frozen=True, slots=True)
class Tally:
    """Questions counted. ``written`` are all of them, also those that no game has asked yet or ever will."""

    written: int = 0
    answered: int = 0
    missed: int = 0
    removed: int = 0
    appeals: int = 0
    overturned: int = 0

    @property
    def asked(self) -> int:
        """How many were played, removed ones too."""
        return self.answered + self.missed + self.removed

    @property
    def share(self) -> int | None:
        """How many of a hundred that counted were answered, rounded half up; None while none counted."""
        counted = self.answered + self.missed
        return (200 * self.answered + counted) // (2 * counted) if counted else None

    def plus(self, fate: Fate | None) -> Tally:
        """With one more question; ``fate`` is None if it was not asked."""
        more = replace(self, written=self.written + 1)
        if fate is None:
            return more
        return replace(
            more,
            answered=more.answered + (fate.winner is Side.TEAM),
            missed=more.missed + (fate.winner is Side.AUTHORS),
            removed=more.removed + (fate.winner is None),
            appeals=more.appeals + fate.appeals,
            overturned=more.overturned + fate.overturned,
        )


def tally(rows: Iterable[tuple[Iterable[Key], Fate | None]]) -> Mapping[Key, Tally]:
    """One tally a key. A question with several keys (authors) counts for each of them, once."""
    found: dict[Key, Tally] = {}
    for keys, fate in rows:
        for key in dict.fromkeys(keys):
            found[key] = found.get(key, Tally()).plus(fate)
    return found
