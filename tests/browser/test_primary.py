"""The console's primary button, when somebody else changes what it does while the host's finger is on its way."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import Hall

pytestmark = pytest.mark.browser


def test_a_press_that_was_meant_for_the_old_action_does_not_do_the_new_one(hall: Hall) -> None:
    host, blue = hall.at_console(), hall.at_seat("blue")
    host.draws()
    host.opens()
    host.page.evaluate(
        """() => {
          window.pressed = [];
          new MutationObserver(() => {
            const primary = document.querySelector('[data-testid="primary"]');
            if (!primary?.textContent.includes("Niebiescy") || window.pressed.length) return;
            window.pressed.push(primary.getAttribute("aria-disabled"));
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", code: "Space", bubbles: true }));
          }).observe(document.querySelector('[data-panel="actions"]'), { attributes: true, subtree: true });
        }"""
    )
    blue.bids(10)
    expect(host.primary).to_contain_text("Going once: Niebiescy 10")
    expect(host.primary).to_be_enabled()
    assert host.page.evaluate("window.pressed") == ["true"]
    expect(host.primary).to_contain_text("Going once: Niebiescy 10")
    host.sells("blue", 10)
    host.goes_on("Show the question")
    assert host.primary.get_attribute("aria-disabled") is None
