"""One Chromium a worker, one server and one demo season a test."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests import templates
from tests.browser.people import ANSWER_SECONDS, Hall
from tests.browser.server import Server
from tests.prerequisites import CHROMIUM

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


# Not for the whole session: Playwright leaves an event loop in this thread, which other tests would stumble over.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, found as tests/prerequisites.py finds it."""
    programs = (os.environ.get("SOWA_TEST_CHROMIUM"), *CHROMIUM)
    found = next((path for name in programs if name and (path := shutil.which(name))), None)
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=found, args=ARGUMENTS)


@pytest.fixture(scope="session")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of the demo season, migrated and seeded, to be copied.

    Only questions lie on its wheel, and no clock runs out because the machine is slow.
    """
    server = Server(tmp_path_factory.mktemp("season"))
    shutil.copy(templates.season(tmp_path_factory), server.database)
    server.shell(
        "from tournaments.models import LiveGame; game = LiveGame.objects.get(discipline='auction'); "
        "game.setup['special'] = {'hint': 0, 'black_box': 0, 'one_on_one': 0}; "
        f"game.setup['settings'] = {{**game.setup.get('settings', {{}}), 'answer_seconds': {ANSWER_SECONDS}}}; "
        "game.save()"
    )
    return server.database


@pytest.fixture
def server(season: Path, tmp_path: Path) -> Iterator[Server]:
    """A running demo that nobody has touched yet."""
    folder = tmp_path / "var"
    folder.mkdir()
    shutil.copy(season, folder / "sowa.sqlite3")
    server = Server(folder).start()
    yield server
    server.stop()


@pytest.fixture
def hall(server: Server, browser: Browser) -> Iterator[Hall]:
    """The hall, empty; at the end nobody's browser may have complained."""
    hall = Hall(server, browser)
    yield hall
    problems = hall.closes()
    assert not problems, "\n".join(problems)
    assert "Traceback" not in server.log, server.log
