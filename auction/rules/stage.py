"""What the hall sees of a lot: the question, the clock, the answer, the calls before «sold».

The game of points (state.py) does not depend on any of it; a record replays without a stage.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from auction.rules.duel import FAIR, Duel
from auction.rules.questions import Question
from auction.rules.state import Kind
from tournaments.rules.clock import Clock
from tournaments.rules.lineup import Player

CALLS_BEFORE_SOLD = 2  # «going once, going twice»


@dataclass(frozen=True, slots=True)
class Settings:
    """Stage settings, pinned with the rules. Times in milliseconds."""

    answer_ms: int = 15_000  # §17, §19
    grace_ms: int = 5_000  # later answers are marked late
    clock_from: str = "read"  # or "shown": what starts the clock
    duel_order: str = FAIR  # or "arrival": which press of a duel was first (§25)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A substitution that waits for the captain's word (§5); with ``declined`` it has had one, for the host to read."""

    team: str
    out: Player
    player: Player
    reason: str
    declined: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a team typed, and when it arrived (ms since the epoch)."""

    team: str
    text: str
    by: str
    at: int
    late: bool


@dataclass(frozen=True, slots=True)
class Result:
    """How the last lot ended. ``correct`` is None when it found no buyer, and in a special lot."""

    category: str
    team: str | None
    correct: bool | None
    pot: int
    va_banque: bool = False
    answer: str = ""
    dropped: tuple[str, ...] = ()
    kind: Kind = Kind.QUESTION
    price: int = 0  # of a special lot: what the team that won it had put in (§6)
    stakes: int = 0  # what all teams had put into it
    to_pot: bool = False  # where those went: to the pot of the next question, else to the bank


@dataclass(frozen=True, slots=True)
class Stage:
    """The stage of the current lot, and the result of the last one until the next draw."""

    question: Question | None = None
    shown: bool = False
    hint_shown: bool = False
    clock: Clock | None = None
    answer: Answer | None = None
    answerer: str | None = None  # a player's id, named by the captain (§17)
    calls: int = 0
    opening: Mapping[str, int] = field(default_factory=dict)  # balances before the draw: the deltas' zero
    reprimands: Mapping[str, int] = field(default_factory=dict)  # of this lot: team -> points lost (§16)
    result: Result | None = None
    duel: Duel | None = None  # of this lot (§25)
    open_box: int | None = None  # the black box that was opened last
