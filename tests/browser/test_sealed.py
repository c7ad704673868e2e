"""The evening's questions in the browser: chosen, sealed, opened before witnesses, a lot played with a spare."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.people import Hall
from tests.browser.phases import make_questions_recognisable

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
QUESTIONS = "/games/1/questions/"


def test_questions_are_chosen_sealed_opened_and_one_is_replaced_by_a_spare(hall: Hall) -> None:
    make_questions_recognisable(hall.server)
    host = hall.host()
    host.logs_in(QUESTIONS)
    expect(host.see("seal")).to_be_disabled()
    host.see("propose").click()
    expect(host.see("seal")).to_be_enabled()
    chosen = host.page.locator("[data-testid^=chosen-]")
    expect(chosen).to_have_count(68)
    first = chosen.first.get_attribute("data-testid") or ""
    host.see(first.replace("chosen", "back")).click()
    expect(chosen).to_have_count(67)
    host.see("propose").click()
    expect(chosen).to_have_count(68)
    host.see("seal").click()

    promise = host.see("set-commitment").inner_text()
    assert re.fullmatch(r"[0-9a-f]{64}", promise)
    assert "zz-" not in host.page.content()
    host.see("open-why").fill("a source was doubted")
    host.see("open-set").click()
    expect(host.see("opened")).to_contain_text("zz-answer-")
    host.goes_to(QUESTIONS)
    expect(host.see("set-log")).to_contain_text("a source was doubted")
    assert "zz-" not in host.page.content()

    host.goes_to("/games/1/setup/start/")
    host.page.get_by_role("button", name="Start now").click()
    host.is_live()
    host.draws()
    host.opens()
    host.bids_for("red", 12)
    host.sells("red", 12)
    dealt = hall.server.question()["id"]
    host.presses("f")
    host.page.get_by_test_id("reserve-reason").fill("a misprint")
    host.gives("reserve-send")
    spare = hall.server.question()["id"]
    rows = dict(hall.server.query("SELECT mark, is_spare FROM auction_reservedquestion WHERE set_id = 1"))
    assert (rows[dealt], rows[spare]) == (0, 1)
    host.asks()

    guest = hall.sits(type(host), "guest")
    guest.goes_to("/games/1/draws/")
    expect(guest.see("set-commitment")).to_have_text(promise)
    expect(guest.see("set-log")).to_contain_text("a source was doubted")
    assert not re.search(r"zz-\w+-", guest.page.content())
