"""Draws under pressure, at the door, and what they cost: one number a draw, whoever presses and however often."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from auction.words import command_sentence
from tests.auction.test_draws import CATEGORIES, captain, check, codes, drawn, game, last, nonce, seed
from tests.concurrency.crowd import at_once
from tests.playing import NOW, give
from tournaments.models import GameCommand, LiveGame
from tournaments.services.access_links import link_token
from tournaments.services.games import finish_game
from tournaments.services.play import Outcome, play

pytestmark = [pytest.mark.django_db, pytest.mark.database]
__all__ = ["game"]  # the fixture


@pytest.mark.django_db(transaction=True)
def test_ten_draws_at_once_are_one_draw(game, host):
    seq = LiveGame.objects.get(pk=game.pk).seq
    outcomes: list[Outcome] = at_once([partial(give, game, host, "draw", expected_seq=seq) for _ in range(10)])
    assert sorted(outcome.accepted for outcome in outcomes) == [False] * 9 + [True]
    assert seed(game).draws == 2


@pytest.mark.django_db(transaction=True)
def test_one_gesture_sent_ten_times_draws_once(game, host):
    jobs = [partial(give, game, host, "draw", expected_seq=0, command_id="one") for _ in range(10)]
    outcomes: list[Outcome] = at_once(jobs)
    assert all(outcome.accepted for outcome in outcomes)
    assert GameCommand.objects.filter(command__do="draw").count() == 1 and seed(game).draws == 2


@pytest.mark.django_db(transaction=True)
def test_nonces_race_with_the_first_draw_and_the_record_still_verifies(game, host):
    jobs = [partial(give, game, captain(team), "add_nonce", nonce=nonce(number)) for number, team in enumerate(
        ["red", "yellow"] * 4)]  # fmt: skip
    at_once([*jobs, partial(give, game, host, "draw")])
    assert len(seed(game).nonces) <= 2
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    assert codes(check(game)) == []


def test_a_draw_costs_the_same_late_in_a_game(game, host):
    LiveGame.objects.filter(pk=game.pk).update(setup={**game.setup, "rules": {"questions_per_round": 5}})

    def queries(**fields: Any) -> int:
        with CaptureQueriesContext(connection) as captured:
            drawn(game, host, **fields)
        return len(captured)

    first = queries()
    for number in range(30):
        give(game, host, "undo")
        drawn(game, host, reason=f"raz jeszcze {number}")
    give(game, host, "undo")
    assert queries(reason="ostatni raz") == first


def test_draws_by_the_door(client, game, host_user):
    client.force_login(host_user)
    fields = {"seat": "host", "do": "draw", "expected_seq": 0, "command_id": "c1", "category": "Film", "draws": "[]"}
    assert client.post(f"/games/{game.pk}/do/", fields).status_code == 200
    command = last(game)
    assert command["draws"][0]["choices"] == sorted(CATEGORIES)
    again = client.post(f"/games/{game.pk}/do/", fields, headers={"Accept": "application/json"})
    assert again.status_code == 200 and again.json()["repeated"]
    client.post(
        f"/games/{game.pk}/do/", {"seat": "host", "do": "undo", "expected_seq": again.json()["seq"], "command_id": "c2"}
    )
    refused = client.post(
        f"/games/{game.pk}/do/", {**fields, "command_id": "c3", "expected_seq": again.json()["seq"] + 1}
    )
    assert refused.status_code == 422 and "say why it is drawn again" in refused.content.decode()


def test_a_captains_phone_adds_by_the_door(game):
    link = game.links.filter(role="captain", team="red").get()
    phone = Client()
    phone.get(f"/join/{link_token(link)}/")
    fields = {"seat": link.pk, "do": "add_nonce", "nonce": nonce(3), "command_id": "n1"}
    assert phone.post(f"/games/{game.pk}/do/", fields).status_code == 200
    assert seed(game).nonces == {"red": nonce(3)}
    refused = phone.post(f"/games/{game.pk}/do/", {**fields, "command_id": "n2"})
    assert refused.status_code == 422 and "already added" in refused.content.decode()


def test_the_log_has_no_place_for_a_client_that_brings_its_own_draws(game, host):
    outcome = play(
        game_id=game.pk, command={"do": "draw", "draws": [{"series": 1, "n": 9, "of": "category"}]}, actor=host,
        command_id="x", expected_seq=None, received_at=NOW,
    )  # fmt: skip
    assert outcome.accepted and seed(game).draws == 2
    assert [proof["n"] for proof in last(game)["draws"]] == [1, 2]


def test_every_line_about_draws_has_its_words(game, host):
    give(game, captain("red"), "add_nonce", nonce=nonce(1))
    give(game, captain("red"), "add_nonce", nonce=nonce(1))
    give(game, host, "break_tie", by="lot", reason="x")
    drawn(game, host)
    give(game, host, "draw")
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    said = [command_sentence(row.command, {"red": "Czerwoni"}) for row in GameCommand.objects.order_by("pk")]
    assert said[:2] == ["Draws: a seed is promised", "Draws: the phone of Czerwoni joins in"]
    assert not any(line.startswith("x-") or line == "add_nonce" for line in said)
    closed = "The host closed the game: dość na dziś"
    assert said[-3:] == ["Draw", closed, "Draws: the seed is published"]
