"""Every person's refusals at once, and those of the roster as a whole."""

from __future__ import annotations

from tournaments.rules.engine import Refusal
from tournaments.rules.rosters import Candidate, judge


def test_nobody_puts_a_roster_right_one_sentence_at_a_time() -> None:
    late, small = Refusal("1", "late"), Refusal("2", "small")
    roster = (Candidate(1, "Ola"), Candidate(2, "Ala", is_captain=True))
    found = judge(roster, lambda one: () if one.is_captain else (late,), lambda everybody: (small,))
    assert found.people == {1: (late,), 2: ()} and found.whole == (small,) and found.is_refused


def test_a_roster_that_nothing_is_said_of_is_not_refused() -> None:
    assert not judge((Candidate(1, "Ola"),), lambda one: (), lambda everybody: ()).is_refused
