"""The game by its paragraphs: to four points, the deciding round and its moment (§3.1.2, §3.1.3, §3.1.4)."""

from __future__ import annotations

import pytest

from tests.chgk.rules.board import Board

TELEVISION = {"target": 6, "deciding_window": "while_at_point"}

EVENINGS = (
    ("", "0:0 after 0"),
    ("T", "1:0 after 1"),
    ("TA", "1:1 after 2"),
    ("TTTT", "4:0 after 4, team won"),
    ("AAAA", "0:4 after 4, authors won"),
    ("TATATAT", "4:3 after 7, team won"),
    ("TATATAA", "3:4 after 7, authors won"),
    ("TTT!", "0:0 after 3, deciding"),
    ("TTT!T", "4:0 after 4, team won"),
    ("TTT!A", "0:4 after 4, authors won"),
    ("AAATTT!", "0:0 after 6, deciding"),  # also the authors' points are gone
    ("AAATTT!T", "4:0 after 7, team won"),
)


@pytest.mark.parametrize(("evening", "reads"), EVENINGS)
def test_an_ordinary_game(evening: str, reads: str) -> None:
    assert Board(evening).reads == reads


FINALS = (
    ("TTTTT", "5:0 after 5"),
    ("TATATATATAT", "6:5 after 11, team won"),
    ("AAAAAA", "0:6 after 6, authors won"),
    ("TTTTT!", "0:0 after 5, deciding"),
    ("TTTTT!T", "6:0 after 6, team won"),
    ("ATATATTT!A", "0:6 after 9, authors won"),
)


@pytest.mark.parametrize(("evening", "reads"), FINALS)
def test_a_final(evening: str, reads: str) -> None:
    assert Board(evening, target=6).reads == reads


def test_the_literal_reading_in_a_final_is_a_setting() -> None:
    literal = Board("TATT", target=6, deciding_at=3, deciding_worth=4)
    assert literal.play("!T").reads == "4:0 after 5"  # four points do not end a final
    assert literal.play("AT").reads == "5:1 after 7"  # and only the one question was worth more
    assert literal.refused("take_deciding_round") == ("3.1.4", "deciding_already_taken")
    assert literal.play("T").reads == "6:1 after 8, team won"


def test_a_question_that_is_worth_more_than_the_game() -> None:
    assert Board("TTT!T", deciding_worth=6).reads == "6:0 after 4, team won"
    assert Board("TTT!A", deciding_worth=1).reads == "0:1 after 4"


@pytest.mark.parametrize(
    ("rounds", "score"),
    [
        ("TATTATATAAT", "6:5 after 11, team won"),
        ("ATAATTATATA", "5:6 after 11, authors won"),
        ("TTATTATT", "6:2 after 8, team won"),
        ("ATATTATATA!T", "6:0 after 11, team won"),  # 5:5, then everything on one question
    ],
)
def test_a_televised_game_comes_to_its_score(rounds: str, score: str) -> None:
    """Invented, but written down as the televised ones are: who won which round."""
    assert Board(rounds, **TELEVISION).reads == score


def test_the_moment_of_the_deciding_round_as_written() -> None:
    board = Board("TAT")
    assert board.refused("take_deciding_round") == ("3.1.4", "deciding_not_at_point")
    board.play("T")
    assert board.may_take
    board.ask()
    assert board.refused("take_deciding_round") == ("3.1.4", "deciding_question_open")
    board.do("judge", correct=False)
    assert board.reads == "3:2 after 5"
    assert board.refused("take_deciding_round") == ("3.1.4", "deciding_too_late")


def test_the_moment_of_the_deciding_round_as_on_television() -> None:
    board = Board("TATT", deciding_window="while_at_point")
    assert board.may_take
    assert board.play("A").may_take
    assert board.ask().refused("take_deciding_round") == ("3.1.4", "deciding_question_open")
    assert board.do("judge", correct=False).may_take  # 3:3, everything on one question
    assert board.play("A").refused("take_deciding_round") == ("3.1.4", "deciding_game_over")


def test_the_authors_point_brings_no_deciding_round() -> None:
    assert not Board("AAA").may_take
    assert not Board("AAA", deciding_window="while_at_point").may_take


def test_once_a_game() -> None:
    board = Board("TTT!")
    assert board.refused("take_deciding_round") == ("3.1.4", "deciding_already_taken")
    assert board.play("A").refused("take_deciding_round") == ("3.1.4", "deciding_game_over")


def test_a_deciding_point_at_zero() -> None:
    """No point brings a team to zero, but it may stand there."""
    assert not Board(target=1).may_take
    assert Board(target=1, deciding_window="while_at_point").may_take
    assert Board("AA", deciding_at=0, deciding_window="while_at_point").play("!T").reads == "4:0 after 3, team won"


def test_a_deciding_point_that_ends_the_game_is_never_a_moment() -> None:
    for point in (4, 5, 10**30):
        assert Board("TTTT", deciding_at=point).refused("take_deciding_round") == ("3.1.4", "deciding_game_over")


def test_deciding_until_the_question_is_judged() -> None:
    board = Board("TTT!")
    assert board.ask().reads == "0:0 after 3, deciding"  # the open question is not among those played
    assert board.do("judge", correct=True).reads == "4:0 after 4, team won"


def test_an_open_question_is_not_played_yet() -> None:
    assert Board("TA").ask().reads == "1:1 after 2"


def test_one_question_at_a_time_and_one_verdict_each() -> None:
    board = Board("T")
    assert board.refused("judge", correct=True) == ("3.1.3", "judge_nothing_open")
    board.ask()
    assert board.refused("ask", question=7) == ("3.1.3", "ask_question_open")
    assert board.refused("rule", question=1, verdict="accept") == ("5.2.2", "rule_question_open")
    assert board.refused("close_game", winner="team") == ("1.5", "close_question_open")


def test_nothing_is_asked_after_the_end() -> None:
    board = Board("TTTT")
    assert board.refused("ask", question=5) == ("3.1.3", "ask_game_over")
    assert board.refused("judge", correct=True) == ("3.1.3", "judge_nothing_open")


def test_a_label_is_unique_and_has_its_type() -> None:
    board = Board("T").do("ask", question="1").do("judge", correct=False)
    assert board.reads == "1:1 after 2"
    assert board.refused("ask", question=1) == ("3.1.3", "question_already_asked")
    assert board.refused("ask", question="1") == ("3.1.3", "question_already_asked")
    assert board.rule("1", "accept").reads == "2:0 after 2"
    assert board.rule(1, "remove").reads == "1:0 after 1"
    assert board.refused("ask", question=1) == ("3.1.3", "question_already_asked")  # removed, but named
    assert board.play("").do("ask", question="").do("judge", correct=True).reads == "2:0 after 2"
