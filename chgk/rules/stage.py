"""What the hall sees of a question: the envelope opened, the text read, the clock, the answer.

The game of points (state.py) does not depend on any of it; a record replays without a stage.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.rules.clock import Clock
from tournaments.rules.likeness import Likeness, compare


@dataclass(frozen=True, slots=True)
class Settings:
    """How the stage runs, pinned with the rules. Times in milliseconds."""

    discussion_ms: int = 120_000  # §3.1.5
    deciding_ms: int = 180_000  # §3.1.5: for the question of a deciding round
    grace_ms: int = 5_000  # later answers are marked late


@dataclass(frozen=True, slots=True)
class Author:
    """Against whom the team plays: who wrote the question, and from where."""

    name: str
    town: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that is handed out. ``digest`` names it; the bytes lie beside the question, not in the log."""

    digest: str
    width: int
    height: int
    description: str = ""  # for whoever cannot see it


@dataclass(frozen=True, slots=True)
class Sheet:
    """What lies in an envelope: a question with all its parts (§4.1.1), as it is pinned to the game."""

    number: int
    text: str
    answer: str
    accepted: tuple[str, ...] = ()
    rejected: tuple[str, ...] = ()  # answers that look right and are not
    comment: str = ""  # how to judge, and what the answer means
    source: str = ""
    category: int = 2  # 1 easy, 2 medium, 3 hard
    authors: tuple[Author, ...] = ()
    handout: str = ""  # a text that the table gets to read
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What the team typed, and when it arrived (ms since the epoch)."""

    text: str
    by: str
    at: int
    late: bool


@dataclass(frozen=True, slots=True)
class Result:
    """How the last question ended. ``removed``: it was faulty, and counts for nobody."""

    number: int
    correct: bool
    worth: int
    answer: str = ""
    removed: bool = False


@dataclass(frozen=True, slots=True)
class Stage:
    """The stage of the current question, and the result of the last one until the next is drawn."""

    sheet: Sheet | None = None
    shown: bool = False
    clock: Clock | None = None
    ready: bool = False  # the table has said that it answers: a clock that stands still without it is a pause
    answerer: str | None = None  # a player's id, named by the captain
    answer: Answer | None = None
    declined: bool = False  # the captain does not take the deciding round at this point (§3.1.4)
    result: Result | None = None


def is_answering(stage: Stage) -> bool:
    """§3.1.5: whether the table answers: it has said so, or no time was left when the clock was stopped."""
    clock = stage.clock
    stopped = clock is not None and clock.deadline is None and (stage.ready or clock.remaining == 0)
    return stage.answer is not None or stopped


def compare_answer(sheet: Sheet, text: str) -> Likeness:
    """What the typed ``text`` suggests; an answer that the sheet rejects is never the right one."""
    if compare(text, sheet.rejected) is Likeness.SAME:
        return Likeness.DIFFERENT
    return compare(text, (sheet.answer, *sheet.accepted))


def left_on_the_table(table: Iterable[int], spares: Iterable[int], asked: Iterable[int], removed: int) -> list[int]:
    """The envelopes still closed: a spare joins them for every question that was taken out of the game."""
    gone = set(asked)
    joined = [number for _, number in zip(range(removed), spares, strict=False)]
    return [number for number in (*table, *joined) if number not in gone]
