"""Short words for the tests of live.js."""

import os

import psutil
import pytest
from playwright.sync_api import expect

PATIENCE = 60_000  # ms; only a test that fails waits that long
expect.set_options(timeout=PATIENCE)
chromium = os.environ.get("SOWA_TEST_CHROMIUM", "")
needs_browser = [pytest.mark.browser, pytest.mark.skipif(not chromium, reason="needs SOWA_TEST_CHROMIUM")]
either_way = pytest.mark.parametrize("context", ["shared", "alone"], indirect=True)


def open_screen(context, server, screen="console", audience="host", game=1, seat="user:1"):
    page = context.new_page()
    page.problems = []
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    page.goto(f"http://127.0.0.1:{server.port}/page/{game}/{screen}/{audience}/?seat={seat}")
    return page


def number(page):
    return page.locator("[data-panel=number]")


def streams_open(server):
    """Connections of browsers to the server that stay open while nothing happens."""
    return [one for one in psutil.Process(server.process.pid).net_connections() if one.status == "ESTABLISHED"]
