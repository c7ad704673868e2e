"""§6, §25: what lies on the wheel and how often, told on an evening without a database."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from auction.rules import session as rules
from auction.rules.boxes import seal
from auction.rules.drawn import needed_draws
from auction.rules.session import Session
from auction.rules.special import Box, kind_of, name_of, on_the_wheel, read_weights
from auction.rules.stage import Result
from auction.rules.state import Kind, Phase
from tests.auction.stage_round import CATEGORIES, CLOSE, bid, carry_out, draw, setup
from tournaments.rules.engine import Refusal

CONTENTS = {1: "Latarnia", 2: "Pióro\nsowy"}
SALT = "ab" * 32
BOXES: list[dict[str, Any]] = [{"number": number, "commitment": seal(text, SALT)} for number, text in CONTENTS.items()]
MASTERS = {"id": "masters", "command": "Mistrzowie", "house": None}


def evening(*commands: dict[str, Any], boxes: int = 1, weights: dict[str, int] | None = None, **rules_: Any) -> Session:
    session = rules.open_session(setup(**rules_) | {"boxes": BOXES[:boxes], "special": weights or {}})
    for step, command in enumerate(commands):
        session = carry_out(session, command, step)
    return session


def lot(kind: Kind, *more: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"do": "draw", "category": name_of(kind), "kind": str(kind)}, {"do": "open"}, *more]


def sold(kind: Kind, team: str = "red", points: int = 10) -> list[dict[str, Any]]:
    return lot(kind, bid(team, points), CLOSE)


def wheel(session: Session, categories: list[str] | None = None) -> dict[str, int]:
    left = CATEGORIES if categories is None else categories
    names = [name for name in left if name not in session.game.drawn]
    choices = on_the_wheel(session.game, session.specials, names)
    return dict(choice if isinstance(choice, tuple) else (choice, 1) for choice in choices)


def test_the_names_on_the_wheel_are_nobodys_language() -> None:
    assert [name_of(kind) for kind in (Kind.HINT, Kind.BLACK_BOX, Kind.ONE_ON_ONE)] == [
        ":hint", ":black_box", ":one_on_one",
    ]  # fmt: skip
    assert kind_of(":black_box") is Kind.BLACK_BOX
    assert kind_of("hint") is kind_of("Podpowiedź") is kind_of(":question") is kind_of(":") is Kind.QUESTION


def test_special_lots_weigh_what_the_host_says_and_one_if_nothing_is_said() -> None:
    assert wheel(evening()) == dict.fromkeys(CATEGORIES, 1) | {":hint": 1, ":black_box": 1}
    heavy = evening(weights={"hint": 9, "black_box": 0, "one_on_one": 3})
    assert wheel(heavy) == dict.fromkeys(CATEGORIES, 1) | {":hint": 9}


@pytest.mark.parametrize("weight", [-1, 10, 1.0, True, "1", None])
def test_a_weight_is_a_whole_number_from_nought_to_nine(weight: Any) -> None:
    with pytest.raises(ValueError, match=r"special\.hint"):
        read_weights({"special": {"hint": weight}})
    with pytest.raises(ValueError, match="special"):
        rules.open_session(setup() | {"special": weight})


@pytest.mark.parametrize("box", [{}, {"number": 1}, {"number": "1", "commitment": "a"}, {"number": 1, "commitment": 2}])
def test_a_box_of_a_setup_has_a_number_and_a_commitment(box: Any) -> None:
    with pytest.raises(ValueError, match="boxes"):
        rules.open_session(setup() | {"boxes": [box]})


def test_the_hint_comes_up_once_a_round_sold_or_not() -> None:
    assert ":hint" in wheel(evening(draw(1)))
    assert ":hint" in wheel(evening(*lot(Kind.HINT)[:1])), "the wheel from which it was drawn still stands"
    assert ":hint" not in wheel(evening(*lot(Kind.HINT)))
    assert ":hint" not in wheel(evening(*sold(Kind.HINT)))
    assert ":hint" not in wheel(evening(*lot(Kind.HINT, CLOSE)))


def test_a_box_comes_up_once_an_evening_as_many_as_were_sealed() -> None:
    assert ":black_box" not in wheel(evening(boxes=0))
    assert ":black_box" not in wheel(evening(*sold(Kind.BLACK_BOX)))
    one_of_two = evening(*sold(Kind.BLACK_BOX), boxes=2)
    assert ":black_box" in wheel(one_of_two)
    assert [box.team for box in one_of_two.specials.boxes] == ["red", None]
    both = evening(*lot(Kind.BLACK_BOX, CLOSE), *sold(Kind.BLACK_BOX, "blue"), boxes=2)
    assert [box.team for box in both.specials.boxes] == [None, "blue"], "nobody won the first one"
    assert ":black_box" not in wheel(both)


def test_without_a_category_no_special_lot_holds_the_round_up() -> None:
    session = evening()
    assert wheel(session, []) == {}
    assert wheel(session, ["Kategoria 1"]) == {"Kategoria 1": 1, ":hint": 1, ":black_box": 1}


def test_the_final_has_a_duel_and_a_hint_of_its_own_but_no_box_again() -> None:
    question = [{"do": "open"}, bid("red", 4), CLOSE, {"do": "show_question"}, {"do": "judge", "correct": True}]
    first = [*sold(Kind.HINT), *sold(Kind.BLACK_BOX), draw(1), *question]
    session = evening(*first, {"do": "open_final", "masters": MASTERS}, questions_per_round=1)
    assert wheel(session) == dict.fromkeys(CATEGORIES, 1) | {":hint": 1, ":one_on_one": 1}
    duel = carry_out(session, {"do": "draw", "category": ":one_on_one", "kind": "one_on_one"}, 99)
    assert ":one_on_one" in wheel(duel)
    assert ":one_on_one" not in wheel(carry_out(duel, {"do": "open"}, 100))


def test_an_undo_puts_the_lot_back_on_the_wheel_but_no_box_that_was_seen() -> None:
    before, after = evening(), evening(*sold(Kind.BLACK_BOX))
    assert ":black_box" in wheel(rules.after_undo(after, before, 5))
    box = Box(1, BOXES[0]["commitment"], drawn=True, team="red", contents="Latarnia", salt="ab")
    seen = replace(after, specials=after.specials.with_box(box))
    restored = rules.after_undo(seen, before, 5)
    assert restored.specials.boxes[0].contents == "Latarnia"
    assert ":black_box" not in wheel(restored)


def test_a_special_lot_is_checked_as_the_kind_that_was_played() -> None:
    assert needed_draws({"do": "draw", "category": ":hint", "kind": "hint"}) == {"category": ":hint"}
    swapped = needed_draws({"do": "draw", "category": ":hint", "kind": "black_box"})
    assert swapped == {"category": ":black_box"}, "which is not what was drawn"
    assert needed_draws({"do": "draw", "category": ":hint"})["category"] == ":question"
    assert needed_draws({"do": "draw", "category": "Podpowiedź", "kind": "hint"}) == {"category": "Podpowiedź"}


# --- how a special lot ends (§6, §15, §16) ---------------------------------------------------------------------------


def result(session: Session) -> Result:
    assert session.stage.result is not None
    return session.stage.result


def test_a_prize_says_who_has_it_for_how_much_and_where_the_stakes_went() -> None:
    end = result(evening(*lot(Kind.HINT, bid("red", 10), bid("blue", 12), CLOSE)))
    assert (end.category, end.kind, end.team, end.correct) == (":hint", Kind.HINT, "blue", None)
    assert (end.price, end.stakes, end.to_pot) == (12, 12 + 10 + 3 + 3, False)
    carried = result(evening(*sold(Kind.BLACK_BOX), special_stakes="carry"))
    assert (carried.kind, carried.team, carried.price, carried.to_pot) == (Kind.BLACK_BOX, "red", 10, True)


def test_a_prize_that_nobody_wants_leaves_the_antes_where_its_stakes_would_have_gone() -> None:
    end = result(evening(*lot(Kind.HINT, CLOSE)))
    assert (end.team, end.price, end.stakes, end.to_pot) == (None, 0, 12, False)
    assert evening(*lot(Kind.HINT, CLOSE), special_stakes="carry").game.pot == 12


def test_va_banque_for_a_prize_takes_all_and_puts_nobody_out() -> None:
    session = evening(*lot(Kind.HINT, {"do": "va_banque", "team": "red"}))
    assert (result(session).price, result(session).va_banque) == (50, True)
    red = session.game.team("red")
    assert (red.points, red.out, red.hints) == (0, False, 1)
    assert carry_out(session, draw(1), 50).game.team("red").out, "§12: it cannot pay the next ante"


def test_a_special_lot_is_no_question_and_leaves_the_waiting_pot_alone() -> None:
    wrong = [draw(1), {"do": "open"}, bid("red", 5), CLOSE, {"do": "show_question"}, {"do": "judge", "correct": False}]
    session = evening(*wrong)
    after = evening(*wrong, *sold(Kind.HINT, "blue", 6))
    assert (after.game.played, after.game.pot) == (session.game.played, session.game.pot) == (1, 14)
    assert after.game.team("blue").hints == 1


@pytest.mark.parametrize("do", ["use_hint", "buy_hint", "show_question", "judge", "top_up"])
def test_in_a_special_lot_there_is_nothing_to_hint_at(do: str) -> None:
    first = evening(*sold(Kind.HINT), *lot(Kind.BLACK_BOX)[:1], boxes=1)
    for session in (first, carry_out(first, {"do": "open"}, 9)):
        with pytest.raises(Refusal):
            carry_out(session, {"do": do, "team": "red", "points": 1, "correct": True}, 10)


def test_a_token_is_used_once_for_nothing_in_a_later_question() -> None:
    asked = [draw(1), {"do": "open"}, bid("red", 5), CLOSE, {"do": "show_question"}]
    session = evening(*sold(Kind.HINT), *asked)
    used = carry_out(session, {"do": "use_hint", "team": "red"}, 40)
    assert used.game.team("red").points == session.game.team("red").points
    assert used.game.team("red").hints == 0
    with pytest.raises(Refusal, match="hint_already_used"):
        carry_out(used, {"do": "use_hint", "team": "red"}, 41)


# --- the boxes at the end --------------------------------------------------------------------------------------------


def opened(number: int, **more: Any) -> dict[str, Any]:
    return {"do": "open_box", "box": number, "contents": CONTENTS[number], "salt": SALT, **more}


LAST = [draw(1), {"do": "open"}, bid("green", 5), CLOSE, {"do": "show_question"}, {"do": "judge", "correct": True}]


def test_a_box_is_opened_when_all_is_decided_and_only_what_was_sealed() -> None:
    playing = evening(*sold(Kind.BLACK_BOX), boxes=2, questions_per_round=1)
    with pytest.raises(Refusal, match="box_too_early"):
        carry_out(playing, opened(1), 9)
    over = evening(*sold(Kind.BLACK_BOX), *LAST, boxes=2, questions_per_round=1)
    assert over.game.phase is Phase.ROUND_OVER
    for wrong in (opened(1, contents="Latarnia "), opened(1, salt="ba" * 32), opened(1, contents=None)):
        with pytest.raises(Refusal, match="box_does_not_match"):
            carry_out(over, wrong, 99)
    with pytest.raises(Refusal, match="box_not_won"):
        carry_out(over, opened(2), 99)
    after = carry_out(over, opened(1), 99)
    assert after.game == over.game
    assert (after.stage.open_box, after.specials.boxes[0].contents) == (1, "Latarnia")
    with pytest.raises(Refusal, match="box_opened_already"):
        carry_out(after, opened(1), 100)


def test_an_opening_is_no_step_of_undo() -> None:
    assert not rules.is_step(opened(1))
    assert rules.is_stale_sensitive(opened(1), "host")
    with pytest.raises(Refusal, match="host_decides"):
        rules.authorize(evening(), {**opened(1), "team": "red"}, "captain", "red", None)
