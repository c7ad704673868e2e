"""§4 from end to end: a pupil applies on a phone, the head accepts, the pupil reads it."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.people import PHONE, Hall, Person
from tests.browser.test_pages import faults, overhang

pytestmark = pytest.mark.browser
NARROW: ViewportSize = {"width": 320, "height": 640}


def enters(hall: Hall, role: str, **options: object) -> Person:
    """One click on the demo's first page."""
    person = hall.sits(Person, role, **options)
    person.goes_to("/")
    with person.context.expect_page() as opened:
        person.see(f"demo-{role}").click()
    person.page = opened.value
    expect(person.page.get_by_role("heading", name="What waits for you")).to_be_visible()
    return person


def test_a_pupil_applies_on_a_phone_and_the_head_accepts(hall: Hall) -> None:
    pupil = enters(hall, "pupil", viewport=PHONE, has_touch=True, is_mobile=True)
    pupil.see("to-apply").tap()
    page = pupil.page
    page.get_by_label("Tournament").select_option(index=0)
    page.get_by_label("Why you want to play").fill("Gram od roku 🦉 — מוכן")
    assert faults(page) == [] and overhang(page) == ""
    pupil.see("apply").tap()
    expect(page.locator(".toast")).to_contain_text("Your application is on its way")
    mine = page.locator("[data-testid^=mine-]").first
    expect(mine).to_contain_text("Waits for an answer")
    number = (mine.get_attribute("data-testid") or "").removeprefix("mine-")

    head = enters(hall, "head")
    head.see("waiting-applications").get_by_role("link").click()
    row = head.see(f"application-{number}")
    expect(row).to_contain_text("Gram od roku 🦉 — מוכן")
    assert faults(head.page) == []
    head.see(f"accept-{number}").click()
    expect(head.page.locator(".toast")).to_contain_text("Accepted: Kacper Wiśniewski-Rój")
    head.goes_to("/deputies/")
    assert faults(head.page) == []

    page.reload()
    expect(page.get_by_test_id(f"mine-{number}")).to_contain_text("Accepted")
    assert faults(page) == []
    page.set_viewport_size(NARROW)
    assert overhang(page) == ""
