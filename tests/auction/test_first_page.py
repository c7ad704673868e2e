"""The first answer of every screen, as it came: its panels are HTML, there before any script or stream."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.auction_games import make_auction_game
from tests.playing import give
from tournaments.models import LiveGame
from tournaments.services.access_links import link_token
from tournaments.services.games import start_game

pytestmark = pytest.mark.django_db
OURS = re.compile(r"&(?:amp;)?lt;/?(?:div|span|form|p|section|button|input|strong|svg|ol|ul|li|a)\b")
PANEL = re.compile(r'<(\w+)[^>]*\bdata-panel="(\w+)"[^>]*>\s*(<|[^<\s])')


@pytest.fixture
def game(season, host_user, host) -> LiveGame:
    game = make_auction_game(season, host_user)
    assert start_game(game_id=game.pk, actor=host).accepted
    return game


def first_page(game: LiveGame, screen: str, host_user) -> str:
    """What the browser gets before anything runs."""
    browser = Client()
    address = {"console": "console/", "projector": "screen/", "spectator": ""}.get(screen)
    if screen == "console":
        browser.force_login(host_user)
    if address is None:
        link = game.links.filter(role=screen, team="red").earliest("pk")
        address = f"seat/{link.pk}/"
        browser.get(f"/join/{link_token(link)}/")
    response = browser.get(f"/games/{game.pk}/{address}")
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("screen", ["console", "captain", "player", "spectator", "projector"])
def test_the_panels_of_the_first_page_are_html(screen, game, host, host_user):
    for _step in range(2):
        page = first_page(game, screen, host_user)
        assert not OURS.search(page), OURS.search(page)
        firsts = {name: first for _tag, name, first in PANEL.findall(page)}
        assert {"head", "centre"} <= set(firsts) and set(firsts.values()) == {"<"}
        assert "data-stage-state" in page
        give(game, host, "draw")


def test_the_console_opens_with_its_primary_button(game, host_user):
    page = first_page(game, "console", host_user)
    assert re.search(r'<button\b[^>]*data-testid="primary"', page)
    assert page.index('data-panel="actions"') < page.index('data-testid="primary"')


def test_browsers_and_search_engines_find_what_they_ask_for(client):
    icon, robots = client.get("/favicon.ico"), client.get("/robots.txt")
    assert icon.status_code == 302 and icon["Location"].endswith(".png")
    assert robots["Content-Type"].startswith("text/plain")
    assert {"Disallow: /games/", "Disallow: /join/"} <= set(robots.content.decode().splitlines())
