"""Draws in the browser: phones join in by themselves, a redraw asks why, anyone reads the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.people import Hall

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def test_a_captains_phone_joins_in_by_itself_and_a_redraw_says_why(hall: Hall) -> None:
    host = hall.at_console()
    captain = hall.at_seat("red")
    expect(captain.see("draws-mine")).to_be_visible()
    captain.page.reload()
    expect(captain.see("draws-mine")).to_be_visible()

    host.draws()
    host.does("z")
    host.sees_phase("ready")
    host.presses_primary()
    expect(host.see("redraw-send")).to_be_visible()
    host.page.get_by_test_id("redraw-reason").fill("pressed by mistake")
    host.gives("redraw-send")
    host.sees_phase("drawn")

    promise = captain.page.get_by_test_id("draws-promise").locator(".draws-whole").inner_text()
    assert re.fullmatch(r"[0-9a-f]{64}", promise)
    captain.goes_to("/games/1/draws/")
    expect(captain.page.get_by_test_id("commitment")).to_have_text(promise)
    expect(captain.page.get_by_test_id("draw-1-1")).to_contain_text("undone")
    expect(captain.page.get_by_test_id("draw-1-3")).to_contain_text("pressed by mistake")
    expect(captain.page.locator(".draws-nonce")).to_have_text(re.compile(r"Czerwoni [0-9a-f]{32}"))
