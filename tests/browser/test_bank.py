"""A package of twelve questions, from nothing to the seal: the curator, an editor, a tester, each with a browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import PHONE, Hall, Host, Person
from tests.browser.test_appeals import comes_in

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("bank")]

TITLE = "Пакет двенадцати"
# Ten of the twelve questions; the editor writes the others by hand.
TEN = f"""
from chgk.models import Package, Question
package = Package.objects.get(title={TITLE!r})
for number in range(1, 11):
    Question.objects.create(
        package=package, number=number, category=number % 3 + 1, is_spare=number > 9,
        text=f"Вопрос {{number}} о звёздах?", answer=f"Звезда {{number}}", comment="Зачёт: точный ответ.",
        source=f"Атлас звёздного неба, лист {{number}}",
    )
"""


def makes_a_package(curator: Host) -> str:
    """Names the editor; answers with the page of the package."""
    curator.goes_to("/club/bank/")
    curator.submits("new-package")
    curator.page.locator("#package-title").fill(TITLE)
    curator.page.locator("#package-editor").select_option(label="Вероника Штольц")
    curator.submits("make-package")
    return curator.page.url.removeprefix(curator.hall.server.url)


def writes(editor: Person, package: str, number: int) -> None:
    """A question in the form, its source pasted and confirmed."""
    page = editor.page
    editor.goes_to(package)
    editor.submits("new-question")
    for part, words in (
        ("text", f"Какая звезда указывает на север лучше прочих, {number}?"),
        ("answer", "Полярная"),
        ("comment", "Зачёт: Полярная звезда."),
    ):
        page.locator(f"#question-{part}").fill(words)
    page.locator("#source-pasted").fill(f"https://ru.wikipedia.org/wiki/Полярная_звезда#{number}")
    editor.see("propose").click()
    expect(page.locator("#source-1-address")).to_have_value(f"https://ru.wikipedia.org/wiki/Полярная_звезда#{number}")
    editor.submits("save")


def test_a_package_is_made_tested_approved_and_sealed(hall: Hall) -> None:
    curator = hall.sits(Host, "curator")
    editor = hall.sits(Person, "editor")
    tester = hall.sits(Person, "tester", viewport=PHONE, has_touch=True, is_mobile=True)
    curator.logs_in("/club/")
    package = makes_a_package(curator)
    hall.server.shell(TEN)
    comes_in(editor, "redaktor", package)
    expect(editor.see("move-hand-in")).to_be_enabled()  # ten of them would do
    for number in (11, 12):
        writes(editor, package, number)
    editor.goes_to(package)
    expect(editor.see("question-12")).to_contain_text("Какая звезда")
    puts_in_order(editor)
    is_tested(editor, tester, package)
    editor.goes_to(package)
    editor.submits("move-hand-in")
    curator.goes_to("/club/bank/")
    expect(curator.page.locator("body")).to_contain_text("handed in")
    curator.goes_to(package)
    curator.submits("move-approve")
    expect(curator.see("state")).to_have_attribute("data-state", "approved")
    curator.submits("move-seal")
    expect(curator.see("state")).to_have_attribute("data-state", "sealed")
    is_closed(curator, editor, tester, package)


def puts_in_order(editor: Person) -> None:
    """The last question goes up by the keyboard, the first one down by dragging; then the order is saved."""
    page = editor.page
    handle = editor.see("question-12").locator("[data-order-handle]")
    handle.focus()
    handle.press("ArrowUp")
    handle.press("ArrowUp")  # out of the spare ones
    rows = page.locator("[data-order-list=table] [data-order-row]")
    handle = rows.first.locator("[data-order-handle]")
    handle.scroll_into_view_if_needed()
    first = handle.bounding_box()
    assert first is not None
    names = [row.get_attribute("data-number") for row in rows.all()]
    page.mouse.move(first["x"] + 5, first["y"] + 5)
    page.mouse.down()
    page.mouse.move(first["x"] + 5, first["y"] + 160, steps=6)
    page.mouse.up()
    assert [row.get_attribute("data-number") for row in rows.all()] != names
    editor.submits("save-order")
    expect(editor.see("question-1")).not_to_contain_text("Вопрос 1 о")


def is_tested(editor: Person, tester: Person, package: str) -> None:
    """The editor begins the test and asks somebody, who answers a question before seeing what is right."""
    editor.submits("move-test")
    editor.goes_to(f"{package}tests/")
    editor.page.get_by_label("Антон Рябинин").check()
    editor.submits("ask")
    comes_in(tester, "tester", "/club/bank/tests/")
    tester.goes_to(f"/club/bank/tests/{package.rstrip('/').rsplit('/', 1)[1]}/")
    tester.submits("go-on")
    tester.submits("open")
    expect(tester.page.locator("body")).not_to_contain_text("Зачёт")
    tester.page.locator("#answer").fill("не знаю")
    tester.submits("answer")
    expect(tester.page.locator("body")).to_contain_text("Зачёт")


def is_closed(curator: Host, editor: Person, tester: Person, package: str) -> None:
    """Nobody but the curator opens it; the curator's opening is written down."""
    for person in (editor, tester):
        person.goes_to(package)
        assert "о звёздах" not in person.page.content() and "Полярная" not in person.page.content()
    curator.submits("open-package")
    expect(curator.page.locator("body")).to_contain_text("о звёздах")
    curator.goes_to(package)
    expect(curator.see("readings")).to_contain_text("opened the package")
    assert "о звёздах" not in curator.page.content()
