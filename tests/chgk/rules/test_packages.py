"""The way of a package: every state, move and role against a table written out here; what a package must hold."""

from __future__ import annotations

import itertools

import pytest

from chgk.rules.packages import (
    Facts,
    Listed,
    Move,
    Role,
    State,
    advice,
    balance,
    judge_content,
    judge_laying,
    judge_move,
    number_questions,
    questions_needed,
)
from tournaments.rules.engine import Refusal

E, C, K, G = Role.EDITOR, Role.CURATOR, Role.KEEPER, Role.GAME
ALLOWED: dict[tuple[State, Move], set[Role]] = {
    (State.DRAFT, Move.TEST): {E, C},
    (State.DRAFT, Move.HAND_IN): {E},
    (State.DRAFT, Move.APPROVE): {C},
    (State.TESTING, Move.REWORK): {E, C},
    (State.TESTING, Move.HAND_IN): {E},
    (State.TESTING, Move.APPROVE): {C},
    (State.TESTING, Move.RETURN): {C},
    (State.APPROVED, Move.RETURN): {C},
    (State.APPROVED, Move.SEAL): {C},
    (State.SEALED, Move.UNSEAL): {K},
    (State.SEALED, Move.PLAY): {G},
    (State.PLAYED, Move.REPLAY): {G},
    (State.PLAYED, Move.ARCHIVE): {C},
    (State.ARCHIVED, Move.REPLAY): {G},
}
FULL = tuple(Listed(number, category=number % 3 + 1) for number in range(1, 8))
LACK = Refusal("4.1.1", "answer_missing", {})


def test_every_move_is_somebodys_in_some_states_and_nobodys_in_all_others() -> None:
    for state, move, role in itertools.product(State, Move, Role):
        facts = Facts(state, questions=FULL)
        assert (not judge_move(move, facts, {role})) == (role in ALLOWED.get((state, move), set())), (state, move, role)


def test_what_waits_for_the_curator_is_handed_in_once_and_taken_or_given_back() -> None:
    for state in (State.DRAFT, State.TESTING):
        waiting = Facts(state, handed_in=True, questions=FULL)
        assert judge_move(Move.HAND_IN, waiting, {E})[0].code == "package_handed_in"
        assert not judge_move(Move.TAKE_BACK, waiting, {E})
        assert not judge_move(Move.RETURN, waiting, {C})
        assert judge_move(Move.TAKE_BACK, Facts(state, questions=FULL), {E})[0].code == "package_not_handed_in"
    assert judge_move(Move.RETURN, Facts(State.DRAFT), {C})[0].code == "package_not_handed_in"


def test_a_seal_on_a_table_is_not_broken() -> None:
    assert judge_move(Move.UNSEAL, Facts(State.SEALED, on_table=True), {K})[0].paragraph == "3.1.3"


@pytest.mark.parametrize("move", [Move.HAND_IN, Move.APPROVE, Move.SEAL])
def test_all_that_is_missing_is_told_at_once(move: Move) -> None:
    questions = (Listed(1, missing=(LACK,)), Listed(2), Listed(4, is_spare=True, missing=(LACK, LACK)))
    state = State.APPROVED if move is Move.SEAL else State.TESTING
    found = judge_move(move, Facts(state, questions=questions), set(Role))
    assert [one.code for one in found] == ["package_too_small", "package_incomplete"]
    assert found[0].params == {"questions": 2, "needed": 7, "target": 4} and found[1].params == {"numbers": "1, 4"}


def test_a_test_is_never_needed_nor_stopped_by_what_is_missing() -> None:
    assert not judge_move(Move.TEST, Facts(State.DRAFT), {E})
    assert not judge_move(Move.APPROVE, Facts(State.DRAFT, questions=FULL), {C})


@pytest.mark.parametrize(("target", "needed"), [(1, 1), (4, 7), (6, 11)])
def test_there_are_as_many_envelopes_as_a_game_may_open(target: int, needed: int) -> None:
    assert questions_needed(target) == needed
    table = [Listed(number) for number in range(1, needed + 1)]
    beside = [Listed(0, is_warm_up=True), Listed(90, is_spare=True)]
    assert not judge_content([*table, *beside], target)
    assert judge_content([*table[1:], *beside], target)[0].code == "package_too_small"


@pytest.mark.parametrize(
    ("state", "on_table", "elsewhere", "code"),
    [
        (State.DRAFT, False, False, "package_not_approved"),
        (State.TESTING, False, False, "package_not_approved"),
        (State.APPROVED, False, True, None),
        (State.SEALED, False, False, None),
        (State.SEALED, False, True, "package_sealed_elsewhere"),
        (State.SEALED, True, False, "package_on_another_table"),
        (State.PLAYED, False, False, "package_asked_before"),
        (State.ARCHIVED, False, False, "package_asked_before"),
    ],
)
def test_a_table_is_laid_with_what_is_approved_or_sealed_for_it(
    state: State, on_table: bool, elsewhere: bool, code: str | None
) -> None:
    facts = Facts(state, on_table=on_table, questions=FULL)
    found = judge_laying("Тур", facts, sealed_elsewhere=elsewhere)
    assert [one.code for one in found] == ([code] if code else [])


def test_advice_hinders_nothing() -> None:
    gaps = [Listed(1), Listed(3), Listed(4, is_spare=True)]
    assert [one.code for one in advice(gaps)] == ["numbers_with_gaps"]
    assert [one.code for one in advice(FULL)] == ["package_without_spares"]
    assert not advice(()) and not advice([Listed(0, is_warm_up=True), Listed(1), Listed(2, is_spare=True)])


def test_numbers_begin_at_nought_for_a_warm_up_alone() -> None:
    assert number_questions([False, True, False]) == [1, 2, 3]
    assert number_questions([True, False]) == [0, 1] and number_questions([]) == []


def test_difficulty_is_counted_by_category() -> None:
    assert balance([Listed(1, category=3), Listed(2, category=3), Listed(3)]) == {1: 0, 2: 0, 3: 2, None: 1}
