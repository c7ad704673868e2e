"""The two of a duel with their phones, also at the far end of a slow line; and a witness of what a screen claims."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.final_phases import FinalDesk
from tests.browser.people import PHONE, Captain, Hall, Person

# Presses at a moment of the server's clock, to the millisecond: by key, or with a finger.
_PRESS_AT = """([at, how]) => {
  const press = () => {
    while (window.sowa.serverNow() < at);
    const button = document.querySelector("[data-testid=buzzer]");
    if (how === "touch") button.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, cancelable: true }));
    else document.body.dispatchEvent(new KeyboardEvent("keydown", { code: "KeyB", bubbles: true, cancelable: true }));
  };
  setTimeout(press, Math.max(0, at - window.sowa.serverNow() - 40));
}"""

# Every state of the page: when (this machine's clock, which is the server's, too), and what it claims.
_WITNESS = """() => {
  window.seen = [];
  const look = () => {
    const first = document.querySelector("[data-testid=buzz-decision], [data-testid=buzz-times], .is-first");
    const phase = document.querySelector("[data-stage-state]")?.dataset.phase;
    const button = document.querySelector("[data-testid=buzzer]");
    const buzzer = button && button.checkVisibility() ? button.innerText : "";
    window.seen.push({ at: Date.now(), first: Boolean(first), answering: phase === "answering", buzzer });
  };
  const everything = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(look).observe(document.body, everything);
  look();
}"""


class Duellist(Captain):
    """Somebody at the buzzer."""

    @property
    def buzzer(self) -> Locator:
        """The button."""
        return self.page.get_by_test_id("buzzer")

    def sees_face(self, face: str) -> None:
        """Waits until the buzzer shows this face."""
        expect(self.buzzer).to_be_visible()
        expect(self.buzzer).to_have_attribute("data-face", face)

    def now(self) -> float:
        """The server's time as this phone believes it."""
        return float(self.page.evaluate("window.sowa.serverNow()"))

    def presses_at(self, at: float, how: str = "key") -> None:
        """Presses at a moment of the server's clock; answers at once."""
        self.page.evaluate(_PRESS_AT, [at, how])


def at_phone(hall: Hall, desk: FinalDesk, team: str, player: int, *, url: str = "", **options: Any) -> Duellist:
    """A player of a side, come in by the private link; ``url``: the near end of a slow line."""
    phone: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    person = hall.sits(Duellist, f"{team} {player}", **(phone | options))
    person.team = team
    person.page.goto((url or hall.server.url) + desk.link_of(team, player))
    person.is_live()
    return person


def is_watched(person: Person) -> None:
    """From now on everything that this screen shows is written down."""
    person.page.evaluate(_WITNESS)


def seen_by(page: Page) -> list[dict[str, Any]]:
    """What was written down."""
    return list(page.evaluate("window.seen"))
