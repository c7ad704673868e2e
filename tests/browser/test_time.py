"""Clocks that agree, and a projector that says when it hears nothing."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Route, expect

from tests.browser.people import Captain, Hall, Person
from tests.browser.phases import Desk, set_rules

pytestmark = pytest.mark.browser

APART = 300  # ms

# One look at all clocks at the same moment of the server's time, however long asking them takes.
_LEFT = """() => {
  const { deadline, remaining } = document.querySelector("[data-clock]").dataset;
  return deadline ? Number(deadline) - (window.sowa.serverNow() - Date.now()) : Number(remaining);
}"""


def test_all_clocks_agree(hall: Hall) -> None:
    host = hall.at_console()
    captain = hall.at_seat("red")
    spectator = hall.watches()
    screens: list[Person] = [host, captain, spectator]
    desk = Desk(host)
    desk.to_question("red")
    agree(screens, running=True)
    desk.does("clock", action="stop")
    agree(screens, running=False)
    screens += [hall.watches("projector"), hall.sits_by_link(Person, host.link_of("player", "red"))]
    agree(screens, running=False)
    captain.page.reload()
    captain.is_live()
    agree(screens, running=False)
    desk.does("clock", action="resume")
    agree(screens, running=True)
    desk.does("clock", action="add", seconds=20)
    host.page.reload()
    host.is_live()
    agree(screens, running=True)
    desk.does("adjust", team="gryffindor", points=1, reason="to be undone")
    agree(screens, running=True)
    desk.does("undo")
    agree(screens, running=False)
    desk.does("clock", action="resume")
    agree(screens, running=True)


def agree(screens: list[Person], *, running: bool) -> None:
    """All clocks run (or all stand), within 0.3 s of one another, and their digits say the same second or the next."""
    seq = str(screens[0].hall.server.seq())
    for person in screens:
        expect(person.state).to_have_attribute("data-seq-shown", seq)
        person.page.wait_for_function("() => document.querySelector('[data-clock]').textContent !== ''")
        assert (person.page.locator("[data-clock]").first.get_attribute("data-deadline") is not None) == running
    until = time.monotonic() + 60  # a page that was opened on a busy machine looks at the clock again after 15 s
    while max(left := [person.page.evaluate(_LEFT) for person in screens]) - min(left) >= APART:
        assert time.monotonic() < until, [f"{p.name}: {ms}" for p, ms in zip(screens, left, strict=True)]
        time.sleep(0.2)
    if not running:
        assert len({person.page.locator("[data-clock]").first.inner_text() for person in screens}) == 1


def test_a_slow_answer_does_not_spoil_the_clock(hall: Hall) -> None:
    page = hall.watches().page
    looked = "count => performance.getEntriesByType('resource').filter(e => e.name.includes('/clock')).length >= count"
    page.wait_for_function(looked, arg=5)

    def late(route: Route) -> None:
        answer = route.fetch()
        time.sleep(0.8)
        route.fulfill(response=answer)

    page.route("**/live/clock*", late)
    page.dispatch_event("html", "visibilitychange", {"bubbles": True})
    page.wait_for_function(looked, arg=8)
    page.wait_for_timeout(200)
    assert abs(page.evaluate("window.sowa.serverNow() - Date.now()")) < 200, "this machine's clock is the server's, too"


def test_a_silent_server_is_seen_and_the_projector_comes_back_by_itself(hall: Hall) -> None:
    host = hall.at_console()
    projector = hall.watches("projector")
    captain = hall.at_seat("red")
    expect(projector.see("live-sign")).to_have_count(1)
    hall.server.freeze()
    try:
        for person in (projector, captain):
            expect(person.page.locator("html")).to_have_attribute("data-live", "stale")
            expect(person.see("live-sign")).to_contain_text("no news for")
    finally:
        hall.server.thaw()
    for person in (projector, captain):
        expect(person.page.locator("html")).to_have_attribute("data-live", "live")
    host.draws()
    projector.sees_phase("drawn")


def test_an_answer_at_the_last_moment_is_in_time_and_a_later_one_is_marked(hall: Hall) -> None:
    set_rules(hall.server, "settings", answer_seconds=15, answer_grace=60)
    host = hall.at_console()
    captain: Captain = hall.at_seat("red")
    desk = Desk(host)
    desk.to_question("red")
    desk.does("clock", action="add", seconds=-14)
    expect(captain.see("clock")).to_have_text("0:00")
    captain.answers("w ostatniej chwili")
    expect(host.see("typed-answer")).to_be_visible()
    expect(host.page.get_by_test_id("late")).to_have_count(0)

    desk.does("undo")
    desk.does("clock", action="resume")
    hall.server.execute(
        "UPDATE tournaments_livegame SET snapshot = json_set(snapshot, '$.state.settings.grace_ms', 0) WHERE id = 1"
    )
    desk.does("clock", action="add", seconds=-14)
    expect(captain.see("clock")).to_have_text("0:00")
    captain.answers("za późno")
    expect(host.see("late")).to_have_text("late")
