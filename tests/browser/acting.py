"""Before somebody acts, their screen shows the game as the server's log has it; afterwards the server has answered.

The machine may be slow: a person looks at the screen first, a test must be made to. What must act on a screen that is
behind, or without the server, uses the page's own mouse and keyboard.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator

from playwright.sync_api import BrowserContext, Locator, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from tests.browser.server import Server

# Counts a document's clicks and its commands under way. A touch becomes a click only a while after the finger left.
_WATCH = """(() => {
  const acts = (window.sowaActs = { clicks: 0, underWay: 0 });
  window.addEventListener("click", () => acts.clicks++, true);
  const { open, send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.open = function (verb, ...rest) {
    this.isCommand = String(verb).toUpperCase() === "POST";
    return open.call(this, verb, ...rest);
  };
  XMLHttpRequest.prototype.send = function (...body) {
    if (this.isCommand) {
      acts.underWay++;
      this.addEventListener("loadend", () => acts.underWay--);
    }
    return send.apply(this, body);
  };
  const { fetch } = window;  // with it a captain's phone joins in the draws, by itself
  window.fetch = (what, how) => {
    const answer = fetch(what, how);
    if (how?.method === "POST") {
      acts.underWay++;
      const answered = () => acts.underWay--;
      answer.then(answered, answered);
    }
    return answer;
  };
})()"""

# A page without a running game has nothing to catch up with; a seat that was closed never will.
_CAUGHT_UP = """seq => {
  if (document.readyState !== "complete") return false;
  if (!document.body.dataset.stream || document.documentElement.dataset.live === "ended") return true;
  return Number(document.querySelector("[data-stage-state]")?.dataset.seqShown ?? -1) >= seq;
}"""
_ANSWERED = "() => !window.sowaActs?.underWay"
_ANOTHER_PAGE = "before => performance.timeOrigin !== before && document.readyState === 'complete'"
_CLICKED = "([origin, clicks]) => performance.timeOrigin !== origin || window.sowaActs.clicks > clicks"


def watch(context: BrowserContext) -> None:
    """From now on the pages of this browser count what happens in them."""
    context.add_init_script(_WATCH)


def catch_up(page: Page, server: Server) -> None:
    """Waits until the page shows all that the log of its game holds now."""
    game = re.search(r"/games/(\d+)/", page.url)
    last = server.last(int(game[1])) if game else None
    if last is None:
        return
    try:
        page.wait_for_function(_CAUGHT_UP, arg=last)
    except PlaywrightTimeoutError:
        shown = page.evaluate("document.querySelector('[data-stage-state]')?.dataset.seqShown")
        live = page.evaluate("document.documentElement.dataset.live")
        raise AssertionError(f"{page.url} ({live}) shows {shown}, the log has come to {last}") from None


def is_answered(page: Page) -> None:
    """Waits until the server has answered every command of the page."""
    page.wait_for_function(_ANSWERED)


@contextlib.contextmanager
def acting(page: Page, server: Server) -> Iterator[None]:
    """An act on a page: before it the page catches up, after it the command has been answered."""
    catch_up(page, server)
    yield
    is_answered(page)


@contextlib.contextmanager
def leading_on(page: Page) -> Iterator[None]:
    """An act that leads to another page (or to the same one, loaded anew): waits until it stands there."""
    before = page.evaluate("performance.timeOrigin")
    yield
    page.wait_for_function(_ANOTHER_PAGE, arg=before)


def tap(target: Locator) -> None:
    """A finger on something; waits until the browser has made a click of it."""
    page = target.page
    before = page.evaluate("[performance.timeOrigin, window.sowaActs.clicks]")
    target.tap()
    page.wait_for_function(_CLICKED, arg=before)
