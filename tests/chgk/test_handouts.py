"""Handouts in play: with the host's envelope at once, everybody's when the question is shown, nobody's before."""

from __future__ import annotations

import pytest
from django.test import Client

from chgk.models import Question, QuestionImage
from chgk.panels import render_panels
from chgk.services.bank_pictures import read_picture
from chgk.services.records import record_of
from tests.chgk.bank import picture_bytes
from tests.club_games import accepted, make_club_game
from tournaments.models import LiveGame, Season, User
from tournaments.services.replay_log import load_session

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(season: Season, host_user: User) -> LiveGame:
    """Every question has a text and a picture to hand out."""
    game = make_club_game(season, host_user)
    data = read_picture(picture_bytes()).data
    for question in Question.objects.filter(package__game=game):
        Question.objects.filter(pk=question.pk).update(handout=f"handout-{question.number}-handout")
        image = {"name": "a.png", "media_type": "image/png", "width": 40, "height": 20, "data": data}
        QuestionImage.objects.create(question=question, digest=f"digest{question.number}", description="Круги", **image)
    return game


def drawn(game: LiveGame) -> int:
    sheet = load_session(LiveGame.objects.get(pk=game.pk)).stage.sheet
    assert sheet is not None
    return sheet.number


def screen(game: LiveGame, name: str, audience: str) -> str:
    fresh = LiveGame.objects.get(pk=game.pk)
    return "".join(render_panels(fresh, load_session(fresh), name, audience, "en").values())


def test_a_picture_is_the_hosts_first_and_everybodys_once_it_is_shown(game, host, host_user):
    console, hall = Client(), Client()
    console.force_login(host_user)
    accepted(game, host, "ask")
    number = drawn(game)
    address = f"/club/games/{game.pk}/pictures/digest{number}/"
    other = f"/club/games/{game.pk}/pictures/digest{number % 9 + 1}/"
    assert (console.get(address).status_code, hall.get(address).status_code) == (200, 404)
    assert console.get(other).status_code == 404  # a closed envelope is closed to the host, too
    assert address in screen(game, "console", "host") and f"handout-{number}-" in screen(game, "console", "host")
    for name, audience in (("projector", "public"), ("captain", "captain:lions")):
        text = screen(game, name, audience)
        assert f"digest{number}" not in text and "handout-" not in text
    accepted(game, host, "show_question")
    shown = hall.get(address)
    assert shown.status_code == 200 and shown["Content-Type"] == "image/png"
    assert shown["Cache-Control"] == "private, no-store" and shown["X-Content-Type-Options"] == "nosniff"
    assert hall.get(other).status_code == 404
    for name, audience in (("projector", "public"), ("spectator", "public"), ("player", "player:lions")):
        text = screen(game, name, audience)
        assert address in text and f"handout-{number}-handout" in text and 'alt="Круги"' in text


def test_what_was_handed_out_is_in_the_record_and_in_the_replay_no_more(game, host, host_user):
    accepted(game, host, "ask")
    first = drawn(game)
    accepted(game, host, "show_question")
    accepted(game, host, "clock", action="start")
    accepted(game, host, "judge", correct=True)
    accepted(game, host, "ask")
    second = drawn(game)
    lines = "\n".join(record_of(LiveGame.objects.get(pk=game.pk)))
    assert f"handout-{first}-handout" in lines and f"digest{first}" in lines
    assert f"handout-{second}-handout" not in lines and f"digest{second}" not in lines
    LiveGame.objects.filter(pk=game.pk).update(finished_at=game.started_at)
    hall = Client()
    seen = hall.get(f"/club/games/{game.pk}/pictures/digest{first}/")
    assert seen.status_code == 200 and "public" in seen["Cache-Control"]
    assert hall.get(f"/club/games/{game.pk}/pictures/digest{second}/").status_code == 404
