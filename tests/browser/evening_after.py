"""What stays of a whole evening: the rewards on the screens, the cup, the rights in the chat, the record, its pages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.browser.evening import BOX, GUESTS, MASTERS, TABLES, Evening
from tests.browser.people import IDS, Person

RED, GREEN = IDS["red"], IDS["green"]


def rewards_are_shown(evening: Evening) -> None:
    """§22 for who held out, §29 for the finalist and the Masters, line by line and with their paragraphs."""
    host = evening.host
    expected = {
        RED: ("406", "106", "Lost the final", "300", "For the second place.", "§29"),
        IDS["yellow"]: ("8", "Held out to the end of the first round", "§22"),
        IDS["blue"]: ("28", "Held out to the end of the first round", "§22"),
        GREEN: ("Nothing: dropped out before the end of the first round.", "§22"),
        MASTERS: ("for 2 weeks", *GUESTS, "No half-operator rights", "plays for no house", "§29"),
    }
    for person in (host, *evening.public):
        for team, texts in expected.items():
            for text in texts:
                expect(person.see(f"reward-{team}"), person.name).to_contain_text(text)
    for team, phone in evening.captains.items():
        expect(phone.see(f"reward-{TABLES[team]}"), phone.name).to_contain_text(expected[TABLES[team]][0])
        expect(phone.page.locator("[data-testid^=reward-]"), phone.name).to_have_count(1)


def game_is_closed(evening: Evening) -> None:
    """The host closes the game; the cup has its lines, the chat its half-operators."""
    host, crowd = evening.host, evening.public[0]
    expect(host.primary).to_contain_text("Close the game")
    host.presses_primary()
    expect(host.see("reopen")).to_be_visible()
    page = crowd.context.new_page()
    page.goto(f"{evening.hall.server.url}/cup/")
    lines = page.locator(".cup-line")
    expect(lines).to_have_count(4)
    for house, points, why in (
        ("Gryffindor", "+106", "Lost the final"),
        ("Gryffindor", "+300", "For the second place"),
        ("Hufflepuff", "+8", "Held out"),
        ("Ravenclaw", "+28", "Held out"),
    ):
        line = lines.filter(has_text=house).filter(has_text=why)
        expect(line.locator(".cup-amount")).to_have_text(points)
    page.close()
    office = host.context.new_page()
    office.goto(f"{evening.hall.server.url}/privileges/")
    holders = office.locator("li.privilege")
    expect(holders).to_have_count(2)
    expect(holders.filter(has_text=GUESTS[0])).to_contain_text("§29")
    expect(holders.filter(has_text=GUESTS[1])).to_contain_text("§29")
    ((lasts,),) = evening.hall.server.query(
        "SELECT DISTINCT julianday(ends_at) - julianday(starts_at) FROM tournaments_privilege"
    )
    assert round(lasts, 3) == 14
    office.close()


def record_of(evening: Evening, path: Path) -> dict[str, Any]:
    """The record as the host takes it home, replayed by the rules alone."""
    host, server = evening.host, evening.hall.server
    with host.page.expect_download() as download:
        host.see("record-link").click()
    download.value.save_as(path)
    draws = json.loads(server.manage("verify_draws", str(path)))
    assert draws["findings"] == [] and draws["by_hand"] == []
    assert draws["series"] == 2, "a seed for each round"
    server.manage("check_games")
    return dict(json.loads(server.manage("replay", str(path))))


def pages_look_back(evening: Evening) -> None:
    """Everybody may read the protocol and go through the game again; the draws are checked on a page."""
    crowd = evening.public[0]
    crowd.see("replay-link").click()
    crowd.page.wait_for_url("**/replay/")
    crowd.page.wait_for_load_state()
    crowd.see("replay-last").click()
    expect(crowd.see("replay-next")).to_have_attribute("aria-disabled", "true")
    expect(crowd.page.get_by_test_id("team-masters-points").first).to_have_text("106")
    crowd.goes_to("/games/1/")
    crowd.see("protocol-link").click()
    protocol = crowd.see("protocol")
    expect(protocol).to_contain_text("a bid was misread")
    expect(protocol).to_contain_text("on a tie the Masters win")
    crowd.goes_to("/games/1/draws/")
    expect(crowd.see("draws-box-1")).to_contain_text(BOX)


def points_on(person: Person) -> dict[str, int]:
    """Every table's points as they stand on a screen."""
    texts = {
        table: person.page.get_by_test_id(f"team-{table}-points").first.inner_text()
        for table in TABLES.values()
        if person.page.get_by_test_id(f"team-{table}-points").count()
    }
    return {table: 0 if text == "out" else int(text) for table, text in texts.items()}
