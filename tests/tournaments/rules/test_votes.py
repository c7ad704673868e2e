"""Every attendance and every majority of a council of one to eight captains, in whole numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.votes import (
    AMENDMENT,
    HALF,
    JURY,
    MORE_THAN_HALF,
    MORE_THAN_TWO_THIRDS,
    TWO_THIRDS,
    Count,
    Decision,
    Of,
    decide_vote,
)
from tournaments.vote_words import decision_word, result_words

# §1.6.3: captains in the council -> votes for an amendment, strictly more than two thirds of them
AMENDMENTS = {1: 1, 2: 2, 3: 3, 4: 3, 5: 4, 6: 5, 7: 5, 8: 6}

# §5.1.2: captains in the council -> by how many came: the votes for the jury that are needed; None: nothing is decided
JURIES: dict[int, list[int | None]] = {
    1: [None, 1],
    2: [None, None, 2],
    3: [None, None, 1, 2],
    4: [None, None, None, 2, 3],
    5: [None, None, None, None, 2, 4],
    6: [None, None, None, None, 2, 3, 4],
    7: [None, None, None, None, None, 3, 3, 5],
    8: [None, None, None, None, None, None, 3, 4, 6],
}


@pytest.mark.parametrize(("captains", "needed"), AMENDMENTS.items())
def test_an_amendment_takes_more_than_two_thirds_of_all_captains(captains, needed):
    for votes in range(captains + 1):
        for others in range(captains - votes + 1):
            result = decide_vote(AMENDMENT, Count(captains, votes, against=others))
            assert result.needed == needed
            assert (result.decision is Decision.ADOPTED) == (votes >= needed) == (3 * votes > 2 * captains)


@pytest.mark.parametrize(
    ("captains", "came", "needed"),
    [(captains, came, needed) for captains, row in JURIES.items() for came, needed in enumerate(row)],
)
def test_a_jury_is_confirmed_at_every_attendance(captains, came, needed):
    for votes in range(came + 1):
        for against in range(came - votes + 1):
            count = Count(captains, votes, against, abstained=came - votes - against)
            result = decide_vote(JURY, count)
            if needed is None:
                assert result.decision is Decision.NO_QUORUM
            else:
                assert result.needed == needed
                assert (result.decision is Decision.ADOPTED) == (votes >= needed)


def test_the_tables_cover_one_to_eight_captains():
    assert list(AMENDMENTS) == list(JURIES) == list(range(1, 9))
    assert all(len(row) == captains + 1 for captains, row in JURIES.items())


@given(st.integers(0, 60), st.sampled_from([HALF, TWO_THIRDS, MORE_THAN_HALF, MORE_THAN_TWO_THIRDS]))
def test_a_share_is_what_exact_fractions_say(whole, share):
    exact = Fraction(share.numerator, share.denominator) * whole
    for number in range(whole + 2):
        assert share.reached(number, whole) == (number > exact if share.more else number >= exact)


def test_two_thirds_of_nine_are_six_and_abstentions_help_nobody():
    assert TWO_THIRDS.needed(9) == 6
    assert decide_vote(JURY, Count(9, 6, abstained=3)).decision is Decision.ADOPTED
    assert decide_vote(JURY, Count(9, 5, abstained=4)).decision is Decision.REJECTED
    assert decide_vote(JURY, Count(4, 1, abstained=2)).decision is Decision.REJECTED


def test_a_council_of_nobody_decides_nothing():
    assert decide_vote(JURY, Count(0, 0)).decision is Decision.NO_QUORUM
    assert decide_vote(AMENDMENT, Count(0, 0)).decision is Decision.NO_QUORUM


@pytest.mark.parametrize("figures", [(3, 4), (3, 2, 2), (-1, 0), (4, -1)])
def test_more_votes_than_captains_is_a_mistake(figures):
    with pytest.raises(ValueError, match=r"people|nobody"):
        Count(*figures)


def test_the_result_is_explained_with_its_fraction():
    with translation.override("en"):
        assert result_words(decide_vote(AMENDMENT, Count(4, 3, 1))) == "3 of 4; more than 2/3 of 4 needed: 3"
        assert result_words(decide_vote(JURY, Count(4, 3, 1))) == "3 of 4 present; at least 2/3 of them needed: 3"
        assert result_words(decide_vote(JURY, Count(4, 2, 1))) == "2 of 3 present; at least 1/2 of them needed: 2"
        assert result_words(decide_vote(JURY, Count(4, 2))) == "2 of 4 came; at least 2/3 of 4 needed: 3"
        assert [decision_word(decision) for decision in Decision] == [
            "adopted",
            "rejected",
            "nothing decided: too few came",
        ]


def test_of_names_what_a_majority_is_taken_of():
    assert decide_vote(AMENDMENT, Count(4, 3)).of is Of.COMPOSITION
    assert decide_vote(JURY, Count(4, 3)).of is Of.PRESENT
