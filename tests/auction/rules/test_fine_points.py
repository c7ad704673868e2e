"""The fine points of game records, a test a sentence, and the faults that other programs of this kind had."""

from __future__ import annotations

from auction.rules.commands import parse_command
from auction.rules.engine import decide
from auction.rules.events import LotVoided, QuestionLost
from tests.auction.rules.table import Table, duel_table


def test_a_void_lots_category_stays_drawn() -> None:
    table = Table().draw("Film").do("open").do("close")
    assert table.refused("draw", category="Film").code == "category_already_drawn"


def test_no_answer_counts_as_a_question() -> None:
    assert duel_table().draw(kind="one_on_one").do("open").do("no_answer").game.played == 1


def test_va_banque_in_a_special_lot_takes_all_points_but_nobody_out() -> None:
    table = Table().bidding("hint").do("va_banque", team="red")
    assert (table.points["red"], table.team("red").out, table.team("red").hints) == (0, False, 1)
    assert (table.game.phase, table.game.bank) == ("ready", 59)
    assert table.draw().team("red").out  # §12, in its own time


def test_nobody_left_in_the_final_the_pot_goes_to_the_bank_and_the_masters_win() -> None:
    table = duel_table().bidding().do("close").do("adjust", team="red", points=-50, reason="kara")
    table.do("adjust", team="masters", points=-49, reason="kara").draw()
    assert (table.game.phase, table.game.winner, table.game.pot) == ("finished", "masters", 0)
    assert table.points == {"red": 1, "blue": 46, "masters": 2}
    assert table.state["ranking"] == {"gryffindor": 301, "ravenclaw": 46}


def test_a_losing_finalist_earns_points_and_300_even_when_out() -> None:
    table = duel_table().bidding().do("va_banque", team="red").do("judge", correct=False)
    assert (table.game.winner, table.team("red").out, table.points["masters"]) == ("masters", True, 51 + 57)
    assert table.state["ranking"]["gryffindor"] == 300


def test_survivors_of_the_first_round_stand_in_the_ranking_even_with_zero() -> None:
    table = Table("red", "blue", "green", questions_per_round=1).do("adjust", team="blue", points=-47, reason="kara")
    assert table.question(True, red=4).state["ranking"] == {"ravenclaw": 0, "slytherin": 47}


def test_a_draw_that_leaves_one_team_is_not_carried_out() -> None:
    table = Table("red", "blue").question(False, red=10).do("adjust", team="blue", points=-45, reason="kara")
    table.draw("Film")
    assert (table.game.phase, table.game.finalist, table.game.lot) == ("round_over", "red", None)
    assert table.points == {"red": 40 + 13, "blue": 2}  # no ante, but the pot


def test_nobody_left_in_the_first_round() -> None:
    table = Table("red", "blue").bidding().do("close")
    table.do("adjust", team="red", points=-45, reason="kara").do("adjust", team="blue", points=-46, reason="kara")
    table.draw()
    assert (table.game.phase, table.game.finalist, table.game.winner) == ("finished", None, None)
    assert (table.game.pot, table.game.bank, table.state["ranking"]) == (0, 6 + 91, {})


def test_the_last_team_standing_wins_the_round_at_once() -> None:
    table = Table("red", "blue").bidding(blue=20).do("va_banque", team="red").do("judge", correct=False)
    assert (table.game.phase, table.game.finalist, table.game.played) == ("round_over", "blue", 1)
    assert table.points == {"red": 0, "blue": 30 + 70}


def test_close_reprimands_first_and_then_sells() -> None:
    events = decide(Table().bidding(red=4).game, parse_command({"do": "close"}))
    assert [type(event).__name__ for event in events] == ["TeamReprimanded"] * 3 + ["LotSold"]


def test_a_special_lot_without_a_bid_goes_where_its_stakes_would_have_gone() -> None:
    assert Table().bidding("hint").do("close").game.bank == 12
    carried = Table(special_stakes="carry").bidding("black_box").do("close")
    assert (carried.game.bank, carried.game.pot) == (0, 12)


def test_points_said_are_one_to_nine_ascii_digits() -> None:
    table = Table().bidding()
    assert table.refused("say", team="red", text="Czerwoni 123456789").code == "bid_too_high"
    assert table.refused("say", team="red", text="Czerwoni 1234567890").code == "chat_number_too_long"
    assert table.refused("say", team="red", text="Czerwoni ١٢").code == "chat_not_a_number"
    assert table.do("say", team="red", text="Czerwoni 000000012").points["red"] == 38


def test_an_unknown_team_or_one_that_is_out_is_refused() -> None:
    table = Table().bidding().do("va_banque", team="green").do("judge", correct=False).bidding()
    for do, fields in (("bid", {"points": 9}), ("va_banque", {}), ("say", {"text": "Zieloni 9"})):
        assert table.refused(do, team="green", **fields).code == "team_out"
        assert table.refused(do, team="violet", **fields).code == "team_unknown"


def test_houses_that_earn_twice_add_up() -> None:
    masters = {"id": "masters", "house": "ravenclaw"}
    table = Table("red", "blue", questions_per_round=1).question(False, blue=4).do("open_final", masters=masters)
    assert table.question(True, masters=10).state["ranking"] == {"gryffindor": 351, "ravenclaw": 46 + 457}


def test_losing_masters_earn_nothing() -> None:
    masters = {"id": "masters", "house": "slytherin"}
    table = Table("red", "blue", questions_per_round=1).question(False, blue=4).do("open_final", masters=masters)
    assert "slytherin" not in table.question(True, red=10).state["ranking"]


def test_the_leader_is_found_among_the_teams_still_in() -> None:
    table = Table("red", "blue", "green", questions_per_round=1).bidding().do("va_banque", team="red")
    table.do("adjust", team="red", points=90, reason="zwrot").do("judge", correct=False)
    assert (table.game.phase, table.team("red").out) == ("tie", True)
    assert table.refused("break_tie", team="red").code == "tie_team_not_leading"


# Faults that other programs of this kind had


def test_the_hosts_addition_never_leads_the_bidding() -> None:
    table = Table().draw().do("top_up", points=40).do("open")
    assert (table.game.on_the_table.leader, table.game.on_the_table.top) == (None, 3)
    table.do("bid", team="red", points=4).do("close")
    assert table.game.on_the_table.answering == "red"
    void = Table().draw().do("top_up", points=40).do("open").do("close")
    assert (void.game.phase, void.game.pot) == ("ready", 52)


def test_a_wrong_answer_does_not_double_the_bids() -> None:
    table = Table("red", "blue").sold(red=10, blue=20)
    pot = table.game.pot
    table.do("judge", correct=False)
    assert (table.game.pot, table.log[-1]) == (pot, QuestionLost("blue", 30))
    assert table.points == {"red": 40, "blue": 30}


def test_what_a_hint_may_cost_is_measured_on_the_account_as_it_is() -> None:
    table = Table("red", "blue").sold(red=38)  # pot 41, red has 12: the hint costs 13
    assert table.refused("buy_hint").code == "hint_too_dear"
    table = Table("red", "blue").sold(red=37)  # pot 40, red has 13: the hint costs 13
    assert table.do("buy_hint").points["red"] == 0


def test_a_bidding_that_nobody_raised_can_end() -> None:
    table = Table().bidding().do("close")
    assert (table.log[-1], table.game.phase) == (LotVoided(0, table.log[-1].to), "ready")  # type: ignore[union-attr]
    table.bidding(red=4)


def test_a_low_va_banque_keeps_the_question() -> None:
    table = Table("red", "blue").do("adjust", team="blue", points=-40, reason="kara").bidding(red=45)
    table.do("va_banque", team="blue")  # 10 against 45
    assert table.game.on_the_table.answering == "blue"
    assert table.do("judge", correct=True).points == {"red": 5, "blue": 55}


def test_nothing_wipes_the_carried_pot() -> None:
    table = Table("red", "blue", "green").question(False, red=10)  # 16
    table.sold("hint", blue=9).bidding("black_box").do("close", excused=["red", "blue", "green"])
    assert table.game.pot == 16
    table.bidding().do("close", excused=["red", "blue", "green"])  # a void question adds its antes
    assert table.game.pot == 25
    assert table.sold(green=4).do("judge", correct=True).game.pot == 0
