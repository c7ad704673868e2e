"""What the rules of every game ask about who stands on a roster; the paragraphs are in each game's rules/rosters.py."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournaments.rules.engine import Refusal

PUPIL = "pupil"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A person as a roster's house sees them, on the day on which it is judged.

    ``is_own``: of the house, or its head. ``lessons``: how many that count the class register has; None where it is
    not asked. ``elsewhere``: the house in whose team of the tournament they are, if they are in another one.
    ``is_guest``: has accepted the captain's invitation. ``public_name``: what people of other houses may call them.
    """

    person: int
    name: str
    is_own: bool = True
    is_head: bool = False
    is_captain: bool = False
    is_guest: bool = False
    kind: str = PUPIL
    has_left: bool = False
    lessons: int | None = None
    needed: int = 0
    elsewhere: str = ""
    public_name: str = ""


Refusals = tuple[Refusal, ...]
JudgePerson = Callable[[Candidate], Refusals]
CheckRoster = Callable[[Sequence[Candidate]], Refusals]


@dataclass(frozen=True, slots=True)
class Judgement:
    """All that the rules refuse: of each person, by their number, and of the roster as a whole."""

    people: dict[int, Refusals]
    whole: Refusals

    @property
    def is_refused(self) -> bool:
        """Whether the roster cannot be submitted."""
        return bool(self.whole) or any(self.people.values())


def judge(roster: Sequence[Candidate], judge_person: JudgePerson, check_roster: CheckRoster) -> Judgement:
    """Every refusal at once, so that nobody has to put a roster right one sentence at a time."""
    return Judgement({one.person: judge_person(one) for one in roster}, check_roster(roster))
