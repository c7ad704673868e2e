"""Quorums and majorities in whole numbers: «two thirds of seven» is five, and never a rounded fraction.

Abstentions are votes of people who are there: they count for the attendance and for whatever a majority is taken of,
but in nobody's favour. Who is absent counts for nothing but the composition.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Of(StrEnum):
    """What a majority is a part of."""

    COMPOSITION = "composition"  # everybody who has a vote, there or not
    PRESENT = "present"


class Decision(StrEnum):
    """What a vote came to."""

    ADOPTED = "adopted"
    REJECTED = "rejected"
    NO_QUORUM = "no_quorum"  # nothing is decided; the meeting is called again


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a whole: ``numerator`` / ``denominator``, at least that much, or strictly ``more``."""

    numerator: int
    denominator: int
    more: bool = False

    def needed(self, whole: int) -> int:
        """The smallest number of people that is this share of ``whole``."""
        part = whole * self.numerator
        return part // self.denominator + 1 if self.more else -(-part // self.denominator)

    def reached(self, number: int, whole: int) -> bool:
        """Whether ``number`` of ``whole`` is this share of it."""
        return number >= self.needed(whole)


@dataclass(frozen=True, slots=True)
class Step:
    """With at least this ``attendance`` of the composition, this ``majority`` decides."""

    attendance: Share
    majority: Share
    of: Of


@dataclass(frozen=True, slots=True)
class Rule:
    """How a body decides: the first step whose attendance is reached, in this order; none of them: no quorum."""

    steps: tuple[Step, ...]


NOBODY = Share(0, 1)
ALL = Share(1, 1)
HALF = Share(1, 2)
TWO_THIRDS = Share(2, 3)
MORE_THAN_TWO_THIRDS = Share(2, 3, more=True)
MORE_THAN_HALF = Share(1, 2, more=True)

# §1.6.3: more than two thirds of all captains, however many came
AMENDMENT = Rule((Step(NOBODY, MORE_THAN_TWO_THIRDS, Of.COMPOSITION),))
# §5.1.2: two thirds if all came, a half of those present if at least two thirds did
JURY = Rule((Step(ALL, TWO_THIRDS, Of.PRESENT), Step(TWO_THIRDS, HALF, Of.PRESENT)))


@dataclass(frozen=True, slots=True)
class Count:
    """The votes of a body of ``composition`` people."""

    composition: int
    in_favour: int
    against: int = 0
    abstained: int = 0

    def __post_init__(self) -> None:
        if min(self.composition, self.in_favour, self.against, self.abstained) < 0:
            raise ValueError("nobody votes less than not at all")
        if self.present > self.composition:
            raise ValueError("more votes than people")

    @property
    def present(self) -> int:
        """Everybody who voted, also those who abstained."""
        return self.in_favour + self.against + self.abstained


@dataclass(frozen=True, slots=True)
class Result:
    """A vote with the reason of its outcome: ``share`` of ``whole`` was needed, that is ``needed``.

    Without a quorum these are about the attendance: ``share`` of the composition had to come.
    """

    decision: Decision
    count: Count
    share: Share
    of: Of
    whole: int
    needed: int


def decide_vote(rule: Rule, count: Count) -> Result:
    """What the votes come to; a body without anybody decides nothing."""
    composition = count.composition
    for step in rule.steps:
        if composition and step.attendance.reached(count.present, composition):
            whole = composition if step.of is Of.COMPOSITION else count.present
            needed = step.majority.needed(whole)
            passed = count.in_favour >= max(needed, 1)  # nobody's votes adopt nothing
            decision = Decision.ADOPTED if passed else Decision.REJECTED
            return Result(decision, count, step.majority, step.of, whole, needed)
    least = rule.steps[-1].attendance
    return Result(Decision.NO_QUORUM, count, least, Of.COMPOSITION, composition, least.needed(composition))
