"""A newcomer plays a first lot; a host plays without any other device."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import Hall

pytestmark = pytest.mark.browser


def test_newcomers_play_a_lot_within_a_few_clicks(hall: Hall) -> None:
    host = hall.at_console(reduced_motion="no-preference")
    captain = hall.at_seat("red", reduced_motion="no-preference")

    for label in ("Draw question", "Open the bidding"):
        host.goes_on(label)
    captain.takes("bid-plus-1")
    for label in ("Going once: Czerwoni 4", "Going twice: Czerwoni 4", "Sold: Czerwoni 4"):
        host.goes_on(label)
    host.asks()
    captain.answers(host.answer())
    host.goes_on("Right: Czerwoni +13")

    host.sees_points(red=59, yellow=47, blue=47, green=47)
    expect(captain.see("my-points")).to_have_text("59")


def test_the_host_alone_plays_a_whole_lot(hall: Hall) -> None:
    host = hall.at_console()

    host.draws()
    host.opens()
    host.bids_for("red", 10)
    host.bids_for("yellow", 12)
    host.sells("yellow", 12)
    host.asks()
    host.does("b")
    host.goes_on("Show the four variants")
    host.presses("a")
    host.page.keyboard.type(host.answer())
    host.does("Enter")
    host.presses("Escape")
    host.goes_on("Right: Żółci")

    host.sees_phase("ready")
