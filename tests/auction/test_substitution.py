"""Substitutes in a running game and before it: consent, links, undo, races, the record, and who may look anybody up."""

from __future__ import annotations

import json
from datetime import date
from functools import partial
from typing import Any

import pytest
from django.test import Client

from auction.edition import read_edition
from auction.models import Masters
from auction.rules.recorded import read_recording
from auction.services.history import record_of
from auction.services.lineups import take_over_lineup
from auction.services.substitution import change_lineup
from tests.auction_games import make_auction_game
from tests.concurrency.crowd import at_once
from tests.playing import code_of, give
from tournaments.models import (
    AccessLink,
    Attendance,
    AuditEntry,
    GameCommand,
    House,
    Lesson,
    LiveGame,
    Person,
    Team,
    TeamMember,
)
from tournaments.rules.engine import Refusal
from tournaments.services.access_links import LinkPassedOn, link_token, redeem_token
from tournaments.services.actors import Actor
from tournaments.services.games import finish_game, start_game
from tournaments.services.hosting import hand_over_by_link
from tournaments.services.replay_log import find_differences, load_session

pytestmark = [pytest.mark.django_db, pytest.mark.database]
JSON = {"Accept": "application/json"}


class Evening:
    """A game of two houses with somebody to spare in each."""

    def __init__(self, season: Any, host_user: Any, host: Actor, *, started: bool = True) -> None:
        self.host = host
        self.game = make_auction_game(season, host_user)
        self.ola = Person.objects.create(name="Aleksandra Żak", display_name="Ola", house=House.objects.get(key="red"))
        self.jan = Person.objects.create(name="Jan Łoś", house=House.objects.get(key="yellow"))
        if started:
            assert start_game(game_id=self.game.pk, actor=host).accepted
        red = self.game.setup["teams"][0]["players"]
        self.captain_id, self.out_id, self.third_id = [player["id"] for player in red]

    @property
    def ola_id(self) -> str:
        return f"p{self.ola.pk}"

    @property
    def people(self) -> list[tuple[str, bool]]:
        red = load_session(LiveGame.objects.get(pk=self.game.pk)).seats[0]
        return [(player.id, player.captain) for player in red.players]

    def actor(self, player: str) -> Actor:
        link = AccessLink.objects.get(game=self.game, player=player)
        return Actor(key=link.seat_key, role=link.role, team=link.team, name=link.name, player=link.player)

    def propose(self, **changes: Any) -> Any:
        fields = {"team": "red", "out": self.out_id, "newcomer": self.ola_id, "reason": "chora"}
        return give(self.game, self.host, "propose_substitution", **{**fields, **changes})

    def answer(self, agree: bool = True, **more: Any) -> Any:
        fields = {"team": "red", "out": self.out_id, "player": self.ola_id, "agree": agree, **more}
        return give(self.game, self.actor(self.captain_id), "answer_substitution", **fields)


@pytest.fixture
def evening(season, host_user, host):
    return Evening(season, host_user, host)


def browser_of(link: AccessLink) -> Client:
    browser = Client()
    browser.get(f"/join/{link_token(link)}/")
    return browser


def test_the_whole_way_from_the_proposal_to_the_new_link(evening):
    left = AccessLink.objects.get(player=evening.out_id)
    phone = browser_of(left)
    assert evening.propose().accepted
    assert [player for player, _ in evening.people][1] == evening.out_id
    assert evening.answer().accepted
    assert [player for player, _ in evening.people][1] == evening.ola_id
    came = AccessLink.objects.get(player=evening.ola_id)
    assert (came.team, came.role, came.name) == ("red", "player", "Ola")
    with pytest.raises(LinkPassedOn):
        redeem_token(link_token(left))
    seat = f"/games/{evening.game.pk}/seat/{left.pk}/"
    assert phone.get(seat)["Location"] == "/join/?why=passed_on"
    assert "Somebody else sits in this seat now" in phone.get("/join/?why=passed_on").content.decode()
    refused = phone.post(
        f"/games/{evening.game.pk}/chat/",
        {"seat": left.pk, "text": "a", "room": "red", "command_id": "c"},
        headers=JSON,
    )
    assert refused.status_code == 401
    assert find_differences(LiveGame.objects.get(pk=evening.game.pk)) == []


def test_undo_gives_the_seat_back_and_redo_takes_it_again(evening):
    token = link_token(AccessLink.objects.get(player=evening.out_id))
    evening.propose()
    evening.answer()
    assert give(evening.game, evening.host, "undo").accepted
    assert [player for player, _ in evening.people][1] == evening.out_id
    assert redeem_token(token).player == evening.out_id
    with pytest.raises(LinkPassedOn):
        redeem_token(link_token(AccessLink.objects.get(player=evening.ola_id)))
    assert give(evening.game, evening.host, "redo").accepted
    with pytest.raises(LinkPassedOn):
        redeem_token(token)
    assert redeem_token(link_token(AccessLink.objects.get(player=evening.ola_id)))
    assert AccessLink.objects.filter(game=evening.game).exclude(player="").count() == 7
    assert find_differences(LiveGame.objects.get(pk=evening.game.pk)) == []


def test_the_head_seats_a_captain_and_the_links_change_their_roles(evening):
    captain, new = (AccessLink.objects.get(player=one) for one in (evening.captain_id, evening.third_id))
    token = link_token(new)
    fields = {"team": "red", "captain": evening.third_id, "newcomer": evening.ola_id, "head": "Prof. Kot"}
    assert give(evening.game, evening.host, "seat_captain", reason="nieobecny", **fields).accepted
    assert evening.people == [(evening.ola_id, False), (evening.out_id, False), (evening.third_id, True)]
    assert redeem_token(token).role == "captain"
    red = read_edition(LiveGame.objects.get(pk=evening.game.pk)).playing[0]
    ids = [(player.name, player.captain) for player in red.players]
    assert ids[0] == ("Ola", False) and [captain for _name, captain in ids] == [False, False, True]
    captain.refresh_from_db()
    assert captain.is_vacant
    assert give(evening.game, evening.host, "undo").accepted
    assert redeem_token(link_token(captain)).role == "captain" and redeem_token(token).role == "player"


@pytest.mark.parametrize("newcomer", ["", "p999999", "p", "12", "pp1", "p1e3", "p-1", None, 7])
def test_nobody_knows_such_a_person(evening, newcomer):
    outcome = evening.propose(newcomer=newcomer)
    assert (outcome.refusal.paragraph, outcome.refusal.code) == ("5", "person_unknown")


def test_facts_of_a_person_come_from_the_table_alone(evening):
    forged = {"id": evening.ola_id, "name": "X", "house": "red"}
    assert evening.propose(newcomer=f"p{evening.jan.pk}", person=forged).refusal.code == "of_another_house"
    assert evening.propose(newcomer="", person=forged).refusal.code == "person_unknown"


def test_who_is_named_for_the_masters_box_does_not_come_in(evening):
    Masters.objects.create(game=evening.game, entry={"id": "masters", "players": [{"id": evening.ola_id}]})
    assert evening.propose().refusal.code == "among_the_masters"


def test_who_is_named_for_the_masters_box_while_the_captain_is_asked_does_not_come_in(evening):
    assert evening.propose().accepted
    Masters.objects.create(game=evening.game, entry={"id": "masters", "players": [{"id": evening.ola_id}]})
    refused = evening.answer().refusal
    assert (refused.paragraph, refused.code) == ("23", "among_the_masters")
    assert evening.answer(agree=False, reason="siedzi w loży").accepted


def test_before_the_start_a_line_up_takes_no_master_in(season, host_user, host):
    evening = Evening(season, host_user, host, started=False)
    TeamMember.objects.filter(team__house__key="red", person_id=int(evening.out_id[1:])).update(person=evening.ola)
    Masters.objects.create(game=evening.game, entry={"id": "masters", "players": [{"id": evening.ola_id}]})
    refused = take_over_lineup(game_id=evening.game.pk, team="red", actor=host).refusal
    assert refused is not None and (refused.paragraph, refused.code) == ("23", "among_the_masters")


def test_before_the_start_only_who_conducts_changes_a_line_up(season, host_user, host):
    evening = Evening(season, host_user, host, started=False)
    hand_over_by_link(game_id=evening.game.pk, name="Ewa", seen="", actor=host)
    command = {"do": "propose_substitution", "team": "", "out": "", "newcomer": "", "reason": ""}
    refused = change_lineup(game_id=evening.game.pk, command=command, actor=host).refusal
    assert refused == Refusal("", "handed_over", {"name": "Ewa"})


def test_half_ops_go_to_who_sits_there_at_the_end(evening):
    evening.propose()
    evening.answer()
    session = load_session(LiveGame.objects.get(pk=evening.game.pk))
    assert evening.ola_id in {player.id for player in session.seats[0].players}
    assert evening.out_id not in {player.id for player in session.seats[0].players}


# --- two at once -------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_the_captain_agrees_twice_at_once(evening):
    evening.propose()
    outcomes = at_once([partial(evening.answer), partial(evening.answer)])
    assert sorted(outcome.accepted for outcome in outcomes) == [False, True]
    assert next(one.refusal.code for one in outcomes if one.refusal) == "no_proposal"
    assert AccessLink.objects.filter(player=evening.ola_id).count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_host_withdraws_while_the_captain_agrees(evening):
    for _ in range(5):
        assert evening.propose().accepted
        fields = {"team": "red", "out": evening.out_id, "player": evening.ola_id}
        withdraw = partial(give, evening.game, evening.host, "withdraw_substitution", **fields)
        outcomes = at_once([withdraw, partial(evening.answer)])
        assert sorted(outcome.accepted for outcome in outcomes) == [False, True]
        sits = (evening.ola_id, False) in evening.people
        assert sits is outcomes[1].accepted
        assert AccessLink.objects.filter(player=evening.ola_id, revoked_at=None).exists() is sits
        if sits:
            assert give(evening.game, evening.host, "undo").accepted
            withdraw()


@pytest.mark.django_db(transaction=True)
def test_one_person_for_two_teams_at_once(season, host_user, host):
    evening = Evening(season, host_user, host, started=False)
    setup = LiveGame.objects.get(pk=evening.game.pk).setup
    setup["teams"][1]["house"] = "red"  # as the Masters may be
    LiveGame.objects.filter(pk=evening.game.pk).update(setup=setup)
    assert start_game(game_id=evening.game.pk, actor=host).accepted
    other = {"team": "yellow", "out": setup["teams"][1]["players"][1]["id"]}
    outcomes = at_once([partial(evening.propose), partial(evening.propose, **other)])
    assert sorted(outcome.accepted for outcome in outcomes) == [False, True]
    assert next(one.refusal.code for one in outcomes if one.refusal) == "proposed_elsewhere"


# --- record, protocol, feed --------------------------------------------------------------------------------------


def test_the_record_tells_it_and_replays_with_nothing_refused(evening):
    evening.propose()
    evening.answer(agree=False, reason="czekamy")
    evening.propose()
    evening.answer()
    fields: dict[str, Any] = {"team": "red", "captain": evening.third_id, "newcomer": "", "head": "Prof. Kot"}
    give(evening.game, evening.host, "seat_captain", reason="głos", **fields)
    finish_game(game_id=evening.game.pk, actor=evening.host, reason="dość na dziś")
    lines = record_of(LiveGame.objects.get(pk=evening.game.pk))
    told = [json.loads(line) for line in lines[1:]]
    dos = [line["do"] for line in told if "substitution" in line["do"] or "captain" in line["do"]]
    assert dos == ["x-propose_substitution", "x-answer_substitution"] * 2 + ["x-seat_captain"]
    assert any(line.get("person", {}).get("name") == "Ola" for line in told)
    recording = read_recording(lines)
    assert recording.refused == ()
    assert [(one.id, one.captain) for one in recording.session.seats[0].players] == evening.people


def test_the_protocol_and_the_console_say_it_in_words(evening, host_user, client):
    evening.propose()
    evening.answer(agree=False, reason="czekamy na nią")
    client.force_login(host_user)
    client.cookies["django_language"] = "en"
    console = client.get(f"/games/{evening.game.pk}/console/").content.decode()
    assert "the captain declines, Gryffindor 1 stays" in console and "czekamy na nią" in console
    assert "in Ola, out Gryffindor 1? The captain is asked (chora)" in console
    protocol = client.get(f"/games/{evening.game.pk}/protocol/").content.decode()
    assert "the captain declines, Gryffindor 1 stays (czekamy na nią)" in protocol


def test_the_captain_alone_is_asked(evening):
    evening.propose()
    pages = {
        player: browser_of(AccessLink.objects.get(player=player)).get(
            f"/games/{evening.game.pk}/seat/{AccessLink.objects.get(player=player).pk}/"
        )
        for player in (evening.captain_id, evening.out_id)
    }
    asked = {player: 'data-testid="consent"' in page.content.decode() for player, page in pages.items()}
    assert asked == {evening.captain_id: True, evening.out_id: False}
    assert "chora" not in Client().get(f"/games/{evening.game.pk}/").content.decode()


# --- the list of people ------------------------------------------------------------------------------------------


def test_the_list_says_of_each_why_not(evening, host_user, client, django_assert_max_num_queries):
    client.force_login(host_user)
    client.cookies["django_language"] = "en"
    address = f"/games/{evening.game.pk}/setup/substitutes/"
    page = client.get(address, {"for": "player", "team": "red"}).content.decode()
    assert "Ola (Aleksandra Żak)" in page and "already sits in this team" in page
    assert "Jan Łoś" not in page  # another house's
    for text in ("zak", "ŻAK", "ola", "aleks zak"):
        found = client.get(address, {"for": "player", "team": "red", "q": text, "part": "people"}).content.decode()
        assert evening.ola_id in found and "Gryffindor 0" not in found
    assert "such a name" in client.get(address, {"team": "red", "q": "nikt", "part": "people"}).content.decode()
    Person.objects.bulk_create(Person(name=f"Uczeń {n}", house=evening.ola.house) for n in range(60))
    with django_assert_max_num_queries(10):
        assert "type a part of the name" in client.get(address, {"team": "red"}).content.decode()


# --- before the start --------------------------------------------------------------------------------------------


def before_start(season: Any, host_user: Any, host: Actor) -> tuple[Evening, dict[str, Any]]:
    evening = Evening(season, host_user, host, started=False)
    command = {"team": "red", "out": evening.out_id, "newcomer": evening.ola_id, "reason": "chora"}
    return evening, {"do": "propose_substitution", **command}


def test_before_the_start_the_host_notes_how_the_captain_agreed(season, host_user, host):
    evening, command = before_start(season, host_user, host)
    change: Any = partial(change_lineup, game_id=evening.game.pk, command=command, actor=host)
    assert change(consent=" ").refusal.code == "consent_missing"
    assert change(consent="na głos").accepted
    assert [player for player, _ in evening.people][1] == evening.ola_id
    assert AccessLink.objects.get(player=evening.out_id).is_vacant
    assert AccessLink.objects.get(player=evening.ola_id).revoked_at is None
    details = AuditEntry.objects.get(action="change_lineup").details
    assert (details["consent"], details["reason"]) == ("na głos", "chora")
    assert change(consent="na głos").refusal.code == "not_in_the_team_to_leave"
    assert start_game(game_id=evening.game.pk, actor=host).accepted
    assert change(consent="na głos").refusal is not None


def test_the_desks_page_changes_the_team_and_keeps_what_was_typed(season, host_user, host, client):
    evening, command = before_start(season, host_user, host)
    client.force_login(host_user)
    client.cookies["django_language"] = "en"
    address = f"/games/{evening.game.pk}/setup/lineup/red/"
    assert client.get(address).status_code == 200
    fields = {"for": "player", **command, "consent": ""}
    refused = client.post(address, {**fields, "reason": "chora na grypę"})
    assert refused.status_code == 422 and "chora na grypę" in refused.content.decode()
    assert client.post(address, {**fields, "consent": "aloud"}).status_code == 302
    assert (evening.ola_id, False) in evening.people
    captain = {"for": "captain", "team": "red", "captain": "newcomer", "newcomer": evening.out_id, "reason": "nie ma"}
    assert client.post(address, {**captain, "head": "Prof. Kot"}).status_code == 302
    assert evening.people[0] == (evening.out_id, True)
    assert redeem_token(link_token(AccessLink.objects.get(player=evening.out_id))).role == "captain"
    assert client.get(f"/games/{evening.game.pk}/setup/lineup/purple/").status_code == 404


def test_whoever_sits_there_under_the_number_of_a_merged_duplicate_comes_in_for_nobody(evening):
    """The log says the old number for ever: the person it was is no newcomer."""
    from tournaments.services.merging import merge_people

    other = evening.game.setup["teams"][0]["players"][2]
    merge_people(keep_id=evening.ola.pk, gone_id=int(other["id"][1:]), actor=evening.host)
    refused = evening.propose()
    assert not refused.accepted and refused.refusal.code == "in_the_team_already"
    assert evening.propose(newcomer=other["id"]).refusal.code == "in_the_team_already"


def test_a_newcomer_without_consent_is_told_apart_by_more_letters(evening):
    Person.objects.filter(pk=evening.ola.pk).update(display_name="", name="Gryffindor Zabłocka")
    Person.objects.create(name="Gryffindor Z", house=evening.ola.house)
    assert evening.propose().accepted
    session = load_session(LiveGame.objects.get(pk=evening.game.pk))
    assert session.proposals[0].player.name == "Gryffindor Z."


def test_a_substitute_has_been_at_as_many_lessons_as_the_team(season, host_user, host):
    evening = Evening(season, host_user, host)
    lessons = [Lesson.objects.create(season=season, held_on=date(2026, 9, day), subject="Charms") for day in (1, 2)]
    season.lessons_needed = 2
    season.save()
    Attendance.objects.create(lesson=lessons[0], person=evening.ola)
    refusal = evening.propose().refusal
    assert (refusal.paragraph, refusal.code) == ("1", "substitute_without_lessons")
    assert (refusal.params["lessons"], refusal.params["needed"]) == (1, 2)
    Attendance.objects.create(lesson=lessons[1], person=evening.ola, mark="late")
    Attendance.objects.create(
        lesson=Lesson.objects.create(season=season, held_on=date(2026, 9, 3), subject="Charms"), person=evening.ola
    )
    assert evening.propose().accepted
    command = GameCommand.objects.filter(command__do="propose_substitution", accepted=True).get().command
    assert command["person"]["lessons"] == 2  # no more than is asked: the log is everybody's


def test_the_head_comes_in_without_lessons_and_never_as_captain(season, host_user, host):
    evening = Evening(season, host_user, host)
    Lesson.objects.create(season=season, held_on=date(2026, 9, 1), subject="Charms")
    assert evening.propose().refusal.code == "substitute_without_lessons"
    head = Person.objects.create(name="Kot", kind="staff")
    House.objects.filter(key="red").update(head=head)
    fields: dict[str, Any] = {"team": "red", "captain": f"p{head.pk}", "newcomer": f"p{head.pk}", "reason": "x"}
    fields["head"] = "Dyrekcja"
    assert code_of(give(evening.game, host, "seat_captain", **fields)) == "head_no_captain"
    assert evening.propose(newcomer=f"p{head.pk}").accepted


def test_somebody_on_another_roster_does_not_come_in(season, host_user, host):
    evening = Evening(season, host_user, host)
    team = Team.objects.get(house__key="yellow")
    TeamMember.objects.create(team=team, person=evening.ola, position=9)
    refusal = evening.propose().refusal
    assert (refusal.code, refusal.params["house"]) == ("substitute_on_a_roster", "Hufflepuff")
