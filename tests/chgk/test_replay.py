"""The replay of a finished game: the hall's own panels, move by move, and nothing that the hall did not see then."""

from __future__ import annotations

import html
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.club_games import CAPTAIN, accepted, make_club_game, play_out
from tournaments.models import LiveGame
from tournaments.services.chat import post_message
from tournaments.services.games import finish_game
from tournaments.services.replay_moves import count_moves

pytestmark = pytest.mark.django_db
PARTS = ("text", "answer", "accepted", "rejected", "comment", "source")
JSON = {"Accept": "application/json"}


@pytest.fixture
def club(season, host_user, host) -> LiveGame:
    """ask, show, clock, answer, judge; the same but judged against; twice right, the deciding round."""
    cache.clear()
    game = make_club_game(season, host_user)
    assert post_message(game_id=game.pk, actor=CAPTAIN, text="у-камина", room="lions", message_id="m1").accepted
    assert post_message(game_id=game.pk, actor=host, text="в-зале", message_id="m2").accepted
    accepted(game, host, "ask")
    accepted(game, host, "undo")
    accepted(game, host, "ask", reason="рано")
    accepted(game, host, "show_question")
    accepted(game, host, "clock", action="start")
    accepted(game, CAPTAIN, "answer", text="за-столом")
    accepted(game, host, "judge", correct=True)
    play_out(game, host, "ATT!T")
    assert finish_game(game_id=game.pk, actor=host).accepted
    return LiveGame.objects.get(pk=game.pk)


def page(game: LiveGame, move: Any = "", **headers: str) -> Any:
    response = Client().get(reverse("chgk:replay", args=[game.pk]), {"move": move}, headers=headers or None)
    assert response.status_code == 200
    return response


def text(game: LiveGame, move: int) -> str:
    return html.unescape(page(game, move).text)


def known(shown: str) -> set[str]:
    return {part for part in PARTS for number in range(1, 12) if f"{part}-{number}-{part}" in shown}


def test_a_game_that_goes_on_has_no_replay(season, host_user) -> None:
    game = make_club_game(season, host_user)
    browser = Client()
    browser.force_login(host_user)
    assert browser.get(reverse("chgk:replay", args=[game.pk])).status_code == 404


def test_each_move_shows_what_the_hall_knew_then(club) -> None:
    expected: list[set[str]] = [set(), set(), {"text"}, {"text"}, {"text"}, {"answer", "comment"}]
    for move, parts in enumerate(expected):
        assert known(text(club, move)) == parts, move
    assert "за-столом" not in text(club, 4) and "за-столом" in text(club, 5)
    assert "1:0" in text(club, 5).replace("\n", "") or 'data-testid="score-team">1<' in text(club, 5)


def test_the_move_is_told_in_words(club) -> None:
    assert "The game starts" in text(club, 0)
    assert "The top: envelope" in text(club, 1) and "Question shown" in text(club, 2)
    assert "Right: Львы +1" in text(club, 5) and "Ela" in text(club, 5)
    last = count_moves(club)
    assert "Victory: Львы" in text(club, last) and f"Move {last} of {last}" in text(club, last)
    assert f"Move {last} of {last}" in text(club, 10_000) and "Move 0 of" in html.unescape(page(club, "x").text)


def test_nobodys_words_are_said_again(club) -> None:
    for move in (0, 1, count_moves(club)):
        assert "у-камина" not in text(club, move) and "в-зале" not in text(club, move)


def test_a_clock_that_ran_then_does_not_run_now(club) -> None:
    shown = page(club, 3).text
    assert 'data-testid="clock"' in shown and "data-deadline" not in shown


def test_the_pages_script_gets_the_panels_alone(club) -> None:
    answer = page(club, 2, **JSON).json()
    assert answer["move"] == 2 and set(answer["panels"]) == {"head", "notice", "centre", "score", "log"}
    assert "Move 2 of" in answer["step"] and page(club, 2, **JSON)["Vary"].count("Accept") >= 1


def test_a_move_costs_the_same_wherever_it_stands(club, django_assert_max_num_queries) -> None:
    page(club, 1)
    for move in (1, 9, count_moves(club)):
        with django_assert_max_num_queries(4):
            page(club, move, **JSON)


def test_the_end_leads_to_what_looks_back(club) -> None:
    shown = Client().get(reverse("chgk:spectator", args=[club.pk])).text
    for handle in ("replay-link", "protocol-link", "record-link", "draws-page"):
        assert f'data-testid="{handle}"' in shown, handle
