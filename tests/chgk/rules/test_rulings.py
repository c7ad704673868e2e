"""Appeals: the whole game is counted anew from its questions (§5.2.2), and the curator's closure (§1.5)."""

from __future__ import annotations

import pytest

from tests.chgk.rules.board import Board

RULINGS = (
    # evening, rulings, what the game then comes to
    ("TA", [(2, "accept")], "2:0 after 2"),
    ("TA", [(1, "accept")], "1:1 after 2"),  # it counted anyway
    ("TA", [(2, "remove")], "1:0 after 1"),
    ("TA", [(1, "remove"), (2, "remove")], "0:0 after 0"),
    ("TA", [(2, "accept"), (2, "remove")], "1:0 after 1"),  # the last one holds
    ("TA", [(2, "remove"), (2, "none")], "1:1 after 2"),
    ("TA", [(2, "none")], "1:1 after 2"),
    # what was asked after the game was decided does not count
    ("TTTAAT", [(4, "accept")], "4:0 after 4, team won"),
    ("TTTAAT", [(4, "accept"), (4, "none")], "4:2 after 6, team won"),
    ("TATTAA", [(2, "accept"), (3, "remove")], "3:2 after 5"),
    # a decided game is open again
    ("TTTT", [(2, "remove")], "3:0 after 3"),
    ("AAAA", [(4, "accept")], "1:3 after 4"),
    ("AAATTTA", [(7, "accept")], "4:3 after 7, team won"),
    # the deciding round
    ("TTT!A", [(4, "accept")], "4:0 after 4, team won"),
    ("TTT!A", [(4, "remove")], "0:0 after 3, deciding"),
    ("TTT!T", [(4, "remove"), (4, "none")], "4:0 after 4, team won"),
    ("TTT!", [(1, "remove")], "0:0 after 2, deciding, needs ruling"),
    ("TTT!A", [(1, "remove")], "0:4 after 3, needs ruling, authors won"),
    ("TTT!A", [(1, "remove"), (1, "none")], "0:4 after 4, authors won"),
    ("ATTT!A", [(1, "accept")], "4:0 after 4, team won"),  # taken after the end: ignored, needs no ruling
    ("ATTT!A", [(1, "accept"), (2, "remove")], "0:4 after 4, authors won"),  # 3:0 with a question less: in its moment
    ("ATTT!A", [(2, "accept"), (1, "remove")], "0:4 after 4, authors won"),
)


@pytest.mark.parametrize(("evening", "rulings", "reads"), RULINGS)
def test_the_game_is_counted_anew(evening: str, rulings: list[tuple[int, str]], reads: str) -> None:
    board = Board(evening)
    for question, verdict in rulings:
        board.rule(question, verdict)
    assert board.reads == reads


def test_a_reopened_game_goes_on() -> None:
    board = Board("TTTT").rule(4, "remove")
    assert board.may_take  # the question that was removed did not close the window
    assert board.play("A").reads == "3:1 after 4"
    assert board.play("T").reads == "4:1 after 5, team won"
    assert board.rule(4, "none").reads == "4:0 after 4, team won"  # questions 5 and 6 no longer count
    assert board.rule(1, "remove").reads == "4:1 after 5, team won"  # now they do again


def test_a_removed_deciding_question_leaves_another_one_to_play() -> None:
    board = Board("TTT!A").rule(4, "remove")
    assert board.refused("take_deciding_round") == ("3.1.4", "deciding_already_taken")
    assert board.play("T").reads == "4:0 after 4, team won"
    assert board.rule(5, "remove").reads == "0:0 after 3, deciding"
    assert board.play("A").reads == "0:4 after 4, authors won"
    assert board.rule(4, "accept").reads == "4:0 after 4, team won"  # the first that counts decides


def test_which_question_is_the_deciding_one_when_several_were_played() -> None:
    board = Board("TTTTT!TTA", target=6, deciding_worth=3)
    assert board.reads == "4:1 after 8"
    assert board.rule(6, "remove").reads == "3:1 after 7"
    assert board.rule(7, "remove").reads == "0:3 after 6"
    assert board.rule(8, "remove").reads == "0:0 after 5, deciding"


def test_a_removed_question_does_not_close_the_window() -> None:
    board = Board("TTTA")
    assert not board.may_take
    assert board.rule(4, "remove").may_take
    assert board.play("!").reads == "0:0 after 3, deciding"
    assert board.rule(4, "none").reads == "0:0 after 4, deciding, needs ruling"
    assert Board("TTTA", deciding_window="while_at_point").play("!").rule(4, "none").reads == "0:0 after 4, deciding"


def test_a_ruling_may_bring_the_team_to_its_point() -> None:
    assert Board("TAT").rule(2, "accept").may_take
    assert Board("TTA").rule(3, "accept").may_take
    later = Board("TATA").rule(2, "accept")
    assert not later.may_take  # the last question that counts was the authors'
    assert Board("TATA", deciding_window="while_at_point").rule(2, "accept").may_take


def test_a_question_that_does_not_count_can_be_ruled_on() -> None:
    board = Board("TTTAAT").rule(4, "accept").rule(5, "remove")
    assert board.reads == "4:0 after 4, team won"
    assert board.rule(4, "none").reads == "4:1 after 5, team won"


def test_only_the_games_own_questions() -> None:
    board = Board("T")
    assert board.refused("rule", question=2, verdict="accept") == ("5.2.1", "question_unknown")
    assert board.refused("rule", question="1", verdict="accept") == ("5.2.1", "question_unknown")


def test_the_curator_closes_a_game_that_rulings_left_undecided() -> None:
    board = Board("TTTT").rule(4, "remove").do("close_game", winner="team")
    assert board.reads == "3:0 after 3, team won"  # the score stays
    assert board.refused("ask", question=5) == ("3.1.3", "ask_game_over")
    assert board.refused("take_deciding_round") == ("3.1.4", "deciding_game_over")
    assert board.refused("close_game", winner="authors") == ("1.5", "close_game_over")


def test_a_closed_game_has_nothing_deciding_left() -> None:
    board = Board("TTT!A").rule(4, "remove").do("close_game", winner="authors")
    assert board.reads == "0:0 after 3, authors won"
    assert board.rule(1, "remove").reads == "0:0 after 2, needs ruling, authors won"


def test_when_the_curator_may_close() -> None:
    board = Board("TTT")
    assert board.refused("close_game", winner="team") == ("1.5", "close_without_ruling")
    assert board.play("T").refused("close_game", winner="team") == ("1.5", "close_game_over")
    assert (
        Board("T").rule(1, "remove").rule(1, "none").do("close_game", winner="authors").reads
        == "1:0 after 1, authors won"
    )


def test_a_closure_stands_until_the_questions_decide() -> None:
    board = Board("TTTA").rule(1, "none").do("close_game", winner="authors")
    assert board.reads == "3:1 after 4, authors won"
    assert board.rule(1, "remove").reads == "2:1 after 3, authors won"
    assert board.rule(1, "none").rule(4, "accept").reads == "4:0 after 4, team won"
    assert board.refused("close_game", winner="authors") == ("1.5", "close_game_over")
    assert board.rule(4, "none").reads == "3:1 after 4, authors won"  # the closure again
    assert board.refused("close_game", winner="team") == ("1.5", "close_game_over")
    assert board.refused("ask", question=9) == ("3.1.3", "ask_game_over")
