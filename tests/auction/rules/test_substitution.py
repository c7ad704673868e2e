"""§5, §3: who takes whose seat, by whose word, and everything that forbids it."""

from dataclasses import replace
from typing import Any

import pytest

from auction.rules import session as rules
from auction.rules.duel import Duel
from auction.rules.session import open_session
from auction.rules.snapshots import dump_event, dump_session, load_event, load_session
from auction.rules.state import Phase
from tests.auction.rules.evening import Evening, setup_of
from tournaments.rules.engine import Refusal

OLA: dict[str, Any] = {"id": "p9", "name": "Ola", "house": "red"}
PROPOSAL: dict[str, Any] = {"team": "red", "out": "red-2", "person": OLA, "reason": "chora"}
ANSWER: dict[str, Any] = {"team": "red", "out": "red-2", "player": "p9"}
NOMINATION: dict[str, Any] = {
    "team": "red",
    "captain": "p9",
    "person": OLA,
    "head": "Profesor Kot",
    "reason": "kapitan nieobecny",
}


def names(evening, team="red"):
    seat = next(seat for seat in evening.session.seats if seat.team == team)
    return [(player.id, player.captain) for player in seat.players]


def asked():
    return Evening().do("propose_substitution", **PROPOSAL)


def test_the_seat_changes_only_with_the_captains_word():
    evening = asked()
    assert names(evening) == [("red-1", True), ("red-2", False), ("red-3", False)]
    evening.do("answer_substitution", **ANSWER, agree=True)
    assert names(evening) == [("red-1", True), ("p9", False), ("red-3", False)]
    assert evening.session.proposals == ()


def test_declined_the_team_stays_and_the_host_reads_why():
    evening = asked().do("answer_substitution", **ANSWER, agree=False, reason="Poczekamy na Alę")
    assert names(evening)[1] == ("red-2", False)
    (declined,) = evening.session.proposals
    assert declined.declined == "Poczekamy na Alę"
    assert evening.refused("answer_substitution", **ANSWER, agree=True).code == "no_proposal"
    evening.do("propose_substitution", **PROPOSAL)  # may ask again
    assert len(evening.session.proposals) == 1
    evening.do("withdraw_substitution", **ANSWER)
    assert evening.session.proposals == ()


def test_withdrawn_there_is_nothing_to_agree_to():
    evening = asked().do("withdraw_substitution", **ANSWER)
    assert evening.refused("answer_substitution", **ANSWER, agree=True).code == "no_proposal"
    assert evening.refused("withdraw_substitution", **ANSWER).code == "no_proposal"


def test_an_answer_is_to_the_proposal_that_was_seen():
    evening = asked().do("withdraw_substitution", **ANSWER)
    evening.do("propose_substitution", **{**PROPOSAL, "out": "red-3"})
    assert evening.refused("answer_substitution", **ANSWER, agree=True).code == "no_proposal"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"team": "purple"}, "team_unknown"),
        ({"out": "blue-2"}, "not_in_the_team_to_leave"),
        ({"out": ""}, "not_in_the_team_to_leave"),
        ({"out": "red-1"}, "captain_by_the_head"),
        ({"person": None}, "person_unknown"),
        ({"person": {**OLA, "house": "blue"}}, "of_another_house"),
        ({"person": {**OLA, "house": None}}, "of_another_house"),
        ({"person": {**OLA, "id": "red-3"}}, "in_the_team_already"),
        ({"person": {**OLA, "id": "blue-3"}}, "in_another_team"),
        ({"person": {**OLA, "masters": True}}, "among_the_masters"),
        ({"person": {**OLA, "lessons": 9, "needed": 10}}, "substitute_without_lessons"),
        ({"person": {**OLA, "kind": "staff"}}, "substitute_no_pupil"),
        ({"person": {**OLA, "kind": "guest"}}, "substitute_no_pupil"),
        ({"person": {**OLA, "left": True}}, "substitute_has_left"),
        ({"person": {**OLA, "elsewhere": "Ravenclaw"}}, "substitute_on_a_roster"),
        ({"reason": ""}, "reason_for_the_seat"),
        ({"reason": "…"}, "reason_for_the_seat"),
        ({"reason": None}, "reason_for_the_seat"),
    ],
)
def test_what_cannot_be_proposed(change, code):
    assert Evening().refused("propose_substitution", **{**PROPOSAL, **change}).code == code


@pytest.mark.parametrize(
    "facts", [{"lessons": 10, "needed": 10}, {"lessons": 0, "needed": 0}, {"head": True, "kind": "staff"}, {}]
)
def test_who_may_play_may_come_in(facts):
    Evening().do("propose_substitution", **{**PROPOSAL, "person": {**OLA, **facts}})


def test_one_open_proposal_a_team_and_one_team_a_person():
    evening = asked()
    assert evening.refused("propose_substitution", **{**PROPOSAL, "out": "red-3"}).code == "proposal_open"
    guests = setup_of()
    guests["teams"][1]["house"] = "red"  # the Masters may be of a house that plays (§23)
    evening = Evening(open_session(guests)).do("propose_substitution", **PROPOSAL)
    twice = {**PROPOSAL, "team": "yellow", "out": "yellow-2"}
    assert evening.refused("propose_substitution", **twice).code == "proposed_elsewhere"
    evening.do("answer_substitution", **ANSWER, agree=True)
    assert evening.refused("propose_substitution", **twice).code == "in_another_team"


def test_guests_of_no_house_are_replaced_by_anybody():
    guests = setup_of()
    guests["teams"][0]["house"] = None
    Evening(open_session(guests)).do("propose_substitution", **{**PROPOSAL, "person": {**OLA, "house": None}})


def test_a_team_that_is_out_or_a_game_that_is_over_keeps_its_seats():
    evening = Evening().sold_to("blue", 10)
    evening.do("show_question").do("judge", correct=False)
    evening.do("draw", category="Film").do("open").do("va_banque", team="red").do("judge", correct=False)
    assert evening.refused("propose_substitution", **PROPOSAL).code == "team_out"
    over = Evening(open_session(setup_of(rules={"questions_per_round": 1}))).sold_to("red", 10)
    over.do("show_question").do("judge", correct=True)
    over.do("propose_substitution", **PROPOSAL)  # the final is still to come
    over.do("open_final", masters={"id": "masters", "command": "Mistrzowie", "house": None})
    assert (
        over.refused("propose_substitution", **{**PROPOSAL, "team": "blue", "out": "blue-2"}).code
        == "team_not_in_round"
    )
    over.sold_to("red", 10, 2).do("show_question").do("judge", correct=True)
    assert over.refused("answer_substitution", **ANSWER, agree=True).code == "seats_are_final"


def test_who_was_to_answer_and_leaves_gives_the_answer_back_to_the_captain():
    evening = asked().sold_to("red", 10).do("name_answerer", team="red", player="red-2")
    evening.do("answer_substitution", **ANSWER, agree=True)
    freed = evening.session.stage.answerer
    evening.do("name_answerer", team="red", player="p9")  # §17 goes for the newcomer, too
    assert (freed, evening.session.stage.answerer) == (None, "p9")
    assert evening.refused("name_answerer", team="red", player="red-2").code == "not_in_the_team"


def test_others_of_the_lot_are_left_alone():
    evening = asked().sold_to("red", 10).do("name_answerer", team="red", player="red-3")
    evening.do("answer_substitution", **ANSWER, agree=True)
    assert evening.session.stage.answerer == "red-3"


# --- the captain -------------------------------------------------------------------------------------------------


def test_the_head_names_the_newcomer_captain():
    evening = Evening().do("seat_captain", **NOMINATION)
    assert names(evening) == [("p9", True), ("red-2", False), ("red-3", False)]


def test_the_head_names_one_of_the_team_and_somebody_fills_the_seat():
    evening = Evening().do("seat_captain", **{**NOMINATION, "captain": "red-3"})
    assert names(evening) == [("p9", False), ("red-2", False), ("red-3", True)]


def test_the_head_names_another_captain_and_nobody_leaves():
    evening = Evening().do("seat_captain", **{**NOMINATION, "captain": "red-3", "person": None})
    assert names(evening) == [("red-1", False), ("red-2", False), ("red-3", True)]


@pytest.mark.parametrize(
    ("change", "paragraph", "code"),
    [
        ({"head": ""}, "3", "head_missing"),
        ({"reason": " "}, "5", "reason_for_the_seat"),
        ({"captain": "red-1", "person": None}, "3", "captain_already"),
        ({"captain": "red-1"}, "3", "captain_of_the_team"),  # who leaves cannot be named
        ({"captain": "blue-2"}, "3", "captain_of_the_team"),
        ({"captain": "p9", "person": None, "newcomer": ""}, "3", "captain_of_the_team"),
        ({"newcomer": "p404", "person": None}, "5", "person_unknown"),
        ({"person": {**OLA, "house": "blue"}}, "5", "of_another_house"),
        ({"person": {**OLA, "id": "blue-2"}}, "5", "in_another_team"),
        ({"person": {**OLA, "name": "profesor  KOT"}}, "3", "head_no_captain"),
        ({"person": {**OLA, "head": True}}, "3", "head_no_captain"),
        ({"captain": "red-3", "person": None, "captain_is_head": True}, "3", "head_no_captain"),
        ({"person": {**OLA, "lessons": 3, "needed": 10}}, "1", "substitute_without_lessons"),
    ],
)
def test_what_the_head_cannot_name(change, paragraph, code):
    refusal = Evening().refused("seat_captain", **{**NOMINATION, **change})
    assert (refusal.paragraph, refusal.code) == (paragraph, code)


def test_a_new_captain_is_asked_what_the_old_one_was_not_there_for():
    evening = asked().do("seat_captain", **{**NOMINATION, "captain": "red-3", "person": None})
    evening.do("answer_substitution", **ANSWER, agree=True)
    assert names(evening) == [("red-1", False), ("p9", False), ("red-3", True)]


def test_who_has_been_seated_as_captain_is_no_more_to_be_replaced():
    evening = asked().do("seat_captain", **{**NOMINATION, "captain": "red-2", "person": None})
    assert evening.session.proposals == ()
    evening = asked().do("seat_captain", **NOMINATION)  # the same newcomer
    assert evening.session.proposals == ()


# --- who may say it ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("do", ["propose_substitution", "withdraw_substitution", "seat_captain"])
@pytest.mark.parametrize(("role", "player"), [("captain", "red-1"), ("player", "red-2")])
def test_the_host_alone_proposes(do, role, player):
    with pytest.raises(Refusal) as refused:
        rules.authorize(asked().session, {"do": do, **PROPOSAL}, role, "red", player)
    assert refused.value.code == "host_decides"


@pytest.mark.parametrize(
    ("role", "team", "player", "code"),
    [
        ("host", None, None, "captain_consents"),
        ("captain", "blue", "blue-1", "not_your_team"),
        ("player", "red", "red-2", "captain_decides"),
    ],
)
def test_the_captain_alone_consents(role, team, player, code):
    answer = {"do": "answer_substitution", **ANSWER, "agree": True}
    rules.authorize(asked().session, answer, "captain", "red", "red-1")
    with pytest.raises(Refusal) as refused:
        rules.authorize(asked().session, answer, role, team, player)
    assert refused.value.code == code


def test_who_has_left_says_nothing_any_more_even_if_it_was_on_its_way():
    evening = asked().do("answer_substitution", **ANSWER, agree=True)
    evening.do("seat_captain", **{**NOMINATION, "captain": "red-3", "person": None})
    bid = {"do": "bid", "team": "red", "points": 9}
    for role, player, code in (
        ("captain", "red-2", "seat_passed_on"),
        ("captain", "red-1", "captain_decides"),
        ("player", "red-2", "seat_passed_on"),
    ):
        with pytest.raises(Refusal) as refused:
            rules.authorize(evening.session, bid, role, "red", player)
        assert refused.value.code == code
    rules.authorize(evening.session, bid, "captain", "red", "red-3")


def test_a_proposal_does_not_wait_for_the_screen_and_an_undo_can_take_it_back():
    for do in ("propose_substitution", "withdraw_substitution", "answer_substitution", "seat_captain"):
        assert not rules.is_stale_sensitive({"do": do}, "host")
        assert rules.is_step({"do": do})


def test_snapshots_and_events_keep_it():
    evening = asked()
    assert load_session(dump_session(evening.session)) == evening.session
    evening.do("answer_substitution", **ANSWER, agree=False, reason="nie")
    evening.do("withdraw_substitution", **ANSWER).do("seat_captain", **NOMINATION)
    assert load_session(dump_session(evening.session)) == evening.session
    for events in evening.log:
        for event in events:
            assert load_event(dump_event(event)) == event


# --- the duel ----------------------------------------------------------------------------------------------------


def in_a_duel(*, gone):
    evening = asked()
    duel = Duel(("red", "blue"), ("Film",), duellists={"red": "red-2", "blue": "blue-2"}, gone=gone)
    game = replace(evening.session.game, phase=Phase.DUEL)
    evening.session = replace(evening.session, game=game, stage=replace(evening.session.stage, duel=duel))
    return evening


def test_a_duellist_fights_the_duel_out():
    refusal = in_a_duel(gone=True).refused("answer_substitution", **ANSWER, agree=True)
    assert (refusal.paragraph, refusal.code) == ("25", "duellist_cannot_leave")


def test_who_was_named_for_a_duel_not_begun_is_named_no_more():
    evening = in_a_duel(gone=False).do("answer_substitution", **ANSWER, agree=True)
    assert evening.session.stage.duel.duellists == {"blue": "blue-2"}
