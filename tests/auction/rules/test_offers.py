"""The numbers that captains' screens show."""

from __future__ import annotations

import pytest

from auction.rules import engine
from auction.rules.commands import PlaceBid
from auction.rules.offers import named
from tests.auction.rules.table import Table
from tournaments.rules.engine import Refusal


def _poor_blue(**rules: object) -> Table:
    """Red and green with 50, blue with 20."""
    return Table("red", "blue", "green", **rules).do("adjust", team="blue", points=-30, reason="kara")


def test_bounds() -> None:
    table = _poor_blue().bidding(red=10)
    assert engine.minimum_bid(table.game, "blue") == 11
    assert engine.maximum_bid(table.game, "blue") == 20
    assert engine.maximum_bid(table.game, "red") == 50


def test_bounds_on_top_of_the_ante() -> None:
    table = _poor_blue(bid_includes_ante=False).bidding(red=10)
    assert engine.minimum_bid(table.game, "blue") == 11
    assert engine.maximum_bid(table.game, "blue") == 17


def test_can_raise() -> None:
    table = _poor_blue().bidding(red=19)
    assert engine.can_raise(table.game, "blue")
    table.do("bid", team="red", points=20)
    assert not engine.can_raise(table.game, "blue")
    assert not engine.can_raise(Table().game, "red")
    assert not engine.can_raise(Table().sold(red=4).game, "blue")


def test_blocking_bid() -> None:
    table = Table("red", "blue").do("adjust", team="blue", points=-30, reason="kara").bidding()
    assert engine.blocking_bid(table.game, "red") == 20
    assert engine.blocking_bid(table.game, "blue") is None
    table.do("bid", team="red", points=25)
    assert engine.blocking_bid(table.game, "red") == 26  # nobody can top 25 either, but a bid has to be higher


def test_blocking_bid_with_a_coarser_raise() -> None:
    table = Table("red", "blue", min_raise=5).do("adjust", team="blue", points=-30, reason="kara").bidding()
    assert engine.blocking_bid(table.game, "red") == 16  # blue would need 21


@pytest.mark.parametrize("rules", [{}, {"min_raise": 4}, {"bid_includes_ante": False}, {"ante": 0}], ids=str)
def test_bounds_and_blocking_bids_agree_with_the_rules(rules: dict[str, object]) -> None:
    for first in range(7, 30, 5):
        table = _poor_blue(**rules).bidding(red=first)
        for team in ("red", "blue", "green"):
            legal = [number for number in range(-5, 60) if _is_legal(table, team, number)]
            assert bool(legal) == engine.can_raise(table.game, team)
            bounds = [engine.minimum_bid(table.game, team), engine.maximum_bid(table.game, team)]
            assert not legal or [legal[0], legal[-1]] == bounds
            blocking = [number for number in legal if _blocks(table, team, number)]
            assert engine.blocking_bid(table.game, team) == (blocking[0] if blocking else None)


def _is_legal(table: Table, team: str, number: int) -> bool:
    try:
        engine.decide(table.game, PlaceBid(team, number))
    except Refusal:
        return False
    return True


def _blocks(table: Table, team: str, number: int) -> bool:
    after = engine.play(table.game, PlaceBid(team, number))
    return not any(engine.can_raise(after, other.id) for other in after.standing if other.id != team)


def test_named_numbers() -> None:
    assert named(Table().game, 12) == 12
    assert named(Table(bid_includes_ante=False).game, 12) == 9


def test_hint_price() -> None:
    assert engine.hint_price(Table().sold(red=10).game) == 6  # of 19


def test_reprimand_list_is_who_close_would_reprimand() -> None:
    table = Table().do("adjust", team="green", points=-47, reason="kara").bidding(red=4)
    assert engine.reprimand_list(table.game) == ("yellow", "blue")
    assert engine.reprimand_list(table.do("close").game) == ()


def test_tie_teams() -> None:
    assert engine.tie_teams(Table().game) == ()
    table = Table(questions_per_round=1).question(False, red=10)
    assert engine.tie_teams(table.game) == ("yellow", "blue", "green")


def test_right_answers_are_counted_a_round() -> None:
    table = Table("red", "blue", questions_per_round=2).question(True, red=4).question(True, red=4)
    assert table.team("red").right_answers == 2
    assert table.final().team("red").right_answers == 0
