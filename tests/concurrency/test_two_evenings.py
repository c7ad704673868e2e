"""Several games at once on one server, and on two processes with Redis between: not a word of one in the other."""

from __future__ import annotations

import os
import shutil
import threading
import uuid
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests import templates
from tests.concurrency.two_evenings import SEED, Evening, read_seeded
from tests.tournaments.live.server import Server

postgres, redis_url = os.environ.get("SOWA_TEST_POSTGRES", ""), os.environ.get("SOWA_TEST_REDIS", "")
# On one worker of the tests, which loads the site once.
pytestmark = pytest.mark.xdist_group("evenings")
TWO = pytest.mark.skipif(not (postgres and redis_url), reason="needs SOWA_TEST_POSTGRES and SOWA_TEST_REDIS")


def asks_postgres(statement: str) -> None:
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(statement)


def started(folder: Path, *, base: str = "", count: int = 1) -> list[Server]:
    """Servers that have not started: on PostgreSQL with Redis between, or on the folder's SQLite file."""
    environment = {"DJANGO_SETTINGS_MODULE": "config.settings"}
    if base:
        environment |= {"DATABASE_URL": postgres.rpartition("/")[0] + f"/{base}", "REDIS_URL": redis_url}
    return [Server(folder, list, **environment) for _ in range(count)]


@pytest.fixture(scope="session")
def migrated_base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The name of a database of PostgreSQL to be copied."""
    name = f"sowa_two_{uuid.uuid4().hex[:8]}"
    asks_postgres(f"CREATE DATABASE {name}")
    started(tmp_path_factory.mktemp("migrated"), base=name)[0].manage("migrate", "--verbosity", "0")
    yield name
    asks_postgres(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["one process", pytest.param("two processes", marks=TWO)])
def servers(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """The real site; one process on SQLite, or two on PostgreSQL with Redis."""
    folder, name = tmp_path_factory.mktemp("evenings"), ""
    if request.param == "two processes":
        name = f"sowa_two_{uuid.uuid4().hex[:8]}"
        asks_postgres(f"CREATE DATABASE {name} TEMPLATE {request.getfixturevalue('migrated_base')}")
    else:
        shutil.copy(templates.migrated(tmp_path_factory), folder / "sowa.sqlite3")
    servers = started(folder, base=name, count=2 if name else 1)
    try:
        yield [server.start() for server in servers]
    finally:
        for server in servers:
            if server.process is not None:
                server.stop()
        if name:
            asks_postgres(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def evenings(servers: list[Server]) -> Iterator[tuple[Evening, Evening]]:
    """Both games, everybody seated, every screen listening."""
    seeded = read_seeded(servers[0].manage("shell", "--no-imports", "-c", SEED))
    first, second = (Evening(servers[0], one["pk"], one["mark"], one["links"]) for one in seeded)
    for evening in (first, second):
        evening.arrives(servers)
        evening.listens(servers)
    yield first, second
    for evening in (first, second):
        evening.closes()


def both(first: Evening, second: Evening, lots: int) -> None:
    """Both evenings are played at the same time; the first fault of either is raised."""
    faults: list[BaseException] = []

    def play(evening: Evening) -> None:
        try:
            for number in range(lots):
                evening.plays_lot(number)
            evening.looks()
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=play, args=[evening]) for evening in (first, second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=240)
    if faults:
        raise faults[0]


def hears_only_itself(evening: Evening, other: Evening) -> None:
    """Nothing of the other evening: no name, no text, no seat."""
    heard = evening.everything()
    assert evening.mark in heard and other.mark not in heard
    seats = {f"seat:{pk}" for pk, _token in other.links.values()}
    for wire in evening.streams.values():
        for name, data in wire.events:
            if name == "presence":
                assert not seats & set(data["seats"])
    assert f"/games/{other.pk}/" not in heard


def test_two_evenings_at_once_know_nothing_of_each_other(evenings: tuple[Evening, Evening]) -> None:
    first, second = evenings
    both(first, second, lots=3)
    for evening in evenings:
        for wire in evening.streams.values():
            wire.waits_for(evening.seq)
    hears_only_itself(first, second)
    hears_only_itself(second, first)
    assert any("presence" in wire.names() for wire in first.streams.values())
    rooms = [text for name, wire in first.streams.items() if "red" not in name for text in [wire.text]]
    assert rooms and not any(f"{first.mark}room" in text for text in rooms)


def test_the_end_of_one_is_not_the_end_of_the_other(evenings: tuple[Evening, Evening]) -> None:
    first, second = evenings
    second.does("host", "draw")
    second.does("host", "open")
    assert first.people["host"].asks(f"/games/{first.pk}/finish/", {"seat": "host", "reason": "dość"})[0] == 200
    assert first.gives("host", "draw")[0] == 422
    second.does("captain:red1", "bid", points=9)
    second.does("host", "close", excused="blue")
    second.does("host", "show_question")
    second.does("host", "judge", correct="true")
    second.chats("captain:red1", f"{second.mark}afterwards")
    for wire in second.streams.values():
        wire.waits_for(second.seq)
        assert "bye" not in wire.names() and not wire.ended.is_set()
    hears_only_itself(second, first)


def test_a_seat_of_one_is_no_seat_of_the_other(evenings: tuple[Evening, Evening]) -> None:
    first, second = evenings
    for who in first.links:
        visitor, (pk, _token) = first.people[who], first.links[who]
        for seat in (pk, "host", second.links["captain:red1"][0]):
            command = {"seat": seat, "do": "draw", "command_id": uuid.uuid4().hex, "expected_seq": 0}
            assert visitor.asks(f"/games/{second.pk}/do/", command)[0] == 401, (who, seat)
            talk = {"seat": seat, "text": "AAAintruder", "room": "red", "command_id": uuid.uuid4().hex}
            assert visitor.asks(f"/games/{second.pk}/chat/", talk)[0] == 401, (who, seat)
            assert visitor.asks(f"/games/{second.pk}/finish/", {"seat": seat})[0] == 401, (who, seat)
        for screen in ("captain", "player", "console"):
            _status, answer = visitor.asks(f"/games/{second.pk}/ticket/{screen}/?seat={pk}")
            assert '"ticket"' not in answer, (who, screen)
        for path in (f"seat/{pk}/", f"seat/{second.links['captain:red1'][0]}/", "console/", "setup/"):
            _status, answer = visitor.asks(f"/games/{second.pk}/{path}")
            assert "data-stream" not in answer and "BBBcaptain" not in answer, (who, path)
    assert "AAAintruder" not in second.everything()


def test_an_evening_that_is_suspended_does_not_stop_the_other(evenings: tuple[Evening, Evening]) -> None:
    first, second = evenings
    for evening in evenings:
        evening.does("host", "draw")
    first.server.manage(
        "shell", "--no-imports", "-c",
        "from tournaments.models import LiveGame; "
        "suspension = {'at': '2026-11-30T18:00:00+00:00', 'reason': 'fire drill'}; "
        f"LiveGame.objects.filter(pk={first.pk}).update(suspension=suspension)",
    )  # fmt: skip
    assert first.gives("host", "open")[0] == 422
    second.does("host", "open")
    second.does("captain:red1", "bid", points=9)
