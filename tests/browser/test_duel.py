"""A duel «Jeden na jednego» (§25) on two phones: by touch and by key, near and far, and with a server that dies."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.acting import is_answered
from tests.browser.duellists import Duellist, at_phone
from tests.browser.final_phases import SIDES, FinalDesk, make_short
from tests.browser.people import LAPTOP, Hall, Host
from tests.browser.server import Server

pytestmark = pytest.mark.browser
Seats = tuple[Duellist, Duellist, Duellist]


@pytest.fixture
def season(season, tmp_path_factory):
    """A season whose rounds have two questions, with a duel on the final's wheel."""
    server = Server(tmp_path_factory.mktemp("duel"))
    server.database.write_bytes(season.read_bytes())
    make_short(server, questions=2)
    return server.database


@pytest.fixture
def desk(hall: Hall) -> FinalDesk:
    """The desk of a host who is logged in, in the opened final."""
    host = hall.host()
    host.logs_in()
    desk = FinalDesk(host)
    desk.to_the_final()
    return desk


def at_console(desk: FinalDesk) -> Host:
    desk.host.goes_to("/games/1/console/")
    desk.host.is_live()
    return desk.host


def name(desk: FinalDesk, team: str, player: int) -> str:
    """A player's name by the place in the team."""
    ids = desk.players(team)
    seats = desk.server.session()["seats"]
    return str(next(one["name"] for seat in seats for one in seat["players"] if one["id"] == ids[player]))


def decision(desk: FinalDesk) -> dict[str, Any]:
    return dict(desk.duel["decision"] or {})


# --- played through ---------------------------------------------------------------------------------------------------


def play(desk: FinalDesk, seats: Seats, press: Callable[[Duellist], None]) -> None:
    """From the naming to the verdict: Red's duellist, the Masters' captain who duels, Red's captain."""
    red, masters, captain = seats
    host = at_console(desk)
    hall = [desk.host.hall.watches(), desk.host.hall.watches("projector")]
    desk.draws_duel()
    red_name = name(desk, "red", 1)

    expect(host.primary).to_contain_text("Name the duellist")
    captain.takes(f"duellist-{desk.players('red')[1]}")
    masters.takes(f"duellist-{desk.players('masters')[0]}")
    for person in hall:
        expect(person.see(f"duel-side-{SIDES['red']}")).to_contain_text(red_name)

    captains = {SIDES["red"]: captain, SIDES["masters"]: masters}
    for number in range(1, 7):
        turn = desk.duel["sides"][(number - 1) % 2]
        expect(host.primary).to_contain_text("Strike a category for")
        captains[turn].takes(f"strike-{number}")
        if number == 1:  # nothing is struck by a single tap
            captains[turn].takes("strike-cancel")
            captains[turn].takes(f"strike-{number}")
        captains[turn].takes("strike-confirm")
        for person in (*hall, red) if number < 6 else (red,):  # after the last one the hall reads what is left
            expect(person.see(f"category-{number}")).to_contain_text("struck by")
    left = desk.duel["categories"][6]
    expect(hall[0].see("duel-left")).to_have_text(left)

    host.goes_on("Start the duel")
    red.sees_face("soon")
    host.goes_on("Show the question")
    red.sees_face("wait")
    host.goes_on("Question read: go")
    for phone in (red, masters):
        phone.sees_face("armed")
    for person in hall:
        expect(person.see("duel-armed")).to_be_visible()
    expect(captain.see("buzzer")).to_have_count(0)

    press(red)
    expect(red.page.locator("[data-panel=centre]")).to_contain_text("You answer")
    expect(masters.page.locator("[data-panel=centre]")).to_contain_text(f"Only {red_name} pressed.")
    for person in (*hall, host):
        expect(person.see("buzz-times").first).to_contain_text(re.compile(r"\d\.\d{3} s"))
    red.answers(host.answer())
    host.goes_on("Right: Czerwoni +")
    host.sees_phase("ready")


def test_a_whole_duel_by_touch(desk: FinalDesk, hall: Hall) -> None:
    seats = at_phone(hall, desk, "red", 1), at_phone(hall, desk, "masters", 0), at_phone(hall, desk, "red", 0)
    play(desk, seats, lambda phone: phone.buzzer.tap())


@pytest.mark.parametrize("key", ["Space", "b"])
def test_a_whole_duel_by_key(desk: FinalDesk, hall: Hall, key: str) -> None:
    """On laptops: the captains press their buttons with Enter."""

    class Typist(Duellist):
        def takes(self, button: str) -> None:
            with self.acting():
                self.see(button).focus()
                self.page.keyboard.press("Enter")

        def answers(self, text: str) -> None:
            with self.acting():
                self.see("answer").focus()
                self.page.keyboard.type(text)
                self.page.keyboard.press("Enter")
            expect(self.see("given-answer")).to_have_text(text)

    def sits(team: str, player: int) -> Typist:
        typist = hall.sits(Typist, f"{team} {player}", viewport=LAPTOP)
        typist.page.goto(hall.server.url + desk.link_of(team, player))
        typist.is_live()
        return typist

    seats = sits("red", 1), sits("masters", 0), sits("red", 0)
    play(desk, seats, lambda phone: phone.page.keyboard.press(key))


def test_keys_press_nothing_while_somebody_types_or_holds_them(desk: FinalDesk, hall: Hall) -> None:
    red = at_phone(hall, desk, "red", 1)
    desk.to_the_buzzers()
    red.sees_face("armed")
    red.page.locator("details[data-talk=room] summary").click()
    red.see("chat-room").focus()
    red.page.keyboard.type("bb b")
    red.page.keyboard.press("Control+b")
    red.page.locator("details[data-talk=room] summary").focus()
    red.page.keyboard.press("Control+b")
    red.page.evaluate(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyB', repeat: true, bubbles: true }))"
    )
    red.sees_face("armed")
    is_answered(red.page)
    assert desk.duel["presses"] == []
    red.page.keyboard.press("b")
    expect(red.page.locator("[data-panel=centre]")).to_contain_text("You answer")


# --- by the console, and too early ------------------------------------------------------------------------------------


def test_the_host_decides_a_tie_with_a_reason(desk: FinalDesk, hall: Hall) -> None:
    """The presses are given by hand here: what matters is the console."""
    host = at_console(desk)
    desk.to_the_buzzers()
    host.clicks(f"decide-buzz-{SIDES['masters']}")
    host.see("buzz-reason").fill("first to say it aloud")
    host.gives("buzz-send")
    host.sees_phase("answering")
    expect(host.see("buzz-decision")).to_contain_text("The host decided")
    assert decision(desk) == {"team": SIDES["masters"], "reason": "first to say it aloud"}


# The buzzer's faces and what they say; while it is locked, for a second, a finger comes down on it, and asks nobody.
PRESSES_WHILE_LOCKED = """() => {
  window.faces = [];
  const button = document.querySelector("[data-testid=buzzer]");
  const note = () => {
    const { face } = button.dataset;
    const locked = face === "locked" && !window.faces.some(([before]) => before === "locked");
    window.faces.push([face, button.innerText]);
    if (locked) button.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, cancelable: true }));
  };
  new MutationObserver(note).observe(button, { attributeFilter: ["data-face"] });
}"""


def test_a_false_start_locks_the_buzzer_for_a_second(desk: FinalDesk, hall: Hall) -> None:
    red = at_phone(hall, desk, "red", 1)
    desk.to_the_buzzers(go=False)
    red.sees_face("wait")
    red.page.evaluate(PRESSES_WHILE_LOCKED)
    red.buzzer.tap()
    red.page.wait_for_function("() => window.faces.some(([face]) => face === 'locked')")
    faces = dict(red.page.evaluate("() => window.faces"))
    assert "Too early" in faces["locked"]
    assert "arrived" not in faces, "a false start was told that it may be first"
    desk.does("open_buzzers")
    locked_until = desk.duel["locked"][SIDES["red"]]
    red.sees_face("armed")
    assert red.now() >= locked_until - 100
    presses = (
        "SELECT count(*) FROM tournaments_gamecommand WHERE game_id = 1 AND json_extract(command, '$.do') = 'press'"
    )
    assert desk.server.query(presses) == [(1,)]
    red.buzzer.tap()
    expect(red.page.locator("[data-panel=centre]")).to_contain_text("You answer")


def test_nobody_answers_and_the_pot_carries(desk: FinalDesk, hall: Hall) -> None:
    red = at_phone(hall, desk, "red", 1)
    host = at_console(desk)
    desk.to_the_buzzers()
    host.catches_up()
    pot = host.see("pot").first.inner_text()
    host.goes_on("Nobody answered")
    host.sees_phase("ready")
    for person in (red, host):
        expect(person.see("last-result")).to_contain_text(f"{pot} stay in the pot")
    expect(red.see("buzzer")).to_have_count(0)


# --- refreshed, and restarted -----------------------------------------------------------------------------------


def test_a_phone_that_is_reloaded_finds_its_buzzer_as_it_was(desk: FinalDesk, hall: Hall) -> None:
    red = at_phone(hall, desk, "red", 1)
    desk.draws_duel()
    desk.names()
    desk.strikes()
    steps = [
        ("soon", lambda: desk.does("open")),
        ("soon", lambda: desk.does("show_question")),
        ("wait", lambda: desk.does("open_buzzers")),
        ("armed", lambda: None),
    ]
    for face, goes_on in steps:
        red.catches_up()
        red.sees_face(face)
        red.page.reload()
        red.sees_face(face)
        goes_on()
    red.is_live()
    red.buzzer.tap()
    expect(red.page.locator("[data-panel=centre]")).to_contain_text("You answer")
    red.page.reload()
    expect(red.page.locator("[data-panel=centre]")).to_contain_text("You answer")
    expect(red.see("answer")).to_be_visible()


@pytest.mark.parametrize("step", ["armed", "collecting", "answering"])
def test_the_duel_goes_on_after_a_power_cut(desk: FinalDesk, hall: Hall, step: str) -> None:
    red, masters = at_phone(hall, desk, "red", 1), at_phone(hall, desk, "masters", 0)
    host = at_console(desk)
    desk.to_the_buzzers()
    for phone in (red, masters):
        phone.sees_face("armed")
    hall.outages = True
    if step == "answering":
        red.buzzer.tap()
        host.sees_phase("answering")
    if step == "collecting":
        red.presses_at(red.now())
        desk.waits_for_press()
    hall.server.kill()
    hall.server.start()
    for person in (red, masters, host):
        expect(person.page.locator("html")).to_have_attribute("data-live", "live")
    if step == "armed":
        red.sees_face("armed")
        red.buzzer.tap()
    if step == "collecting" and not desk.duel["decision"]:  # else the server was quicker than the cut
        host.goes_to("/games/1/console/")
        host.goes_on("Who was first?")
    host.sees_phase("answering")
    expect(red.page.locator("[data-panel=centre]")).to_contain_text("You answer")
    red.answers("nie wiemy")
    host.does("n")
    host.sees_phase("ready")
    hall.outages = False
