"""Counting what questions came to."""

from __future__ import annotations

import pytest

from chgk.rules.questions import Side
from chgk.rules.statistics import Fate, Tally, tally

ANSWERED, MISSED, REMOVED = Fate(Side.TEAM), Fate(Side.AUTHORS), Fate(None, appeals=1, overturned=True)


def test_every_author_of_a_question_is_counted_once() -> None:
    found = tally([(["Ян", "Ян", "Ева"], ANSWERED), (["Ева"], None), (["Ева"], REMOVED), ([], MISSED)])
    assert found == {
        "Ян": Tally(written=1, answered=1),
        "Ева": Tally(written=3, answered=1, removed=1, appeals=1, overturned=1),
    }
    assert found["Ева"].asked == 2


@pytest.mark.parametrize(
    ("answered", "missed", "share"),
    [(0, 0, None), (1, 0, 100), (0, 3, 0), (1, 2, 33), (2, 1, 67), (1, 7, 13), (1, 1, 50)],
)
def test_shares_are_whole_numbers_rounded_half_up(answered: int, missed: int, share: int | None) -> None:
    assert Tally(answered=answered, missed=missed, removed=5).share == share
