"""Hands on keyboards: what is typed stays, keys rest where they must, VA BANQUE takes two steps."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import IDS, Captain, Hall, Host
from tests.browser.phases import Desk
from tests.browser.test_seats import commands

pytestmark = pytest.mark.browser


def typed(person: Captain | Host, fields: dict[str, str]) -> None:
    """What stands in these fields."""
    for handle, text in fields.items():
        expect(person.page.get_by_test_id(handle)).to_have_value(text)


def test_what_is_typed_survives_what_happens_meanwhile(hall: Hall) -> None:
    host = hall.at_console()
    captain = hall.at_seat("red")
    desk = Desk(host)
    desk.to_bidding()
    for talk in ("room", "hall"):
        captain.page.locator(f"[data-talk={talk}] > summary").tap()
    drafts = {"bid-own": "17", "command-line": "Czerwoni 1", "chat-room": "może 17?", "chat-hall": "halo"}
    for handle, text in drafts.items():
        captain.see(handle).fill(text)
    captain.see("command-line").focus()
    captain.page.keyboard.press("End")
    notes = {"desk-points": "21", "chat-hall": "proszę o ciszę"}
    for handle, text in notes.items():
        host.see(handle).fill(text)
    host.see("chat-hall").blur()
    host.presses("k")
    reason = {"adjust-points": "-2", "adjust-reason": "źle zapis"}
    for handle, text in reason.items():
        host.see(handle).fill(text)

    desk.does("bid", team=IDS["blue"], points=10)
    desk.does("call")
    host.posts("/games/1/chat/", seat="host", text="Uwaga!", room="", command_id="hush")
    hall.server.freeze()
    captain.page.keyboard.type("8")
    hall.server.thaw()
    desk.does("bid", team=IDS["green"], points=12)
    expect(captain.see("leader")).to_contain_text("Zieloni 12")
    expect(captain.page.get_by_text("Uwaga!").first).to_be_visible()
    typed(captain, drafts | {"command-line": "Czerwoni 18"})
    expect(captain.page.get_by_test_id("command-line")).to_be_focused()
    typed(host, notes | reason)
    expect(host.page.get_by_test_id("adjust-reason")).to_be_focused()
    with captain.acting():
        captain.page.keyboard.press("Enter")
    expect(captain.see("leader")).to_contain_text("you 18")

    host.presses("Escape")
    desk.does("close", excused=",".join(IDS.values()))
    desk.does("show_question")
    captain.see("answer").fill("chyba że")
    desk.does("clock", action="start")
    desk.does("clock", action="add", seconds=30)
    desk.does("adjust", team=IDS["red"], points=1, reason="forgotten")
    captain.sees_points(red=33)
    typed(captain, {"answer": "chyba że", "chat-room": "może 17?", "chat-hall": "halo"})
    typed(host, {"chat-hall": "proszę o ciszę"})


def test_keys_rest_in_fields_dialogs_with_modifiers_and_on_repeat(hall: Hall) -> None:
    host = hall.at_console()
    page = host.page
    start = host.seq()
    for key in ("Control+Space", "Alt+Space", "Meta+Space", "Shift+Space", "Control+z", "Control+x"):
        host.presses(key)
    page.dispatch_event("body", "keydown", {"code": "Space", "key": " ", "repeat": True, "bubbles": True})
    host.see("chat-hall").focus()  # only now: the browser's own Control+z would undo what was typed
    page.keyboard.type(" z x s ")
    host.presses("Escape")
    host.presses("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    for key in ("z", "s"):
        host.presses(key)
    host.presses("?")
    host.presses("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert hall.server.seq() == start
    host.draws()
    host.catches_up()
    expect(host.primary).to_be_enabled()
    page.keyboard.down("Space")
    for _time in range(10):
        page.keyboard.down("Space")  # a finger that stays on the key
    page.keyboard.up("Space")
    host.sees_phase("bidding")
    host.goes_on("Going once")
    assert commands(hall) == ["draw", "open", "call"]


def test_va_banque_takes_two_deliberate_steps(hall: Hall) -> None:
    host = hall.at_console()
    captain = hall.at_seat("red")
    Desk(host).to_bidding()
    expect(captain.see("va-banque")).to_be_visible()
    before = commands(hall)
    for key in ("Enter", "Space"):
        captain.page.reload()
        captain.is_live()
        tab_to(captain, "va-banque")
        captain.page.keyboard.press(key)
        expect(captain.page.get_by_test_id("va-banque-cancel")).to_be_focused()
        captain.page.keyboard.press(key)
        expect(captain.page.get_by_role("dialog")).to_have_count(0)
    captain.is_live()
    assert commands(hall) == before
    host.sees_phase("bidding")

    captain.takes("va-banque")
    expect(captain.page.get_by_role("dialog")).to_contain_text("47")
    captain.takes("va-banque-confirm")
    host.sees_phase("answering")
    host.sees_points(red=0)


def tab_to(captain: Captain, handle: str) -> None:
    """Presses Tab until the control has the focus; it may not have it before."""
    here = f"document.activeElement.matches('[data-testid={handle}]')"
    assert not captain.page.evaluate(here)
    for _tab in range(25):
        captain.page.keyboard.press("Tab")
        if captain.page.evaluate(here):
            return
    raise AssertionError(f"{handle} cannot be reached with Tab")
