"""In every step of a duel: a fresh console goes on, everybody knows what they wait for, nothing leaks."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.duellists import at_phone
from tests.browser.final_phases import FinalDesk, make_short, walk_final
from tests.browser.listening import Wire
from tests.browser.people import Hall, Host, Person
from tests.browser.phases import SECRETS, make_questions_recognisable, mark
from tests.browser.server import Server
from tests.browser.test_pages import faults, overhang

pytestmark = pytest.mark.browser


@pytest.fixture
def season(season, tmp_path_factory):
    """A season with short rounds, whose texts can be recognised, and a duel on the final's wheel."""
    server = Server(tmp_path_factory.mktemp("duel"))
    server.database.write_bytes(season.read_bytes())
    make_questions_recognisable(server)
    make_short(server, questions=2)
    return server.database


def seated(hall: Hall, desk: FinalDesk) -> list[Person]:
    """Everybody else: Red's captain and duellist, the Masters' captain, the public."""
    seats = [at_phone(hall, desk, "red", 0), at_phone(hall, desk, "red", 1), at_phone(hall, desk, "masters", 0)]
    return [*seats, hall.watches(), hall.watches("projector")]


def in_the_final(host: Host) -> FinalDesk:
    host.logs_in()
    desk = FinalDesk(host)
    desk.to_the_final()
    return desk


def test_a_fresh_console_goes_on_in_every_step_and_everybody_knows_what_they_wait_for(hall: Hall) -> None:
    host = hall.host()
    desk = in_the_final(host)
    people = seated(hall, desk)
    for stop in walk_final(desk):
        host.goes_to("/games/1/console/")
        expect(host.primary, stop.name).to_be_enabled()
        assert host.primary.inner_text().strip(), stop.name
        for person in people:
            seq = str(desk.server.seq())
            expect(person.state, f"{person.name}: {stop.name}").to_have_attribute("data-seq-shown", seq)
            saying = person.page.locator("[data-panel=centre]").inner_text().strip()
            assert saying, f"{person.name} sees nothing: {stop.name}"


def test_nobody_but_the_host_can_find_the_question_before_it_is_public(hall: Hall) -> None:
    desk = in_the_final(hall.host())
    people = seated(hall, desk)
    wires = [Wire(person) for person in people]
    for stop in walk_final(desk):
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
    for wire in wires:
        wire.closes()


def test_the_server_may_die_in_every_step(hall: Hall) -> None:
    """Kill -9, start again: the console has its primary action, and every screen shows where the game stands."""
    host = hall.host()
    desk = in_the_final(host)
    people = seated(hall, desk)
    hall.outages = True
    for stop in walk_final(desk):
        before = hall.server.session()
        hall.server.kill()
        hall.server.start()
        assert hall.server.session() == before, stop.name
        host.goes_to("/games/1/console/")
        expect(host.primary, stop.name).to_be_enabled()
        for person in people:
            expect(person.page.locator("html"), f"{person.name}: {stop.name}").to_have_attribute("data-live", "live")
            seq = str(desk.server.seq())
            expect(person.state, f"{person.name}: {stop.name}").to_have_attribute("data-seq-shown", seq)
    hall.outages = False


LOOKED_AT = ("naming", "striking", "three left", "duel ready", "duel question", "armed", "duel answering")


def test_every_step_can_be_used_by_everybody_also_at_320_pixels(hall: Hall) -> None:
    host = hall.host()
    desk = in_the_final(host)
    small: dict[str, Any] = {"viewport": {"width": 320, "height": 568}}
    seats = [at_phone(hall, desk, "red", 0, **small), at_phone(hall, desk, "red", 1, **small)]
    people = [*seats, hall.watches(**small), hall.watches("projector"), host]
    host.goes_to("/games/1/console/")
    for stop in walk_final(desk):
        for person in people:
            seq = str(desk.server.seq())
            expect(person.state, f"{person.name}: {stop.name}").to_have_attribute("data-seq-shown", seq)
            assert not overhang(person.page), f"{person.name}: {stop.name}"
            if stop.name in LOOKED_AT:
                assert not faults(person.page), f"{person.name}: {stop.name}"
