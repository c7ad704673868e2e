"""Events: a log that reads by itself, and JSON there and back."""

from __future__ import annotations

import json

import pytest

from auction.rules.categories import Categories
from auction.rules.events import EVENTS, AntesPaid, BidPlaced, Place, dump_event, load_event
from tests.auction.rules.table import Table


def test_a_log_reads_by_itself() -> None:
    table = Table("red", "blue").draw("Film").do("open").do("bid", team="red", points=10).do("close")
    table.do("buy_hint").do("judge", correct=True)
    assert [dump_event(event) for event in table.log] == [
        {"kind": "category_drawn", "category": "Film", "lot_kind": "question"},
        {"kind": "category_used_up", "category": "Film"},
        {"kind": "antes_paid", "amounts": {"red": 3, "blue": 3}, "solvent": ["red", "blue"], "to": "pot"},
        {"kind": "bidding_opened"},
        {"kind": "bid_placed", "team": "red", "total": 10, "paid": 7, "to": "pot"},
        {"kind": "team_reprimanded", "team": "blue", "paid": 0},
        {"kind": "lot_sold", "team": "red", "total": 10},
        {"kind": "hint_bought", "team": "red", "price": 4},
        {"kind": "question_won", "team": "red", "points": 13},
    ]


def test_json_there_and_back() -> None:
    for event in (AntesPaid({"red": 3}, ("red",), Place.LOT), BidPlaced("red", 10, 7, Place.POT)):
        loaded = load_event(json.loads(json.dumps(dump_event(event))))
        assert loaded == event
        assert type(loaded.to) is Place


def test_kinds_are_distinct_and_unknown_ones_are_an_error() -> None:
    assert len(EVENTS) == len(set(EVENTS.values())) > 20
    with pytest.raises(ValueError, match="unknown event: dance"):
        load_event({"kind": "dance"})


def test_categories_behave_as_a_set() -> None:
    grown = Categories()
    for number in range(1000):
        grown = grown.and_also(str(number % 700))
    assert set(grown) == {str(number) for number in range(700)}
    assert grown == Categories.of(grown)
    assert len(grown) == len(list(grown)) == 700
    assert "699" in grown
    assert "700" not in grown
    assert len(grown.layers) <= 11
    assert Categories.of(["a"]) | {"b"} == {"a", "b"}
