"""A duel's presses (§25) from near and far, and those that cannot be told apart."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from playwright.sync_api import expect

from auction.rules.duel import SLACK
from tests.browser.delay import slow_line
from tests.browser.duellists import Duellist, at_phone, is_watched, seen_by
from tests.browser.final_phases import SIDES, FinalDesk
from tests.browser.people import Hall, Person
from tests.browser.test_duel import at_console, desk, season

pytestmark = pytest.mark.browser
__all__ = ["desk", "season"]
NEAR, FAR = 0.010, 0.150  # seconds in each direction: 20 and 300 ms there and back


def decided_at(desk: FinalDesk) -> int:
    """When the server decided who was first: ms since the epoch, as its log says."""
    sql = (
        "SELECT strftime('%s', recorded_at) * 1000 + substr(strftime('%f', recorded_at), 4) FROM tournaments_gameevent"
    )
    return int(desk.server.query(f"{sql} WHERE kind = 'buzz_decided' ORDER BY seq DESC LIMIT 1")[0][0])


def synchronised(*phones: Duellist) -> None:
    """The phones have asked for the time often enough: eight times more since the buzzer is in sight.

    What they believe is close to the truth, this machine's own clock; a phone that a busy machine misled asks again.
    """
    for phone in phones:
        phone.page.wait_for_function(
            "() => performance.getEntriesByType('resource').filter(e => e.name.includes('/live/clock')).length >= 10"
        )
        phone.page.evaluate(
            """() => { const asks = () => document.dispatchEvent(new CustomEvent("live:synchronise"));
                window.asking = setInterval(() => wrong() && asks(), 3000);
                window.wrong = () => Math.abs(window.sowa.serverNow() - Date.now()) > 15; }"""
        )
        phone.page.wait_for_function("() => !wrong() && (clearInterval(asking), true)")


def test_the_far_phone_that_pressed_first_answers(desk: FinalDesk, hall: Hall) -> None:
    """By the order of arrival the near one would; and no screen says who was first before the server has decided."""
    with slow_line(hall.server.port, NEAR) as near, slow_line(hall.server.port, FAR) as far:
        red = at_phone(hall, desk, "red", 1, url=far.url)
        masters = at_phone(hall, desk, "masters", 0, url=near.url)
        others: list[Person] = [hall.watches(), hall.watches("projector"), at_console(desk)]
        desk.to_the_buzzers(go=False)
        synchronised(red, masters)
        desk.does("open_buzzers")
        presses = far_first(desk, red, masters, others)

        expect(red.page.locator("[data-panel=centre]")).to_contain_text("You answer")
        expect(masters.page.locator("[data-panel=centre]")).to_contain_text("before you")
        ours, theirs = presses[SIDES["red"]], presses[SIDES["masters"]]
        assert ours["adjusted"] < theirs["adjusted"], "the far press was made earlier"
        for person in others:
            expect(person.see("buzz-times").first).to_be_visible()
        decided = decided_at(desk)
        for person in (red, masters, *others):
            seen = seen_by(person.page)
            claims = [state for state in seen if state["first"] or state["answering"]]
            assert claims, f"{person.name} was never told"
            assert min(state["at"] for state in claims) >= decided, f"{person.name} was told before it was decided"
            words = {state["buzzer"].splitlines()[0] for state in seen if state["buzzer"] and state["at"] < decided}
            assert words <= {"Press", "Sent…", "Your press has arrived"}, f"{person.name}: {words}"
        for phone in (red, masters):
            phone.context.close()  # before their lines do


def far_first(desk: FinalDesk, far: Duellist, near: Duellist, others: list[Person]) -> dict[str, dict[str, Any]]:
    """The far phone presses, 80 ms later the near one, whose press arrives before; again if a busy machine was late."""
    for _try in range(30):
        for phone in (far, near):
            phone.catches_up()
            phone.sees_face("armed")
        for person in (far, near, *others):
            person.catches_up()
            expect(person.see("buzz-times")).to_have_count(0)
            is_watched(person)
        at = near.now() + 500
        far.presses_at(at, "touch")
        near.presses_at(at + 80, "touch")
        desk.waits_for_decision()
        presses = {press["team"]: press for press in desk.duel["presses"]}
        if len(presses) == 2 and were_as_told(desk, presses[SIDES["red"]], presses[SIDES["masters"]]):
            return presses
        desk.does("undo")
        desk.does("open_buzzers")
    raise AssertionError("this machine never pressed twice within a tenth of a second")


def were_as_told(desk: FinalDesk, far: dict[str, Any], near: dict[str, Any]) -> bool:
    """Both pressed about when they were told to, the near press was there before, and the far line was no slower."""
    sql = (
        "SELECT actor_team, json_extract(command, '$.pressed_at') FROM tournaments_gamecommand "
        "WHERE game_id = 1 AND json_extract(command, '$.do') = 'press' ORDER BY id DESC LIMIT 2"
    )
    pressed = dict(desk.server.query(sql))
    apart = pressed[near["team"]] - pressed[far["team"]]
    return bool(near["at"] < far["at"] < pressed[far["team"]] + FAR * 1000 + SLACK and 40 < apart < 120)


def test_presses_that_cannot_be_told_apart_are_repeated(desk: FinalDesk, hall: Hall) -> None:
    red, masters = at_phone(hall, desk, "red", 1), at_phone(hall, desk, "masters", 0)
    projector = hall.watches("projector")
    desk.to_the_buzzers()
    synchronised(red, masters)
    assert ties(desk, red, masters) or ties_by_hand(desk, red, masters)
    for phone in (red, masters):
        phone.sees_face("tie")
        expect(phone.see("duel-tie")).to_be_visible()
    expect(projector.see("duel-tie")).to_contain_text("Less than 25 ms apart")
    host = at_console(desk)
    host.goes_on("A tie: once more")
    red.sees_face("wait")
    host.goes_on("Question read: go")
    red.sees_face("armed")
    red.buzzer.tap()
    expect(red.page.locator("[data-panel=centre]")).to_contain_text("You answer")


def ties(desk: FinalDesk, red: Duellist, masters: Duellist) -> bool:
    """Both press at the same moment, again if the machine was too busy for that."""
    for _try in range(5):
        for phone in (red, masters):
            phone.catches_up()
            phone.sees_face("armed")
        at = red.now() + 400
        red.presses_at(at)
        masters.presses_at(at)
        desk.waits_for_decision()
        if desk.duel["decision"]["team"] is None:
            return True
        desk.does("undo")
        desk.does("open_buzzers")
    return False


def ties_by_hand(desk: FinalDesk, red: Duellist, masters: Duellist) -> bool:
    """For a machine too busy for fingers: both phones send the same moment, as pages with slow lines may."""
    for _try in range(20):
        for phone in (red, masters):
            phone.catches_up()
        at = int(red.now())
        for phone in (red, masters):
            seat, player = phone.page.url.rstrip("/").rsplit("/", 1)[1], phone.page.locator("#stage")
            phone.posts(
                "/games/1/do/",
                seat=seat.partition("?")[0],
                do="press",
                player=player.get_attribute("data-player"),
                pressed_at=at,
                uncertainty=200,
                command_id=uuid.uuid4().hex,
            )
        desk.waits_for_decision()
        if desk.duel["decision"]["team"] is None:
            return True
        desk.does("undo")
        desk.does("open_buzzers")
    return False
