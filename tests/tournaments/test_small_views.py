"""Joining, tickets, the chat's POSTs."""

import datetime

import pytest
from django.test import Client

from tests.tournaments.test_commands_view import JSON, seat
from tournaments.live.tickets import read_ticket
from tournaments.models import AccessLink, ChatMessage
from tournaments.services.access_links import issue_link, link_token, revoke_link

pytestmark = pytest.mark.django_db


def test_a_link_seats_a_phone_and_leads_to_its_screen(game, host, client):
    link = issue_link(game_id=game.pk, role="captain", team="red", actor=host)
    client.get("/join/")
    session = client.session
    session["kept"] = 1
    session.save()
    planted = session.session_key
    client.cookies["sessionid"] = planted

    response = client.get(f"/join/{link_token(link)}/")
    assert (response.status_code, response["Location"]) == (302, f"/games/{game.pk}/seat/{link.pk}/")
    assert response["Referrer-Policy"] == "no-referrer" and response["Cache-Control"] == "no-store"
    assert client.session["seats"] == {str(link.pk): 1} and client.session["kept"] == 1
    assert client.session.session_key != planted


def test_a_phone_may_hold_several_seats_and_join_again(game, host, client):
    links = [issue_link(game_id=game.pk, role=role, team="red", actor=host) for role in ("captain", "player", "host")]
    for link in [*links, links[0]]:
        client.get(f"/join/{link_token(link)}/")
    assert client.session["seats"] == {str(link.pk): 1 for link in links}
    assert client.get(f"/join/{link_token(links[2])}/")["Location"] == f"/games/{game.pk}/console/"


def test_a_link_that_does_not_hold_says_whom_to_ask(game, host, client):
    link = issue_link(game_id=game.pk, role="captain", team="red", actor=host)
    token = link_token(link)
    AccessLink.objects.update(expires_at=datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC))
    expired = client.get(f"/join/{token}/")
    revoke_link(link_id=link.pk, actor=host)
    revoked = client.get(f"/join/{token}/")
    unknown = client.get(f"/join/{token[:-3]}/")
    for response, status, words in (
        (expired, 410, ["out of date", "Ela Sowa"]),
        (revoked, 410, ["taken back", "Ela Sowa"]),
        (unknown, 404, ["no such link", "Ask the host"]),
    ):
        assert response.status_code == status
        assert all(word in response.content.decode() for word in words)
        assert response["Referrer-Policy"] == "no-referrer" and response["Cache-Control"] == "no-store"
    assert "seats" not in client.session


def test_a_link_is_opened_by_get_only(game, host, client):
    link = issue_link(game_id=game.pk, role="captain", team="red", actor=host)
    assert client.head(f"/join/{link_token(link)}/").status_code == 405
    assert AccessLink.objects.get().first_used_at is None


def ticket(browser, game, screen, **query):
    return browser.get(f"/games/{game.pk}/ticket/{screen}/", query, headers=JSON)


def test_public_screens_have_public_tickets(game, client):
    for screen in ("spectator", "projector"):
        read = read_ticket(ticket(client, game, screen).json()["ticket"])
        assert (read.game_id, read.screen, read.audience, read.language, read.seat) == (
            game.pk, screen, "public", "en", "",
        )  # fmt: skip


def test_seats_have_the_tickets_of_their_own_screen(game, host, host_user, client):
    captain, phone = seat(game, host)
    read = read_ticket(ticket(phone, game, "captain", seat=captain.pk).json()["ticket"])
    assert (read.audience, read.seat) == ("captain:red", f"seat:{captain.pk}")
    for screen, query in (
        ("player", {"seat": captain.pk}),
        ("console", {}),
        ("captain", {}),
        ("captain", {"seat": "x"}),
    ):
        assert ticket(phone, game, screen, **query).status_code == 401
    player, second = seat(game, host, role="player", team="blue")
    assert read_ticket(ticket(second, game, "player", seat=player.pk).json()["ticket"]).audience == "player:blue"
    client.force_login(host_user)
    read = read_ticket(ticket(client, game, "console").json()["ticket"])
    assert (read.audience, read.seat) == ("host", f"user:{host_user.pk}")
    revoke_link(link_id=captain.pk, actor=host)
    assert ticket(phone, game, "captain", seat=captain.pk).status_code == 401


def test_there_are_no_other_screens(game, client):
    assert ticket(client, game, "backstage").status_code == 404
    assert client.get("/games/99999999999999999999/ticket/spectator/").status_code == 404


def test_tickets_speak_the_pages_language(game, client):
    client.cookies["django_language"] = "pl"
    assert read_ticket(ticket(client, game, "spectator").json()["ticket"]).language == "pl"


def chat(browser, game, path="", **fields):
    return browser.post(f"/games/{game.pk}/chat/{path}", {"command_id": "m1", **fields}, headers=JSON)


def test_chatting_and_moderating(game, host, host_user, client):
    link, phone = seat(game, host)
    assert chat(phone, game, seat=link.pk, text="hello").json()["accepted"]
    assert chat(phone, game, seat=link.pk, text="hello").json()["accepted"]
    assert ChatMessage.objects.count() == 1
    assert chat(phone, game, seat=link.pk, text=" ", command_id="m2").json()["sentence"] == "The message is empty."
    for path, fields in (("remove/", {"number": 1}), ("mute/", {"voice": link.seat_key})):
        assert chat(phone, game, path, seat=link.pk, **fields).status_code == 422
    client.force_login(host_user)
    assert chat(client, game, "remove/", seat="host", number=1).json()["accepted"]
    assert chat(client, game, "remove/", seat="host", number=9).status_code == 404
    assert chat(client, game, "mute/", seat="host", voice=link.seat_key).json()["accepted"]
    muted = chat(phone, game, seat=link.pk, text="hey", command_id="m3")
    assert muted.status_code == 422 and "muted" in muted.json()["sentence"]
    assert chat(client, game, "release/", seat="host", voice=link.seat_key).json()["accepted"]
    long = chat(phone, game, seat=link.pk, text="x" * 501, command_id="m4").json()["sentence"]
    assert "501" in long and "500" in long
    assert chat(Client(), game, seat=link.pk, text="hello").status_code == 401
