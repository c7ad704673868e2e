"""Names that have broken others: emoji, turned letters, nothing to see, two hundred letters, markup."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.people import IDS, LAPTOP, PHONE, WALL, Captain, Hall, Person
from tests.browser.phases import Desk
from tests.browser.server import Server
from tests.browser.test_pages import overhang

pytestmark = pytest.mark.browser

EMOJI = "👩‍🔬🦉 Sowy"
TURNED = "\N{RIGHT-TO-LEFT OVERRIDE}Zieloni"
NOTHING = "\N{NO-BREAK SPACE}"
LONG = "Żółć" * 50
NAMES = {"markup": "<b>Gruby</b>", "braces": "{{ 7|safe }}", "formula": "=1+1", "proto": "__proto__", "seven": "7"}
GROUPS = {
    "strange": [EMOJI, TURNED, NOTHING, LONG],
    "written": [NAMES["markup"], NAMES["braces"], NAMES["formula"], NAMES["seven"]],
}


def rename(server: Server, names: list[str]) -> None:
    """Teams, players, categories and questions get these names; two teams get ids to match."""
    ((text,),) = server.query("SELECT setup FROM tournaments_livegame WHERE id = 1")
    setup: dict[str, Any] = json.loads(text)
    ids = {IDS["red"]: "__proto__", IDS["yellow"]: "7"}
    every = [*names, *NAMES.values()]
    for team, name in zip(setup["teams"], names, strict=True):
        team["command"] = team["name"] = name
        team["id"] = ids.get(team["id"], team["id"])
        for player, other in zip(team["players"], every, strict=False):
            player["name"] = other
    setup["categories"] = [f"{name} {number}" for number, name in enumerate(every)]
    server.execute("UPDATE tournaments_livegame SET setup = ?, title = ? WHERE id = 1", json.dumps(setup), every[3])
    for old, new in ids.items():
        server.execute("UPDATE tournaments_accesslink SET team = ? WHERE game_id = 1 AND team = ?", new, old)
    for number, name in enumerate(every):
        server.execute(
            "UPDATE tournaments_accesslink SET name = ? WHERE game_id = 1 AND id % ? = ?", name, len(every), number
        )
        server.execute("UPDATE auction_category SET name = ? WHERE id = ?", f"{name} {number}", number + 1)
        texts = ", ".join(
            f"{column} = ?" for column in ("text", "answer", "comment", "source", "variant_a", "variant_b")
        )
        server.execute(f"UPDATE auction_auctionquestion SET {texts} WHERE category_id = ?", *[name] * 6, number + 1)


@pytest.mark.parametrize("group", GROUPS)
def test_poisoned_names_stay_names(hall: Hall, group: str) -> None:
    names = GROUPS[group]
    rename(hall.server, names)
    host = hall.at_console()
    numbers = [
        row
        for (row,) in hall.server.query(
            "SELECT id FROM tournaments_accesslink WHERE game_id = 1 AND role = 'captain' ORDER BY id"
        )
    ]
    host.goes_to("/games/1/setup/")
    fits(host)
    links = [host.page.locator(f"#address-{number}").input_value() for number in numbers]
    captains = [hall.sits_by_link(Captain, link) for link in links[:2]]
    people: list[Person] = [host, *captains, hall.watches(), hall.watches("projector")]
    host.goes_to("/games/1/console/")
    for captain, name in zip(captains, names, strict=False):
        captain.page.locator("[data-talk=hall] > summary").tap()  # its text grows by what is unread
        captain.see("chat-hall").fill(name.strip() or "…")
        captain.see("chat-hall-send").tap()

    desk = Desk(host)
    steps: list[dict[str, object]] = [
        {"do": "draw"},
        {"do": "open"},
        {"do": "bid", "team": "__proto__", "points": 10},
        {"do": "close", "excused": ""},
        {"do": "show_question"},
        {"do": "buy_hint", "team": "__proto__"},
        {"do": "show_hint"},
        {"do": "answer", "team": "__proto__", "text": names[0] + LONG[:150]},
        {"do": "judge", "correct": "true"},
    ]
    for step in steps:
        desk.does(**step)  # type: ignore[arg-type]
        for person in people:
            expect(person.state).to_have_attribute("data-seq-shown", str(desk.server.seq()))
        if step["do"] in ("open", "bid", "show_hint", "judge"):
            for person in people:
                fits(person)
    shown = [mark.text_content() for mark in people[-1].page.locator(".team-name").all()]
    assert shown == names, "in the order of the teams, letter for letter"
    assert host.page.locator("main b:not([data-spectators])").count() == 0, "markup is text"
    record = host.context.request.get(hall.server.url + "/games/1/record/").text().splitlines()
    assert [team["command"] for team in json.loads(record[0])["teams"]] == names


def fits(person: Person) -> None:
    """Nothing stands out sideways, on a small phone, a laptop and the wall."""
    before = person.page.viewport_size
    for size in ({"width": 320, "height": 640}, PHONE, LAPTOP, WALL):
        person.page.set_viewport_size(size)  # type: ignore[arg-type]
        assert not (wide := overhang(person.page)), f"{person.name} at {size['width']} px, {person.page.url}: {wide}"
    if before is not None:
        person.page.set_viewport_size(before)
