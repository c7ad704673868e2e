"""An appeal in six browsers at once, from the last member's reading to the game that the ruling opens again."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import PHONE, Hall, Host, Person

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("appeals")]

APPEAL = "/appeals/2/"  # of the demo: two members have stated their views
JURY = ("jury-jeremi", "jury-bogdan", "jury-halina")


def comes_in(person: Person, account: str, then: str = APPEAL) -> None:
    """By the form, with the demo's password."""
    person.goes_to(f"/accounts/login/?next={then}")
    person.page.get_by_label("User name or e-mail").fill(account)
    person.page.get_by_label("Password").fill("sowa-demo")
    person.page.get_by_role("button", name="Log in").click()
    person.page.wait_for_url(f"**{then}")


def votes(person: Person, choice: str) -> None:
    """Waits for the turn, which comes without a page being loaded again."""
    expect(person.see("vote-form")).to_be_visible()
    person.submits(f"vote-{choice}")


def test_an_appeal_from_the_jury_to_the_open_game(hall: Hall) -> None:
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    jeremi, bogdan, halina = (hall.sits(Person, name, **phone) for name in JURY)
    captain = hall.sits(Person, "captain", **phone)
    curator = hall.sits(Host, "curator")
    spectator = hall.sits(Person, "spectator", **phone)
    for person, account in zip((jeremi, bogdan, halina), JURY, strict=True):
        comes_in(person, account)
    comes_in(captain, "kapitan-slytherinu")
    curator.logs_in(APPEAL)
    halina.submits("read")
    halina.page.locator("#view-text").fill("Предмет назван верно.")
    for person in (jeremi, bogdan, captain, curator):
        assert "Предмет назван верно." not in person.page.content()
    halina.submits("state-view")
    halina.see("recuse-open").click()
    typed = halina.page.locator("#recuse-reason")
    typed.fill("just a thought")
    votes(jeremi, "agree")
    votes(bogdan, "disagree")
    votes_late_but_keeps_what_was_typed(halina)
    expect(captain.see("status")).to_have_attribute("data-status", "considered")
    captain.page.reload()
    expect(captain.see("status")).to_have_attribute("data-status", "considered")
    spectator.goes_to(APPEAL)
    expect(spectator.page.locator("body")).not_to_contain_text("Appeal 2")
    curator.goes_to(APPEAL)
    expect(curator.see("effect")).to_contain_text("3:3")
    curator.submits("announce")
    spectator.goes_to(APPEAL)
    expect(spectator.see("ruling")).to_have_attribute("data-granted", "yes")
    expect(spectator.see("ruling")).to_contain_text("Предмет назван верно.")
    is_open_again(curator)


def votes_late_but_keeps_what_was_typed(juror: Person) -> None:
    """Two votes have come in meanwhile, and the page has shown them."""
    expect(juror.see("vote-form")).to_be_visible()
    expect(juror.page.locator("#recuse-reason")).to_have_value("just a thought")
    juror.submits("vote-agree")
    expect(juror.see("outcome")).to_contain_text("granted")


def is_open_again(curator: Host) -> None:
    """The console of the game that the ruling has opened again offers the next question."""
    game = curator.hall.server.query("SELECT game_id FROM appeals_appeal WHERE id = 2")[0][0]
    curator.goes_to(f"/club/games/{game}/console/")
    curator.is_live()
    expect(curator.primary).to_contain_text("Spin the top")
    expect(curator.see("score-team").first).to_have_text("3")
