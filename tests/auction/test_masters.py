"""The Masters: named beforehand or at the opening, their links, who may not sit there; undo and redo of the opening."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from auction.models import Masters
from auction.services.masters import Plan, Sitter, last_champions, prepare_masters, remove_masters
from tests.auction.stage_round import question
from tests.auction.test_rewards import lot
from tests.auction_games import make_auction_game
from tests.concurrency.crowd import at_once
from tournaments.models import AccessLink, AuditEntry, House, LedgerEntry, LiveGame, Person, Privilege, Season, User
from tournaments.rules.engine import Refusal
from tournaments.services.access_links import link_token, redeem_token
from tournaments.services.actors import Actor
from tournaments.services.games import finish_game, start_game
from tournaments.services.hosting import hand_over_by_link
from tournaments.services.play import Outcome, play
from tournaments.services.replay_log import find_differences, load_session

pytestmark = [pytest.mark.django_db, pytest.mark.database]
GUESTS = Plan((Sitter("Sara", captain=True), Sitter("Desmond", staff=True)))


def give(game: LiveGame, do: str, actor: Actor, **fields: Any) -> Outcome:
    """A command of its own."""
    from tests.playing import _ids

    return play(
        game_id=game.pk,
        command={"do": do, **fields},
        actor=actor,
        command_id=f"m{next(_ids)}",
        expected_seq=fields.pop("expected_seq", None),
        received_at=timezone.now(),
    )


def to_the_final(game: LiveGame, host: Actor) -> LiveGame:
    """One question, which Red answers: the first round is over."""
    LiveGame.objects.filter(pk=game.pk).update(setup={**game.setup, "rules": {"questions_per_round": 1}})
    assert start_game(game_id=game.pk, actor=host).accepted
    first = {"do": "draw", "category": "Historia", "question": {**question(1, "Historia"), "id": "asked-aloud"}}
    for command in [first, *lot("red")[:-1], {"do": "show_question"}, {"do": "judge", "correct": True}]:
        assert give(game, actor=host, **command).accepted
    return fresh(game)


def fresh(game: LiveGame) -> LiveGame:
    return LiveGame.objects.get(pk=game.pk)


def why(outcome: Outcome) -> str:
    """The code of the refusal."""
    assert outcome.refusal is not None
    return outcome.refusal.code


def open_links(game: LiveGame) -> dict[str, str]:
    """Name -> role of the Masters' links that open something."""
    rows = AccessLink.objects.filter(game=game, team="masters", revoked_at=None)
    return {row.name: row.role for row in rows}


@pytest.fixture
def waiting(season: Season, host_user: User) -> LiveGame:
    return make_auction_game(season, host_user, houses=2)


@pytest.fixture
def evening(waiting: LiveGame, host: Actor) -> LiveGame:
    return to_the_final(waiting, host)


def test_guests_are_named_before_the_start_and_have_links_to_be_printed(waiting, host):
    assert prepare_masters(game_id=waiting.pk, plan=GUESTS, actor=host).accepted
    assert open_links(waiting) == {"Sara": "captain", "Desmond": "player"}
    assert prepare_masters(game_id=waiting.pk, plan=GUESTS, actor=host).repeated
    entry = Masters.objects.get().entry
    assert entry["command"] == "Mistrzowie" and entry["house"] is None and entry["emblem"] == "M"
    assert [(player["id"], player["staff"]) for player in entry["players"]] == [("g1", False), ("g2", True)]
    assert AuditEntry.objects.filter(action="prepare_masters").count() == 1


def test_whoever_stays_keeps_the_printed_link_whatever_else_changes(waiting, host):
    prepare_masters(game_id=waiting.pk, plan=GUESTS, actor=host)
    kept = AccessLink.objects.get(game=waiting, name="Desmond")
    token = link_token(kept)
    changed = Plan((Sitter("Bella"), Sitter("Desmond", captain=True)))
    assert prepare_masters(game_id=waiting.pk, plan=changed, actor=host).accepted
    assert open_links(waiting) == {"Bella": "player", "Desmond": "captain"}
    assert redeem_token(token).pk == kept.pk
    assert remove_masters(game_id=waiting.pk, actor=host).accepted and open_links(waiting) == {}
    assert remove_masters(game_id=waiting.pk, actor=host).repeated and not Masters.objects.exists()


def refused(game: LiveGame, plan: Plan, actor: Actor) -> tuple[str, str]:
    outcome = prepare_masters(game_id=game.pk, plan=plan, actor=actor)
    assert not outcome.accepted and outcome.refusal is not None and not Masters.objects.exists()
    return outcome.refusal.paragraph, outcome.refusal.code


def test_who_may_not_sit_there_is_refused_with_the_paragraph(waiting, host):
    red = Person.objects.filter(house__key="red")[0]
    sara = Sitter("Sara", captain=True)
    cases = {
        ("23", "masters_nobody"): Plan(()),
        ("23", "masters_too_many"): Plan((sara, Sitter("B"), Sitter("C"), Sitter("D"))),
        ("23", "masters_one_captain"): Plan((Sitter("Sara"),)),
        ("23", "masters_name_missing"): Plan((Sitter("…", captain=True),)),
        ("23", "masters_twice"): Plan((sara, Sitter(" Sara "))),
        ("23", "masters_person_unknown"): Plan((Sitter(person=999_999, captain=True),)),
        ("23", "masters_in_both"): Plan((Sitter(person=red.pk, captain=True),)),
        ("11", "masters_word_taken"): Plan((sara,), command="  czerwoni "),
        ("11", "masters_word_missing"): Plan((sara,), command="!"),
        ("28", "masters_nobody_won"): Plan((Sitter(person=red.pk, captain=True),), winners=True),
    }
    for expected, plan in cases.items():
        assert refused(waiting, plan, host) == expected
    captain = Actor(key="seat:1", role="captain", team="red")
    assert refused(waiting, GUESTS, captain) == ("", "host_only")


def test_the_prepared_masters_sit_down_and_an_undo_lets_them_wait_again(evening, host):
    assert why(give(evening, "open_final", host)) == "masters_not_prepared"
    prepare_masters(game_id=evening.pk, plan=GUESTS, actor=host)
    links = open_links(evening)
    assert give(evening, "open_final", host).accepted
    session = load_session(fresh(evening))
    table = session.seats[-1]
    assert session.game.masters == table.team == "masters" and session.game.round == 2
    assert [(player.name, player.captain, player.staff) for player in table.players] == [
        ("Sara", True, False),
        ("Desmond", False, True),
    ]
    assert session.game.team("masters").points == session.game.team(session.game.finalist).points
    assert why(prepare_masters(game_id=evening.pk, plan=GUESTS, actor=host)) == "masters_seated"
    assert why(remove_masters(game_id=evening.pk, actor=host)) == "masters_seated"
    assert give(evening, "undo", host).accepted
    assert not [seat for seat in load_session(fresh(evening)).seats if seat.team == "masters"]
    assert open_links(evening) == links, "they wait for the final again"
    assert give(evening, "redo", host).accepted
    assert load_session(fresh(evening)).seats[-1] == table and open_links(evening) == links
    assert find_differences(fresh(evening)) == []


def test_guests_typed_in_at_the_opening_get_links_at_once_and_stay_named_after_an_undo(evening, host):
    typed = {"command": "Mistrzowie", "players": [{"name": "Sara", "captain": True}, {"name": "Ola", "staff": True}]}
    assert why(give(evening, "open_final", host, guests={"players": []})) == "masters_nobody"
    assert give(evening, "open_final", host, guests=typed).accepted
    assert open_links(evening) == {"Sara": "captain", "Ola": "player"}
    give(evening, "undo", host)
    assert Masters.objects.get().entry["players"][0]["name"] == "Sara"
    other = Plan((Sitter("Bella", captain=True),))
    assert prepare_masters(game_id=evening.pk, plan=other, actor=host).accepted
    assert open_links(evening) == {"Bella": "captain"}
    assert give(evening, "redo", host).accepted, "what was taken back comes back as it was"
    assert open_links(evening) == {"Sara": "captain", "Ola": "player"}
    assert Masters.objects.get().entry["players"][0]["name"] == "Sara"


def test_somebody_who_has_come_into_a_first_round_team_meanwhile_is_refused_at_the_opening(waiting, host):
    lukas = Person.objects.create(name="Łukasz")
    prepare_masters(game_id=waiting.pk, plan=Plan((Sitter(person=lukas.pk, captain=True),)), actor=host)
    teams = waiting.setup["teams"]
    teams[1]["players"][1] |= {"id": f"p{lukas.pk}", "name": "Łukasz"}
    waiting.setup = {**waiting.setup, "teams": teams}
    evening = to_the_final(waiting, host)
    outcome = give(evening, "open_final", host)
    assert outcome.refusal is not None
    assert (outcome.refusal.code, outcome.refusal.params["name"]) == ("masters_in_both", "Łukasz")


def won_by_house(season: Season, key: str = "yellow") -> House:
    house = House.objects.get_or_create(key=key, defaults={"name": "Hufflepuff", "command": "Żółci"})[0]
    LedgerEntry.objects.create(
        season=season, house=house, points=0, kind="masters", paragraph="28", reason={"code": "new_masters"}
    )
    return house


def test_the_seated_winners_are_of_the_house_in_the_box_and_play_for_it(evening, season, host):
    house = won_by_house(season)
    member, stranger = Person.objects.create(name="Cedrik", house=house), Person.objects.create(name="Draco")
    champions = last_champions()
    assert champions is not None and champions.title.house == house
    of_house = Plan((Sitter(person=member.pk, captain=True),), winners=True)
    wrong = Plan((Sitter(person=stranger.pk, captain=True),), winners=True)
    assert refused(evening, wrong, host) == ("28", "masters_not_of_house")
    assert refused(evening, Plan((Sitter("Gość", captain=True),), winners=True), host) == ("28", "masters_not_of_house")
    assert prepare_masters(game_id=evening.pk, plan=of_house, actor=host).accepted
    assert give(evening, "open_final", host).accepted
    session = load_session(fresh(evening))
    assert session.game.team("masters").house == "yellow" and session.seats[-1].players[0].id == f"p{member.pk}"


def test_half_op_goes_to_the_masters_who_are_not_of_the_staff(evening, host):
    teacher = Person.objects.create(name="Profesor", kind="staff")
    plan = Plan((Sitter("Sara", captain=True), Sitter("Gość", staff=True), Sitter(person=teacher.pk)))
    prepare_masters(game_id=evening.pk, plan=plan, actor=host)
    give(evening, "open_final", host)
    first = {"do": "draw", "category": "Film", "question": {**question(2, "Film"), "id": "asked"}}
    for command in [first, *lot("masters")[:-1], {"do": "show_question"}, {"do": "judge", "correct": True}]:
        assert give(evening, actor=host, **command).accepted, command
    assert finish_game(game_id=evening.pk, actor=host, reason="dość na dziś").accepted
    assert list(Privilege.objects.values_list("name", flat=True)) == ["Sara"]


@pytest.mark.django_db(transaction=True)
def test_two_hosts_who_press_at_once_open_one_final(season, host_user, host):
    evening = to_the_final(make_auction_game(season, host_user, houses=2), host)
    prepare_masters(game_id=evening.pk, plan=GUESTS, actor=host)

    def press(name: str) -> Outcome:
        return play(
            game_id=evening.pk,
            command={"do": "open_final"},
            actor=Actor(key=f"user:{name}", role="host", name=name),
            command_id="press",
            expected_seq=evening.seq,
            received_at=timezone.now(),
        )

    outcomes = at_once([partial(press, "Ela"), partial(press, "Ola")])
    assert sorted(outcome.accepted for outcome in outcomes) == [False, True]
    assert {outcome.refusal.code for outcome in outcomes if outcome.refusal} == {"game_moved_on"}
    assert len([seat for seat in load_session(fresh(evening)).seats if seat.team == "masters"]) == 1
    assert find_differences(fresh(evening)) == []


def test_the_page_of_the_masters_keeps_what_was_typed_and_says_what_is_wrong(waiting, client, host_user, season):
    client.force_login(host_user)
    address = f"/games/{waiting.pk}/setup/masters/"
    assert "No house sits in it" in client.get(address).content.decode()
    fields = {"who": "guests", "command": "Czerwoni", "colour": "#7b4fa3", "emblem": "", "guest1": "Sara <b>"}
    answer = client.post(address, {**fields, "captain": "1", "staff1": "on"})
    page = answer.content.decode()
    assert answer.status_code == 422 and "is already the word of" in page and "Sara &lt;b&gt;" in page
    assert client.post(address, {**fields, "command": "Mistrzowie", "captain": "1"}).status_code == 302
    page = client.get(address).content.decode()
    assert 'data-testid="masters-seats"' in page and page.count('class="seat"') == 1
    known = Person.objects.create(name="Anna Nowak", consented_at="2026-09-01")
    assert f"Anna Nowak #{known.pk}" in client.get(f"{address}people/?guest1=nowak").content.decode()
    client.post(address, {**fields, "command": "Mistrzowie", "guest1": f"Anna Nowak #{known.pk}", "captain": "1"})
    assert Masters.objects.get().entry["players"][0]["id"] == f"p{known.pk}"
    assert "Anna Nowak" in client.get(f"/games/{waiting.pk}/setup/links/").content.decode()
    assert "Anna Nowak" in client.get(f"/games/{waiting.pk}/setup/").content.decode()
    client.post(f"{address}remove/")
    assert not Masters.objects.exists()
    won_by_house(season)
    page = client.get(address).content.decode()
    assert "won the last edition" in page
    answer = client.post(address, {"who": "winners", "command": "M", "colour": "#7b4fa3"})
    assert answer.status_code == 422 and "one player at least" in answer.content.decode()


def test_the_masters_phone_shows_the_first_round_and_becomes_a_seat_at_the_opening(evening, client, host):
    prepare_masters(game_id=evening.pk, plan=GUESTS, actor=host)
    link = AccessLink.objects.get(game=evening, name="Sara")
    client.get(f"/join/{link_token(link)}/")
    seat = f"/games/{evening.pk}/seat/{link.pk}/"
    page = client.get(seat).content.decode()
    assert "You are the Masters." in page and "Mistrzowie" in page
    give(evening, "open_final", host)
    page = client.get(seat).content.decode()
    assert "Your table has as many points as the other one" in page and 'data-testid="my-points"' in page


def test_the_masters_are_named_by_who_conducts_alone(evening, host):
    hand_over_by_link(game_id=evening.pk, name="Ewa", seen="", actor=host)
    for refused in (
        prepare_masters(game_id=evening.pk, plan=GUESTS, actor=host),
        remove_masters(game_id=evening.pk, actor=host),
    ):
        assert refused.refusal == Refusal("", "handed_over", {"name": "Ewa"})
    assert not Masters.objects.exists()


def test_a_guest_of_a_known_persons_name_is_asked_about_and_either_answer_holds(waiting, client, host_user):
    client.force_login(host_user)
    known = Person.objects.create(name="Anna Łoś")
    address = f"/games/{waiting.pk}/setup/masters/"
    fields = {"who": "guests", "command": "Mistrzowie", "colour": "#7b4fa3", "guest1": "anna  LOS", "captain": "1"}
    asked = client.post(address, fields)
    page = asked.content.decode()
    assert asked.status_code == 422 and not Masters.objects.exists()
    assert 'data-testid="same-1"' in page and f"#{known.pk}" in page and "another person of the same name" in page
    stale = {**fields, "guest1": "Anna Łoś", "same1": "other", "asked1": "somebody else"}
    assert client.post(address, stale).status_code == 422, "an answer holds for the name that was asked about"
    assert client.post(address, {**fields, "same1": "99999", "asked1": "anna LOS"}).status_code == 422
    assert client.post(address, {**fields, "same1": "other", "asked1": "anna LOS"}).status_code == 302
    assert [player["id"] for player in Masters.objects.get().entry["players"]] == ["g1"]
    assert client.post(address, {**fields, "guest1": "anna LOS"}).status_code == 302, "it is not asked twice"
    assert (
        client.post(address, {**fields, "same1": str(known.pk), "asked1": "anna LOS", "guest1": "Anna LOS"}).status_code
        == 422
    )
    chosen = {**fields, "guest1": "Anna Łoś", "same1": str(known.pk), "asked1": "Anna Łoś"}
    assert client.post(address, chosen).status_code == 302
    assert [player["id"] for player in Masters.objects.get().entry["players"]] == [f"p{known.pk}"]
