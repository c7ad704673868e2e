"""What must hold in every phase: a fresh console goes on, everybody knows what they wait for, nothing leaks."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.listening import Wire
from tests.browser.people import Captain, Hall, Host, Person
from tests.browser.phases import SECRETS, Desk, make_questions_recognisable, mark, set_rules, walk
from tests.browser.server import Server

pytestmark = pytest.mark.browser


@pytest.fixture
def season(season, tmp_path_factory):
    """A season with rounds of two questions, whose texts can be recognised."""
    server = Server(tmp_path_factory.mktemp("short"))
    server.database.write_bytes(season.read_bytes())
    make_questions_recognisable(server)
    set_rules(server, questions_per_round=2)
    return server.database


def seated(hall: Hall, host: Host) -> list[Person]:
    """Everybody else: Red's captain and player, another captain, the public."""
    captain = hall.sits_by_link(Captain, host.link_of("captain", "red"))
    other = hall.sits_by_link(Captain, host.link_of("captain", "green"))
    player = hall.sits_by_link(Person, host.link_of("player", "red"))
    captain.name, other.name, player.name = "Red's captain", "Green's captain", "Red's player"
    return [captain, other, player, hall.watches(), hall.watches("projector")]


def test_a_fresh_console_goes_on_and_everybody_knows_what_they_wait_for(hall: Hall) -> None:
    host = hall.host()
    host.logs_in()
    people = seated(hall, host)
    desk = Desk(host)
    for stop in walk(desk):
        host.goes_to("/games/1/console/")
        if stop.name == "waiting":
            expect(host.page.locator("[data-panel=centre] a[href='/games/1/setup/']")).to_be_visible()
        else:
            expect(host.primary, stop.name).to_be_enabled()
            assert host.primary.inner_text().strip(), stop.name
        for person in people:
            expect(person.state, f"{person.name}: {stop.name}").to_have_attribute(
                "data-seq-shown", str(desk.server.seq())
            )
            saying = person.page.locator("[data-panel=centre]").inner_text().strip()
            assert saying, f"{person.name} sees nothing: {stop.name}"
        player = people[2]
        for decision in ("bid-own", "bid-plus-1", "va-banque", "buy-hint"):
            expect(player.see(decision), f"a captain's decision: {stop.name}").to_have_count(0)


def test_nobody_but_the_host_can_find_what_is_not_public_yet(hall: Hall) -> None:
    host = hall.host()
    host.logs_in()
    people = seated(hall, host)
    wires = [Wire(person) for person in people]
    desk = Desk(host)
    for stop in walk(desk):
        question = hall.server.session().get("stage", {}).get("question")
        if question is None:
            continue
        hidden = [mark(part, question["id"]) for part in SECRETS if part not in stop.public]
        for person, wire in zip(people, wires, strict=True):
            wire.waits_for(hall.server.seq())
            page = person.context.request.get(person.page.url).text()
            for place, text in (("page", page), ("stream", wire.text), ("screen", person.page.content())):
                found = [secret for secret in hidden if secret in text]
                assert not found, f"{person.name} finds {found} on the {place}: {stop.name}"
            assert person.context.request.get(hall.server.url + "/games/1/record/").status == 404, person.name
        if stop.name in ("question", "variants"):
            expect(people[0].see("question-text")).to_have_text(mark("text", question["id"]))
    for wire in wires:
        wire.closes()
