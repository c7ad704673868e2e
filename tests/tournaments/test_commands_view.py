"""POST /games/<id>/do/: who may, what is understood, what comes back."""

import datetime

import pytest
from django.core.cache import cache
from django.test import Client

from tests.playing import state
from tournaments.models import GameCommand
from tournaments.services.access_links import issue_link, link_token, reissue_link, revoke_link

pytestmark = pytest.mark.django_db

JSON = {"Accept": "application/json"}


def seat(game, host, role="captain", team="red"):
    """A link and a browser that has joined with it."""
    link = issue_link(game_id=game.pk, role=role, team=team, name="Ruda", player="p1", actor=host)
    browser = Client()
    assert browser.get(f"/join/{link_token(link)}/").status_code == 302
    return link, browser


def send(browser, game, headers=JSON, **fields):
    return browser.post(f"/games/{game.pk}/do/", {"command_id": "c1", **fields}, headers=headers)


@pytest.fixture
def console(client, host_user):
    client.force_login(host_user)
    return client


def test_the_host_plays_at_the_console(game, console):
    response = send(console, game, seat="host", do="add", amount="5", expected_seq="0")
    assert response.status_code == 200
    assert response.json() == {
        "accepted": True,
        "seq": 1,
        "repeated": False,
        "sentence": "Done.",
        "refusal": None,
        "rules_url": "",
    }
    assert "no-store" in response["Cache-Control"]
    command = GameCommand.objects.get()
    assert (command.actor_role, command.actor_name, command.device[:8].isalnum()) == ("host", "Ela Sowa", True)


def test_a_captain_plays_from_a_seat_for_the_own_team(game, host):
    link, phone = seat(game, host)
    assert send(phone, game, seat=str(link.pk), do="bid", points="12", team="blue").status_code == 200
    assert state(game)["stakes"] == {"red": 12}
    command = GameCommand.objects.get()
    assert (command.actor_key, command.actor_team, command.actor_name) == (f"seat:{link.pk}", "red", "Ruda")


def test_a_refusal_is_a_sentence_with_its_paragraph(game, host):
    link, phone = seat(game, host)
    response = send(phone, game, {"HX-Request": "true"}, seat=str(link.pk), do="bid", points="0")
    assert response.status_code == 422
    html = response.content.decode()
    assert "[bid_too_low]" in html and 'href="/rules/counter/#p11"' in html and "§11" in html
    refused = send(phone, game, seat=str(link.pk), do="bid", points="0").json()
    assert refused["refusal"] == {"paragraph": "11", "code": "bid_too_low", "params": {}} and refused["repeated"]


def test_sentences_speak_the_readers_language_and_undo_says_what_it_did(game, console):
    send(console, game, seat="host", do="add", amount="5", expected_seq="0")
    response = send(console, game, seat="host", do="undo", expected_seq="1", command_id="c2")
    assert response.json()["sentence"] == "Taken back." and response.json()["seq"] == 2
    stale = send(console, game, seat="host", do="redo", expected_seq="1", command_id="c3")
    assert stale.status_code == 422 and "moved on" in stale.json()["sentence"]


def test_a_field_that_cannot_be_read_never_reaches_the_game(game, host):
    link, phone = seat(game, host)
    response = send(phone, game, seat=str(link.pk), do="bid", points="twelve")
    assert response.status_code == 422 and response.json()["refusal"]["code"] == "not_a_number"
    assert GameCommand.objects.count() == 0


def test_a_repeated_press_that_no_longer_fits_is_answered_with_its_first_outcome(game, host):
    link, phone = seat(game, host)
    assert send(phone, game, seat=str(link.pk), do="bid", points="12").status_code == 200
    again = send(phone, game, seat=str(link.pk), do="bid", points="twelve")
    assert again.status_code == 200 and again.json()["repeated"]


@pytest.mark.parametrize(
    "fields",
    [
        {"seat": ""},
        {"seat": "red"},
        {"seat": "1e3"},
        {"seat": "٣"},
        {"do": ""},
        {"do": "Add"},
        {"do": "a" * 60},
        {"command_id": ""},
        {"command_id": "a b"},
        {"command_id": "x" * 65},
        {"expected_seq": ""},
        {"expected_seq": "-1"},
        {"expected_seq": "9" * 30},
        {"thing": "a\0b"},
        {"thing": "x" * 70_000},
        {f"f{n}": "" for n in range(60)},
    ],
)
def test_what_means_nothing_is_a_400_that_says_why(game, console, fields):
    response = send(console, game, **{"seat": "host", "do": "add", "amount": "1", "expected_seq": "0", **fields})
    assert response.status_code == 400 and response.json()["error"]
    html = send(console, game, {}, **{"seat": "host", "do": "add", "amount": "1", "expected_seq": "0", **fields})
    assert html.status_code == 400 and 'role="alert"' in html.content.decode()
    assert GameCommand.objects.count() == 0


def test_files_are_no_command(game, console):
    from django.core.files.uploadedfile import SimpleUploadedFile

    assert send(console, game, seat="host", do="add", file=SimpleUploadedFile("x", b"x")).status_code == 400


def test_the_time_of_receipt_is_the_arrival_at_the_bridge(game, host):
    link, phone = seat(game, host)
    arrived = datetime.datetime(2026, 11, 30, 18, 0, 0, 250_000, tzinfo=datetime.UTC)
    fields = {"seat": link.pk, "do": "bid", "points": "1", "command_id": "c"}
    phone.post(f"/games/{game.pk}/do/", fields, **{"sowa.received_at": arrived.timestamp()})
    command = GameCommand.objects.get()
    assert command.received_at == arrived and command.command["at"] == int(arrived.timestamp() * 1000)


def test_a_stranger_is_sent_to_where_they_get_in(game, client):
    login = f"/accounts/login/?next=%2Fgames%2F{game.pk}%2Fconsole%2F"
    page = {"HX-Request": "true", "HX-Current-URL": f"http://testserver/games/{game.pk}/console/"}
    htmx = send(client, game, page, seat="host", do="add")
    assert (htmx.status_code, htmx["HX-Redirect"]) == (401, login)
    plain = send(client, game, {"Referer": f"http://testserver/games/{game.pk}/console/"}, seat="host", do="add")
    assert (plain.status_code, plain["Location"]) == (302, login)
    elsewhere = send(client, game, {"Referer": "https://evil.example/x"}, seat="host", do="add")
    assert elsewhere["Location"] == "/accounts/login/?next=%2F"
    seatless = send(client, game, {"HX-Request": "true"}, seat="5", do="add")
    assert (seatless.status_code, seatless["HX-Redirect"]) == (401, "/join/")
    assert send(client, game, seat="5", do="add").status_code == 401
    assert GameCommand.objects.count() == 0


def test_a_revoked_or_replaced_seat_is_told_so(game, host):
    link, phone = seat(game, host)
    for change in (revoke_link, reissue_link):
        change(link_id=link.pk, actor=host)
        response = send(phone, game, {}, seat=str(link.pk), do="bid", points="5")
        assert (response.status_code, response["Location"]) == (302, "/join/?why=revoked")
    assert "taken back" in phone.get("/join/?why=revoked").content.decode()
    assert GameCommand.objects.count() == 0


def test_an_expired_seat_is_told_so(game, host):
    link, phone = seat(game, host)
    type(link).objects.update(expires_at=datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC))
    assert send(phone, game, {}, seat=str(link.pk), do="bid", points="5")["Location"] == "/join/?why=expired"


def test_a_seat_of_one_game_is_none_of_another(game, make_game, host):
    link, phone = seat(game, host)
    assert send(phone, make_game(), seat=str(link.pk), do="bid", points="5").status_code == 401


def test_another_host_is_no_host_here(game, client, django_user_model):
    client.force_login(django_user_model.objects.create_user("other", is_staff=True))
    assert send(client, game, seat="host", do="add", amount="1", expected_seq="0").status_code == 401
    client.force_login(django_user_model.objects.create_superuser("root"))
    assert send(client, game, seat="host", do="add", amount="1", expected_seq="0").status_code == 200


def test_a_host_link_makes_a_second_console_without_a_password(game, host):
    link, tablet = seat(game, host, role="host", team="")
    assert send(tablet, game, seat="host", do="add", amount="1", expected_seq="0").status_code == 200
    assert GameCommand.objects.get().actor_key == f"seat:{link.pk}"
    revoke_link(link_id=link.pk, actor=host)
    assert send(tablet, game, seat="host", do="add", amount="1", expected_seq="1").status_code == 401


def test_starting_and_finishing_are_the_hosts(make_game, console, host):
    game = make_game(started=False)
    _, phone = seat(game, host)
    for name in ("start", "finish"):
        assert phone.post(f"/games/{game.pk}/{name}/", {"seat": "host"}).status_code == 302
    assert console.post(f"/games/{game.pk}/start/", {"seat": "host"}, headers=JSON).json()["accepted"]
    assert console.post(f"/games/{game.pk}/finish/", {"seat": "host"}, headers=JSON).json()["accepted"]
    late = send(console, game, seat="host", do="add", amount="1", expected_seq="0")
    assert late.status_code == 422 and late.json()["sentence"] == "The game is over."


def test_csrf_is_checked(game, host_user):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(host_user)
    assert send(browser, game, seat="host", do="add", amount="1", expected_seq="0").status_code == 403


def test_a_command_asks_the_database_a_constant_number_of_times(game, host, django_assert_max_num_queries):
    link, phone = seat(game, host)
    send(phone, game, seat=str(link.pk), do="bid", points="1")
    with django_assert_max_num_queries(11):
        send(phone, game, seat=str(link.pk), do="bid", points="2", command_id="c2")
    cache.clear()
    assert send(phone, game, seat=str(link.pk), do="bid", points="3", command_id="c3").status_code == 200
