"""A head who has never seen Sowa hands in a team on a phone: a wrong one cannot be submitted, a right one is."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import PHONE, Hall, Person
from tests.browser.test_pages import faults, overhang

pytestmark = pytest.mark.browser

A_NEW_HEAD = """
from tournaments.models import House, User
house = House.objects.select_related("head").get(key="gryffindor")
user = User.objects.create_user("nowa", password="nowa-sowa-1", first_name="Bogumiła")
house.head.user = user
house.head.save()
"""


def ticks(page: Page, name: str) -> None:
    """Finds somebody by a part of the name and ticks them; waits for what the rulebook says."""
    page.get_by_test_id("search").fill(name)
    found = page.locator("#found .roster-person")
    expect(found).to_have_count(1)
    row = found.filter(has_text=name)
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        row.get_by_role("checkbox").click()
    expect(page.get_by_test_id("team").locator(".roster-person").filter(has_text=name)).to_be_visible()


def test_a_new_head_submits_a_right_roster_and_cannot_submit_a_wrong_one(hall: Hall) -> None:
    hall.server.shell(A_NEW_HEAD)
    head = hall.sits(Person, "head", viewport=PHONE, has_touch=True, is_mobile=True)
    page = head.page
    head.goes_to("/rosters/")
    page.locator("[name=login]").fill("nowa")
    page.locator("[name=password]").fill("nowa-sowa-1")
    page.locator("[name=password]").press("Enter")
    page.get_by_test_id("card-auction-gryffindor").get_by_role("link").click()
    submit = head.see("submit")
    expect(head.see("verdict")).to_contain_text("It cannot be submitted: 1 reason above.")
    expect(submit).to_be_disabled()

    ticks(page, "Tola Wrzos")  # a newcomer, at six of the ten lessons
    expect(head.see("verdict")).to_contain_text("3 people chosen. It cannot be submitted: 1 reason above.")
    wrong = page.get_by_test_id("team").locator(".roster-person").filter(has_text="Tola Wrzos")
    expect(wrong).to_contain_text("Was at 6 of the 10 lessons")
    expect(wrong.get_by_role("link", name="Paragraph 1")).to_be_visible()
    expect(submit).to_be_disabled()
    assert faults(page) == [] and overhang(page) == ""

    wrong.get_by_role("button", name="Remove").click()
    expect(head.see("verdict")).to_contain_text("2 people chosen.")
    ticks(page, "Ola Przybylska")
    expect(head.see("verdict")).to_have_text("3 people chosen. The rulebook allows this roster.")
    submit.click()
    expect(head.see("state")).to_have_attribute("data-state", "submitted")
    expect(head.see("timeline")).to_contain_text("submitted the roster: Kacper Wiśniewski-Rój (captain)")
    assert faults(page) == [] and overhang(page) == ""
