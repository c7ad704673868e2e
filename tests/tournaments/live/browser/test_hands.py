"""live-commands.js, live-clock.js and keys.js in a real browser: what hands, ears and slow networks do."""

import re
import time

from playwright.sync_api import expect

from tests.tournaments.live.browser.words import needs_browser, number, open_screen

pytestmark = needs_browser


def test_a_command_that_does_not_get_through_is_sent_again_as_the_same(context, server):
    page = open_screen(context, server)
    expect(number(page)).to_have_text("0")
    bodies, held = [], []

    def fail_twice(route):
        bodies.append(route.request.post_data)
        if len(bodies) < 3:
            route.abort()
        elif len(bodies) == 3:
            held.append(route)
        else:
            route.continue_()

    page.route("**/games/1/add/", fail_twice)
    page.locator("#text").fill("hello")
    page.locator("#send").click()
    expect(page.locator("#live-message")).to_have_text("retrying")
    page.locator("#text").press("End")
    page.keyboard.type(" again")
    until = time.monotonic() + 60
    while not held and time.monotonic() < until:
        page.wait_for_timeout(20)
    held[0].continue_()
    expect(page.locator("[data-panel=last]")).to_have_text("hello")
    expect(page.locator("#outcome")).to_have_text("1")
    expect(page.locator("#text")).to_have_value("hello again")
    expect(page.locator("#live-message")).to_be_hidden()
    ids = {body.split("command_id=")[1].split("&")[0] for body in bodies}
    assert len(bodies) == 3
    assert len(ids) == 1
    page.locator("#send").click()
    expect(page.locator("#outcome")).to_have_text("2")
    assert bodies[-1].split("command_id=")[1].split("&")[0] not in ids
    assert page.problems == []


def test_an_answer_that_was_lost_makes_no_second_command(context, server):
    page = open_screen(context, server)
    expect(number(page)).to_have_text("0")
    lost = []

    def lose_the_answer(route):
        if lost:
            return route.continue_()
        lost.append(True)
        route.fetch()
        return route.abort()

    page.route("**/games/1/add/", lose_the_answer)
    page.locator("#send").click()
    expect(page.locator("#outcome")).to_have_text("1")
    expect(number(page)).to_have_text("1")


def test_who_gives_up_can_press_again(context, server):
    page = open_screen(context, server)
    expect(number(page)).to_have_text("0")
    page.route("**/games/1/add/", lambda route: route.abort())
    page.locator("#send").click()
    expect(page.locator("#live-message")).to_have_text("failed")
    expect(page.locator("#say")).not_to_have_attribute("aria-busy", "true")
    page.unroute("**/games/1/add/")
    page.locator("#send").click()
    expect(page.locator("#outcome")).to_have_text("1")
    expect(page.locator("#live-message")).to_be_hidden()


def test_the_clock_counts_the_server_s_time(context, server):
    context.add_init_script("const now = Date.now; Date.now = () => now() + 3600_000")  # an hour wrong
    page = open_screen(context, server)
    expect(page.locator("#clock")).to_have_text(re.compile(r"^0:[1-5]\d$"))
    assert 0 < float(page.locator("#clock").evaluate("clock => clock.style.getPropertyValue('--left')")) < 1
    page.locator("#clock").evaluate("clock => { delete clock.dataset.deadline; clock.dataset.remaining = '12000' }")
    expect(page.locator("#clock")).to_have_text("0:12")
    time.sleep(1.2)
    expect(page.locator("#clock")).to_have_text("0:12")


def test_screen_readers_hear_marks_and_not_seconds(context, server):
    page = open_screen(context, server)
    page.locator("#clock").evaluate("clock => clock.dataset.deadline = sowa.serverNow() + 11500")
    page.evaluate(
        """() => { const announcer = document.getElementById("announcer"); window.heard = [];
            new MutationObserver(() => heard.push(announcer.textContent)).observe(announcer, { childList: true }); }"""
    )
    expect(page.locator("#announcer")).to_have_text(re.compile("^105"))
    page.locator("#clock").evaluate("clock => clock.dataset.deadline = sowa.serverNow() + 1500")
    page.wait_for_function("() => heard.length >= 3")
    assert page.evaluate("() => heard")[:3] == ["10", "105", "1050"]


def test_keys(context, server):
    page = open_screen(context, server)
    expect(number(page)).to_have_text("0")
    page.locator("#text").focus()
    page.keyboard.press("Space")  # typed, not pressed
    expect(page.locator("#text")).to_have_value(" ")
    page.locator("#text").blur()
    page.keyboard.press("Space")
    expect(number(page)).to_have_text("1")
    page.keyboard.press("Control+Space")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Space")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_hidden()
    expect(page.locator("#outcome")).to_have_text("1")
    page.keyboard.down("Space")
    page.keyboard.down("Space")  # held down: a repeat
    page.keyboard.up("Space")
    expect(number(page)).to_have_text("2")
    page.locator("#add").evaluate(
        "add => { add.setAttribute('aria-disabled', 'true'); add.dataset.reason = 'not now' }"
    )
    page.keyboard.press("Space")
    expect(page.locator("#outcome")).to_have_text("not now")
    page.locator("#add").click(force=True)
    time.sleep(0.3)
    expect(number(page)).to_have_text("2")


def test_the_console_shows_who_is_there(context, server):
    host = open_screen(context, server)
    host.evaluate(
        "document.body.insertAdjacentHTML('beforeend', '<i data-seat=\"seat:5\"></i><b data-spectators></b>')"
    )
    captain = open_screen(context, server, "captain", "captain:red", seat="seat:5")
    spectator = open_screen(context, server, "spectator", "public", seat="")
    for _ in range(4):
        spectator.reload()  # leaves one stream, not five
    expect(host.locator("[data-seat]")).to_have_attribute("data-presence", "live")
    expect(host.locator("[data-spectators]")).to_have_text("1")
    captain.close()
    expect(host.locator("[data-seat]")).to_have_attribute("data-presence", "gone")
