"""The console in other hands: one conducts, the others watch, an own game can be taken back."""

from functools import partial

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.playing import RED, code_of, give
from tournaments.evening_forms import HandOverForm
from tournaments.models import AuditEntry, GameCommand, LiveGame, Person, User
from tournaments.rules.engine import Refusal
from tournaments.selectors.seats import hosts_of
from tournaments.services.access_links import (
    LinkRevoked,
    issue_link,
    link_token,
    redeem_token,
    reissue_link,
    revoke_link,
)
from tournaments.services.actors import Actor, account_name
from tournaments.services.games import finish_game
from tournaments.services.hosting import hand_over, hand_over_by_link, take_back
from tournaments.services.interruptions import suspend_game

pytestmark = [pytest.mark.django_db, pytest.mark.database]
HANDED = Refusal("", "handed_over", {"name": "Ewa"})


@pytest.fixture
def ewa(db):
    return User.objects.create_user("ewa", first_name="Ewa", is_staff=True)


def actor_of(user):
    return Actor(key=f"user:{user.pk}", role="host", name=user.get_full_name() or user.username)


def test_from_the_hand_over_on_the_former_host_only_watches(game, host, ewa):
    assert hand_over(game_id=game.pk, to=ewa, seen="", actor=host).accepted
    assert give(game, host, "add", amount=1).refusal == HANDED
    assert give(game, host, "undo").refusal == HANDED
    assert finish_game(game_id=game.pk, actor=host).refusal == HANDED
    assert suspend_game(game_id=game.pk, reason="no", actor=host).refusal == HANDED
    assert give(game, actor_of(ewa), "add", amount=1).accepted
    assert give(game, RED, "bid", team="red", points=3).accepted
    note = GameCommand.objects.get(command__do="x-hand_over")
    assert (note.command["to"], note.actor_name) == ("Ewa", "Ela Sowa")
    assert AuditEntry.objects.filter(action="hand_over", target=f"game:{game.pk}").count() == 1


def test_the_new_host_opens_the_console_and_loses_it_again(make_game, host, host_user, ewa, client):
    game = make_game()
    client.force_login(ewa)
    ticket = f"/games/{game.pk}/ticket/console/"
    assert client.get(ticket).status_code != 200
    hand_over(game_id=game.pk, to=ewa, seen="", actor=host)
    assert client.get(ticket).status_code == 200
    assert take_back(game_id=game.pk, actor=host).accepted
    assert client.get(ticket).status_code != 200
    assert give(game, host, "add", amount=1).accepted
    assert give(game, actor_of(ewa), "add", amount=1).refusal == Refusal("", "handed_over", {"name": "Ela Sowa"})


def test_login_names_of_those_who_came_by_invitation_stand_nowhere(make_game, host_user, client):
    """Others read the public name, the account itself the own full one; neither costs a query more."""
    game = make_game()
    user = User.objects.create_user("xX_login_Xx", is_staff=True)
    Person.objects.create(name="Jan Kowalski", user=user)
    game.hosts.add(user)
    assert "Jan K." in map(account_name, hosts_of(game))
    with CaptureQueriesContext(connection) as queries:
        field = HandOverForm(game=game)["to"].as_widget()
    assert "Jan K." in field and "xX_login_Xx" not in field and len(queries) == 1
    client.force_login(user)
    with CaptureQueriesContext(connection) as queries:
        page = client.get("/rules/").text
    assert "Jan Kowalski" in page and "xX_login_Xx" not in page
    assert not any('FROM "tournaments_person"' in query["sql"] for query in queries)


def test_of_a_stale_page_nothing_is_handed_over(game, host, ewa):
    jan = User.objects.create_user("jan", is_staff=True)
    assert hand_over(game_id=game.pk, to=ewa, seen="", actor=host).accepted
    assert hand_over(game_id=game.pk, to=ewa, seen="", actor=host).repeated
    stale = hand_over(game_id=game.pk, to=jan, seen="", actor=host)
    assert stale.refusal == Refusal("", "console_moved_on", {"name": "Ewa"})
    seen = f"user:{ewa.pk}"
    assert hand_over(game_id=game.pk, to=jan, seen=seen, actor=host).refusal == HANDED
    assert hand_over(game_id=game.pk, to=jan, seen=seen, actor=actor_of(ewa)).accepted


def test_who_may_be_given_the_console(game, host, ewa):
    pupil = User.objects.create_user("pupil")
    assert code_of(hand_over(game_id=game.pk, to=pupil, seen="", actor=host)) == "not_a_host"
    ewa.is_active = False
    ewa.save()
    assert code_of(hand_over(game_id=game.pk, to=ewa, seen="", actor=host)) == "not_a_host"
    assert hand_over(game_id=game.pk, to=ewa, seen="", actor=RED).refusal == Refusal("", "host_only")


def test_only_the_games_own_hosts_take_it_back(game, host, ewa):
    hand_over(game_id=game.pk, to=ewa, seen="", actor=host)
    for thief in (actor_of(User.objects.create_user("jan", is_staff=True)), RED):
        assert take_back(game_id=game.pk, actor=thief).refusal == Refusal("", "not_yours_to_take")
    root = User.objects.create_superuser("root")
    assert take_back(game_id=game.pk, actor=actor_of(root)).accepted
    assert LiveGame.objects.get(pk=game.pk).conductor["key"] == f"user:{root.pk}"


def test_somebody_without_an_account_hosts_by_a_link_until_it_is_taken_back(game, host):
    outcome, link = hand_over_by_link(game_id=game.pk, name=" Pani Ewa ", seen="", actor=host)
    assert outcome.accepted and link is not None
    browser = Client()
    browser.get(f"/join/{link_token(link)}/")
    fields = {"seat": "host", "do": "add", "amount": 2, "command_id": "one", "expected_seq": 0}
    assert browser.post(f"/games/{game.pk}/do/", fields).status_code == 200
    assert GameCommand.objects.filter(accepted=True, actor_name="Pani Ewa").exists()
    assert give(game, host, "add", amount=1).refusal == Refusal("", "handed_over", {"name": "Pani Ewa"})
    assert take_back(game_id=game.pk, actor=host).accepted
    with pytest.raises(LinkRevoked):
        redeem_token(link_token(link))
    assert browser.post(f"/games/{game.pk}/do/", {**fields, "command_id": "two"}).status_code in (302, 401)
    assert code_of(hand_over_by_link(game_id=game.pk, name=" … ", seen=host.key, actor=host)[0]) == "name_missing"


def test_links_are_the_conducting_hosts_alone(game, host, ewa):
    link = issue_link(game_id=game.pk, role="captain", team="red", actor=host)
    hand_over(game_id=game.pk, to=ewa, seen="", actor=host)
    for press in (
        partial(issue_link, game_id=game.pk, role="host", actor=host),
        partial(reissue_link, link_id=link.pk, actor=host),
        partial(revoke_link, link_id=link.pk, actor=host),
    ):
        with pytest.raises(Refusal) as refused:
            press()
        assert refused.value == HANDED
    assert redeem_token(link_token(link)) == link
    assert revoke_link(link_id=link.pk, actor=actor_of(ewa)).revoked_at is not None
