"""Who sits in front of the screens: each in a browser context of their own, acting through visible controls."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Any, TypeVar

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Response, expect
from playwright.sync_api import Error as PlaywrightError

from tests.browser.acting import acting, catch_up, is_answered, leading_on, tap, watch
from tests.browser.server import Server

PATIENCE = 60_000  # ms; only a test that fails waits that long
ANSWER_SECONDS = 120  # the longest that the rulebook's settings allow: no clock runs out because the machine is slow
IDS = {"red": "gryffindor", "yellow": "hufflepuff", "blue": "ravenclaw", "green": "slytherin"}
TEAMS = tuple(IDS)
COMMANDS = {"red": "Czerwoni", "yellow": "Żółci", "blue": "Niebiescy", "green": "Zieloni"}
PHONE = {"width": 360, "height": 740}
LAPTOP = {"width": 1280, "height": 800}
WALL = {"width": 1920, "height": 1080}

# What a browser says to the console although nothing is wrong: refusals are answers, too.
_EXPECTED = re.compile(r"status of (400|401|403|404|410|422)\b")
_OFFLINE = re.compile(
    r"ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE|"
    r"ERR_CONTENT_LENGTH_MISMATCH|"
    r"ERR_SOCKET_NOT_CONNECTED|ERR_NETWORK|Failed to fetch|status of 50[234]|htmx:(sendError|afterRequest)"
)

expect.set_options(timeout=PATIENCE)
P = TypeVar("P", bound="Person")


class Person:
    """Somebody with a device. ``problems``: what went wrong in their browser."""

    def __init__(self, hall: Hall, name: str, context: BrowserContext) -> None:
        self.hall = hall
        self.name = name
        self.context = context
        self.problems: list[str] = []
        context.set_default_timeout(PATIENCE)
        watch(context)
        context.on("page", self._watch)
        self.page = context.new_page()

    def _watch(self, page: Page) -> None:
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.problems.append(f"{self.name}: {page.url}: {error}"))
        page.on("response", self._answered)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning") or _EXPECTED.search(message.text):
            return
        if self.hall.outages and _OFFLINE.search(message.text):
            return
        self.problems.append(f"{self.name}: console {message.type}: {message.text} ({message.location.get('url')})")

    def _answered(self, response: Response) -> None:
        if response.status >= 500 and not self.hall.outages:
            self.problems.append(f"{self.name}: {response.request.method} {response.url}: {response.status}")

    # --- looking ----------------------------------------------------------------------------------------------------

    def see(self, handle: str) -> Locator:
        """What is marked with a handle (data-testid) and can be seen."""
        return self.page.get_by_test_id(handle).filter(visible=True)

    def points(self) -> dict[str, int]:
        """Every team's points as they stand on this screen."""
        found = {}
        for team in TEAMS:
            mark = self.page.get_by_test_id(f"team-{IDS[team]}-points")
            if mark.count():
                text = mark.first.inner_text()
                found[team] = 0 if text == "out" else int(text)
        return found

    def sees_points(self, **points: int) -> None:
        """Waits until the screen shows these points; the hall reads «out» where a team has none and has left."""
        for team, number in points.items():
            shown = re.compile(r"^(0|out)$") if number == 0 else str(number)
            expect(self.page.get_by_test_id(f"team-{IDS[team]}-points").first).to_have_text(shown)

    def sees_phase(self, phase: str) -> None:
        """Waits until the screen is in ``phase``."""
        expect(self.state).to_have_attribute("data-phase", phase)

    @property
    def state(self) -> Locator:
        """The element in which the screen's script finds the state."""
        return self.page.locator("[data-stage-state]")

    def seq(self) -> int:
        """How far the screen has come in the game's log."""
        return int(self.state.get_attribute("data-seq-shown") or -1)

    def is_live(self) -> None:
        """Waits until the screen hears the server, which has heard that a captain joins in the draws."""
        expect(self.page.locator("html")).to_have_attribute("data-live", "live")
        self.page.wait_for_function(
            "() => performance.getEntriesByType('resource').some(e => e.name.includes('/live/clock'))"
        )
        is_answered(self.page)

    def clock_left(self) -> float:
        """The seconds left on the first clock of the screen, as its own digits' source says."""
        left: float = self.page.evaluate(
            """() => {
              const clock = document.querySelector("[data-clock]");
              if (clock.dataset.deadline) return (Number(clock.dataset.deadline) - window.sowa.serverNow()) / 1000;
              return Number(clock.dataset.remaining) / 1000;
            }"""
        )
        return left

    # --- doing ------------------------------------------------------------------------------------------------------

    def acting(self) -> contextlib.AbstractContextManager[None]:
        """Around whatever this person does: first the screen has caught up, afterwards the server has answered."""
        return acting(self.page, self.hall.server)

    def catches_up(self) -> None:
        """Waits until the screen shows all that the log of its game holds now."""
        catch_up(self.page, self.hall.server)

    def clicks(self, handle: str) -> None:
        """Whatever can be clicked."""
        with self.acting():
            self.see(handle).click()

    def taps(self, handle: str) -> None:
        """The same with a finger."""
        with self.acting():
            tap(self.see(handle))

    def submits(self, handle: str) -> None:
        """A button of the office, whose form leads to another page, or to the same one again."""
        with leading_on(self.page):
            self.see(handle).click()

    def goes_to(self, path: str) -> None:
        """Opens a page of the server."""
        self.page.goto(self.hall.server.url + path)

    def goes_away(self) -> None:
        """Looks at nothing any more: a screen costs time as long as it is there."""
        self.page.goto("about:blank")

    def home(self) -> Page:
        """The home page."""
        self.goes_to("/")
        return self.page

    def enters(self, button: str) -> None:
        """One click on the home page's demo; goes on in the tab that opens."""
        with self.context.expect_page() as opened:
            self.page.get_by_role("button", name=button).click()
        first, self.page = self.page, opened.value
        first.close()
        self.page.wait_for_load_state()

    def posts(self, path: str, **fields: object) -> dict[str, Any]:
        """A POST as the page's own script would send it; for what a finger cannot do."""
        token = next(cookie["value"] for cookie in self.context.cookies() if cookie["name"] == "csrftoken")
        answer = self.context.request.post(
            self.hall.server.url + path,
            form={name: str(value) for name, value in fields.items()},
            headers={"X-CSRFToken": token, "Accept": "application/json"},
        )
        return dict(answer.json()) | {"status": answer.status}


class Host(Person):
    """The host at the console, with the keyboard."""

    @property
    def primary(self) -> Locator:
        """The one button that says what comes next."""
        return self.page.get_by_test_id("primary")

    def presses(self, key: str) -> None:
        """A key, with nothing in particular in focus."""
        with self.acting():
            self.page.keyboard.press(key)

    def presses_primary(self) -> None:
        """The primary button, as soon as it no longer keeps still: somebody else may have changed what it does."""
        self.catches_up()
        expect(self.primary).to_be_enabled()
        self.presses("Space")

    def goes_on(self, label: str | re.Pattern[str], key: str = "Space") -> None:
        """Waits until the primary button says ``label``, then does what it says."""
        self.catches_up()
        expect(self.primary).to_contain_text(label)
        expect(self.primary).to_be_enabled()
        self.does(key)

    def does(self, key: str) -> None:
        """Gives a command by its key and waits until the game has moved."""
        with self.moving():
            self.page.keyboard.press(key)

    def gives(self, handle: str) -> None:
        """Gives a command by its button and waits until the game has moved."""
        with self.moving():
            self.see(handle).click()

    @contextlib.contextmanager
    def moving(self) -> Iterator[None]:
        """An act after which the console shows something newer."""
        with self.acting():
            before = self.seq()
            yield
        self.waits_past(before)

    def waits_past(self, seq: int) -> None:
        """Waits until the console shows something newer than ``seq``."""
        self.page.wait_for_function(
            "seq => Number(document.querySelector('[data-stage-state]')?.dataset.seqShown) > seq", arg=seq
        )

    def draws(self) -> None:
        """A category."""
        self.goes_on("Draw question")
        self.sees_phase("drawn")

    def opens(self) -> None:
        """The bidding."""
        self.goes_on("Open the bidding")
        self.sees_phase("bidding")

    def sells(self, team: str, points: int) -> None:
        """Going once, going twice, sold."""
        name = f"{COMMANDS[team]} {points}"
        self.goes_on(f"Going once: {name}")
        self.goes_on(f"Going twice: {name}")
        self.goes_on(f"Sold: {name}")
        self.sees_phase("answering")

    def asks(self) -> None:
        """Shows the question, reads it out, starts the clock."""
        self.goes_on("Show the question")
        self.goes_on("start the clock")

    def answer(self) -> str:
        """The right answer, which only the host sees."""
        return self.see("host-answer").inner_text()

    def bids_for(self, team: str, points: int) -> None:
        """Acts for a captain with the keyboard: the team's number, the points, Enter."""
        self.presses(str(TEAMS.index(team) + 1))
        expect(self.page.get_by_test_id("desk-points")).to_be_focused()
        self.page.keyboard.type(str(points))
        self.does("Enter")
        self.page.get_by_test_id("desk-points").blur()

    def logs_in(self, then: str = "/") -> None:
        """With the host's account, by the form; goes on to ``then``."""
        self.goes_to(f"/accounts/login/?next={then}")
        self.page.get_by_label("User name or e-mail").fill("prowadzacy")
        self.page.get_by_label("Password").fill("sowa-demo")
        self.page.get_by_role("button", name="Log in").click()
        self.page.wait_for_url(f"**{then}")

    def link_of(self, role: str, team: str) -> str:
        """A private link, read off the page of the game: the first of this role in the team."""
        page = self.context.request.get(self.hall.server.url + "/games/1/setup/").text()
        sql = "SELECT id FROM tournaments_accesslink WHERE game_id = 1 AND role = ? AND team = ? ORDER BY id"
        number = self.hall.server.query(sql, role, IDS[team])[0][0]
        found = re.search(rf'id="address-{number}"\s+value="([^"]+)"', page)
        assert found, f"no link {number} on the page of the game"
        return found[1]


class Captain(Person):
    """A captain with a phone."""

    team = ""

    def takes(self, button: str) -> None:
        """A tap on one of the captain's buttons."""
        self.taps(button)

    def bids(self, points: int) -> None:
        """An own number."""
        self.catches_up()
        self.see("bid-own").fill(str(points))
        self.taps("bid-own-send")
        expect(self.page.get_by_test_id("bid-own")).to_have_value("")

    def says(self, line: str) -> None:
        """A command, typed as in the chat."""
        self.catches_up()
        self.see("command-line").fill(line)
        self.taps("command-send")

    def goes_va_banque(self) -> None:
        """In two steps."""
        self.taps("va-banque")
        self.taps("va-banque-confirm")

    def answers(self, text: str) -> None:
        """Types the answer."""
        self.catches_up()
        self.see("answer").fill(text)
        self.taps("answer-send")
        expect(self.see("given-answer")).to_have_text(text)


class Hall:
    """Everybody around one server."""

    def __init__(self, server: Server, browser: Browser) -> None:
        self.server = server
        self.browser = browser
        self.people: list[Person] = []
        self.outages = False  # the server will be away: its absence is no fault of a page

    def sits(self, kind: type[P], name: str, **options: Any) -> P:
        """A person with a browser context of their own."""
        defaults: dict[str, Any] = {
            "locale": "en-GB",
            "timezone_id": "Europe/Warsaw",
            "reduced_motion": "reduce",
            "viewport": LAPTOP,
        }
        person = kind(self, name, self.browser.new_context(**(defaults | options)))
        self.people.append(person)
        return person

    def host(self, **options: Any) -> Host:
        """The host with a laptop, not yet at the console."""
        return self.sits(Host, "host", **options)

    def captain(self, team: str, **options: Any) -> Captain:
        """A captain with a phone, not yet in the game."""
        phone: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
        captain = self.sits(Captain, f"captain of {team}", **(phone | options))
        captain.team = team
        return captain

    def at_console(self, **options: Any) -> Host:
        """The host, come in by the demo's button: the game has started."""
        host = self.host(**options)
        host.home()
        host.enters("Enter as the host")
        host.is_live()
        return host

    def at_seat(self, team: str, **options: Any) -> Captain:
        """A captain, come in by the demo's button."""
        captain = self.captain(team, **options)
        captain.home()
        captain.enters(f"Captain of {COMMANDS[team]}")
        captain.is_live()
        return captain

    def sits_by_link(self, kind: type[P], link: str, **options: Any) -> P:
        """Somebody on a phone, come in by a private link."""
        phone: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
        person = self.sits(kind, "by link", **(phone | options))
        person.page.goto(link)
        person.is_live()
        return person

    def watches(self, screen: str = "spectator", **options: Any) -> Person:
        """Somebody at a public screen."""
        device = {"viewport": WALL} if screen == "projector" else {"viewport": PHONE}
        person = self.sits(Person, screen, **(device | options))
        person.goes_to("/games/1/screen/" if screen == "projector" else "/games/1/")
        person.is_live()
        return person

    def closes(self) -> list[str]:
        """Everybody goes home; answers with what went wrong in their browsers."""
        for person in self.people:
            with contextlib.suppress(PlaywrightError):
                person.context.close()
        return [problem for person in self.people for problem in person.problems]
