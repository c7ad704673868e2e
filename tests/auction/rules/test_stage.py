"""The stage of a lot: calls, question, clock, answer, hint, reserve; examples of §14 to §19."""

from __future__ import annotations

from typing import Any

import pytest

from auction.rules import session as rules
from auction.rules.moves import is_tie_decided_by_answers, primary_move, propose_finalist, suggested_verdict, why_not
from auction.rules.questions import Question, compare_answer
from tests.auction.rules.evening import TEAMS, Evening, question, setup_of
from tournaments.rules.engine import Refusal
from tournaments.rules.likeness import Likeness


def test_a_bid_takes_the_calls_back() -> None:
    evening = Evening().do("draw", category="Historia", question=question(1)).do("open").do("bid", team="red", points=5)
    evening.do("call").do("call")
    assert evening.session.stage.calls == 2
    assert evening.refused("call").code == "called_twice"
    evening.do("bid", team="blue", points=6)
    assert evening.session.stage.calls == 0


def test_a_refused_bid_leaves_the_calls() -> None:
    evening = Evening().do("draw", category="Historia", question=question(1)).do("open").do("bid", team="red", points=5)
    evening.do("call")
    evening.refused("bid", team="blue", points=5)
    assert evening.session.stage.calls == 1


def test_the_clock_runs_from_the_hosts_word_and_the_answer_stops_it() -> None:
    assert Evening().sold_to().do("show_question").session.stage.clock is None
    evening = Evening().sold_to().do("show_question").do("clock", action="start")
    clock = evening.session.stage.clock
    assert clock is not None and clock.deadline == evening.at + 15_000
    evening.do("answer", team="red", text=" Sowa ", wait=4_000)
    assert evening.session.stage.clock is not None and evening.session.stage.clock.remaining == 11_000
    answer = evening.session.stage.answer
    assert answer is not None and (answer.text, answer.late) == ("Sowa", False)


@pytest.mark.parametrize(("wait", "late"), [(15_000, False), (20_000, False), (20_001, True)])
def test_after_five_seconds_of_grace_an_answer_is_late(wait: int, late: bool) -> None:
    evening = Evening().sold_to().do("show_question").do("clock", action="start")
    evening.do("answer", team="red", text="Sowa", wait=wait)
    assert evening.session.stage.answer is not None and evening.session.stage.answer.late is late


def test_by_setting_the_clock_starts_with_the_question() -> None:
    evening = Evening(rules.open_session(setup_of(settings={"clock_from": "shown", "answer_seconds": 20})))
    evening.sold_to().do("show_question")
    clock = evening.session.stage.clock
    assert clock is not None and clock.deadline == evening.at + 20_000


def test_a_clock_is_stopped_lengthened_and_resumed() -> None:
    evening = Evening().sold_to().do("show_question").do("clock", action="start")
    evening.do("clock", action="stop", wait=5_000).do("clock", action="add", seconds=5).do(
        "clock", action="add", seconds=-60
    )
    clock = evening.session.stage.clock
    assert clock is not None and (clock.remaining, clock.deadline) == (0, None)
    evening.do("clock", action="restart")
    assert evening.session.stage.clock is not None and evening.session.stage.clock.deadline == evening.at + 15_000
    assert evening.refused("clock", action="start").code == "clock_already_set"
    assert evening.refused("clock", action="backwards").code == "malformed"
    assert evening.refused("clock", action="add", seconds=True).code == "malformed"


def test_a_hint_stops_the_clock_and_its_variants_start_it_anew() -> None:
    evening = Evening().sold_to().do("show_question").do("clock", action="start")
    evening.do("buy_hint", team="red", wait=10_000)
    assert evening.session.stage.clock is not None and evening.session.stage.clock.remaining == 5_000
    assert evening.refused("answer", team="red", text="Sowa").code == "wait_for_the_hint"
    evening.do("show_hint")
    assert evening.session.stage.clock is not None and evening.session.stage.clock.deadline == evening.at + 15_000


def test_no_hint_before_the_question_nor_for_another_team_nor_after_the_answer() -> None:
    evening = Evening().sold_to()
    assert evening.refused("buy_hint", team="red").code == "question_not_shown"
    evening.do("show_question")
    assert evening.refused("buy_hint", team="blue").code == "another_team_answers"
    evening.do("answer", team="red", text="Sowa")
    assert evening.refused("buy_hint", team="red").code == "answer_already_given"


def test_the_captain_names_who_answers_until_a_hint_is_taken() -> None:
    evening = Evening().sold_to().do("show_question").do("name_answerer", team="red", player="red-2")
    assert evening.session.stage.answerer == "red-2"
    assert evening.refused("name_answerer", team="red", player="blue-2").code == "not_in_the_team"
    assert evening.refused("name_answerer", team="blue", player="blue-2").code == "another_team_answers"
    evening.do("buy_hint", team="red")
    assert evening.refused("name_answerer", team="red", player="red-3").code == "captain_answers_after_hint"
    evening.do("show_hint")
    assert evening.session.stage.answerer is None


def test_only_the_named_player_or_the_captain_answers() -> None:
    evening = Evening().sold_to().do("show_question")
    answer = {"do": "answer", "team": "red", "text": "Sowa"}
    session = evening.session
    rules.authorize(session, answer, "captain", "red", "red-1")
    with pytest.raises(Refusal, match="not_the_answerer"):
        rules.authorize(session, answer, "player", "red", "red-2")
    session = evening.do("name_answerer", team="red", player="red-2").session
    rules.authorize(session, answer, "player", "red", "red-2")
    with pytest.raises(Refusal, match="not_the_answerer"):
        rules.authorize(session, answer, "captain", "red", "red-1")


@pytest.mark.parametrize(
    "do", ["draw", "judge", "close", "undo", "adjust", "clock", "show_question", "replace_question"]
)
def test_a_captain_does_nothing_that_is_the_hosts(do: str) -> None:
    with pytest.raises(Refusal, match="host_decides"):
        rules.authorize(Evening().session, {"do": do, "team": "red"}, "captain", "red", "red-1")


def test_nobody_speaks_for_another_team() -> None:
    session = Evening().session
    with pytest.raises(Refusal, match="not_your_team"):
        rules.authorize(session, {"do": "bid", "team": "blue", "points": 9}, "captain", "red", "red-1")
    with pytest.raises(Refusal, match="captain_decides"):
        rules.authorize(session, {"do": "bid", "team": "red", "points": 9}, "player", "red", "red-2")


def test_a_faulty_question_is_replaced_and_the_auction_stands() -> None:
    evening = Evening().sold_to(points=10).do("show_question")
    pot = evening.session.game.pot
    assert evening.refused("replace_question", question=None, reason="błąd").code == "no_reserve"
    assert evening.refused("replace_question", question=question(2), reason=" … ").code == "reason_missing"
    assert evening.refused("replace_question", question=question(2, "Film"), reason="błąd").code == (
        "reserve_of_another_category"
    )
    evening.do("replace_question", question=question(2), reason="Dwie dobre odpowiedzi")
    assert evening.session.game.pot == pot and not evening.session.stage.shown
    assert evening.session.burnt == {"1"}


def test_a_faulty_question_does_not_come_back_and_the_calls_stand() -> None:
    evening = Evening().do("draw", category="Historia", question=question(1)).do("open").do("bid", team="red", points=9)
    evening.do("call").do("call").do("replace_question", question=question(2), reason="Dwie dobre odpowiedzi")
    assert (evening.session.stage.calls, evening.session.burnt) == (2, frozenset({"1"}))
    assert evening.refused("replace_question", question=question(1), reason="znowu").code == "question_burnt"


def test_a_question_once_shown_stays_burnt_after_an_undo() -> None:
    before = Evening().sold_to().session
    shown = Evening(before).do("show_question").session
    restored = rules.after_undo(shown, before, at=2_000_000)
    evening = Evening(restored)
    assert evening.refused("show_question").code == "question_burnt"
    assert primary_move(evening.session).label == "reserve"
    evening.do("replace_question", question=question(2), reason="Pytanie było już na ekranie")
    evening.do("show_question")


def test_after_an_undo_the_clock_waits() -> None:
    evening = Evening().sold_to().do("show_question").do("clock", action="start")
    running, at = evening.session, evening.at
    evening.do("answer", team="red", text="Sowa")
    restored = rules.after_undo(evening.session, running, at=at + 6_000)
    assert restored.stage.clock is not None
    assert (restored.stage.clock.deadline, restored.stage.clock.remaining) == (None, 9_000)


def test_an_unsold_question_may_come_again() -> None:
    evening = Evening().do("draw", category="Historia", question=question(1)).do("open").do("close")
    assert evening.session.burnt == frozenset()
    assert evening.session.stage.result is not None and evening.session.stage.result.correct is None


def test_the_verdict_is_kept_for_the_hall_until_the_next_draw() -> None:
    evening = (
        Evening().sold_to(points=10).do("show_question").do("answer", team="red", text="Sowa").do("judge", correct=True)
    )
    result = evening.session.stage.result
    assert result is not None
    assert (result.team, result.correct, result.answer, result.pot) == ("red", True, "Sowa", 19)
    evening.do("draw", category="Film", question=question(7, "Film"))
    assert evening.session.stage.result is None


def test_the_primary_move_of_a_lot_from_draw_to_verdict() -> None:
    evening, seen = Evening(), []
    for _ in range(9):
        move = primary_move(evening.session)
        seen.append(move.label)
        more: dict[str, Any] = {"category": "Historia", "question": question(1)} if move.do == "draw" else {}
        evening.do(move.do, **move.fields, **more)
        if move.label == "open":
            evening.do("bid", team="red", points=9)
    assert seen == [
        "draw", "open", "going_once", "going_twice", "sold",
        "show_question", "start_clock", "stop_clock", "resume_clock",
    ]  # fmt: skip


def test_the_typed_answer_decides_what_is_suggested() -> None:
    right = Evening().sold_to().do("show_question").do("answer", team="red", text="ODPOWIEDŹ-1").session
    wrong = Evening().sold_to().do("show_question").do("answer", team="red", text="nie wiem").session
    close = Evening().sold_to().do("show_question").do("answer", team="red", text="odpowieź-1").session
    assert (suggested_verdict(right), suggested_verdict(wrong), suggested_verdict(close)) == (True, False, None)
    assert [primary_move(session).label for session in (right, wrong, close)] == [
        "judge_right",
        "judge_wrong",
        "decide",
    ]


def test_a_late_answer_is_the_hosts_to_decide_and_silence_is_wrong() -> None:
    evening = Evening().sold_to().do("show_question").do("clock", action="start")
    late = Evening(evening.session, at=evening.at).do("answer", team="red", text="ODPOWIEDŹ-1", wait=30_000)
    assert primary_move(late.session).label == "decide"
    silent = Evening(evening.session, at=evening.at).do("clock", action="stop", wait=30_000)
    assert primary_move(silent.session).label == "judge_wrong"
    paused = Evening(evening.session, at=evening.at).do("clock", action="stop", wait=5_000)
    assert primary_move(paused.session).label == "resume_clock"


def test_no_verdict_on_a_question_that_nobody_has_seen() -> None:
    assert Evening().sold_to().refused("judge", correct=True).code == "question_not_shown"


def test_the_close_says_who_is_reprimanded_until_the_next_draw() -> None:
    evening = Evening().do("draw", category="Historia", question=question(1)).do("open")
    evening.do("bid", team="red", points=9).do("close", excused=["blue"])
    assert evening.session.stage.reprimands == {"yellow": 0, "green": 0}
    evening.do("show_question").do("judge", correct=True)
    assert evening.session.stage.reprimands == {"yellow": 0, "green": 0}
    evening.do("draw", category="Film", question=question(2, "Film")).do("open").do("close")
    assert evening.session.stage.reprimands == {"red": 0, "yellow": 5, "blue": 0, "green": 5}


def test_of_tied_teams_the_one_with_more_right_answers_is_proposed() -> None:
    """Red wins 10 twice, yellow 20 once; with nothing else in the round both end equal."""
    rules_of_round = {"ante": 0, "questions_per_round": 3, "reprimand_penalty": 0}
    evening = Evening(rules.open_session(setup_of(TEAMS[:2], rules=rules_of_round)))
    for number, (team, category, added) in enumerate(
        (("red", "Historia", 10), ("red", "Film", 10), ("yellow", "Muzyka", 20)), start=1
    ):
        evening.do("draw", category=category, question=question(number, category)).do("top_up", points=added)
        evening.do("open").do("bid", team=team, points=1).do("close").do("show_question").do("judge", correct=True)
    assert evening.session.game.phase == "tie"
    assert primary_move(evening.session).fields == {"team": "red"}
    assert is_tie_decided_by_answers(evening.session)


def test_why_not_says_what_the_rules_would_say() -> None:
    refusal = why_not(Evening().session, {"do": "open"})
    assert refusal is not None and refusal.paragraph
    assert why_not(Evening().session, {"do": "draw", "category": "Film", "question": question(3, "Film")}) is None


@pytest.mark.parametrize(
    ("answer", "given", "likeness"),
    [
        ("Łódź", "lodz", Likeness.SAME),
        ("Mikołaj Kopernik", "MIKOŁAJ  KOPERNIK!", Likeness.SAME),
        ("Mikołaj Kopernik", "Mikolaj Kopernk", Likeness.CLOSE),
        ("Kopernik", "to był Kopernik chyba", Likeness.CLOSE),
        ("ёжик", "ежик", Likeness.SAME),
        ("O'Brien & <syn> 5%", "O’Brien & <syn> 5%", Likeness.SAME),
        ("1410", "1401", Likeness.DIFFERENT),
        ("Wisła", "Odra", Likeness.DIFFERENT),
        ("N", "M", Likeness.DIFFERENT),
        ("Wisła", "", Likeness.DIFFERENT),
        ("Wisła", "…", Likeness.DIFFERENT),
        ("x" * 5_000, "y" * 5_000, Likeness.DIFFERENT),
    ],
)
def test_answers_are_compared_by_their_letters(answer: str, given: str, likeness: Likeness) -> None:
    assert compare_answer(Question("1", "Historia", "?", answer), given) is likeness


def test_proposal_prefers_the_team_with_more_right_answers() -> None:
    evening = Evening()
    assert propose_finalist(evening.session) == "red"  # all equal: the first seated
