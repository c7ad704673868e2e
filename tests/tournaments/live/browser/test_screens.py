"""live.js in a real browser against a real server: tabs, panels, outages, goodbyes."""

import json
import re
import signal
import time

from playwright.sync_api import expect

from tests.tournaments.live.browser.words import either_way, needs_browser, number, open_screen, streams_open
from tests.tournaments.live.server import Server

pytestmark = needs_browser


def test_seven_tabs_of_one_browser_are_all_live(context, server):
    pages = [
        open_screen(context, server),
        open_screen(context, server, "projector", "public", seat=""),
        *(open_screen(context, server, "captain", f"captain:{team}", seat=f"seat:{team}") for team in "abcde"),
    ]
    for page in pages:
        expect(number(page)).to_have_text("0")
    server.post("/games/1/add/", by=5)
    for page in pages:
        expect(number(page)).to_have_text("5")
        expect(page.locator("html")).to_have_attribute("data-live", "live")
        assert page.problems == []
    pages[0].close()
    server.post("/games/1/add/", by=5)
    for page in pages[1:]:
        expect(number(page)).to_have_text("10")
    time.sleep(1)
    assert len(streams_open(server)) <= 6


@either_way
def test_the_button_in_a_panel_that_is_redrawn_while_it_is_pressed(context, server):
    # A finger rests on the button for as long as this machine needs.
    context.add_init_script(
        "const late = setTimeout; setTimeout = (f, ms, ...a) => late(f, ms === 2000 ? 60000 : ms, ...a)"
    )
    page = open_screen(context, server)
    for count in range(1, 6):
        page.locator("#add").click()
        expect(page.locator("#outcome")).to_have_text(str(count))
        expect(number(page)).to_have_text(str(count))
    box = page.locator("#add").bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    server.post("/games/1/add/")
    page.wait_for_timeout(300)
    assert number(page).inner_text() == "5", "nothing moves under a finger"
    page.mouse.up()  # the panels have waited for the click
    expect(page.locator("#outcome")).to_have_text("7")
    expect(number(page)).to_have_text("7")
    assert page.problems == []


def test_typed_text_and_the_focus_survive_every_update(context, server):
    page = open_screen(context, server)
    page.locator("#text").fill("half a wo")
    for _ in range(5):
        server.post("/games/1/add/")
    expect(number(page)).to_have_text("5")
    expect(page.locator("#text")).to_have_value("half a wo")
    expect(page.locator("#text")).to_be_focused()
    page.locator("#add").focus()
    server.post("/games/1/add/")
    expect(page.locator("#add")).to_have_text("Add to 6")
    expect(page.locator("#add")).to_be_focused()


@either_way
def test_a_frozen_server_is_seen_and_a_restarted_one_found_again(context, server):
    page = open_screen(context, server)
    expect(number(page)).to_have_text("0")
    root = page.locator("html")
    server.process.send_signal(signal.SIGSTOP)
    try:
        expect(root).to_have_attribute("data-live", "stale")
        assert int(page.locator("[data-live-age]").text_content()) >= 10
    finally:
        server.process.send_signal(signal.SIGCONT)
    expect(root).to_have_attribute("data-live", "live")
    server.stop()
    expect(page.locator("#live-message")).to_have_text("restarting")
    time.sleep(2)  # the page has tried in vain
    again = Server(server.folder, PORT=str(server.port)).start()
    try:
        again.post("/games/1/add/", by=3)
        expect(number(page)).to_have_text("3")
        expect(root).to_have_attribute("data-live", "live")
        expect(page.locator("#live-message")).to_be_hidden()
    finally:
        again.stop()


@either_way
def test_a_revoked_seat_is_told_and_stays_away(context, server):
    page = open_screen(context, server, "captain", "captain:red", seat="seat:5")
    other = open_screen(context, server, "captain", "captain:blue", seat="seat:6")
    expect(number(page)).to_have_text("0")
    expect(number(other)).to_have_text("0")
    server.post("/kick/1/seat:5/")
    expect(page.locator("#live-message")).to_have_text("revoked")
    expect(page.locator("html")).to_have_attribute("data-live", "ended")
    server.post("/games/1/add/")
    expect(number(other)).to_have_text("1")
    expect(number(page)).to_have_text("0")


@either_way
def test_back_and_forward_keep_the_screen_live(context, server):
    page = open_screen(context, server)
    expect(number(page)).to_have_text("0")
    for _ in range(2):
        page.goto(f"http://127.0.0.1:{server.port}/live/clock")
        page.go_back()
        server.post("/games/1/add/")
    expect(number(page)).to_have_text("2")
    for _ in range(3):
        page.reload()
    expect(number(page)).to_have_text("2")
    server.post("/games/1/add/")
    expect(number(page)).to_have_text("3")
    assert page.problems == []


@either_way
def test_the_page_that_tests_the_stream(context, server):
    page = context.new_page()
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    good = dict.fromkeys(["arrives", "flows", "holds", "clock"], "good")
    for _try in range(5):  # a machine that is too busy for a smooth stream is told so: then it looks once more
        page.goto(f"http://127.0.0.1:{server.port}/live/check/")
        expect(page.locator("[data-verdict]")).to_have_attribute("data-state", re.compile("good|poor|bad"))
        states = dict(
            page.locator("[data-check]").evaluate_all("all => all.map(one => [one.dataset.check, one.dataset.state])")
        )
        if good.items() <= states.items():
            break
    assert good.items() <= states.items() and good.keys() | {"tabs", "awake"} == states.keys()
    expect(page.locator("[data-verdict]")).to_have_attribute("data-state", "good" if context.sharing else "poor")
    assert problems == []


def test_the_page_that_tests_the_stream_knows_a_proxy_that_collects(context, server):
    page = context.new_page()

    def collect(route):
        ticks = [{"n": n, "of": 12, "now": 1000 + 250 * n} for n in range(1, 13)]
        body = "".join(f"event: tick\ndata: {json.dumps(tick)}\n\n" for tick in ticks)
        route.fulfill(content_type="text/event-stream", body=body + "event: beat\ndata: {}\n\n")

    page.route("**/live/probe", collect)
    page.goto(f"http://127.0.0.1:{server.port}/live/check/")
    expect(page.locator("[data-check=flows]")).to_have_attribute("data-state", "bad")
    expect(page.locator("[data-verdict]")).to_have_attribute("data-state", "bad")
