"""A record is imported on the command line and replayed in a browser: by keys, by the slider, by itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
EVENING = Path(__file__).parents[1] / "auction" / "rules" / "golden" / "a_whole_evening.jsonl"


@pytest.fixture
def page(server: Server, browser: Browser) -> Page:
    number = re.search(r"game (\d+)", server.manage("import_record", str(EVENING)))
    assert number is not None
    page = browser.new_page(base_url=f"{server.url}/games/{number[1]}/", viewport={"width": 360, "height": 740})
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    return page


def at(page: Page, move: int) -> None:
    """The page stands at this move: in words, in its address and on its slider."""
    expect(page.get_by_test_id("replay-move")).to_have_text(f"Move {move} of 69")
    expect(page.get_by_test_id("replay-slider")).to_have_value(str(move))
    expect(page).to_have_url(re.compile(rf"\?move={move}$"))


def test_a_game_is_replayed_move_by_move(page: Page) -> None:
    page.goto("replay/?move=2")
    page.keyboard.press("ArrowRight")
    at(page, 3)
    expect(page.get_by_test_id("team-red-points")).to_have_text("40")
    page.get_by_test_id("replay-previous").click()
    at(page, 2)
    expect(page.get_by_test_id("team-red-points")).to_have_text("47")
    page.keyboard.press("End")
    at(page, 69)
    expect(page.get_by_test_id("replay-next")).to_have_attribute("aria-disabled", "true")
    page.get_by_test_id("replay-slider").focus()
    page.keyboard.press("ArrowLeft")  # one move, not one by the page and one by the slider
    at(page, 68)
    page.reload()
    at(page, 68)
    page.keyboard.press("Home")
    at(page, 0)


def test_a_game_runs_by_itself_until_it_is_told_to_stop(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("replay/?move=5")
    page.get_by_label("Speed").select_option("250")
    page.get_by_test_id("replay-autoplay").click()
    expect(page.get_by_test_id("replay-autoplay")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_test_id("replay-move")).to_have_text(re.compile(r"Move [2-6]\d of 69"))
    # The link that stands there at this moment: another look at it would find the next one.
    back = page.get_by_test_id("replay-previous").evaluate("link => (link.click(), Number(link.dataset.go))")
    expect(page.get_by_test_id("replay-autoplay")).to_have_attribute("aria-pressed", "false")
    at(page, back)
    page.wait_for_timeout(600)
    at(page, back)


def test_without_scripts_every_step_is_a_link(server: Server, browser: Browser, page: Page) -> None:
    page.goto("replay/")
    bare = browser.new_context(java_script_enabled=False).new_page()
    bare.goto(page.url)
    bare.get_by_test_id("replay-next").click()
    expect(bare.get_by_test_id("replay-move")).to_have_text("Move 1 of 69")
    expect(bare.get_by_test_id("team-red-points")).to_have_text("47")
    bare.get_by_test_id("replay-last").click()
    expect(bare.get_by_test_id("replay-move")).to_have_text("Move 69 of 69")
