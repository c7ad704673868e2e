"""An edition on a phone: a rehearsal played and wiped, a house left out, the start; interrupted; in other hands."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.acting import leading_on
from tests.browser.people import ANSWER_SECONDS, PHONE, Hall, Host

pytestmark = pytest.mark.browser
EDITION = "/games/1/edition/"


def at_edition(hall: Hall) -> Host:
    """The host with a phone, at the edition's page."""
    host = hall.host(viewport=PHONE, has_touch=True, is_mobile=True)
    host.logs_in(EDITION)
    return host


def presses(host: Host, handle: str) -> None:
    """A tap that leads to a page."""
    with leading_on(host.page):
        host.see(handle).tap()


def test_a_rehearsal_is_played_and_wiped_and_the_evening_starts_without_a_house(hall: Hall) -> None:
    host = at_edition(hall)
    link = host.link_of("captain", "red")
    presses(host, "rehearse")
    expect(host.see("rehearsal")).to_be_visible()
    captain = hall.sits_by_link(Host, link)
    expect(captain.see("rehearsal")).to_be_visible()
    host.is_live()
    for phase in (None, "ready"):
        if phase:
            host.sees_phase(phase)
        expect(host.primary).to_be_enabled()
        host.taps("primary")
    host.sees_phase("drawn")
    captain.sees_phase("drawn")
    assert hall.server.query("SELECT count(*) FROM auction_questionuse") == [(0,)]

    host.goes_to(EDITION)
    host.see("wipe-open").tap()
    presses(host, "wipe")
    expect(host.see("rehearse")).to_be_visible()
    assert hall.server.query("SELECT count(*) FROM tournaments_livegame WHERE discipline = 'auction'") == [(1,)]
    expect(captain.page.locator("html")).to_have_attribute("data-live", "ended")
    captain.page.goto(link)
    expect(captain.page).to_have_url(re.compile(r"/games/1/seat/"))
    captain.sees_phase("waiting")

    host.see("leave-out-slytherin").tap()
    host.page.locator("#leave-reason-slytherin").fill("nobody came")
    host.page.get_by_role("button", name="Leave Zieloni out").tap()
    expect(host.page.get_by_test_id("left-out-slytherin")).to_contain_text("nobody came")
    presses(host, "edition-start")
    host.page.get_by_role("button", name="Start now").tap()
    host.sees_phase("ready")
    assert set(host.points()) == {"red", "yellow", "blue"}


def test_an_interruption_stops_the_clock_and_the_console_changes_hands(hall: Hall) -> None:
    hall.server.shell(
        "from tournaments.models import User; "
        "User.objects.create_user('ewa', password='sowa-demo', first_name='Ewa', last_name='Nowa', is_staff=True)"
    )
    host, captain = hall.at_console(), hall.at_seat("red")
    host.draws()
    host.opens()
    host.bids_for("red", 10)
    host.sells("red", 10)
    host.asks()
    desk = at_edition(hall)
    desk.see("suspend-open").tap()
    desk.page.locator("#suspend-reason").fill("power cut")
    presses(desk, "suspend")
    for person in (host, captain):
        expect(person.see("suspended")).to_contain_text("power cut")
    left = host.clock_left()
    assert 0 < left < ANSWER_SECONDS
    expect(host.primary).to_contain_text("Go on with the evening")
    hall.outages = True
    hall.server.kill()
    hall.server.start()
    host.is_live()
    expect(host.see("suspended")).to_be_visible()
    assert abs(host.clock_left() - left) < 0.3
    expect(host.primary).to_be_enabled()  # it had changed under the host's hands
    host.presses_primary()
    expect(captain.page.get_by_test_id("suspended")).to_have_count(0)
    expect(host.primary).to_be_enabled()
    assert abs(host.clock_left() - left) < 0.3

    desk.goes_to(EDITION)
    desk.see("hand-over-open").tap()
    desk.page.locator("#hand-to").select_option(label="Ewa Nowa")
    presses(desk, "hand-over")
    expect(host.see("watching")).to_contain_text("Ewa Nowa hosts now.")
    ewa = hall.host()
    ewa.goes_to("/accounts/login/?next=/games/1/console/")
    ewa.page.get_by_label("User name or e-mail").fill("ewa")
    ewa.page.get_by_label("Password").fill("sowa-demo")
    ewa.page.get_by_role("button", name="Log in").click()
    ewa.page.wait_for_url("**/console/")
    ewa.is_live()
    ewa.does("c")
    host.waits_past(0)
    refused = host.posts("/games/1/do/", seat="host", do="clock", action="stop", command_id="x", expected_seq=ewa.seq())
    assert refused["status"] == 422 and refused["refusal"]["code"] == "handed_over"
    presses(desk, "take-back")
    expect(host.page.get_by_test_id("watching")).to_be_hidden()
    expect(ewa.page.locator("html")).to_have_attribute("data-live", "ended")
