"""A captain's seat: refreshed, opened twice, taken back; pressed too often."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acting import catch_up
from tests.browser.people import IDS, TEAMS, Captain, Hall, Host, Person
from tests.browser.phases import Desk

pytestmark = pytest.mark.browser


def answered(captain: Captain) -> None:
    """The seat knows its team, its points and that it has answered."""
    captain.is_live()
    expect(captain.see("my-points")).to_have_text("40")
    expect(captain.see("given-answer")).to_have_text("nie wiemy")
    expect(captain.see("answer")).to_have_count(0)


def test_a_seat_survives_refresh_back_forward_and_another_phone(hall: Hall) -> None:
    host = hall.at_console()
    link = host.link_of("captain", "red")
    captain = hall.captain("red")
    captain.page.goto(link)
    Desk(host).to_question("red", 10)
    captain.answers("nie wiemy")

    for _time in range(3):
        captain.page.reload()
        answered(captain)
    captain.goes_to("/rules/auction/")
    captain.page.go_back()
    answered(captain)
    captain.page.go_forward()
    captain.page.go_back()
    answered(captain)
    captain.page.goto(link)
    answered(captain)
    answered(hall.sits_by_link(Captain, link))
    answered(captain)
    captain.home()
    captain.page.get_by_role("link", name="Kacper").click()
    answered(captain)


def test_two_tabs_of_a_captain_show_the_same(hall: Hall) -> None:
    host = hall.at_console()
    captain = hall.at_seat("red")
    Desk(host).to_bidding()
    first = captain.page
    second = captain.context.new_page()
    second.goto(first.url)

    captain.takes("bid-plus-1")
    for tab in (first, second):
        expect(tab.get_by_test_id("my-points")).to_have_text("46")
        expect(tab.get_by_test_id("my-stake")).to_have_text("4")
    catch_up(second, hall.server)
    second.get_by_test_id("bid-own").fill("9")
    second.get_by_test_id("bid-own-send").tap()
    for tab in (first, second):
        expect(tab.get_by_test_id("my-points")).to_have_text("41")


def test_impatient_fingers_do_a_thing_once(hall: Hall) -> None:
    host = hall.at_console()
    captain = hall.at_seat("red")
    with host.moving(), in_an_instant(host):
        host.primary.dblclick()
    host.opens()
    double_click_slowly(host)
    host.goes_on("Going twice")
    assert commands(hall) == ["draw", "open", "call", "call"], "a double click is one click"
    with in_an_instant(captain):
        captain.see("bid-plus-1").evaluate("button => { for (let i = 0; i < 20; i++) button.click() }")
    host.sees_points(red=46)
    captain.see("bid-own").fill("20")
    with in_an_instant(captain):
        captain.see("bid-own-send").dblclick()
    host.sees_points(red=30)
    host.does("z")
    assert commands(hall)[4:] == ["bid", "bid", "undo"]
    captain.catches_up()
    places = [middle(captain, button) for button in ("bid-plus-1", "bid-plus-5")]
    with in_an_instant(captain):
        for count, (x, y) in enumerate(places, 1):  # so quickly that the browser takes the second for a double one
            captain.page.mouse.move(x, y)
            captain.page.mouse.down(click_count=count)
            captain.page.mouse.up(click_count=count)
    assert commands(hall)[7:] == ["bid", "bid"], "two buttons are two intentions"


@contextlib.contextmanager
def in_an_instant(person: Person) -> Iterator[None]:
    """Whatever the fingers do here is done before the server can answer, however slow the machine is."""
    with person.acting():
        person.hall.server.freeze()
        try:
            yield
        finally:
            person.hall.server.thaw()


def middle(person: Person, handle: str) -> tuple[float, float]:
    """Where a finger would aim."""
    box = person.see(handle).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def double_click_slowly(host: Host) -> None:
    """On the primary button, so slowly that the next one stands there already at the second click."""
    host.catches_up()
    expect(host.primary).to_be_enabled()
    host.page.mouse.move(*middle(host, "primary"))
    before = host.seq()
    for count in (1, 2):
        with host.acting():
            host.page.mouse.down(click_count=count)
            host.page.mouse.up(click_count=count)
        host.waits_past(before)


def commands(hall: Hall) -> list[str]:
    """Every command that has arrived, accepted or not, in order; without those on draws, which nobody presses."""
    rows = hall.server.query(
        "SELECT json_extract(command, '$.do') FROM tournaments_gamecommand WHERE game_id = 1 ORDER BY id"
    )
    return [do for (do,) in rows if do != "add_nonce" and not do.startswith("x-")]


def test_a_seat_that_was_taken_back_says_so_and_whom_to_ask(hall: Hall) -> None:
    host = hall.at_console()
    link = host.link_of("captain", "red")
    captain = hall.sits_by_link(Captain, link)
    host.goes_to("/games/1/setup/")
    host.page.on("dialog", lambda dialog: dialog.accept())
    row = host.page.locator("li.seat", has_text="captain").first
    row.get_by_role("button", name="Take back").click()
    expect(row).to_contain_text("The seat is closed")

    expect(captain.page.locator("#live-message")).to_contain_text("lost its seat. Ask the host for a new link")
    captain.page.reload()
    asks_for_link(captain.page)
    captain.page.goto(link)
    asks_for_link(captain.page)
    expect(captain.page.get_by_role("main")).to_contain_text("Jagoda Wierzchowska")


def asks_for_link(page: Page) -> None:
    """A whole page that says whom to ask."""
    expect(page.get_by_role("main")).to_contain_text(re.compile("[Aa]sk the host"))


def test_whoever_is_logged_out_is_led_back_by_a_whole_page(hall: Hall) -> None:
    host = hall.at_console()
    hall.server.execute("DELETE FROM django_session")
    hall.outages = True
    hall.server.stop()
    hall.server.start()  # sessions are cached in the process
    host.presses("Space")

    host.page.wait_for_url(re.compile(r"/accounts/login/\?next=.*console"))
    expect(host.page.get_by_label("Password")).to_be_visible()
    host.page.get_by_label("User name or e-mail").fill("prowadzacy")
    host.page.get_by_label("Password").fill("sowa-demo")
    host.page.get_by_role("button", name="Log in").click()
    host.page.wait_for_url("**/games/1/console/")
    host.draws()


def test_host_projector_and_five_teams_in_one_browser_are_all_live(hall: Hall) -> None:
    host = hall.host()
    host.logs_in()
    pages: dict[str, Page] = {}
    links = [host.link_of("captain", team) for team in TEAMS] + [host.link_of("player", "red")]
    for path in ["/games/1/console/", "/games/1/screen/", *links]:
        tab = host.context.new_page()
        tab.goto(path if path.startswith("http") else hall.server.url + path)
        pages[path] = tab
    Desk(host).starts()
    Desk(host).to_bidding()
    for tab in pages.values():
        expect(tab.locator("[data-stage-state]")).to_have_attribute("data-phase", "bidding")
        expect(tab.locator("html")).to_have_attribute("data-live", "live")
    captain = pages[links[0]]
    captain.bring_to_front()
    captain.get_by_test_id("bid-plus-1").click()
    for tab in pages.values():
        expect(tab.get_by_test_id(f"team-{IDS['red']}-points").first).to_have_text("46")


def test_screens_stay_awake(hall: Hall) -> None:
    host: Host = hall.host()
    host.logs_in()
    people: list[Person] = [host, hall.sits(Person, "captain"), hall.sits(Person, "projector")]
    paths = ["/games/1/console/", host.link_of("captain", "red"), "/games/1/screen/"]
    for person, path in zip(people, paths, strict=True):
        person.page.add_init_script(
            "navigator.wakeLock.request = async kind => { window.asked = kind; return {released: false} }"
        )
        person.page.goto(path if path.startswith("http") else hall.server.url + path)
        person.page.wait_for_function("() => window.asked === 'screen'")
