"""§5 on real screens: the host proposes, the captain's phone agrees, seats and rooms follow at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import IDS, Captain, Hall, Host, Person
from tests.browser.phases import Desk

pytestmark = pytest.mark.browser
TEAM = IDS["red"]


def people(hall: Hall) -> list[dict[str, object]]:
    """Who sits in the red team, by the stored state."""
    return list(hall.server.session()["seats"][0]["players"])


def choose(host: Host, form: str) -> str:
    """The first person of the list who may come in; their name."""
    person = host.page.locator(f"[data-testid^={form}-in-p]:enabled").first
    person.check()
    return person.locator("xpath=..").locator("bdi").inner_text()


def chats(person: Person, text: str) -> None:
    """A line in the team's room."""
    talk = person.page.locator("details[data-talk=room]")
    if talk.get_attribute("open") is None:
        talk.locator("summary").click()
    person.see("chat-room").fill(text)
    person.see("chat-room-send").click()
    expect(person.page.locator("[data-panel=room]")).to_contain_text(text)


def test_a_substitute_comes_in_and_who_left_is_out_at_once(hall: Hall) -> None:
    host, captain = hall.at_console(), hall.at_seat("red")
    leaving = hall.sits_by_link(Person, host.link_of("player", "red"))
    out = next(str(player["id"]) for player in people(hall) if not player["captain"])
    chats(leaving, "zanim wyszłam")
    Desk(host).to_bidding()
    captain.see("bid-own").fill("17")  # half typed: nothing may disturb it

    host.page.get_by_test_id("substitute").click()
    expect(host.page.get_by_test_id("substitute-team")).to_have_value(TEAM)
    host.page.get_by_test_id(f"substitute-out-{out}").check()
    name = choose(host, "substitute")
    host.page.get_by_test_id("substitute-reason").fill("chora")
    host.page.get_by_test_id("substitute-send").click()
    expect(host.see(f"proposal-{TEAM}")).to_contain_text(name)

    expect(captain.see("consent")).to_contain_text(name)
    expect(captain.see("bid-own")).to_have_value("17")
    expect(captain.see("bid-own")).to_be_focused()
    captain.takes("consent-agree")
    expect(captain.see("consent")).to_have_count(0)
    expect(captain.see("bid-own")).to_have_value("17")
    captain.takes("bid-own-send")
    expect(captain.see("my-stake")).to_have_text("17")

    leaving.page.wait_for_url("**/join/?why=passed_on")
    expect(leaving.page.get_by_role("heading")).to_have_text("Somebody else sits in this seat now")
    assert "zanim wyszłam" not in leaving.page.content()

    host.see("newcomer-link").click()
    expect(host.see("link-dialog")).to_contain_text(name)
    link = host.see("link-address").input_value()
    host.page.keyboard.press("Escape")
    newcomer = hall.sits_by_link(Person, link)
    expect(host.see(f"newcomer-{TEAM}")).to_have_count(0)
    newcomer.page.locator("details[data-talk=room] summary").click()
    expect(newcomer.page.locator("[data-panel=room]")).to_contain_text("zanim wyszłam")  # the room is the team's
    chats(newcomer, "już jestem")
    captain.page.locator("details[data-talk=room] summary").click()
    expect(captain.page.locator("[data-panel=room]")).to_contain_text("już jestem")
    assert "już jestem" not in host.page.content()


def test_a_captain_declines_with_a_word_and_the_host_reads_it(hall: Hall) -> None:
    host, captain = hall.at_console(), hall.at_seat("red")
    host.page.get_by_test_id("substitute").click()
    expect(host.page.get_by_test_id("substitute-team")).to_have_value(TEAM)
    host.page.locator("[data-testid^=substitute-out-]:enabled").first.check()
    host.page.get_by_test_id("substitute-search").fill("zzzz")
    expect(host.page.locator("#player-people")).to_contain_text("Nobody")
    host.page.get_by_test_id("substitute-search").fill("")
    choose(host, "substitute")
    host.page.get_by_test_id("substitute-reason").fill("spóźnienie")
    host.page.get_by_test_id("substitute-send").click()
    captain.takes("consent-decline")
    captain.see("consent-reason").fill("już biegnie")
    captain.takes("consent-decline-send")
    expect(captain.see("consent")).to_have_count(0)
    expect(host.see(f"proposal-{TEAM}")).to_contain_text("już biegnie")
    host.see("proposal-read").click()
    expect(host.see(f"proposal-{TEAM}")).to_have_count(0)


def test_an_absent_captain_is_replaced_by_the_heads_word(hall: Hall) -> None:
    host = hall.at_console()
    gone, link = hall.at_seat("red"), host.link_of("captain", "red")
    new = hall.sits_by_link(Captain, host.link_of("player", "red"))
    heir = next(str(player["id"]) for player in people(hall) if not player["captain"])
    new.page.locator("details[data-talk=room] summary").click()
    new.see("chat-room").fill("w połowie zdania")
    host.page.get_by_test_id("seat-captain").click()
    expect(host.page.get_by_test_id("seat-captain-team")).to_have_value(TEAM)
    host.page.get_by_test_id(f"seat-captain-{heir}").check()
    choose(host, "seat-captain")
    host.page.get_by_test_id("seat-captain-head").fill("Profesor Kot")
    host.page.get_by_test_id("seat-captain-reason").fill("nie przyszedł")
    host.page.get_by_test_id("seat-captain-send").click()
    gone.page.wait_for_url("**/join/?why=passed_on")
    expect(new.page.locator("main")).to_have_attribute("data-role", "captain")
    new.page.locator("details[data-talk=room] summary").click()
    expect(new.see("chat-room")).to_have_value("w połowie zdania")  # typed before the page moved
    host.does("z")
    expect(new.page.locator("main")).to_have_attribute("data-role", "player")
    gone.page.goto(link)
    gone.is_live()
    expect(gone.page.locator("main")).to_have_attribute("data-role", "captain")
    host.does("x")
    gone.page.wait_for_url("**/join/?why=passed_on")
    expect(new.page.locator("main")).to_have_attribute("data-role", "captain")
    Desk(host).to_bidding()
    new.takes("bid-plus-1")
    expect(new.see("my-stake")).to_have_text("4")
