"""A hint and a black box from the wheel, on real screens: won, the token used later, the box opened at the end."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.people import IDS, Hall
from tests.browser.server import Server
from tests.seeds import seed_that_draws
from tournaments.rules.draw import Choice, commitment

pytestmark = pytest.mark.browser

HEAVY = {"hint": 9, "black_box": 9, "one_on_one": 9}
BOX = "Pióro sowy"


def set_up(server: Server) -> list[str]:
    """One question a round, and special lots on the wheel; the categories of the evening."""
    ((setup,),) = server.query("SELECT setup FROM tournaments_livegame WHERE id = 1")
    changed = json.loads(setup) | {"special": HEAVY, "rules": {"questions_per_round": 1}}
    server.execute("UPDATE tournaments_livegame SET setup = ? WHERE id = 1", json.dumps(changed))
    return list(changed["categories"])


def draw_specials_first(server: Server, categories: list[str]) -> None:
    """Chance will draw the hint, then the box: a seed that does so with the nonces of those who have joined in."""
    hint: Choice = (":hint", 9)
    box: Choice = (":black_box", 9)
    ((nonces,),) = server.query("SELECT nonces FROM tournaments_drawseed WHERE game_id = 1")
    seed = seed_that_draws(
        (":hint", [*categories, hint, box]),
        (":black_box", [*categories, box]),
        nonces=json.loads(nonces).values(),
    )
    server.execute("UPDATE tournaments_drawseed SET seed = ?, commitment = ? WHERE game_id = 1", seed, commitment(seed))


def test_a_hint_and_a_black_box_from_the_wheel_to_the_end(hall: Hall) -> None:
    categories = set_up(hall.server)
    wall, spectator = hall.watches("projector"), hall.watches()
    for screen in (wall, spectator):
        expect(screen.see("evening")).to_contain_text(categories[0])
        expect(screen.see("evening-hint")).to_contain_text("Hint weight 9 once a round")
        expect(screen.page.get_by_test_id("seal-1")).to_have_count(1)
    host, red, blue = hall.at_console(), hall.at_seat("red"), hall.at_seat("blue")
    everybody = (host, red, blue, wall, spectator)
    for captain in (red, blue):
        expect(captain.page.get_by_test_id("draws-mine")).to_have_count(1)
    draw_specials_first(hall.server, categories)

    host.draws()
    for screen in everybody:
        expect(screen.page.get_by_test_id("category").first).to_have_text("A hint is at stake")
        expect(screen.page.get_by_test_id("question-count").first).to_have_text(
            "Special lot; question 1 of 1 comes next"
        )
    host.opens()
    red.takes("bid-plus-1")
    for label in ("Going once: Czerwoni 4", "Going twice: Czerwoni 4", "Sold: Czerwoni 4"):
        host.goes_on(label)
    host.sees_phase("ready")
    for screen in (host, wall, spectator):
        expect(screen.see("last-result")).to_contain_text("Hint token for 4: Czerwoni")
        expect(screen.see("last-result")).to_contain_text("13 points leave the game.")
        expect(screen.page.get_by_test_id(f"team-{IDS['red']}-hints").first).to_contain_text("1 hint token")
    expect(red.see("my-hints")).to_contain_text("1 hint token")

    host.draws()
    expect(wall.see("category")).to_have_text("The black box")
    host.opens()
    blue.goes_va_banque()
    host.sees_phase("ready")
    expect(wall.see("last-result")).to_contain_text("Black box for 47: Niebiescy")
    expect(blue.see("my-boxes")).to_contain_text("1 black box")
    expect(blue.see("my-points")).to_have_text("0")
    expect(blue.see("waiting")).to_contain_text("The host is about to draw")

    host.draws()
    host.opens()
    red.takes("bid-plus-1")
    for label in ("Going once: Czerwoni 4", "Going twice: Czerwoni 4", "Sold: Czerwoni 4"):
        host.goes_on(label)
    host.asks()
    red.takes("use-hint")
    host.goes_on("Show the four variants")
    expect(red.see("variants")).to_be_visible()
    expect(red.page.get_by_test_id("my-hints")).to_have_count(0)
    red.answers(host.answer())
    host.goes_on(re.compile("Right: Czerwoni"))
    host.sees_phase("round_over")

    for screen in everybody:
        assert BOX not in screen.page.content(), screen.name
    host.clicks("open-box-1")
    for screen in everybody:
        expect(screen.see("box-contents" if screen is not host else "box-1")).to_contain_text(BOX)
    spectator.page.reload()
    expect(spectator.see("box-contents")).to_contain_text(BOX)
    expect(spectator.page.get_by_test_id("box-scene")).to_contain_text("Niebiescy")
    host.see("close-early").click()
    host.see("close-reason").fill("no time is left for a final")
    host.clicks("close-send")
    expect(wall.see("box-1")).to_contain_text(BOX)
    spectator.goes_to("/games/1/draws/")
    expect(spectator.see("draws-box-1")).to_contain_text(BOX)
    record = host.context.request.get(f"{hall.server.url}/games/1/record/").text()
    assert '"x-open_box"' in record and BOX in record
