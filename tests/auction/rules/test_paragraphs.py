"""The rulebook, paragraph by paragraph, played with numbers that can be checked by hand."""

from __future__ import annotations

from auction.rules.record import replay_lines
from tests.auction.rules.table import MASTERS, Table, duel_table


def test_5_a_substitute_changes_nothing_in_the_game() -> None:
    header = '{"record": "auction", "version": 1, "teams": [{"id": "red"}, {"id": "blue"}]}'
    substitute = '{"do": "x-substitute", "team": "red", "out": "Ada", "in": "Ewa"}'
    assert replay_lines([header, substitute]).state == replay_lines([header]).state


def test_6_five_questions_make_a_round() -> None:
    table = Table()
    for number in range(1, 5):
        table.question(True, red=4)
        assert (table.game.played, table.game.phase) == (number, "ready")
    assert table.question(True, red=4).game.phase == "round_over"


def test_6_hints_and_boxes_are_no_questions() -> None:
    table = Table().sold("hint", red=4).sold("black_box", blue=5)
    assert table.game.played == 0
    assert (table.team("red").hints, table.team("blue").boxes) == (1, 1)


def test_6_a_special_lot_goes_to_the_bank_and_leaves_the_carried_pot_alone() -> None:
    table = Table("red", "blue").question(False, red=10)  # pot 13: 10 and blue's ante
    table.bidding("hint", blue=9)
    assert (table.game.pot, table.game.bank, table.game.on_the_table.held) == (13, 0, 12)
    table.do("close", excused=["red"])
    assert (table.game.pot, table.game.bank) == (13, 12)
    assert table.points == {"red": 37, "blue": 38}


def test_6_a_category_comes_once_a_round() -> None:
    table = Table().draw("Film").do("open").do("close")
    refusal = table.refused("draw", category="Film")
    assert (refusal.paragraph, refusal.code, refusal.params) == ("6", "category_already_drawn", {"category": "Film"})
    table.do("draw", category="Film", kind="black_box")  # a special lot is no question category


def test_7_two_to_four_teams_sit_down() -> None:
    assert list(Table("red", "green").points) == ["red", "green"]
    assert Table().refused("adjust", team="violet", points=1, reason="obca").code == "team_unknown"


def test_8_every_team_starts_with_fifty() -> None:
    assert Table().points == {"red": 50, "yellow": 50, "blue": 50, "green": 50}


def test_9_the_draw_takes_three_points_from_every_team() -> None:
    table = Table().draw("Historia")
    assert table.points == {"red": 47, "yellow": 47, "blue": 47, "green": 47}
    assert (table.game.pot, table.game.phase) == (12, "drawn")
    assert table.do("open").game.phase == "bidding"


def test_10_captains_speak_for_their_own_team() -> None:
    table = Table().bidding()
    assert table.refused("say", team="red", text="Niebiescy 12").code == "chat_other_team"


def test_11_the_number_is_the_teams_total_with_the_ante() -> None:
    table = Table().bidding(red=5)
    assert table.points["red"] == 45  # 3 at the draw and 2 more
    assert table.game.pot == 14
    assert table.do("bid", team="red", points=9).points["red"] == 41  # 9 in all, not 5 + 9


def test_11_a_bid_tops_the_highest_total_and_antes_are_totals() -> None:
    table = Table().bidding()
    assert table.refused("bid", team="red", points=3).params["minimum"] == 4
    table.do("bid", team="red", points=12)
    refusal = table.refused("bid", team="blue", points=12)
    assert (refusal.paragraph, refusal.code) == ("11", "bid_too_low")
    assert refusal.params == {"team": "blue", "points": 12, "minimum": 13, "maximum": 50}


def test_11_nobody_bids_more_than_it_has() -> None:
    table = Table().bidding()
    assert table.refused("bid", team="red", points=51).code == "bid_too_high"
    assert table.do("bid", team="red", points=50).points["red"] == 0


def test_11_note_only_exact_commands_count() -> None:
    table = Table().bidding()
    assert table.refused("say", team="red", text="Czerwoi 12").code == "chat_name_misspelt"
    assert table.do("say", team="red", text="czerwoni  012").game.on_the_table.stakes["red"] == 12


def test_12_who_cannot_pay_the_ante_drops_out() -> None:
    table = Table().do("adjust", team="green", points=-48, reason="za spóźnienie").draw()
    assert table.team("green").out
    assert table.points == {"red": 47, "yellow": 47, "blue": 47, "green": 2}
    assert table.game.pot == 9
    assert table.do("open").refused("bid", team="green", points=4).code == "team_out"


def test_12_three_points_are_enough_to_come_in() -> None:
    table = Table().do("adjust", team="green", points=-47, reason="za spóźnienie").draw()
    assert (table.team("green").out, table.points["green"]) == (False, 0)


def test_13_all_bids_lie_in_the_pot() -> None:
    table = Table().bidding(red=10, blue=15, green=20)
    assert table.game.pot == 10 + 15 + 20 + 3


def test_14_the_highest_total_answers() -> None:
    table = Table().sold(red=10, blue=15)
    assert (table.game.phase, table.game.on_the_table.answering) == ("answering", "blue")


def test_15_va_banque_ends_the_bidding_at_once() -> None:
    table = Table().bidding(red=10).do("va_banque", team="blue")
    assert (table.game.phase, table.game.on_the_table.answering) == ("answering", "blue")
    assert (table.points["blue"], table.game.pot) == (0, 10 + 50 + 3 + 3)


def test_15_va_banque_answered_wrongly_is_the_end_of_the_team() -> None:
    table = Table().bidding().do("say", team="blue", text="Niebiescy VA BANQUE!").do("judge", correct=False)
    assert table.team("blue").out
    assert (table.game.pot, table.game.phase) == (59, "ready")


def test_15_va_banque_answered_right_wins_the_pot() -> None:
    table = Table().bidding().do("va_banque", team="blue").do("judge", correct=True)
    assert (table.points["blue"], table.team("blue").out) == (59, False)


def test_16_a_warning_first_then_five_points() -> None:
    table = Table("red", "blue").bidding(red=4).do("close").do("judge", correct=True)
    assert (table.team("blue").warnings, table.points["blue"], table.game.bank) == (1, 47, 0)
    table.bidding(red=4).do("close")
    assert (table.team("blue").warnings, table.points["blue"], table.game.bank) == (2, 39, 5)
    table.do("judge", correct=True).bidding(red=4).do("close")
    assert (table.team("blue").warnings, table.points["blue"], table.game.bank) == (3, 31, 10)


def test_16_va_banque_reprimands_nobody() -> None:
    table = Table().bidding().do("va_banque", team="red")
    assert [team.warnings for team in table.game.teams] == [0, 0, 0, 0]


def test_17_only_the_verdict_ends_the_time_to_answer() -> None:
    table = Table().sold(red=4)
    for do, fields in (
        ("bid", {"team": "blue", "points": 9}),
        ("close", {}),
        ("open", {}),
        ("draw", {"category": "X"}),
    ):
        table.refused(do, **fields)
    assert table.do("judge", correct=True).game.phase == "ready"


def test_18_a_right_answer_wins_the_pot() -> None:
    table = Table().question(True, red=10, blue=15)
    assert table.points == {"red": 40, "yellow": 47, "blue": 35 + 31, "green": 47}
    assert (table.game.pot, table.game.played) == (0, 1)


def test_18_a_wrong_answer_carries_the_pot_to_the_next_question() -> None:
    table = Table().question(False, red=10, blue=15)
    assert (table.game.pot, table.game.played) == (31, 1)
    assert table.draw().game.pot == 31 + 12


def test_18_the_pot_of_the_last_question_goes_to_who_leads_without_it() -> None:
    table = Table("red", "blue", questions_per_round=1).question(False, red=10)
    assert table.points == {"red": 40, "blue": 47 + 13}
    assert (table.game.finalist, table.game.phase) == ("blue", "round_over")


def test_19_a_hint_costs_a_third_of_the_pot_rounded_down() -> None:
    table = Table().sold(red=10, blue=15).do("buy_hint")  # pot 31
    assert (table.points["blue"], table.game.bank, table.game.pot) == (35 - 10, 10, 31)


def test_19_one_hint_a_lot() -> None:
    assert Table().sold(red=10).do("buy_hint").refused("buy_hint").code == "hint_already_used"


def test_20_the_host_adds_to_the_pot_before_the_bidding() -> None:
    table = Table().draw().do("top_up", points=10).do("top_up", points=5)
    assert table.game.pot == 12 + 15
    assert table.do("open").refused("top_up", points=1).code == "top_up_not_now"


def test_21_the_leader_goes_to_the_final() -> None:
    table = Table(questions_per_round=1).question(True, red=10)
    assert (table.game.finalist, table.game.winner) == ("red", None)


def test_21_a_tie_waits_for_the_host() -> None:
    table = Table(questions_per_round=1).question(False, red=10)  # pot 19; the other three have 47
    assert (table.game.phase, table.game.finalist, table.game.pot) == ("tie", None, 19)
    assert table.refused("break_tie", team="red").code == "tie_team_not_leading"
    table.do("break_tie", team="blue")
    assert (table.game.finalist, table.points["blue"], table.game.pot) == ("blue", 66, 0)


def test_22_survivors_keep_their_points_for_the_ranking_teams_out_do_not() -> None:
    table = Table(questions_per_round=2).bidding().do("va_banque", team="green").do("judge", correct=False)
    table.question(True, red=5)
    assert table.state["ranking"] == {"hufflepuff": 44, "ravenclaw": 44}


def test_23_finalist_and_masters_play_the_second_round() -> None:
    table = Table(questions_per_round=1).question(True, red=4).final()
    assert table.game.playing == ("red", "masters")
    assert (table.game.round, table.game.phase, table.game.played) == (2, "ready", 0)
    assert table.refused("adjust", team="blue", points=1, reason="korekta").code == "team_not_in_round"


def test_24_the_masters_start_with_as_many_points() -> None:
    table = Table(questions_per_round=1).question(True, red=4).final()
    assert table.points["masters"] == table.points["red"] == 46 + 13


def test_25_one_on_one_is_for_the_final() -> None:
    refusal = Table().refused("draw", category="Jeden na jednego", kind="one_on_one")
    assert (refusal.paragraph, refusal.code) == ("25", "duel_only_in_final")


def test_25_in_the_duel_the_first_to_buzz_answers() -> None:
    table = duel_table()  # blue 46 after a wrong answer; red leads with 47 and takes the pot of 7: 54 each
    table.draw("Jeden na jednego", "one_on_one").do("top_up", points=2)
    table.do("open", category="Film").do("buzz", team="masters")
    assert (table.game.phase, table.game.on_the_table.answering) == ("answering", "masters")
    assert table.do("judge", correct=True).points["masters"] == 51 + 8


def test_25_nobody_answers_in_the_duel() -> None:
    table = duel_table().draw("Jeden na jednego", "one_on_one").do("open").do("no_answer")
    assert (table.game.played, table.game.phase) == (1, "finished")


def test_26_more_points_win_the_game() -> None:
    table = duel_table().question(True, masters=10)  # masters 44 + 13, red 51
    assert (table.game.phase, table.game.winner) == ("finished", "masters")
    assert table.points == {"red": 51, "blue": 46, "masters": 57}


def test_27_a_tie_in_the_final_is_the_masters() -> None:
    table = duel_table().draw("Jeden na jednego", "one_on_one").do("open").do("no_answer")
    assert (table.game.winner, table.game.phase) == ("masters", "finished")
    assert table.points == {"red": 51, "blue": 46, "masters": 51 + 6}


def test_28_winning_challengers_earn_their_points_without_a_bonus() -> None:
    table = duel_table().question(True, red=10)  # 44 + 13
    assert table.state["ranking"] == {"gryffindor": 57, "ravenclaw": 46}


def test_29_winning_masters_earn_400_more_and_their_opponents_300() -> None:
    table = Table("red", "blue", questions_per_round=1).question(False, blue=4)
    table.do("open_final", masters={**MASTERS, "house": "slytherin"}).question(True, masters=10)
    assert table.state["ranking"] == {"slytherin": 457, "gryffindor": 351, "ravenclaw": 46}
