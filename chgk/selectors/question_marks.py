"""What is known of a question besides its game: appeals on it tell it here, as chgk knows nothing of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mark:
    """A decision on a question, announced. ``text``: what it came to; ``overturned``: it changed the host's verdict."""

    text: str
    url: str
    overturned: bool


Marks = Mapping[tuple[int, int], tuple[Mark, ...]]  # by game and number of the question
_readers: dict[str, Callable[[Iterable[int]], Marks]] = {}


def register_marks(name: str, reader: Callable[[Iterable[int]], Marks]) -> None:
    """From an app's ``ready()``: what it has to say of questions of these games, in a handful of queries."""
    _readers[name] = reader


def marks_of(games: Iterable[int]) -> Marks:
    """Every mark on questions of these games."""
    games = list(games)
    found: dict[tuple[int, int], tuple[Mark, ...]] = {}
    for reader in _readers.values() if games else ():
        for key, marks in reader(games).items():
            found[key] = (*found.get(key, ()), *marks)
    return found
