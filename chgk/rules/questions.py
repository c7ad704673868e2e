"""A played question, and a stretch of them that can be long without being slow.

A stretch is a row of blocks; each block knows what the questions in it come to. A question is added, found or ruled on,
and the end of a game is found, by looking at a few blocks, not at every question: an appeal costs no more
in a long record than in a short one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from chgk.rules.fields import Label


class Side(StrEnum):
    """Who plays: the team against the authors of the questions (§3.1.3)."""

    TEAM = "team"
    AUTHORS = "authors"


class Verdict(StrEnum):
    """What an appeal came to (§5.2.2)."""

    ACCEPT = "accept"  # the answer counts
    REMOVE = "remove"  # the question is taken out of the game
    NONE = "none"  # nothing, or an earlier ruling is withdrawn


@dataclass(frozen=True, slots=True)
class Question:
    """A question with the host's verdict, and with the last ruling on it."""

    label: Label
    correct: bool
    ruling: Verdict = Verdict.NONE

    @property
    def winner(self) -> Side | None:
        """Who has the point; nobody if the question is removed."""
        if self.ruling is Verdict.REMOVE:
            return None
        return Side.TEAM if self.correct or self.ruling is Verdict.ACCEPT else Side.AUTHORS

    first = last = winner  # of one question; what a block has, too

    @property
    def team(self) -> int:
        """Questions won by the team: one or none."""
        return int(self.winner is Side.TEAM)

    @property
    def authors(self) -> int:
        """Questions won by the authors: one or none."""
        return int(self.winner is Side.AUTHORS)


@dataclass(frozen=True, slots=True)
class Block:
    """Two halves, equally long, and what they come to together."""

    left: Question | Block
    right: Question | Block
    team: int
    authors: int
    first: Side | None  # who won the first question that counts
    last: Side | None


def _join(left: Question | Block, right: Question | Block) -> Block:
    team, authors = left.team + right.team, left.authors + right.authors
    return Block(left, right, team, authors, first=left.first or right.first, last=right.last or left.last)


class Won(NamedTuple):
    """How many questions each side has won."""

    team: int = 0
    authors: int = 0

    def plus(self, part: Question | Block) -> Won:
        """With those of ``part``."""
        return Won(self.team + part.team, self.authors + part.authors)

    @property
    def played(self) -> int:
        """Every question that counts is won by one side."""
        return self.team + self.authors


@dataclass(frozen=True, slots=True)
class _Row:
    """A block, and where in it each of its questions stands."""

    block: Question | Block
    places: Mapping[Label, int]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Questions in the order in which they were played; an immutable sequence with names."""

    rows: tuple[_Row, ...] = ()  # each longer than the next

    @classmethod
    def of(cls, questions: Iterable[Question]) -> Stretch:
        """The stretch of these questions."""
        stretch = cls()
        for question in questions:
            stretch = stretch.and_then(question)
        return stretch

    def __iter__(self) -> Iterator[Question]:
        for row in self.rows:
            yield from _questions(row.block)

    def __len__(self) -> int:
        return sum(len(row.places) for row in self.rows)

    def __contains__(self, label: Label) -> bool:
        return any(label in row.places for row in self.rows)

    def and_then(self, question: Question) -> Stretch:
        """With one more question; rows that have become equally long are joined."""
        rows, new = self.rows, _Row(question, {question.label: 0})
        while rows and len(rows[-1].places) == len(new.places):
            rows, old = rows[:-1], rows[-1]
            moved = {label: len(old.places) + place for label, place in new.places.items()}
            new = _Row(_join(old.block, new.block), {**old.places, **moved})
        return Stretch((*rows, new))

    def ruled(self, label: Label, ruling: Verdict) -> Stretch:
        """With this ruling on the question ``label``."""
        rows = (
            replace(row, block=_ruled(row.block, row.places[label], len(row.places), ruling))
            if label in row.places
            else row
            for row in self.rows
        )
        return Stretch(tuple(rows))

    @property
    def first(self) -> Side | None:
        """Who won the first question that counts; None while there is none."""
        return next((row.block.first for row in self.rows if row.block.first), None)

    @property
    def last(self) -> Side | None:
        """Who won the last question that counts; None while there is none."""
        return next((row.block.last for row in reversed(self.rows) if row.block.last), None)

    def until(self, team: int, authors: int) -> Won:
        """What was won up to the question with which a side has that many; all of it if neither side gets there."""
        won = Won()
        for row in self.rows:
            after = won.plus(row.block)
            if after.team >= team or after.authors >= authors:
                return _until(row.block, won, team, authors)
            won = after
        return won


def _questions(block: Question | Block) -> Iterator[Question]:
    if isinstance(block, Question):
        yield block
    else:
        yield from _questions(block.left)
        yield from _questions(block.right)


def _ruled(block: Question | Block, place: int, length: int, ruling: Verdict) -> Question | Block:
    """The block with a ruling on the question that stands at ``place`` of ``length``."""
    if isinstance(block, Question):
        return replace(block, ruling=ruling)
    half = length // 2
    if place < half:
        return _join(_ruled(block.left, place, half, ruling), block.right)
    return _join(block.left, _ruled(block.right, place - half, half, ruling))


def _until(block: Question | Block, won: Won, team: int, authors: int) -> Won:
    """Down to the question that decides, which is somewhere in ``block``; ``won``: what was won before it."""
    while isinstance(block, Block):
        after = won.plus(block.left)
        if after.team >= team or after.authors >= authors:
            block = block.left
        else:
            won, block = after, block.right
    return won.plus(block)
