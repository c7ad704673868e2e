"""Servers with games of the tally, each with a database of its own."""

import shutil

import pytest

from tests import templates
from tests.tournaments.live.rehearsal import FastReader, Reader
from tests.tournaments.live.server import Server

GAMES = """
from tournaments.models import LiveGame, Season
season = Season.objects.create(name="Tests", is_current=True)
snapshot = '{"redo":null,"state":{"broken":false,"last":"","n":0},"undo":null}'
for number in (1, 2):
    LiveGame.objects.create(pk=number, discipline="tally", season=season, title=str(number), snapshot=snapshot)
"""


@pytest.fixture(scope="session")
def database(tmp_path_factory):
    """A migrated SQLite file with games 1 and 2, to be copied."""
    folder = tmp_path_factory.mktemp("database")
    server = Server(folder)
    shutil.copy(templates.migrated(tmp_path_factory), folder / "sowa.sqlite3")
    server.manage("shell", "--no-imports", "-c", GAMES)
    return folder / "sowa.sqlite3"


@pytest.fixture
def make_server(database, tmp_path):
    """``make_server(NAME=value, …)`` starts a server with these environment variables."""
    started = []

    def make(**environment):
        folder = tmp_path / str(len(started))
        folder.mkdir()
        shutil.copy(database, folder / "sowa.sqlite3")
        started.append(Server(folder, **environment))
        return started[-1].start()

    yield make
    for server in started:
        server.stop()


@pytest.fixture(params=["fast", "queue"])
def server(request, make_server):
    """One server, with the fast path and without."""
    return make_server(SOWA_FAST_PATH="1" if request.param == "fast" else "0")


@pytest.fixture(params=[FastReader, Reader], ids=["fast", "queue"])
def reader_class(request):
    """How the hub writes: at once, or through a task."""
    return request.param


@pytest.fixture
def readers():
    """``readers(server, ticket, count)`` opens streams that are closed with the test."""
    opened = []

    def open_streams(server, ticket, count=1, **options):
        new = [server.stream(ticket, **options) for _ in range(count)]
        opened.extend(new)
        return new[0] if count == 1 else new

    yield open_streams
    for reader in opened:
        reader.close()
