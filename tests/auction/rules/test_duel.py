"""One on one, §25: names, strikes, «go», presses, ties, false starts, and who answers."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from auction.rules import session as rules
from auction.rules.duel import LOCK, TIE, WINDOW
from auction.rules.duel_events import BuzzDecided, FalseStart
from auction.rules.moves import primary_move
from auction.rules.projection import project
from auction.rules.recorded import read_recording
from auction.rules.state import Phase
from tests.auction.rules.duel_evening import SEVEN, SIDES, DuelEvening
from tests.auction.rules.evening import question
from tournaments.rules.audience import Audience
from tournaments.rules.engine import Refusal
from tournaments.rules.serial import to_json

AUDIENCES = ("host", "captain:red", "player:red", "captain:masters", "player:masters", "public")


def answering(evening: DuelEvening) -> str | None:
    lot = evening.session.game.lot
    return lot.answering if lot is not None else None


# --- before the duel -----------------------------------------------------------------------------------------------


def test_the_draw_puts_categories_and_starter_on_stage_and_no_question() -> None:
    evening = DuelEvening().drawn(starter="masters")
    assert evening.duel.sides == ("masters", "red") and evening.duel.categories == SEVEN
    assert evening.session.stage.question is None and evening.session.game.pot == 6


@pytest.mark.parametrize(
    "plan",
    [None, "x", {}, {"categories": [], "starter": "red"}, {"categories": ["Film", "Film"], "starter": "red"},
     {"categories": ["Film"], "starter": "blue"}, {"categories": [5], "starter": "red"}, {"categories": ["Film"]}],
)  # fmt: skip
def test_a_draw_that_does_not_say_what_a_duel_needs_has_a_bare_one(plan: Any) -> None:
    evening = DuelEvening()
    evening.do("draw", category=":one_on_one", kind="one_on_one", duel=plan)
    assert evening.session.stage.duel is None and project(evening.session, Audience("public")).duel is None
    evening.do("open", category="Film").do("buzz", team="red")  # as in a record that knows points only
    assert evening.session.game.phase is Phase.ANSWERING


def test_a_category_played_in_this_round_is_no_category_of_a_duel() -> None:
    evening = DuelEvening()
    evening.sold_to("red", number=5, category=SEVEN[0]).do("show_question").do("judge", correct=True)
    evening.drawn(SEVEN[:3])
    assert evening.session.stage.duel is None
    evening.do("open")


def test_captains_name_a_player_of_their_own_and_may_change_their_mind() -> None:
    evening = DuelEvening().drawn()
    evening.do("name_duellist", team="red", player="red-2").do("name_duellist", team="red", player="red-3")
    assert evening.duel.duellists == {"red": "red-3"}
    assert evening.refused("name_duellist", team="red", player="red-3").code == "duellist_named_already"
    for player in ("masters-1", "", None, 5):
        assert evening.refused("name_duellist", team="red", player=player).code == "duellist_of_another_team"
    assert evening.refused("name_duellist", team="yellow", player="red-2").code == "no_side_of_the_duel"


def test_until_the_buzzers_open_for_the_first_time() -> None:
    evening = DuelEvening().asked()
    evening.do("name_duellist", team="red", player="red-3").do("open_buzzers")
    assert evening.refused("name_duellist", team="red", player="red-2").code == "duellists_stand"


def test_strikes_alternate_and_leave_one() -> None:
    evening = DuelEvening().drawn().named()
    assert evening.refused("strike", team="masters", category="Film").code == "not_your_turn"
    evening.do("strike", team="red", category="Film")
    assert evening.duel.turn == "masters"
    assert evening.refused("strike", team="masters", category="Film").code == "category_struck"
    assert evening.refused("strike", team="masters", category="Historia").code == "category_not_offered"
    assert evening.refused("strike", team="masters").code == "category_not_offered"
    evening.struck()
    assert evening.duel.left == SEVEN[-1] and [strike.team for strike in evening.duel.struck] == [*SIDES] * 3
    assert evening.refused("strike", team="red", category=SEVEN[-1]).code == "one_category_left"


def test_one_category_alone_needs_no_strike() -> None:
    evening = DuelEvening().drawn(("Film",)).named()
    assert evening.duel.left == "Film"
    assert evening.do("open", question=question(9, "Film")).session.game.phase is Phase.DUEL


def test_the_duel_starts_with_names_and_one_category() -> None:
    evening = DuelEvening().drawn()
    assert evening.refused("open").code == "strikes_missing"
    evening.struck()
    assert evening.refused("open").code == "duellist_missing"
    evening.named()
    assert evening.refused("open", category="Film").code == "another_category_left"
    assert evening.refused("open", question=question(7, "Film")).code == "another_category_left"
    evening.do("open", question=question(7, SEVEN[-1]))
    assert SEVEN[-1] in evening.session.game.drawn and evening.session.stage.question is not None
    assert not evening.session.stage.shown and evening.session.stage.clock is None


# --- the buzzers ---------------------------------------------------------------------------------------------------


def test_a_single_press_is_decided_when_the_window_is_over_and_the_clock_runs_from_it() -> None:
    evening = DuelEvening().armed()
    go = evening.at
    evening.press("red", wait=500)
    assert evening.session.game.phase is Phase.DUEL
    assert evening.refused("settle_buzz", wait=WINDOW - 1).code == "buzz_waits"
    evening.at = go + 500
    evening.do("settle_buzz", wait=WINDOW)
    clock = evening.session.stage.clock
    assert answering(evening) == "red" and evening.session.stage.answerer == "red-2"
    assert clock is not None and clock.deadline == go + 500 + 15_000
    assert evening.refused("press", team="masters").code == "buzz_taken"


def test_two_presses_are_decided_at_once_by_the_players_own_clocks() -> None:
    evening = DuelEvening().armed()
    go = evening.at
    evening.press("red", wait=400).press("masters", wait=150, pressed_at=go + 370, uncertainty=200)
    assert answering(evening) == "masters" and evening.session.stage.answerer is None  # the captain stands up
    assert evening.session.stage.clock is not None and evening.session.stage.clock.deadline == go + 370 + 15_000
    view = evening.view()
    assert [(press.team, press.raw, press.adjusted) for press in view.presses] == [
        ("red", 400, 400), ("masters", 550, 370),
    ]  # fmt: skip
    assert (view.step, view.first, view.tie) == ("answering", "masters", False)


def test_by_the_other_setting_arrival_decides() -> None:
    evening = DuelEvening(duel_order="arrival").armed()
    go = evening.at
    evening.press("red", wait=400).press("masters", wait=10, pressed_at=go + 300, uncertainty=200)
    assert answering(evening) == "red"


@pytest.mark.parametrize(("apart", "first"), [(0, None), (TIE - 1, None), (TIE, "red")])
def test_less_than_25_ms_apart_is_a_tie(apart: int, first: str | None) -> None:
    evening = DuelEvening().armed().press("red", wait=300).press("masters", wait=apart)
    assert evening.view().first == first and evening.view().tie is (first is None)


def test_a_tie_is_repeated_or_decided_by_the_host_with_a_reason() -> None:
    evening = DuelEvening().armed().press("red", wait=300).press("masters")
    assert primary_move(evening.session).do == "repeat_buzz" and evening.view().step == "tie"
    for do in ("press", "open_buzzers"):
        assert evening.refused(do, team="red").code == "tie_first"
    assert evening.refused("settle_buzz").code == "nothing_to_settle"
    assert evening.refused("buzz", team="red").code == "buzz_needs_reason"
    again = DuelEvening().armed().press("red", wait=300).press("masters").do("repeat_buzz")
    assert again.view().step == "question" and again.duel.presses == ()
    again.do("open_buzzers").press("masters", wait=300).do("settle_buzz", wait=WINDOW)
    assert answering(again) == "masters"
    evening.do("buzz", team="masters", reason="słychać było pierwszą")
    assert answering(evening) == "masters" and evening.view().by_host
    assert evening.session.stage.clock is not None and evening.session.stage.clock.deadline == evening.at + 15_000


def test_a_press_before_go_locks_for_a_second() -> None:
    evening = DuelEvening().asked().press("red", wait=10)
    start = evening.at
    assert evening.view().locked_until == {"red": start + LOCK}
    evening.do("open_buzzers", wait=300)
    refusal = evening.refused("press", team="red", wait=600)
    assert refusal.code == "buzzer_locked" and refusal.params["ms"] == 100 - 10 + 10
    evening.at = start
    evening.press("red", wait=LOCK)
    assert [press.team for press in evening.duel.presses] == ["red"]


def test_who_pressed_before_go_by_their_own_clock_has_started_falsely() -> None:
    evening = DuelEvening().armed()
    go = evening.at
    evening.press("red", wait=100, pressed_at=go - 20, uncertainty=150)
    assert evening.duel.presses == () and evening.view().locked_until == {"red": go - 20 + LOCK}


def test_a_second_press_of_a_side_changes_nothing() -> None:
    evening = DuelEvening().armed().press("red", wait=100)
    assert evening.refused("press", team="red").code == "pressed_already"


def test_after_the_window_only_the_settlement_is_left() -> None:
    evening = DuelEvening().armed().press("red", wait=100)
    assert evening.refused("press", team="masters", wait=WINDOW + 1).code == "pressed_too_late"
    now = evening.at + WINDOW
    assert primary_move(evening.session).do == "no_answer"
    assert primary_move(evening.session, now - 400).do == "no_answer"
    assert primary_move(evening.session, now).do == "settle_buzz"
    assert evening.view("host", now).step == "collecting" and evening.view("public", now).step == "armed"
    for do, fields in (("no_answer", {}), ("buzz", {"team": "red", "reason": "tak"}), ("open_buzzers", {})):
        assert evening.refused(do, **fields).code == "buzz_waits"
    replaced = {"question": question(8, SEVEN[-1]), "reason": "błąd"}
    assert evening.refused("replace_question", **replaced).code == "buzz_waits"
    assert evening.refused("settle_buzz", wait=WINDOW, go_at=5).code == "nothing_to_settle"
    assert answering(evening.do("settle_buzz", wait=WINDOW, go_at=evening.duel.go_at)) == "red"


def test_nobody_answers_and_the_pot_waits() -> None:
    evening = DuelEvening().armed()
    pot = evening.session.game.pot
    evening.do("no_answer")
    assert evening.session.game.pot == pot and evening.session.stage.duel is None
    result = evening.session.stage.result
    assert result is not None and (result.category, result.team, result.correct) == (SEVEN[-1], None, False)


def test_buzzers_open_once_the_question_is_shown() -> None:
    evening = DuelEvening().opened()
    assert evening.refused("open_buzzers").code == "question_not_shown"
    assert evening.refused("press", team="red").code == "question_not_shown"
    assert evening.refused("buzz", team="red", reason="tak").code == "question_not_shown"
    evening.do("show_question")
    assert evening.session.stage.clock is None


def test_by_no_setting_does_the_clock_run_before_the_buzz() -> None:
    assert DuelEvening(clock_from="shown").asked().session.stage.clock is None


def test_the_duellist_answers_after_a_hint_the_captain() -> None:
    evening = DuelEvening().armed().press("red", wait=300).do("settle_buzz", wait=WINDOW)
    assert evening.refused("name_answerer", team="red", player="red-3").code == "duellist_answers"
    answer = {"do": "answer", "team": "red", "text": "sowa"}
    rules.authorize(evening.session, answer, "player", "red", "red-2")
    with pytest.raises(Refusal, match="not_the_answerer"):
        rules.authorize(evening.session, answer, "captain", "red", "red-1")
    evening.do("buy_hint", team="red").do("show_hint")
    rules.authorize(evening.session, answer, "captain", "red", "red-1")
    evening.do("answer", team="red", text="odpowiedź-7").do("judge", correct=True)
    assert evening.session.game.played == 1 and evening.session.stage.duel is None


def test_only_the_duellists_own_phone_presses() -> None:
    evening = DuelEvening().armed()
    press = {"do": "press", "team": "red", "player": "red-2"}
    rules.authorize(evening.session, press, "player", "red", "red-2")
    rules.authorize(evening.session, {**press, "player": ""}, "player", "red", "red-2")
    for role, team, player in [
        ("host", None, None), ("system", None, None), ("captain", "red", "red-1"), ("player", "masters", "masters-2"),
        ("player", "red", None),
    ]:  # fmt: skip
        with pytest.raises(Refusal, match="not_the_duellist"):
            rules.authorize(evening.session, press, role, team, player)
    with pytest.raises(Refusal, match="not_the_duellist"):
        rules.authorize(evening.session, {**press, "player": "red-3"}, "player", "red", "red-2")


@pytest.mark.parametrize("do", ["open_buzzers", "settle_buzz", "repeat_buzz", "buzz", "no_answer", "open"])
def test_a_captain_does_nothing_that_is_the_hosts(do: str) -> None:
    with pytest.raises(Refusal, match="host_decides"):
        rules.authorize(DuelEvening().armed().session, {"do": do, "team": "red"}, "captain", "red", "red-1")


@pytest.mark.parametrize("do", ["name_duellist", "strike"])
def test_naming_and_striking_are_the_captains(do: str) -> None:
    session = DuelEvening().drawn().session
    rules.authorize(session, {"do": do, "team": "red"}, "captain", "red", "red-1")
    rules.authorize(session, {"do": do, "team": "red"}, "host", None, None)
    with pytest.raises(Refusal, match="captain_decides"):
        rules.authorize(session, {"do": do, "team": "red"}, "player", "red", "red-2")
    with pytest.raises(Refusal, match="not_your_team"):
        rules.authorize(session, {"do": do, "team": "masters"}, "captain", "red", "red-1")


def test_a_faulty_question_is_replaced_before_the_buzz_and_after_it() -> None:
    evening = DuelEvening().armed()
    assert (
        evening.refused("replace_question", question=question(8), reason="błąd").code == "reserve_of_another_category"
    )
    evening.do("replace_question", question=question(8, SEVEN[-1]), reason="błąd")
    assert evening.view().step == "question" and not evening.session.stage.shown and evening.duel.gone
    evening.do("show_question").do("open_buzzers").press("red", wait=300).do("settle_buzz", wait=WINDOW)
    evening.do("replace_question", question=question(9, SEVEN[-1]), reason="błąd")
    assert answering(evening) == "red" and evening.view().first == "red"
    assert primary_move(evening.session).do == "show_question"


def test_no_question_to_replace_before_one_is_dealt() -> None:
    refusal = DuelEvening().drawn().refused("replace_question", question=question(8, "Film"), reason="błąd")
    assert refusal.code == "no_question_dealt"


# --- undo ----------------------------------------------------------------------------------------------------------


def test_an_undone_buzz_leaves_the_buzzers_closed_and_the_question_shown_stays_burnt() -> None:
    evening = DuelEvening().armed().press("red", wait=300).do("settle_buzz", wait=WINDOW)
    evening.undo()  # as if the settlement alone went
    assert evening.duel.go_at is None and evening.duel.presses == () and evening.session.game.phase is Phase.DUEL
    assert evening.session.stage.clock is None and primary_move(evening.session).do == "open_buzzers"
    evening = DuelEvening().armed()
    evening.undo(2)
    assert evening.session.burnt and primary_move(evening.session).do == "replace_question"


def test_undo_comes_back_to_a_tie_and_to_a_taken_buzz() -> None:
    evening = DuelEvening().armed().press("red", wait=300).press("masters").do("repeat_buzz")
    assert evening.undo().view().tie
    evening = DuelEvening().armed().press("red", wait=300).do("settle_buzz", wait=WINDOW).do("judge", correct=False)
    evening.undo()
    assert answering(evening) == "red" and evening.view().first == "red"
    assert evening.session.stage.clock is not None and evening.session.stage.clock.deadline is None


def test_presses_are_no_steps_and_hurry() -> None:
    for do in ("press", "settle_buzz"):
        assert not rules.is_step({"do": do}) and not rules.is_stale_sensitive({"do": do}, "host")
    for do in ("strike", "name_duellist", "open_buzzers", "repeat_buzz", "buzz"):
        assert rules.is_step({"do": do}) and rules.is_stale_sensitive({"do": do}, "host")


# --- what audiences learn ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wait", [1, 100, WINDOW, 5_000])
def test_nobody_but_the_side_itself_learns_of_a_press_before_it_is_decided(wait: int) -> None:
    armed = DuelEvening().armed()
    before = {name: to_json(project(armed.session, Audience.parse(name), armed.at)) for name in AUDIENCES}
    pressed = armed.press("red", wait=wait)
    for name in AUDIENCES:
        after = to_json(project(pressed.session, Audience.parse(name), pressed.at))
        if name.endswith(":red"):
            assert after["duel"]["step"] == "collecting" and after["duel"]["my_side"]["pressed"]
        else:
            assert after == before[name]


def test_at_every_step_the_question_is_nobodys_before_it_is_shown() -> None:
    evening = DuelEvening().drawn()
    steps = ["naming"]
    for step in (evening.named, evening.struck):
        step()
        steps.append(evening.view().step)
    evening.do("open", question=question(7, SEVEN[-1]))
    steps.append(evening.view().step)
    for name in AUDIENCES[1:]:
        seen = json.dumps(to_json(project(evening.session, Audience.parse(name))), ensure_ascii=False, default=repr)
        assert "-7" not in seen and SEVEN[-1] in seen
    evening.do("show_question").do("open_buzzers")
    steps.append(evening.view().step)
    assert steps == ["naming", "striking", "ready", "question", "armed"]
    for name in AUDIENCES[1:]:
        seen = json.dumps(to_json(project(evening.session, Audience.parse(name))), ensure_ascii=False, default=repr)
        assert "tekst-7" in seen and "odpowiedź-7" not in seen and "wariant-7" not in seen


def test_what_a_side_can_do_and_why_not() -> None:
    evening = DuelEvening().drawn()
    red, masters = evening.view("captain:red").my_side, evening.view("captain:masters").my_side
    assert red is not None and red.name is None and red.strike is None
    assert red.press is not None and red.press.code == "buzz_not_now"
    assert masters is not None and masters.strike is not None and masters.strike.code == "not_your_turn"
    player = evening.view("player:red").my_side
    assert player is not None and player.name is not None and player.name.code == "captain_decides"
    assert evening.view("host").my_side is None and evening.view().my_side is None
    armed = DuelEvening().armed()
    side = armed.view("player:red").my_side
    assert side is not None and side.press is None
    side = armed.press("red", wait=5).view("player:red").my_side
    assert side is not None and side.press is not None and side.press.code == "pressed_already" and side.pressed


def test_the_golden_duel_comes_about_on_the_stage_too() -> None:
    lines = (Path(__file__).parent / "golden" / "a_duel.jsonl").read_bytes().splitlines()
    events = [event for entry in read_recording(lines).entries for event in entry.events]
    assert [event.team for event in events if isinstance(event, BuzzDecided)] == [None, "red"]
    assert [event.team for event in events if isinstance(event, FalseStart)] == ["red"]


def test_a_duellist_who_has_left_the_seat_is_named_anew() -> None:
    evening = DuelEvening().armed()
    red, *others = evening.session.seats
    players = tuple(replace(player, id="p9") if player.id == "red-2" else player for player in red.players)
    seats = (replace(red, players=players), *others)
    evening.session = replace(evening.session, seats=seats)
    press = {"do": "press", "team": "red", "player": "red-2"}
    with pytest.raises(Refusal, match="seat_passed_on"):
        rules.authorize(evening.session, press, "player", "red", "red-2")
    assert evening.view().duellists["red"] is None
    assert evening.do("name_duellist", team="red", player="p9").duel.duellists["red"] == "p9"
    assert evening.refused("name_duellist", team="red", player="red-3").code == "duellists_stand"
    rules.authorize(evening.session, {**press, "player": "p9"}, "player", "red", "p9")
