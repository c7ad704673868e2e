"""What everybody can see of the top's draws: where it stopped and why that follows, never what lay in the envelope."""

from __future__ import annotations

import html

import pytest
from django.test import Client
from django.urls import reverse

from tests.club_games import CAPTAIN, accepted, make_club_game, play_out
from tests.playing import give
from tournaments.models import DrawSeed, LiveGame
from tournaments.services.games import finish_game, reopen_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(season, host_user) -> LiveGame:
    return make_club_game(season, host_user)


def page(game: LiveGame) -> str:
    response = Client().get(reverse("chgk:draws", args=[game.pk]))
    assert response.status_code == 200
    return html.unescape(response.text)


def seed(game: LiveGame) -> DrawSeed:
    return DrawSeed.objects.filter(game=game).latest("series")


def test_before_the_start_nothing_is_promised(season, host_user) -> None:
    assert "With its start the seed of the top" in page(make_club_game(season, host_user, started=False))


def test_while_the_game_runs_the_seed_is_secret_and_the_promise_is_not(club, host) -> None:
    assert give(club, CAPTAIN, "add_nonce", nonce="ab" * 16).accepted
    text = page(club)
    assert seed(club).commitment in text and "has joined in" in text and "ab" * 16 not in text
    accepted(club, host, "ask")
    text = page(club)
    assert "ab" * 16 in text and seed(club).seed not in text and "secret until the game is over" in text
    assert "1 draw waits for the end of the game" in text and 'data-testid="draw-1-1"' in text
    for part in ("text", "answer", "accepted", "comment", "source"):
        assert f"{part}-" not in text.replace("text-decoration", ""), part


def test_after_the_game_every_draw_follows_from_its_seed(club, host) -> None:
    play_out(club, host, "TATT!T")
    assert finish_game(game_id=club.pk, actor=host).accepted
    text = page(club)
    assert seed(club).seed in text and "5 draws follow from their seeds." in text
    assert text.count("Envelope ") >= 5 and reverse("chgk:record", args=[club.pk]) in text
    assert "The top" in text and "First round" not in text and "does not follow" not in text


def test_an_undone_draw_stays_and_the_next_one_says_why(club, host) -> None:
    accepted(club, host, "ask")
    accepted(club, host, "undo")
    accepted(club, host, "ask", reason="капитан отошёл")
    text = page(club)
    assert "undone" in text and "drawn again: «капитан отошёл»" in text
    assert 'data-testid="draw-1-2"' in text


def test_a_game_opened_again_promises_another_seed(club, host) -> None:
    play_out(club, host, "TA")
    assert finish_game(game_id=club.pk, actor=host, reason="свет погас").accepted
    text = page(club)
    assert "Abandoned: the game was closed before the round was over." in text and seed(club).published_seed in text
    assert reopen_game(game_id=club.pk, actor=host).accepted
    text = page(club)
    assert "series 2" in text and seed(club).seed not in text


def test_the_page_asks_the_same_however_long_the_game(club, host, django_assert_num_queries) -> None:
    accepted(club, host, "ask")
    with django_assert_num_queries(3):
        page(club)
    accepted(club, host, "show_question")
    accepted(club, host, "judge", correct=True)
    play_out(club, host, "AT")
    with django_assert_num_queries(3):
        page(club)


def test_an_auction_has_no_page_here_nor_the_club_there(club) -> None:
    assert Client().get(f"/games/{club.pk}/draws/").status_code == 404
    assert 'data-testid="draws-link"' in Client().get(reverse("chgk:spectator", args=[club.pk])).text
