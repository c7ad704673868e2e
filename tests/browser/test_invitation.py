"""The office invites a pupil on paper; the pupil signs up on a phone, and the account is theirs."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import PHONE, Hall, Person
from tests.browser.test_pages import faults, overhang

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
WHO = "Zofia Bielak"  # of the demo, without consent to the full name


def test_a_pupil_signs_up_with_an_invitation_on_paper(hall: Hall) -> None:
    ((number,),) = hall.server.query("SELECT id FROM tournaments_person WHERE name = ?", WHO)
    office = hall.sits(Person, "the office")
    office.goes_to(f"/accounts/login/?next=/people/{number}/")
    office.page.get_by_label("User name or e-mail").fill("admin")
    office.page.get_by_label("Password").fill("sowa-demo")
    office.page.get_by_role("button", name="Log in").click()
    expect(office.see("public-name")).to_have_text("Zofia B.")
    office.submits("paper-invitation")
    office.submits("show-invitation")
    address = office.see("invitation-address").inner_text()

    phone = hall.sits(Person, "the pupil", viewport=PHONE)
    phone.page.goto(address)
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text(WHO)
    assert phone.page.url.endswith("/invitations/"), "the token stays in no history"
    assert not faults(phone.page) and not overhang(phone.page)
    phone.page.get_by_label("Username").fill("zosia")
    for field in ("Password", "Password confirmation"):
        phone.page.get_by_label(field, exact=True).fill("lantern-and-owl-7")
    phone.see("sign-up").dblclick(delay=60)  # one account, and no page that says the invitation is used up
    expect(phone.see("public-name")).to_have_text("Zofia B.")
    phone.page.get_by_label("Name on public pages").fill("Zosia")
    phone.submits("save-name")
    expect(phone.see("public-name")).to_have_text("Zosia")

    office.goes_to(f"/people/{number}/")
    expect(office.see("unbind")).to_have_count(0)  # folded away
    expect(office.page.locator("#main")).to_contain_text("Bound to the account zosia")
    assert not faults(office.page)
