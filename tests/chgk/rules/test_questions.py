"""A stretch of questions is a list that knows its sums: compared with a plain list."""

from __future__ import annotations

import hypothesis.strategies as st
from hypothesis import given, settings

from chgk.rules.questions import Question, Side, Stretch, Verdict, Won

QUESTIONS = st.lists(st.tuples(st.booleans(), st.sampled_from(list(Verdict))), max_size=40)


def slowly(questions: list[Question], team: int, authors: int) -> Won:
    """Question by question until a side has enough."""
    won = Won()
    for question in questions:
        won = won.plus(question)
        if won.team >= team or won.authors >= authors:
            break
    return won


@settings(max_examples=200, deadline=None)
@given(played=QUESTIONS, team=st.integers(1, 12), authors=st.integers(1, 12), appeal=st.integers(0, 60))
def test_a_stretch_is_a_list(played: list[tuple[bool, Verdict]], team: int, authors: int, appeal: int) -> None:
    questions = [Question(place, *question) for place, question in enumerate(played)]
    stretch = Stretch.of(questions)
    winners = [question.winner for question in questions if question.winner]
    assert list(stretch) == questions
    assert len(stretch) == len(questions)
    assert (stretch.first, stretch.last) == ((winners[0], winners[-1]) if winners else (None, None))
    assert stretch.until(team, authors) == slowly(questions, team, authors)
    ruled = [Question(q.label, q.correct, Verdict.REMOVE) if q.label == appeal else q for q in questions]
    assert stretch.ruled(appeal, Verdict.REMOVE) == Stretch.of(ruled)
    assert (appeal in stretch) == (appeal < len(questions))


def test_who_has_the_point() -> None:
    assert Question(1, correct=True).winner is Side.TEAM
    assert Question(1, correct=False).winner is Side.AUTHORS
    assert Question(1, False, Verdict.ACCEPT).winner is Side.TEAM
    assert Question(1, True, Verdict.REMOVE).winner is None
    assert Question(1, True, Verdict.NONE).winner is Side.TEAM


def test_a_long_stretch_is_a_few_rows() -> None:
    stretch = Stretch.of(Question(number, correct=True) for number in range(5_000))
    assert len(stretch.rows) == (5_000).bit_count()
    assert 4_999 in stretch and 5_000 not in stretch and "1" not in stretch
