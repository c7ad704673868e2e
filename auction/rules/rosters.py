"""Who may be in a team of three (§1 to §3): every refusal of a person, and those of the roster as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournaments.rules.engine import Refusal
from tournaments.rules.rosters import PUPIL, Candidate, Refusals

TEAM_SIZE = 3  # §2


def judge_person(one: Candidate) -> Refusals:
    """§1: a pupil with enough lessons in the class register, or the head; §2: of the house; §3: no head as captain."""
    return tuple(_against(one))


def check_roster(roster: Sequence[Candidate]) -> Refusals:
    """§2: exactly three; §3: one of them the captain."""
    found = []
    if len(roster) != TEAM_SIZE:
        found.append(Refusal("2", "roster_of_three", {"players": len(roster), "size": TEAM_SIZE}))
    if sum(one.is_captain for one in roster) != 1:
        found.append(Refusal("3", "roster_captain_missing"))
    return tuple(found)


def check_eligible(one: Candidate) -> Refusals:
    """§1: who may play at all, as a substitute too (§5)."""
    return tuple(_not_eligible(one))


def _against(one: Candidate) -> Iterator[Refusal]:
    yield from _not_eligible(one)
    if not one.is_own:
        yield Refusal("2", "not_of_the_house")
    if one.elsewhere:
        yield Refusal("2", "on_another_roster", {"house": one.elsewhere})
    if one.is_captain and one.is_head:
        yield Refusal("3", "head_as_captain")


def _not_eligible(one: Candidate) -> Iterator[Refusal]:
    if one.has_left:
        yield Refusal("1", "left_the_school")
    if one.is_head:
        return
    if one.kind != PUPIL:
        yield Refusal("1", "neither_pupil_nor_head")
    elif one.lessons is not None and one.lessons < one.needed:
        yield Refusal("1", "too_few_lessons", {"lessons": one.lessons, "needed": one.needed})
