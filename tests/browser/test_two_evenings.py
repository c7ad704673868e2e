"""Two games in the tabs of one browser, which share one stream: each tab shows its own, and nothing of the other."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import IDS, Hall

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
SECOND = """
from auction.services.games import create_game
from tournaments.models import LiveGame
from tournaments.services.actors import Actor
from tournaments.services.games import start_game
first = LiveGame.objects.get(discipline='auction')
host = first.hosts.get()
teams = list(first.season.teams.filter(discipline="auction"))
game = create_game(season=first.season, teams=teams, title="Second evening", host=host)
game.setup["special"] = {"hint": 0, "black_box": 0, "one_on_one": 0}
game.save()
for one in (first, game):
    assert start_game(game_id=one.pk, actor=Actor(key="system:test", role="system")).accepted
"""


def state(page: Page):
    """Where a tab's script finds the state."""
    return page.locator("[data-stage-state]")


def test_tabs_of_two_games_in_one_browser_show_each_its_own(hall: Hall) -> None:
    hall.server.shell(SECOND)
    second: int = hall.server.query("SELECT max(id) FROM tournaments_livegame")[0][0]
    host = hall.host()
    host.logs_in("/games/1/setup/")
    person = hall.captain("red")
    tabs = {}
    for game in (1, second):
        page = host.context.request.get(f"{hall.server.url}/games/{game}/setup/").text()
        sql = "SELECT id FROM tournaments_accesslink WHERE game_id = ? AND role = 'captain' AND team = ?"
        number = hall.server.query(sql, game, IDS["red"])[0][0]
        link = page.split(f'id="address-{number}"')[1].split('value="')[1].split('"')[0]
        tabs[game] = person.page if game == 1 else person.context.new_page()
        tabs[game].goto(link)
        expect(tabs[game].locator("html")).to_have_attribute("data-live", "live")
    wall = person.context.new_page()
    wall.goto(f"{hall.server.url}/games/{second}/screen/")

    host.goes_to("/games/1/console/")
    host.is_live()
    host.draws()
    host.opens()
    expect(state(tabs[1])).to_have_attribute("data-phase", "bidding")
    expect(state(tabs[second])).to_have_attribute("data-phase", "ready")
    expect(state(wall)).to_have_attribute("data-phase", "ready")
    host.bids_for("yellow", 30)
    expect(tabs[1].get_by_test_id("pot").filter(visible=True).first).to_contain_text("39")

    host.goes_to(f"/games/{second}/console/")
    host.is_live()
    host.sees_phase("ready")
    host.draws()
    expect(state(tabs[second])).to_have_attribute("data-phase", "drawn")
    expect(state(wall)).to_have_attribute("data-phase", "drawn")
    expect(state(tabs[1])).to_have_attribute("data-phase", "bidding")

    tabs[1].get_by_test_id("command-line").filter(visible=True).fill("Czerwoni 35")
    tabs[1].get_by_test_id("command-send").filter(visible=True).tap()
    expect(tabs[1].get_by_test_id("pot").filter(visible=True).first).to_contain_text("71")
    assert hall.server.session(1)["game"]["lot"]["stakes"][IDS["red"]] == 35
    assert hall.server.session(second)["game"]["lot"]["stakes"][IDS["red"]] == 3

    host.posts(f"/games/{second}/finish/", seat="host", reason="dość")
    expect(state(tabs[1])).to_have_attribute("data-phase", "bidding")
    expect(tabs[1].locator("html")).to_have_attribute("data-live", "live")
    host.goes_to("/games/1/console/")
    host.is_live()
    host.sells("red", 35)
    expect(state(tabs[1])).to_have_attribute("data-phase", "answering")
