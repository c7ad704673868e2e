"""The commands of game records: their JSON form, and every row of the table played once."""

from __future__ import annotations

from typing import Any

import pytest

from auction.rules.commands import (
    COMMANDS,
    AdjustScore,
    CloseBidding,
    Draw,
    Open,
    OpenFinal,
    dump_command,
    parse_command,
)
from auction.rules.entrants import Entrant
from auction.rules.state import Kind
from tests.auction.rules.table import MASTERS, Table, duel_table
from tournaments.rules.engine import Refusal

EXAMPLES: tuple[dict[str, Any], ...] = (
    {"do": "draw", "category": "Historia", "kind": "hint"},
    {"do": "draw", "category": "Historia"},
    {"do": "top_up", "points": 10},
    {"do": "open", "category": "Film"},
    {"do": "open"},
    {"do": "bid", "team": "red", "points": 12},
    {"do": "va_banque", "team": "red"},
    {"do": "say", "team": "red", "text": "Czerwoni 12"},
    {"do": "close", "excused": ["green"]},
    {"do": "close"},
    {"do": "buy_hint"},
    {"do": "use_hint"},
    {"do": "buzz", "team": "red"},
    {"do": "no_answer"},
    {"do": "judge", "correct": True},
    {"do": "break_tie", "team": "red"},
    {"do": "adjust", "team": "red", "points": -2, "reason": "pomyłka"},
    {"do": "reinstate", "team": "red", "reason": "pomyłka"},
    {"do": "open_final", "masters": {"id": "masters", "command": "Mistrzowie", "house": None}},
)


@pytest.mark.parametrize("data", EXAMPLES, ids=lambda data: data["do"])
def test_every_command_reads_and_writes_its_json(data: dict[str, Any]) -> None:
    assert dump_command(parse_command(data)) == data


def test_the_examples_are_all_commands_that_there_are() -> None:
    assert {data["do"] for data in EXAMPLES} == set(COMMANDS)


def test_defaults() -> None:
    assert parse_command({"do": "draw", "category": "Film"}) == Draw("Film", Kind.QUESTION)
    assert parse_command({"do": "open"}) == Open(None)
    assert parse_command({"do": "close"}) == CloseBidding(())
    masters = parse_command({"do": "open_final", "masters": {"id": "masters"}})
    assert masters == OpenFinal(Entrant("masters", "masters", None))


def test_unknown_keys_are_ignored() -> None:
    data = {"do": "adjust", "team": "red", "points": 1, "reason": "a", "at": 12, "by": None}
    assert parse_command(data) == AdjustScore("red", 1, "a")


WRONG: tuple[tuple[dict[str, Any], str], ...] = (
    ({}, "command_missing"),
    ({"do": None}, "command_missing"),
    ({"do": 7}, "command_missing"),
    ({"do": ["bid"]}, "command_missing"),
    ({"do": "undo"}, "command_unknown"),
    ({"do": "Bid", "team": "red", "points": 5}, "command_unknown"),
    ({"do": "draw"}, "field_missing"),
    ({"do": "draw", "category": 5}, "field_not_text"),
    ({"do": "draw", "category": None}, "field_not_text"),
    ({"do": "draw", "category": "a\ud800"}, "field_not_text"),
    ({"do": "draw", "category": "Film", "kind": "duel"}, "kind_unknown"),
    ({"do": "draw", "category": "Film", "kind": None}, "kind_unknown"),
    ({"do": "draw", "category": "Film", "kind": {}}, "kind_unknown"),
    ({"do": "open", "category": 5}, "field_not_text"),
    ({"do": "top_up"}, "field_missing"),
    ({"do": "top_up", "points": 5.0}, "field_not_whole_number"),
    ({"do": "bid", "team": "red", "points": True}, "field_not_whole_number"),
    ({"do": "bid", "team": "red", "points": "5"}, "field_not_whole_number"),
    ({"do": "bid", "team": "red", "points": None}, "field_not_whole_number"),
    ({"do": "bid", "team": 1, "points": 5}, "field_not_text"),
    ({"do": "bid", "points": 5}, "field_missing"),
    ({"do": "va_banque"}, "field_missing"),
    ({"do": "say", "team": "red"}, "field_missing"),
    ({"do": "say", "team": "red", "text": 12}, "field_not_text"),
    ({"do": "close", "excused": "red"}, "field_not_list"),
    ({"do": "close", "excused": None}, "field_not_list"),
    ({"do": "close", "excused": {"red": True}}, "field_not_list"),
    ({"do": "judge"}, "field_missing"),
    ({"do": "judge", "correct": 1}, "field_not_boolean"),
    ({"do": "judge", "correct": "true"}, "field_not_boolean"),
    ({"do": "adjust", "team": "red", "points": 1}, "field_missing"),
    ({"do": "adjust", "team": "red", "points": 1, "reason": "?! 12"}, "reason_without_words"),
    ({"do": "adjust", "team": "red", "points": 1, "reason": 5}, "field_not_text"),
    ({"do": "reinstate", "team": "red", "reason": " "}, "reason_without_words"),
    ({"do": "open_final"}, "field_missing"),
    ({"do": "open_final", "masters": "masters"}, "masters_unreadable"),
    ({"do": "open_final", "masters": {}}, "masters_unreadable"),
    ({"do": "open_final", "masters": {"id": "m", "command": 5}}, "masters_unreadable"),
    ({"do": "open_final", "masters": {"id": "m", "house": 5}}, "masters_unreadable"),
)


@pytest.mark.parametrize(("data", "code"), WRONG, ids=lambda value: str(value)[:40])
def test_what_cannot_be_read_is_refused(data: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse_command(data)
    assert refused.value.code == code
    assert 1 <= int(refused.value.paragraph) <= 29


def test_draw_only_between_lots() -> None:
    for table in (Table().draw(), Table().bidding(), Table().sold(red=4)):
        assert table.refused("draw", category="Nowa").code == "draw_not_now"


def test_top_up_is_for_lots_with_a_question() -> None:
    table = Table().draw(kind="hint")
    assert table.refused("top_up", points=5).code == "top_up_without_question"
    assert duel_table().draw(kind="one_on_one").do("top_up", points=5).game.pot == 11


@pytest.mark.parametrize("points", [0, -1])
def test_top_up_is_for_positive_points(points: int) -> None:
    assert Table().draw().refused("top_up", points=points).code == "top_up_not_positive"


def test_open_needs_a_draw() -> None:
    assert Table().refused("open").code == "open_not_now"
    assert Table().bidding().refused("open").code == "open_not_now"


def test_open_takes_a_category_for_a_duel_only() -> None:
    table = Table().question(True, red=4).draw("Film").do("open", category="Kategoria 1")
    assert table.game.phase == "bidding"


def test_a_duels_category_was_not_played_and_is_from_now_on() -> None:
    table = _long_final()
    table.draw("Film").do("open").do("close", excused=["red", "masters"])
    table.draw("Jeden na jednego", "one_on_one")
    assert table.refused("open", category="Film").code == "category_already_played"
    table.do("open", category="Sport").do("no_answer")
    assert table.refused("draw", category="Sport").code == "category_already_drawn"
    table.draw("Jeden na jednego", "one_on_one")  # the duel itself may come again


def _long_final() -> Table:
    table = Table("red", "blue", questions_per_round=2).question(True, red=4).question(True, red=4)
    return table.final()


def test_bid_in_the_bidding_only() -> None:
    for table in (Table(), Table().draw(), Table().sold(red=4)):
        assert table.refused("bid", team="red", points=9).code == "bid_not_now"
        assert table.refused("say", team="red", text="Czerwoni 9").code == "bid_not_now"
        assert table.refused("va_banque", team="red").code == "va_banque_not_now"


def test_the_leader_may_raise_its_own_bid() -> None:
    assert Table().bidding(red=5).do("bid", team="red", points=7).points["red"] == 43


def test_va_banque_is_refused_with_nothing_left_to_risk() -> None:
    refusal = Table().bidding(red=50).refused("va_banque", team="red")
    assert (refusal.paragraph, refusal.code) == ("15", "va_banque_nothing_left")


def test_say_bids_and_goes_va_banque() -> None:
    table = Table().bidding().do("say", team="yellow", text="ŻÓŁCI\t0007")
    assert table.game.on_the_table.leader == "yellow"
    assert table.do("say", team="red", text="czerwoni va\u00a0banque!").game.on_the_table.va_banque
    refusal = Table().bidding().refused("say", team="red", text="Czerwoni 3")
    assert (refusal.code, refusal.params["minimum"]) == ("bid_too_low", 4)


@pytest.mark.parametrize(
    "text", ["Czerwoni są najlepsi", "", "Czerwoni", "12", "Czerwoni 12 pkt", "Czerwoni 1234567890"]
)
def test_anything_else_said_is_refused_as_a_command(text: str) -> None:
    refusal = Table().bidding().refused("say", team="red", text=text)
    assert refusal.code.startswith("chat_")
    assert refusal.params["command"] == "Czerwoni"


def test_close_excuses_and_ignores_unknown_ids() -> None:
    table = Table().bidding(red=4).do("close", excused=["green", "nobody", 5, [], None])
    assert [team.warnings for team in table.game.teams] == [0, 1, 1, 0]


def test_close_without_a_bid_voids_the_lot() -> None:
    table = Table().bidding().do("close")
    assert (table.game.pot, table.game.played, table.game.phase, table.game.lot) == (12, 0, "ready", None)
    assert [team.warnings for team in table.game.teams] == [1, 1, 1, 1]


def test_a_penalty_stops_at_zero() -> None:
    table = Table("red", "blue").do("adjust", team="blue", points=-40, reason="kara").bidding(red=4).do("close")
    table.do("judge", correct=True).bidding(red=4).do("close")  # blue 10, 7, 4
    assert (table.points["blue"], table.game.bank) == (0, 44)


def test_reprimands_need_points_left_right_after_the_ante() -> None:
    table = Table().do("adjust", team="green", points=-47, reason="kara").bidding(red=4)
    table.do("adjust", team="green", points=20, reason="zwrot")  # too late to count
    table.do("adjust", team="blue", points=-47, reason="kara")  # too late to count, too
    table.do("close")
    assert {team.id: team.warnings for team in table.game.teams} == {"red": 0, "yellow": 1, "blue": 1, "green": 0}


def test_buy_hint_only_if_the_team_can_pay() -> None:
    refusal = Table().sold(red=45).refused("buy_hint")  # pot 54: 18, red has 5
    assert (refusal.code, refusal.params) == ("hint_too_dear", {"team": "red", "price": 18, "points": 5})


def test_buy_hint_after_va_banque_only_if_it_is_free() -> None:
    table = Table().bidding().do("va_banque", team="red").do("adjust", team="red", points=40, reason="zwrot")
    assert table.refused("buy_hint").code == "hint_after_va_banque"
    free = Table(hint_divisor=100).bidding().do("va_banque", team="red").do("buy_hint")
    assert (free.game.bank, free.game.on_the_table.hinted) == (0, True)


def test_buy_hint_in_a_duel_as_anywhere() -> None:
    table = duel_table().draw(kind="one_on_one").do("open").do("buzz", team="red").do("buy_hint")
    assert (table.points["red"], table.game.pot) == (51 - 2, 6)


def test_use_hint_spends_a_token_also_after_va_banque() -> None:
    table = Table().sold("hint", red=4).bidding().do("va_banque", team="red").do("use_hint")
    assert table.team("red").hints == 0
    assert table.refused("use_hint").code == "hint_already_used"
    assert table.refused("buy_hint").code == "hint_already_used"


def test_use_hint_needs_a_token() -> None:
    assert Table().sold(red=4).refused("use_hint").code == "hint_token_missing"


def test_hints_are_for_who_answers() -> None:
    for do in ("buy_hint", "use_hint"):
        assert Table().bidding(red=4).refused(do).code == "hint_not_now"


def test_buzz_and_no_answer_are_for_duels() -> None:
    table = Table().bidding()
    assert table.refused("buzz", team="red").code == "buzz_not_now"
    assert table.refused("no_answer").code == "no_answer_not_now"
    duel = duel_table().draw(kind="one_on_one").do("open")
    assert duel.refused("buzz", team="blue").code == "team_not_in_round"
    assert duel.refused("bid", team="red", points=9).code == "bid_not_now"
    assert duel.do("buzz", team="red").refused("buzz", team="masters").code == "buzz_not_now"


def test_judge_needs_an_answer() -> None:
    assert Table().bidding(red=4).refused("judge", correct=True).code == "judge_not_now"


def test_break_tie_in_the_phase_of_that_name_only() -> None:
    assert Table().refused("break_tie", team="red").code == "tie_not_now"


def test_adjust_in_any_phase_of_play_and_for_teams_that_are_out() -> None:
    out = Table().bidding().do("va_banque", team="red").do("judge", correct=False)
    assert out.do("adjust", team="red", points=7, reason="zwrot").points["red"] == 7
    assert out.game.bank == -7
    duel = duel_table().draw(kind="one_on_one").do("open")
    for table in (Table(), Table().draw(), Table().bidding(), Table().sold(red=4), duel):
        table.do("adjust", team="red", points=-1, reason="kara")
        assert table.refused("adjust", team="red", points=0, reason="nic").code == "adjust_by_nothing"
        assert table.refused("adjust", team="red", points=-99, reason="kara").code == "adjust_below_zero"


def test_adjust_not_once_the_round_is_decided() -> None:
    tie = Table(questions_per_round=1).question(False, red=10)
    over = Table(questions_per_round=1).question(True, red=10)
    finished = duel_table().question(True, red=10)
    for table in (tie, over, finished):
        assert table.refused("adjust", team="red", points=1, reason="zwrot").code == "adjust_not_now"


def test_reinstate_between_lots_only_and_only_who_is_out() -> None:
    table = Table().bidding().do("va_banque", team="red").do("judge", correct=False)
    assert table.refused("reinstate", team="blue", reason="odwołanie").code == "reinstate_not_out"
    table.do("adjust", team="red", points=20, reason="odwołanie").do("reinstate", team="red", reason="odwołanie")
    assert (table.team("red").out, table.points["red"]) == (False, 20)
    assert table.draw().refused("reinstate", team="red", reason="odwołanie").code == "reinstate_not_now"


def test_open_final_starts_warnings_and_categories_afresh_and_keeps_tokens() -> None:
    table = Table("red", "blue", questions_per_round=1).sold("hint", red=4).bidding("black_box", blue=4).do("close")
    table.bidding(blue=10).do("close").do("judge", correct=False)
    assert (table.team("red").warnings, table.team("red").hints) == (2, 1)
    assert table.refused("open_final", masters={"id": "blue"}).code == "masters_id_taken"
    table.final()
    assert (table.team("red").warnings, table.team("red").hints, len(table.game.drawn)) == (0, 1, 0)
    assert table.refused("open_final", masters=MASTERS).code == "final_not_now"


def test_after_the_end_everything_is_refused() -> None:
    table = duel_table().question(True, red=10)
    for data in EXAMPLES:
        table.refused(**data)
