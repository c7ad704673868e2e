"""A real browser against a real server."""

import pytest
from playwright.sync_api import sync_playwright

from tests.tournaments.live.browser.words import PATIENCE, chromium


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def context(request, browser):
    """A browser of one person; with ``@either_way`` also one that has no SharedWorker."""
    sharing = getattr(request, "param", "shared") == "shared"
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    if not sharing:
        context.add_init_script("delete window.SharedWorker")
    context.sharing = sharing
    yield context
    context.close()


@pytest.fixture
def server(make_server):
    return make_server()
