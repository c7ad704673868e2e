"""Two processes serve one game: PostgreSQL under them, Redis between them."""

import contextlib
import os
import shutil
import socket
import subprocess
import time
import uuid
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
import redis as redis_client

from tests.tournaments.live.conftest import GAMES
from tests.tournaments.live.server import Server
from tournaments.live.tickets import make_ticket

PUBLIC = ("spectator", "public", "pl")
HOST = ("console", "host", "pl", "user:1")
RED = ("captain", "captain:red", "pl", "seat:5")

FROM_OUTSIDE = """
from django.utils import timezone
from tournaments.services.play import Actor, play
actor = Actor(key="user:1", role="host", team=None, name="", device="")
command = {"do": "add", "text": "from outside"}
play(game_id=1, command=command, actor=actor, command_id="1", expected_seq=None, received_at=timezone.now())
"""

postgres = os.environ.get("SOWA_TEST_POSTGRES", "")
pytestmark = [
    pytest.mark.skipif(not postgres, reason="needs SOWA_TEST_POSTGRES (tests/run.py sets it)"),
    pytest.mark.skipif(not shutil.which("redis-server"), reason="needs redis-server, to be stopped and started"),
]


class Redis:
    """A server of our own: one that can be stopped."""

    def __init__(self, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder = folder
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process = self.start()

    def start(self):
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        process = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with redis_client.Redis.from_url(self.url) as client:
            for _ in range(1000):
                with contextlib.suppress(redis_client.RedisError):
                    client.ping()
                    return process
                time.sleep(0.05)
        raise AssertionError("Redis did not start")

    def stop(self):
        self.process.terminate()
        self.process.wait(10)


@pytest.fixture(scope="module")
def redis(tmp_path_factory):
    server = Redis(tmp_path_factory.mktemp("redis"))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def database_url():
    name = f"sowa_live_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    yield postgres.rpartition("/")[0] + f"/{name}"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="module")
def pair(redis, database_url, tmp_path_factory):
    """Two servers on one database."""
    servers = [
        Server(tmp_path_factory.mktemp("pair"), DATABASE_URL=database_url, REDIS_URL=redis.url) for _ in range(2)
    ]
    servers[0].manage("migrate", "--verbosity", "0")
    servers[0].manage("shell", "--no-imports", "-c", GAMES)
    try:
        yield [server.start() for server in servers]
    finally:
        for server in servers:
            if server.process is not None:
                server.stop()


@pytest.fixture
def screens(pair):
    """A console, a captain and a spectator at each process."""
    opened = [[server.stream(make_ticket(1, *kind)) for kind in (HOST, RED, PUBLIC)] for server in pair]
    for streams in opened:
        for stream in streams:
            stream.next("state")
    yield opened
    for streams in opened:
        for stream in streams:
            stream.close()


def everybody_sees(screens, text, timeout=60):
    totals = {
        stream.until(lambda panels: panels.get("last") == text, timeout)["number"]
        for group in screens
        for stream in group
    }
    assert len(totals) == 1


def test_a_command_to_either_process_reaches_the_screens_of_both(pair, screens):
    for number in range(20):
        pair[number % 2].post("/games/1/add/", text=f"round {number}")
    everybody_sees(screens, "round 19")


def test_consoles_see_the_seats_of_both(pair, screens):
    extra = pair[1].stream(make_ticket(1, "player", "player:red", "pl", "seat:77"))
    try:
        for _ in range(50):  # one for each arrival, at either process
            view = screens[0][0].next("presence")[1]
            if "seat:77" in view["seats"] and view["spectators"] == 2:
                break
        assert view["seats"] == {"user:1": "live", "seat:5": "live", "seat:77": "live"}
        assert view["spectators"] == 2
    finally:
        extra.close()


def test_a_seat_is_kicked_at_both(pair, screens):
    pair[0].manage("shell", "--no-imports", "-c", "from tournaments.live.hub import end; end(1, 'revoked', 'seat:5')")
    for group in screens:
        assert group[1].next("bye")[1]["reason"] == "revoked"
    pair[0].post("/games/1/add/", text="after the kick")
    everybody_sees([[group[0], group[2]] for group in screens], "after the kick")


def test_a_management_command_reaches_everybody(pair, screens):
    pair[0].manage(
        "shell",
        "--no-imports",
        "-c",
        FROM_OUTSIDE,
    )
    everybody_sees(screens, "from outside")


def test_redis_goes_and_comes_back(pair, screens, redis):
    redis.stop()
    try:
        status, _, _ = pair[0].post("/games/1/add/", text="without Redis")
        assert status == 200  # the command does not depend on it
        everybody_sees(screens, "without Redis")  # the other process looks for itself
    finally:
        redis.process = redis.start()
    pair[1].post("/games/1/add/", text="with Redis")
    everybody_sees(screens, "with Redis")
    quickest = 60.0
    for number in range(30):  # until both listen again: the other process looks for itself only now and then
        begin = time.monotonic()
        pair[0].post("/games/1/add/", text=f"quickly {number}")
        everybody_sees(screens, f"quickly {number}")
        quickest = min(quickest, time.monotonic() - begin)
        if quickest < 0.5:
            break
        time.sleep(0.2)
    assert quickest < 0.5


def count_connections(url):
    query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    with psycopg.connect(url) as connection:
        return next(row[0] for row in connection.execute(query))


def test_connections_are_few(pair, screens, database_url):
    with ThreadPoolExecutor(16) as pool:  # every thread of both has worked
        list(pool.map(lambda number: pair[number % 2].get("/connections/"), range(64)))
    before = count_connections(database_url)
    more = [server.stream(make_ticket(1, *PUBLIC)) for server in pair for _ in range(100)]
    for stream in more:
        stream.next("state")
    after = count_connections(database_url)
    for stream in more:
        stream.close()
    assert after <= before
    assert after <= 2 * 5  # four threads and the drawing one, in each process


def test_two_workers_of_one_server_start_together_and_stop_at_once(redis, database_url, pair, tmp_path):
    server = Server(tmp_path, DATABASE_URL=database_url, REDIS_URL=redis.url, WEB_CONCURRENCY="2").start()
    streams = [server.stream(make_ticket(1, *PUBLIC)) for _ in range(20)]
    try:
        for stream in streams:
            stream.next("state")
        server.post("/games/1/add/", text="two workers")
        for stream in streams:
            stream.until(lambda panels: panels.get("last") == "two workers")
        assert server.stop()
        for stream in streams:
            assert stream.next("bye")[1]["reason"] == "restarting"
    finally:
        for stream in streams:
            stream.close()
        server.stop()


def test_the_end_of_a_game_reaches_both(pair, screens):
    pair[0].post("/games/1/add/", text="the last")
    pair[0].manage("shell", "--no-imports", "-c", "from tournaments.live.hub import end; end(1, 'over')")
    for group in screens:
        for stream in group:
            assert stream.next("bye")[1]["reason"] == "over"
            assert stream.next() is None
