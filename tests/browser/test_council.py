"""A vote of the council on several phones at once: nobody sees a count before the last ballot, everybody after it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import PHONE, Hall, Host, Person

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("appeals")]

MOTION = "/club/motions/3/"  # of the demo: two captains have voted
ACCOUNT = """
from django.contrib.auth.hashers import make_password
from tournaments.models import Person, User
person = Person.objects.get(name="Павел Заславский")
person.user = User.objects.create(username="kapitan-ravenclaw", password=make_password("sowa-demo"))
person.save()
"""


def comes_in(person: Person, account: str) -> None:
    """By the form, with the demo's password."""
    person.goes_to(f"/accounts/login/?next={MOTION}")
    person.page.get_by_label("User name or e-mail").fill(account)
    person.page.get_by_label("Password").fill("sowa-demo")
    person.page.get_by_role("button", name="Log in").click()
    person.page.wait_for_url(f"**{MOTION}")


def votes(person: Person, choice: str) -> None:
    """Chooses, and presses."""
    person.page.get_by_label(choice, exact=True).check()
    person.submits("cast")


def test_a_vote_from_the_first_look_to_the_result(hall: Hall) -> None:
    hall.server.shell(ACCOUNT)
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    first, last = (hall.sits(Person, name, **phone) for name in ("slytherin", "ravenclaw"))
    spectator = hall.sits(Person, "spectator", **phone)
    curator = hall.sits(Host, "curator")
    comes_in(first, "kapitan-slytherinu")
    comes_in(last, "kapitan-ravenclaw")
    curator.logs_in(MOTION)
    expect(curator.see("waiting")).to_have_text("2 captains have not voted yet.")
    votes(first, "In favour")
    expect(first.see("voted")).to_be_visible()
    spectator.goes_to(MOTION)
    expect(spectator.page.locator("body")).not_to_contain_text("первокурсников")
    for person in (first, last, curator):
        person.page.reload()
        expect(person.see("result")).to_have_count(0)
    votes(last, "I abstain")
    expect(last.see("result")).to_contain_text("rejected")
    spectator.goes_to(MOTION)
    expect(spectator.see("result")).to_contain_text("2 of 4 present; more than 1/2 of them needed: 3")
