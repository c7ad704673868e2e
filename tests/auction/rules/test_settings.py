"""Every setting of a game: what it changes, and what it may be."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from auction.rules.parameters import SETTINGS, Parameters
from tests.auction.rules.table import Table, duel_table


def test_the_defaults_are_the_rulebook() -> None:
    assert Parameters.from_json({}) == Parameters()
    assert Parameters().to_json() == {}


def test_only_what_differs_is_kept() -> None:
    parameters = Parameters.from_json({"ante": 5, "min_raise": 1, "special_stakes": "carry", "unknown": [1]})
    assert parameters.to_json() == {"ante": 5, "special_stakes": "carry"}
    assert Parameters.from_json(parameters.to_json()) == parameters
    assert Parameters.from_json(parameters.pinned()) == parameters


def test_every_parameter_is_a_row_of_the_settings_form() -> None:
    assert [setting.key for setting in SETTINGS] == [field.name for field in fields(Parameters)]
    for setting in SETTINGS:
        assert all(1 <= int(paragraph) <= 29 for paragraph in setting.paragraphs)
        assert setting.checked(setting.default) == setting.default


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
@pytest.mark.parametrize("value", [None, 5.0, "5", [], {}, "yes", 2.5], ids=str)
def test_wrong_types_name_the_key(setting: Any, value: object) -> None:
    with pytest.raises(ValueError, match=f"^{setting.key}: must be"):
        Parameters.from_json({setting.key: value})


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("start_points", -1), ("ante", -1), ("questions_per_round", 0), ("min_raise", 0), ("hint_divisor", 0),
        ("reprimand_penalty", -1), ("first_place_bonus", -1), ("second_place_bonus", -1), ("ante", True),
        ("bid_includes_ante", 1), ("va_banque_must_top", 0), ("special_stakes", "pot"), ("duel_wrong", True),
    ],
)  # fmt: skip
def test_wrong_values_name_the_key(key: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"^{key}: must be"):
        Parameters.from_json({key: value})


def test_rules_are_an_object() -> None:
    with pytest.raises(ValueError, match="rules"):
        Parameters.from_json([])  # type: ignore[arg-type]


def test_start_points() -> None:
    assert Table("red", "blue", start_points=100).points == {"red": 100, "blue": 100}


def test_ante() -> None:
    table = Table("red", "blue", "green", ante=10).do("adjust", team="green", points=-41, reason="kara").draw()
    assert (table.points, table.team("green").out) == ({"red": 40, "blue": 40, "green": 9}, True)


def test_no_ante() -> None:
    table = Table("red", "blue", ante=0, start_points=0).draw().do("open")
    assert (table.game.standing, table.game.pot) == (table.game.teams, 0)


def test_questions_per_round() -> None:
    table = Table(questions_per_round=2).question(True, red=4)
    assert table.game.phase == "ready"
    assert table.question(True, red=4).game.phase == "round_over"


def test_min_raise() -> None:
    table = Table(min_raise=5).bidding()
    assert table.refused("bid", team="red", points=7).params["minimum"] == 8
    table.do("bid", team="red", points=8)
    assert table.refused("bid", team="blue", points=12).params["minimum"] == 13


def test_bid_on_top_of_the_ante() -> None:
    table = Table(bid_includes_ante=False).bidding()
    assert table.refused("bid", team="red", points=0).params["minimum"] == 1
    table.do("bid", team="red", points=10)
    assert (table.points["red"], table.game.on_the_table.stakes["red"]) == (37, 13)
    refusal = table.refused("bid", team="blue", points=48)
    assert (refusal.params["minimum"], refusal.params["maximum"]) == (11, 47)


def test_hint_divisor() -> None:
    assert Table(hint_divisor=4).sold(red=10).do("buy_hint").game.bank == 4  # pot 19


def test_reprimand_penalty() -> None:
    table = Table("red", "blue", reprimand_penalty=8).bidding(red=4).do("close").do("judge", correct=True)
    assert table.bidding(red=4).do("close").points["blue"] == 44 - 8


def test_va_banque_must_top() -> None:
    table = Table("red", "blue", va_banque_must_top=True).do("adjust", team="blue", points=-10, reason="kara")
    table.bidding(red=40)
    refusal = table.refused("va_banque", team="blue")  # 40 is not above 40
    assert (refusal.paragraph, refusal.params) == ("15", {"team": "blue", "points": 40, "top": 40})
    assert table.do("va_banque", team="red").game.on_the_table.answering == "red"


def test_special_stakes_carry() -> None:
    table = Table("red", "blue", special_stakes="carry").question(False, red=10).bidding("hint", blue=9)
    assert (table.game.pot, table.game.on_the_table.held) == (13, 12)
    assert table.do("close").game.pot == 25


def test_duel_wrong_opponent() -> None:
    table = duel_table(duel_wrong="opponent").draw(kind="one_on_one").do("open").do("buzz", team="red")
    table.do("judge", correct=False)
    assert (table.points["masters"], table.game.winner) == (51 + 6, "masters")
    assert table.team("masters").right_answers == 0


def test_duel_wrong_carry() -> None:
    table = duel_table(duel_wrong="carry").draw(kind="one_on_one").do("open").do("buzz", team="masters")
    table.do("adjust", team="red", points=1, reason="zwrot").do("judge", correct=False)
    assert (table.points["red"], table.game.winner) == (52 + 6, "red")  # the pot carries, to who leads


def test_bonuses() -> None:
    masters = {"id": "masters", "house": "slytherin"}
    table = Table("red", "blue", questions_per_round=1, first_place_bonus=40, second_place_bonus=30)
    table.question(False, blue=4).do("open_final", masters=masters).question(True, masters=10)
    assert table.state["ranking"] == {"slytherin": 97, "gryffindor": 81, "ravenclaw": 46}
