"""The network goes in the middle of a bidding; three lots on paper are entered afterwards, and the evening goes on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import IDS, PHONE, Hall, Host

pytestmark = pytest.mark.browser


def fills(page: Page, line: int, **fields: str) -> None:
    """Fields of a line by their names; a team's stake by its colour."""
    for name, value in fields.items():
        field = page.locator(f"[name='r{line}-{f'stake-{IDS[name]}' if name in IDS else name}']")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)


def adds_a_line(page: Page, number: int) -> None:
    page.get_by_test_id("paper-add").click()
    expect(page.get_by_test_id(f"paper-line-{number}")).to_be_visible()
    expect(page.locator(f"[name='r{number}-what']")).to_be_focused()


def in_a_bidding(host: Host) -> str:
    """The lot that is open when the network goes."""
    host.draws()
    host.opens()
    host.bids_for("red", 10)
    lot: str = host.hall.server.session()["game"]["lot"]["category"]
    return lot


def test_the_network_goes_and_three_lots_come_from_paper(hall: Hall, tmp_path: Path) -> None:
    host, watcher = hall.at_console(), hall.watches()
    open_lot = in_a_bidding(host)
    left = [name for name in hall.server.session()["categories"] if name != open_lot]

    host.goes_to("/games/1/afterwards/")
    page = host.page
    expect(page.locator("[name='r1-category']")).to_have_value(open_lot)
    expect(page.locator(f"[name='r1-stake-{IDS['red']}']")).to_have_value("10")
    fills(page, 1, yellow="14", verdict="right")
    adds_a_line(page, 2)
    fills(page, 2, what="hint", blue="6")
    adds_a_line(page, 3)
    fills(page, 3, category=left[0], green="99", verdict="wrong", at="20:15")

    hall.outages = True
    hall.server.kill()
    page.get_by_test_id("paper-preview").click()
    expect(page.locator("#draft-offline")).to_be_visible()
    hall.server.start()
    page.reload()
    expect(page.locator("#draft-back")).to_be_visible()
    expect(page.locator(f"[name='r3-stake-{IDS['green']}']")).to_have_value("99")
    hall.outages = False

    page.get_by_test_id("paper-preview").click()
    stops = page.get_by_test_id("paper-stops")
    expect(stops).to_contain_text("§11")
    expect(page.get_by_test_id("paper-store")).to_be_disabled()
    fills(page, 3, green="9")
    page.get_by_test_id("paper-preview").click()
    expect(page.get_by_test_id("paper-accepted")).to_be_visible()
    expect(page.get_by_test_id("paper-preview-1")).to_contain_text("Żółci 66")
    page.get_by_test_id("paper-store").click()
    page.wait_for_url("**/afterwards/?done=*")
    expect(page.locator(f"[name='r1-stake-{IDS['green']}']")).to_have_value("")
    assert page.evaluate("localStorage.getItem('sowa-paper-1')") in (None, "[]") or "99" not in page.content()

    watcher.sees_points(red=29, yellow=55, blue=33, green=30)  # antes, stakes, and reprimands (§16)
    host.goes_to("/games/1/console/")
    host.is_live()
    host.sees_phase("ready")
    host.draws()
    host.opens()

    record = host.context.request.get(f"{hall.server.url}/games/1/record/").text()
    path = tmp_path / "evening.jsonl"
    path.write_text(record)
    state = json.loads(hall.server.manage("replay", str(path)))
    assert state["refused"] == [] and state["phase"] == "bidding"
    assert sum('"afterwards":true' in line.replace(" ", "") for line in record.splitlines()) >= 10


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [PHONE, {"width": 320, "height": 640}, {"width": 1280, "height": 800}])
def test_nothing_is_wider_than_the_screen(hall: Hall, viewport: dict[str, int], theme: str) -> None:
    host = hall.at_console()
    in_a_bidding(host)
    host.page.set_viewport_size({"width": viewport["width"], "height": viewport["height"]})
    host.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    for path in ("/games/1/afterwards/", "/games/1/paper/"):
        host.goes_to(path)
        wide = host.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= viewport["width"], (path, wide)
