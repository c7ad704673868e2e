"""On what a team may appeal (§5.2, §5.4.1), and who may not judge it (§5.1.1)."""

from __future__ import annotations

import pytest

from appeals.rules.ground import Earlier, Played, check_ground
from appeals.rules.interest import Candidate, Interest, Parties, Why, Writer, check_jury, interests_of
from appeals.rules.settings import Settings, differing, read_settings
from appeals.rules.state import Kind, Phase
from tournaments.rules.engine import Refusal

LOST = Played(judged=True)


def code(call):
    with pytest.raises(Refusal) as refusal:
        call()
    return refusal.value.paragraph, refusal.value.code


@pytest.mark.parametrize(
    ("kind", "played", "refusal"),
    [
        (Kind.ACCEPT, Played(judged=False), ("5.2.1", "question_not_played")),
        (Kind.REMOVE, Played(judged=True, removed=True), ("5.2.2", "question_removed_already")),
        (Kind.ACCEPT, Played(judged=True, counted=True), ("5.2.2", "answer_counts_already")),
    ],
)
def test_what_there_is_to_appeal_against(kind, played, refusal):
    assert code(lambda: check_ground(kind, played, [])) == refusal


def test_a_won_question_may_be_removed_and_a_lost_one_accepted():
    check_ground(Kind.REMOVE, Played(judged=True, counted=True), [])
    check_ground(Kind.ACCEPT, LOST, [])


@pytest.mark.parametrize("phase", list(Phase))
def test_the_same_ground_is_judged_once(phase):
    earlier = [Earlier(4, Kind.ACCEPT, phase)]
    check_ground(Kind.REMOVE, LOST, earlier)
    if phase is Phase.WITHDRAWN:
        check_ground(Kind.ACCEPT, LOST, earlier)
        return
    paragraph, found = code(lambda: check_ground(Kind.ACCEPT, LOST, earlier))
    if phase is Phase.ANNOUNCED:
        assert (paragraph, found) == ("5.4.1", "ground_decided")
    else:
        assert found in ("ground_pending", "ground_drafted")


ADA, BEA, CYRYL = Candidate(1, "Ada Lis"), Candidate(2, "Bea Żuk"), Candidate(3, "Кирилл Ёжиков")


def test_everybody_with_a_hand_in_it_has_an_interest():
    parties = Parties(
        players={1: "Lions"},
        deans={2: "Owls"},
        writers=(
            Writer(Why.AUTHOR, "ЕЖИКОВ Кирилл"),
            Writer(Why.TESTER, "somebody", person=1),
            Writer(Why.EDITOR, "bea ZUK", person=9),
        ),
        curator=2,
    )
    assert interests_of(ADA, parties) == (Interest(Why.PLAYER, "Lions"), Interest(Why.TESTER, "somebody"))
    assert interests_of(BEA, parties) == (Interest(Why.DEAN, "Owls"), Interest(Why.CURATOR, ""))
    assert interests_of(CYRYL, parties) == (Interest(Why.AUTHOR, "ЕЖИКОВ Кирилл"),)
    assert code(lambda: check_jury([ADA, BEA, CYRYL], parties)) == ("5.1.1", "jury_interested")


def test_a_jury_is_three_different_people():
    check_jury([ADA, BEA, CYRYL], Parties())
    assert code(lambda: check_jury([ADA, BEA], Parties())) == ("5.1.1", "jury_of_three")
    assert code(lambda: check_jury([ADA, BEA, BEA], Parties())) == ("5.1.1", "jury_of_three")


def test_a_person_is_known_by_the_public_name_too():
    parties = Parties(writers=(Writer(Why.AUTHOR, "Ala Kot"),))
    assert interests_of(Candidate(1, "Alicja Kotowska", also=("Ala Kot",)), parties)


@pytest.mark.parametrize(
    ("data", "key"),
    [({"views_open": "now"}, "views_open"), ({"names_public": 1}, "names_public"), ({"jury": 5}, "jury")],
)
def test_a_wrong_setting_is_named(data, key):
    with pytest.raises(ValueError, match=rf"^{key}:"):
        read_settings(data)


def test_only_what_differs_is_kept():
    assert differing(read_settings({})) == {}
    assert differing(Settings(complaint_repeats=True)) == {"complaint_repeats": True}
    assert read_settings({"team_sees": "steps"}).team_sees == "steps"
