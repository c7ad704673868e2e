"""The final in the browser: the Masters sit down while every page stays open, and the end says why (§21 to §29)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.final_ends import walk_to_the_end, win_first_round
from tests.browser.listening import Wire
from tests.browser.people import IDS, Captain, Hall, Host, Person
from tests.browser.phases import SECRETS, Desk, make_questions_recognisable, mark, set_rules
from tests.browser.server import Server

pytestmark = pytest.mark.browser


@pytest.fixture
def season(season, tmp_path_factory):
    """A season with rounds of one question, whose texts can be recognised."""
    server = Server(tmp_path_factory.mktemp("final"))
    server.database.write_bytes(season.read_bytes())
    make_questions_recognisable(server)
    set_rules(server, questions_per_round=1)
    return server.database


def stays(*people: Person) -> None:
    """Puts a mark on the pages, which a reload would wipe off."""
    for person in people:
        person.page.evaluate("window.stayed = true")


def stayed(*people: Person) -> None:
    """Nobody's page was loaded again."""
    for person in people:
        assert person.page.evaluate("window.stayed === true"), f"{person.name} had to load the page again"


def masters_link(host: Host) -> str:
    """The private link of the Masters' captain, read off the page of the Masters."""
    page = host.context.request.get(host.hall.server.url + "/games/1/setup/masters/").text()
    sql = "SELECT id FROM tournaments_accesslink WHERE team = 'masters' AND role = 'captain' AND revoked_at IS NULL"
    number = host.hall.server.query(sql)[0][0]
    found = re.search(rf'id="address-{number}"\s+value="([^"]+)"', page)
    assert found, page
    return found[1]


def colour_of(person: Person, handle: str) -> str:
    """The team colour that an element of the screen stands in."""
    element = person.page.get_by_test_id(handle).first
    return str(element.evaluate("(one) => getComputedStyle(one).getPropertyValue('--team').trim()"))


def ends_the_round(host: Host) -> None:
    """Red answers the only question of the first round."""
    host.draws()
    host.opens()
    host.bids_for("red", 10)
    host.presses("s")
    host.sees_phase("answering")
    host.asks()
    host.does("y")
    host.sees_phase("round_over")


def test_guests_typed_in_at_the_console_play_a_final_that_ends_in_a_tie(hall: Hall) -> None:
    host = hall.at_console()
    red, green = hall.at_seat("red"), hall.at_seat("green")
    crowd, wall = hall.watches(), hall.watches("projector")
    ends_the_round(host)
    for person in (host, red, green, crowd, wall):
        person.sees_phase("round_over")
        expect(person.page.locator('[data-end="most_points"]')).to_be_visible()
    expect(green.see("waiting")).to_contain_text("Your evening as a player ends here")
    expect(red.see("waiting")).to_contain_text("You are in the final")
    everybody = [host, red, green, crowd, wall]
    stays(*everybody)

    expect(host.primary).to_contain_text("Open the final: Czerwoni against the Masters")
    host.presses_primary()
    expect(host.see("guests")).to_be_visible()
    host.see("guest-1").fill("Sara <Lancaster>")
    host.see("guest-2").fill("Desmond")
    host.see("guests-word").fill("Czerwoni")
    host.clicks("open-final-guests")
    expect(host.see("final-outcome")).to_contain_text("is already the word of")
    assert host.see("guest-1").input_value() == "Sara <Lancaster>", "nothing typed is lost"
    host.see("guests-word").fill("Mistrzowie")
    host.clicks("open-final-guests")
    expect(host.page.locator("#dialog-final")).to_be_hidden()

    for person in everybody:
        person.sees_phase("ready")
        expect(person.page.get_by_test_id("table-masters")).to_be_visible()
        assert colour_of(person, "table-masters") == "#7b4fa3", person.name
    expect(wall.see("tables")).to_contain_text("Sara <Lancaster>")
    expect(green.see("waiting")).to_contain_text("points for your house (§22)")
    expect(green.page.locator("[data-talk=room]")).to_be_visible()
    captain = hall.sits_by_link(Captain, masters_link(host))
    captain.team = "masters"
    stays(captain)

    host.draws()
    host.opens()
    expect(host.page.get_by_test_id("desk-team-masters")).to_be_attached()
    expect(host.page.get_by_test_id(f"desk-team-{IDS['green']}")).to_have_count(0)
    captain.bids(10)
    red.bids(14)
    captain.says("Mistrzowie 20")
    expect(wall.see("leader")).to_contain_text("Mistrzowie")
    expect(captain.see("my-stake")).to_have_text("20")
    host.presses("s")
    host.sees_phase("answering")
    host.asks()
    points = {team["id"]: team["points"] for team in hall.server.session()["game"]["teams"]}
    host.presses("k")
    host.see("adjust-team").select_option("masters")
    host.see("adjust-points").fill(str(points[IDS["red"]] - points["masters"]))
    host.see("adjust-reason").fill("to make them level")
    host.gives("adjust-send")
    expect(host.page.locator("#dialog-adjust")).to_be_hidden()
    host.does("n")
    for person in (*everybody, captain):
        person.sees_phase("finished")
        expect(person.page.locator('[data-end="final_tie"]')).to_be_visible()
        expect(person.page.locator('[data-end="final_tie"]')).to_contain_text("§27")
    expect(captain.see("waiting")).to_have_text("You have won as Masters.")
    expect(wall.see("winner")).to_contain_text("Mistrzowie")
    stayed(*everybody, captain)

    host.does("z")
    host.sees_phase("answering")
    host.does("x")
    host.sees_phase("finished")
    host.presses_primary()
    expect(host.see("reopen")).to_be_visible()


def test_the_last_winners_wait_for_the_final_on_their_phones(hall: Hall) -> None:
    hall.server.shell(
        "from tournaments.models import *; house = House.objects.get(key='hufflepuff'); "
        "Person.objects.create(name='Cedrik Diggory', house=house); "
        "LedgerEntry.objects.create(season=Season.objects.get(is_current=True), house=house, points=0, kind='masters', "
        "paragraph='28', reason={'code': 'new_masters'})"
    )
    host = hall.host()
    host.logs_in(then="/games/1/setup/masters/")
    page = host.page
    expect(page.get_by_test_id("winners-form")).to_contain_text("plays for Żółci in this game")
    page.get_by_role("checkbox", name="Cedrik Diggory").check()
    page.locator("li", has_text="Cedrik Diggory").get_by_role("radio").check()
    host.submits("save-winners")
    expect(page.get_by_test_id("masters-seats")).to_contain_text("Cedrik D.")
    captain = hall.sits_by_link(Captain, masters_link(host))
    crowd = hall.watches()
    stays(captain, crowd)
    expect(captain.see("waiting")).to_contain_text("You are the Masters")
    desk = Desk(host)
    desk.starts()
    expect(captain.see("waiting")).to_contain_text("The first round is being played")
    win_first_round(desk)
    expect(captain.see("waiting")).to_contain_text("Your opponents in the final: Czerwoni")
    host.goes_to("/games/1/console/")
    host.is_live()
    host.presses_primary()
    expect(host.see("masters-card")).to_contain_text("Cedrik D.")
    host.gives("open-final")
    for person in (captain, crowd):
        person.sees_phase("ready")
        expect(person.page.get_by_test_id("table-masters")).to_contain_text("Hufflepuff")
    expect(captain.see("my-points")).to_be_visible()
    host.draws()
    host.opens()
    captain.bids(12)
    expect(crowd.see("leader")).to_contain_text("Mistrzowie")
    host.does("z")
    host.does("z")
    host.does("z")
    host.does("z")
    expect(captain.see("waiting")).to_contain_text("Your opponents in the final: Czerwoni")
    host.does("x")
    expect(captain.see("my-points")).to_be_visible()
    stayed(captain, crowd)


def test_in_every_phase_of_the_final_a_fresh_console_goes_on_after_a_kill_and_nothing_leaks(hall: Hall) -> None:
    host = hall.host()
    host.logs_in()
    people: list[Person] = [
        hall.sits_by_link(Captain, host.link_of("captain", "red")),
        hall.sits_by_link(Captain, host.link_of("captain", "green")),
        hall.watches(),
        hall.watches("projector"),
    ]
    wires = [Wire(person) for person in people]
    desk = Desk(host)
    desk.starts()
    for stop in walk_to_the_end(desk):
        if stop.name == "final opened":
            people.append(hall.sits_by_link(Captain, masters_link(host)))
            wires.append(Wire(people[-1]))
        host.goes_to("/games/1/console/")
        expect(host.primary, stop.name).to_be_enabled()
        assert host.primary.inner_text().strip(), stop.name
        question = hall.server.session()["stage"].get("question")
        hidden = [mark(part, question["id"]) for part in SECRETS if part not in stop.public] if question else []
        for person, wire in zip(people, wires, strict=True):
            wire.waits_for(hall.server.seq())
            expect(person.state, f"{person.name}: {stop.name}").to_have_attribute(
                "data-seq-shown", str(hall.server.seq())
            )
            assert person.page.locator("[data-panel=centre]").inner_text().strip(), f"{person.name}: {stop.name}"
            page = person.context.request.get(person.page.url).text()
            for place, text in (("page", page), ("stream", wire.text), ("screen", person.page.content())):
                found = [secret for secret in hidden if secret in text]
                assert not found, f"{person.name} finds {found} on the {place}: {stop.name}"
    for wire in wires:
        wire.closes()


def test_a_power_cut_in_any_phase_of_the_final_loses_nothing(hall: Hall) -> None:
    host = hall.host()
    host.logs_in()
    wall = hall.watches("projector")
    desk = Desk(host)
    desk.starts()
    for stop in walk_to_the_end(desk):
        before = hall.server.session()
        hall.outages = True
        hall.server.kill()
        hall.server.start()
        assert hall.server.session() == before, stop.name
        host.goes_to("/games/1/console/")
        host.is_live()
        expect(host.primary, stop.name).to_be_enabled()
        expect(wall.state, stop.name).to_have_attribute("data-seq-shown", str(hall.server.seq()))
    hall.server.manage("check_games")
