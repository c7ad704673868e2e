"""A teacher's evening: a lesson marked by keyboard, a register from a spreadsheet with a «same person?» question."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.people import Hall, Person
from tests.browser.test_pages import faults, overhang

pytestmark = pytest.mark.browser
NARROW: ViewportSize = {"width": 320, "height": 740}
FILE = "Uczeń;Data;Przedmiot;Obecność\nRoza Miodowska;{day};Zaklęcia;sp\nWit Ćwiertniewicz;{day};Zaklęcia;nb\n"


def teacher(hall: Hall) -> Person:
    """The demo's teacher with a laptop, at the register."""
    person = hall.sits(Person, "teacher")
    person.goes_to("/accounts/login/?next=/register/")
    person.page.get_by_label("User name or e-mail").fill("nauczycielka")
    person.page.get_by_label("Password").fill("sowa-demo")
    person.page.get_by_role("button", name="Log in").click()
    expect(person.see("new-lesson")).to_be_visible()
    return person


def test_a_lesson_is_marked_by_keyboard_and_a_register_comes_in(hall: Hall) -> None:
    one = teacher(hall)
    page = one.page
    one.see("new-lesson").click()
    page.get_by_label("Subject").fill("Latanie")
    one.see("save-lesson").click()
    one.see("house-hufflepuff").click()
    rows = page.locator("[data-row]")
    expect(page.locator("[data-grid-keys]")).to_be_visible()  # the script is there
    rows.first.locator("input").last.focus()
    page.keyboard.press("a")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("l")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(page.locator("[data-unsaved]")).to_be_visible()
    one.see("all-present").click()
    one.see("save-marks").click()
    expect(page.locator(".toast")).to_contain_text("Saved:")
    expect(rows.nth(0).get_by_role("radio", name="absent")).to_be_checked()
    expect(rows.nth(1).get_by_role("radio", name="late")).to_be_checked()
    expect(rows.nth(2).get_by_role("radio", name="present")).to_be_checked()
    assert faults(page) == []
    page.set_viewport_size(NARROW)
    assert overhang(page) == ""

    day = hall.server.query("SELECT max(held_on) FROM tournaments_lesson WHERE subject = 'Zaklęcia'")[0][0]
    one.goes_to("/register/uploads/")
    page.get_by_label("File of the register").set_input_files(
        {"name": "dziennik.csv", "mimeType": "text/csv", "buffer": FILE.format(day=day).encode("cp1250")}
    )
    one.see("read-file").click()
    question = one.see("person-alike")
    expect(question).to_contain_text("the same person?")
    expect(question.get_by_role("radio", name="Róża Miodowska")).to_be_checked()
    assert faults(page) == [] and overhang(page) == ""
    one.see("answer").click()
    expect(one.see("changes")).to_contain_text("Wit Ćwiertniewicz")
    assert faults(page) == [] and overhang(page) == ""
    one.see("import").click()
    expect(one.see("imported")).to_be_visible()
    sql = (
        "SELECT mark FROM tournaments_attendance a JOIN tournaments_person p ON p.id = a.person_id "
        "JOIN tournaments_lesson l ON l.id = a.lesson_id WHERE p.name = 'Róża Miodowska' AND l.held_on = ?"
    )
    assert hall.server.query(sql, day) == [("late",)]
    one.goes_to("/register/month/")  # scrolled sideways
    assert faults(page) == []
