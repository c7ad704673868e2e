"""Every page for everybody: WCAG 2.2 AA by axe, 320 pixels, three languages, light and dark."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from tests.browser.people import Captain, Hall, Host, Person
from tests.browser.phases import Desk, set_rules, walk

pytestmark = pytest.mark.browser

AXE = Axe()
ARRANGED_WITHIN = 5_000  # ms
STANDARD = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    "resultTypes": ["violations"],  # to name each place that is in order takes longer than all the looking
}
COLOURS = {**STANDARD, "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
PUBLIC = (
    "/",
    "/rules/",
    "/rules/auction/",
    "/rules/chgk/",
    "/accounts/login/",
    "/accounts/password/reset/",
    "/admin/login/",
    "/join/",
    "/live/check",
)
DESK = (
    "/games/new/",
    "/games/1/setup/",
    "/games/1/edition/",
    "/games/1/setup/start/",
    "/games/1/setup/links/",
    "/games/1/setup/links/1/",
    "/accounts/password/change/",
    "/accounts/logout/",
)
STAGE = ("/games/1/console/", "/games/1/", "/games/1/screen/")
LANGUAGES = {"en": ("en-GB", "Games"), "pl": ("pl-PL", "Gry"), "ru": ("ru-RU", "Игры")}


def faults(page: Page, options: dict[str, Any] = STANDARD) -> list[str]:
    """What axe finds on the page, a line each."""
    found: dict[str, Any] = AXE.run(page, options=options).response
    looked = len(found["passes"]) + len(found["violations"]) + len(found["incomplete"])
    assert looked > 10 if options is STANDARD else looked, "axe has not looked at anything"
    return [
        f"{violation['help']}: {node['target']} {node['html'][:160]} {node.get('failureSummary', '')}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


def overhang(page: Page) -> str:
    """What stands out of the page sideways, scrolled to or cut off; nothing if all fits.

    What a script arranges after the window has changed its size may need a moment.
    """
    with contextlib.suppress(PlaywrightTimeoutError):
        page.wait_for_function(f"() => !({OVERHANG})()", polling=50, timeout=ARRANGED_WITHIN)
        return ""
    return str(page.evaluate(OVERHANG))


OVERHANG = """() => {
  const room = document.documentElement.clientWidth;
  const outside = ({ left, right }) => right > room + 1 || left < -1;
  const cut = element => {  // the nearest box that could hide or scroll it does neither
    let box = element.parentElement;
    while (box !== document.body && getComputedStyle(box).overflowX === "visible") box = box.parentElement;
    const ends = getComputedStyle(box).textOverflow === "ellipsis" && !outside(box.getBoundingClientRect());
    return box !== document.body && (ends || box.scrollWidth <= box.clientWidth + 1);
  };
  const text = node => node.nodeType === 3 && node.textContent.trim();
  const speaks = element => element.matches("button, input, select, img, svg, summary") ||
    [...element.childNodes].some(text);
  const wide = [...document.body.querySelectorAll("*")].filter(element => speaks(element) &&
    !element.closest(".visually-hidden, .skip-link") && element.checkVisibility() &&
    outside(element.getBoundingClientRect()) && !cut(element));
  const scrolls = document.documentElement.scrollWidth > room;
  if (!wide.length && !scrolls) return "";
  return `${document.documentElement.scrollWidth} > ${room}: ` +
    wide.slice(0, 3).map(e => e.parentElement.outerHTML.slice(0, 60) + e.outerHTML.slice(0, 99)).join("; ");
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_office_pages_are_accessible(hall: Hall, scheme: str) -> None:
    options = STANDARD if scheme == "light" else COLOURS  # only these are different in the dark
    host = hall.host(color_scheme=scheme)
    problems = [(path, fault) for path in PUBLIC for fault in visit(host, path, options)]
    host.logs_in()
    problems += [(path, fault) for path in ("/", *DESK) for fault in visit(host, path, options)]
    assert not problems, "\n".join(f"{path}: {fault}" for path, fault in problems)


def visit(person: Person, path: str, options: dict[str, Any]) -> list[str]:
    """Opens a page; answers with what axe finds there."""
    person.goes_to(path)
    return faults(person.page, options)


def test_the_stage_is_accessible_and_fits_in_every_phase(hall: Hall) -> None:
    set_rules(hall.server, questions_per_round=2)
    host = hall.host()
    host.logs_in()
    people = screens(hall, host)
    problems = []
    for stop in walk(Desk(host)):
        if stop.name not in (
            "waiting",
            "drawn",
            "a leader",
            "variants",
            "answered",
            "verdict",
            "va banque",
            "round over",
        ):
            continue
        for person in people:
            if stop.name != "waiting":
                expect(person.state).to_have_attribute("data-seq-shown", str(hall.server.seq()))
            problems += [f"{person.name}, {stop.name}: {fault}" for fault in faults(person.page)]
            size = person.page.viewport_size
            assert size is not None
            person.page.set_viewport_size({"width": 320, "height": 640})
            if wide := overhang(person.page):
                problems.append(f"{person.name}, {stop.name}, 320 px: {wide}")
            person.page.set_viewport_size(size)
            if wide := overhang(person.page):
                problems.append(f"{person.name}, {stop.name}, {size['width']} px: {wide}")
    assert not problems, "\n".join(problems)


def screens(hall: Hall, host: Host) -> list[Person]:
    """One of each kind."""
    console = host
    console.goes_to("/games/1/console/")
    captain = hall.sits_by_link(Captain, host.link_of("captain", "red"))
    player = hall.sits_by_link(Person, host.link_of("player", "red"))
    console.name, captain.name, player.name = "console", "captain", "player"
    return [console, captain, player, hall.watches(), hall.watches("projector")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_speaks_the_language_and_fits_320_pixels(hall: Hall, language: str) -> None:
    locale, games = LANGUAGES[language]
    host = hall.host(locale=locale, viewport={"width": 320, "height": 640})
    host.goes_to("/")
    expect(host.page.get_by_role("navigation").get_by_role("link", name=games)).to_be_visible()
    problems = [problem for path in PUBLIC for problem in looks(host, path, language)]
    host.goes_to("/accounts/login/")
    host.page.locator("[name=login]").fill("prowadzacy")
    host.page.locator("[name=password]").fill("sowa-demo")
    host.page.locator("form[action='/accounts/login/'] [type=submit]").click()
    host.page.wait_for_url(lambda url: "login" not in url)
    link = host.link_of("captain", "red")
    Desk(host).to_the_start_of_a_lot()
    pages = ("/", *DESK, *STAGE, link.removeprefix(hall.server.url), "/no-such-page/")
    problems += [problem for path in pages for problem in looks(host, path, language)]
    assert not problems, "\n".join(problems)


def looks(person: Person, path: str, language: str) -> Iterator[str]:
    """Opens the page; yields what is wrong with it."""
    person.goes_to(path)
    if person.page.locator("html").get_attribute("lang") != language:
        yield f"{path}: not in {language}"
    if wide := overhang(person.page):
        yield f"{path} ({language}): {wide}"
