"""A game on the stage, paragraph by paragraph; the points themselves are tested in test_game.py."""

from __future__ import annotations

from typing import Any

import pytest

from chgk.rules.moves import is_deciding_offered
from chgk.rules.session import after_undo, evolve, is_stale_sensitive, is_step, open_session
from tests.chgk.rules.table import PLAYERS, START, Table, setup, sheet
from tournaments.rules.engine import Refusal, fold


def test_a_question_from_the_envelope_to_the_verdict() -> None:
    table = Table()
    assert table.next == "spin"
    assert table.ask().next == "show_question"
    assert table.do("show_question").next == "start_clock"
    assert table.do("clock", action="start").next == "end_discussion"
    assert table.session.stage.clock is not None
    assert table.session.stage.clock.deadline == START + 120_000, "§3.1.5: two minutes"
    assert table.do("end_discussion").next == "decide", "what is spoken is judged by ear"
    assert table.do("answer", text="ответ 1").next == "judge_right"
    assert table.do("judge", correct=True).score == "1:0"
    assert table.next == "spin"
    assert 1 not in table.session.envelopes


def test_a_deciding_question_is_discussed_for_three_minutes() -> None:
    table = Table().play("TTT")
    assert is_deciding_offered(table.session)
    table.play("!").read()
    assert table.session.stage.clock is not None
    assert table.session.stage.clock.total == 180_000
    table.do("judge", correct=True)
    assert table.score == "4:0"
    assert table.session.stage.result is not None
    assert table.session.stage.result.worth == 4
    assert table.next == "finish"


def test_the_deciding_round_is_offered_once_and_may_be_declined() -> None:
    table = Table().play("TTT").do("decline_deciding_round")
    assert not is_deciding_offered(table.session)
    assert table.refused("decline_deciding_round") == ("3.1.4", "deciding_not_offered")
    table.do("take_deciding_round")  # a change of mind before the next question is within the paragraph
    assert Table().play("TTTA").refused("take_deciding_round") == ("3.1.4", "deciding_too_late")
    assert Table().play("T").refused("decline_deciding_round") == ("3.1.4", "deciding_not_offered")


def test_only_the_captain_of_the_day_takes_the_deciding_round() -> None:
    table = Table().play("TTT")
    assert table.may("take_deciding_round", "captain", "p1") == ""
    assert table.may("take_deciding_round", "player", "p2") == "captain_decides"
    assert table.may("take_deciding_round", "host") == "captain_takes_it"
    assert table.may("take_deciding_round", "host", for_captain="absent phone") == ""
    table.do("set_captain", player="p2", reason="Вера заболела")
    assert table.may("take_deciding_round", "player", "p2") == ""
    assert table.may("take_deciding_round", "captain", "p1") == "captain_decides"


def test_an_acting_captain_is_noted_with_a_reason_and_leaves_again() -> None:
    table = Table()
    assert table.refused("set_captain", player="p2", reason="…") == ("2.2.2", "reason_without_words")
    assert table.refused("set_captain", player="p9", reason="заболела") == ("2.2.5", "not_at_the_table")
    assert table.refused("set_captain", player="p1", reason="здесь") == ("2.2.2", "captain_already")
    table.do("set_captain", player="p3", reason="опаздывает")
    assert table.session.captain is not None
    assert table.session.captain.name == "Дина"
    table.do("set_captain", player="", reason="пришла")
    assert table.session.captain is not None
    assert table.session.captain.name == "Вера"


def test_whoever_is_named_answers() -> None:
    table = Table().read()
    assert table.may("answer", "captain", "p1") == ""
    assert table.may("answer", "player", "p2") == "captain_decides"
    table.do("name_answerer", player="p2")
    assert table.may("answer", "player", "p2") == ""
    assert table.may("answer", "captain", "p1") == "not_the_answerer"
    assert table.refused("name_answerer", player="p9") == ("2.2.5", "not_at_the_table")
    table.do("answer", text="x")
    assert table.refused("name_answerer", player="p3") == ("3.1.5", "answer_already_given")
    assert table.may("judge", "captain", "p1") == "host_decides"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Ответ 1!", "judge_right"),
        ("другой ответ 1", "judge_right"),
        ("неответ 1", "judge_wrong"),
        ("сова", "judge_wrong"),
    ],
)
def test_what_a_typed_answer_suggests(text: str, verdict: str) -> None:
    assert Table().read().do("answer", text=text).next == verdict


def test_a_late_answer_is_the_hosts_to_judge() -> None:
    table = Table().read()
    table.at = START + 120_000 + 5_001
    table.do("answer", text="ответ 1")
    assert table.session.stage.answer is not None
    assert table.session.stage.answer.late
    assert table.next == "decide"


@pytest.mark.parametrize(
    ("do", "fields", "refusal"),
    [
        ("judge", {"correct": True}, ("3.1.3", "judge_nothing_open")),
        ("show_question", {}, ("3.1.5", "no_question_open")),
        ("clock", {"action": "start"}, ("3.1.5", "no_question_open")),
        ("answer", {"text": "x"}, ("3.1.5", "no_question_open")),
        ("remove_question", {"reason": "ошибка"}, ("3.1.5", "no_question_open")),
        ("end_discussion", {}, ("3.1.5", "no_question_open")),
        ("ask", {"question": 55, "sheet": sheet(55)}, ("3.1.3", "not_on_the_table")),
        ("ask", {"question": 1, "sheet": sheet(2)}, ("3.1.3", "not_on_the_table")),
        ("ask", {"question": 101, "sheet": sheet(101)}, ("3.1.3", "not_on_the_table")),
        ("ask", {"question": 1}, ("3.1.3", "malformed")),
        ("rule", {"question": 1, "verdict": "accept"}, ("5.2.2", "reason_without_words")),
        ("rule", {"question": 1, "verdict": "accept", "reason": "дуаль"}, ("5.2.1", "question_unknown")),
        ("fly", {}, ("3.1.3", "command_unknown")),
    ],
)
def test_what_is_refused_before_a_question(do: str, fields: dict[str, Any], refusal: tuple[str, str]) -> None:
    assert Table().refused(do, **fields) == refusal


@pytest.mark.parametrize(
    ("do", "fields", "refusal"),
    [
        ("judge", {"correct": True}, ("3.1.5", "question_not_shown")),
        ("clock", {"action": "start"}, ("3.1.5", "question_not_shown")),
        ("answer", {"text": "x"}, ("3.1.5", "question_not_shown")),
        ("ask", {"question": 2, "sheet": sheet(2)}, ("3.1.3", "ask_question_open")),
        ("take_deciding_round", {}, ("3.1.4", "deciding_question_open")),
    ],
)
def test_what_is_refused_before_the_question_is_read(do: str, fields: dict[str, Any], refusal: tuple[str, str]) -> None:
    assert Table().ask().refused(do, **fields) == refusal


def test_answers_that_are_none() -> None:
    table = Table().read()
    assert table.refused("answer", text="  ") == ("3.1.5", "empty_answer")
    assert table.refused("answer", text="х" * 201) == ("3.1.5", "answer_too_long")
    assert table.refused("clock", action="start") == ("3.1.5", "clock_already_set")
    assert table.refused("clock", action="add", seconds=0) == ("3.1.5", "malformed")
    table.do("answer", text="x")
    assert table.refused("answer", text="y") == ("3.1.5", "answer_already_given")
    assert table.refused("end_discussion") == ("3.1.5", "clock_not_running")


def test_a_faulty_question_counts_for_nobody_and_a_spare_lies_on_the_table() -> None:
    table = Table(table=4).play("TA").read()
    assert table.refused("remove_question", reason="") == ("5.2.2", "reason_without_words")
    table.do("remove_question", reason="в вопросе ошибка")
    assert table.score == "1:1"
    assert table.session.envelopes == [4, 101]
    assert table.session.stage.result is not None
    assert table.session.stage.result.removed


def test_without_envelopes_only_the_curator_ends_the_game() -> None:
    table = Table(table=2, spares=0).play("TA")
    assert table.next == "table_empty"


def test_an_appeal_during_the_game_recounts_it() -> None:
    table = Table().play("TAA")
    table.do("rule", question=2, verdict="accept", reason="дуальный ответ")
    assert table.score == "2:1"


def test_a_question_that_was_seen_stays_seen() -> None:
    table = Table().ask()
    before = table.session
    table.do("show_question")
    back = after_undo(table.session, before, START)
    assert 1 in back.burnt
    table.session = back
    assert table.next == "replace_burnt"
    assert table.refused("show_question") == ("3.1.5", "question_burnt")
    table.do("remove_question", reason="зал уже видел вопрос")
    assert 101 in table.session.envelopes


def test_the_clock_waits_after_an_undo() -> None:
    table = Table().read()
    back = after_undo(table.session, table.session, START + 20_000)
    assert back.stage.clock is not None
    assert (back.stage.clock.deadline, back.stage.clock.remaining) == (None, 100_000)


def test_the_log_folds_to_the_session() -> None:
    table = Table().play("TAT").read().do("name_answerer", player="p3").do("answer", text="x")
    table.do("remove_question", reason="ошибка в тексте").play("T!T")
    assert fold(evolve, table.start, table.log) == table.session
    assert table.score == "4:0"


@pytest.mark.parametrize(
    ("players", "refusal"),
    [
        (PLAYERS[:2], ("2.1.2", "table_size")),
        ([*PLAYERS, *({"id": f"q{n}", "name": "x"} for n in range(4))], ("2.2.1", "table_size")),
        ([{**one, "captain": False} for one in PLAYERS], ("2.2.2", "one_captain")),
    ],
)
def test_a_table_that_may_not_play(players: list[dict[str, Any]], refusal: tuple[str, str]) -> None:
    data = setup()
    with pytest.raises(Refusal) as caught:
        open_session({**data, "team": {**data["team"], "players": players}})
    assert (caught.value.paragraph, caught.value.code) == refusal


def test_a_question_lies_on_the_table_once() -> None:
    with pytest.raises(ValueError, match="table"):
        open_session(setup(spares=0) | {"spares": [1]})


def test_steps_and_stale_commands() -> None:
    assert not is_step({"do": "clock"})
    assert is_step({"do": "judge"})
    assert is_stale_sensitive({"do": "take_deciding_round"}, "captain")
    assert not is_stale_sensitive({"do": "answer"}, "captain")
