"""The real server in a process of its own: streams, threads, connections, goodbyes."""

import itertools
import json
import re
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

import psutil
import pytest

from tests.tournaments.live.server import Reader
from tournaments.live import tickets
from tournaments.live.tickets import make_ticket

PUBLIC = ("spectator", "public", "pl")
HOST = ("console", "host", "pl", "user:1")
RED = ("captain", "captain:red", "pl", "seat:5")


def test_the_first_event_is_the_state_and_each_change_follows(server, readers):
    begin = time.time() * 1000
    reader = readers(server, make_ticket(1, *PUBLIC))
    assert reader.status == 200
    assert reader.headers["content-type"] == "text/event-stream; charset=utf-8"
    assert reader.headers["x-accel-buffering"] == "no"
    assert "no-transform" in reader.headers["cache-control"]
    name, data, event_id = reader.next()
    assert (name, data["panels"]["number"], event_id) == ("state", "<b>0</b>", "0.0")
    assert re.match(rb"retry: \d{4}\n\n", reader.raw)
    server.post("/games/1/add/", by=5, text="zażółć сова 🦉")
    name, data, event_id = reader.next()
    assert (name, event_id) == ("panels", "1.0")
    assert data["panels"] == {"number": "<b>5</b>", "last": "zażółć сова 🦉"}
    assert begin - 1 <= reader.next("beat")[1]["now"] <= time.time() * 1000 + 1


def test_who_reconnects_gets_the_whole_state(server, readers):
    ticket = make_ticket(1, *PUBLIC)
    first = readers(server, ticket)
    first.next("state")
    first.close()
    server.post("/games/1/add/", by=7)
    name, data, _ = readers(server, ticket, after="0.0").next()
    assert (name, data["seq"], data["panels"]["number"]) == ("state", 1, "<b>7</b>")


def test_two_hundred_screens_cost_no_thread_and_no_connection_and_end_alike(server, readers):
    warm = readers(server, make_ticket(1, *PUBLIC))
    warm.next("state")
    with ThreadPoolExecutor(16) as pool:  # every thread of the bridge has worked
        list(pool.map(lambda _: server.get("/connections/"), range(64)))
    before = json.loads(server.get("/connections/")[2])
    threads = psutil.Process(server.process.pid).num_threads()
    screens = [*readers(server, make_ticket(1, *PUBLIC), 180), *readers(server, make_ticket(1, *RED), 19)]
    screens.append(readers(server, make_ticket(1, *HOST)))
    for screen in screens:
        assert screen.next("state")
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: server.post("/games/1/add/", by=n), range(1, 41)))
    total = f"<b>{sum(range(1, 41))}</b>"
    for screen in screens:
        seqs = []
        while not seqs or seqs[-1] < 40:
            _, data, _ = screen.next("panels")
            seqs.append(data["seq"])
        assert data["panels"]["number"] == total
        assert seqs == sorted(set(seqs))
    assert json.loads(server.get("/connections/")[2]) == before
    assert psutil.Process(server.process.pid).num_threads() == threads
    assert server.stop()
    for screen in screens:
        assert screen.next("bye")[1] == {"reason": "restarting"}
        assert screen.next() is None


def test_two_games_at_once_hear_nothing_of_one_another(server, readers):
    one, two = readers(server, make_ticket(1, *HOST)), readers(server, make_ticket(2, *HOST))
    for number in range(10):
        server.post("/games/1/add/", text=f"first-{number}")
        server.post("/games/2/add/", text=f"other-{number}")
    one.until(lambda panels: panels.get("last") == "first-9")
    two.until(lambda panels: panels.get("last") == "other-9")
    assert b"other" not in one.raw
    assert b"game 2" not in one.raw
    assert b"first" not in two.raw
    assert b"game 1" not in two.raw


def test_the_public_s_stream_has_no_secret(server, readers):
    public, host = readers(server, make_ticket(1, *PUBLIC)), readers(server, make_ticket(1, *HOST))
    assert "secret of game 1" in host.next("state")[1]["panels"]["secret"]
    server.post("/games/1/add/", text="end")
    public.until(lambda panels: panels.get("last") == "end")
    assert b"secret" not in public.raw


@pytest.mark.parametrize("ticket", ["", "forged", "forged:forged"])
def test_forged_tickets_are_refused(server, readers, ticket):
    assert readers(server, ticket).status == 403


def test_an_expired_ticket_shows_nothing_and_says_why(make_server, readers, monkeypatch):
    server = make_server()
    long_ago = tickets.now_ms() - tickets.SEAT_LIFETIME - 1000
    with monkeypatch.context() as patch:
        patch.setattr(tickets, "now_ms", lambda: long_ago)
        ticket = make_ticket(1, *HOST)
    reader = readers(server, ticket)
    assert reader.next() == ("bye", {"reason": "expired", "ticket": 0}, "")
    assert reader.next() is None
    assert b"panels" not in reader.raw


def test_a_broken_screen_says_stale_and_comes_back(make_server, readers):
    server = make_server()
    public, host = readers(server, make_ticket(1, *PUBLIC)), readers(server, make_ticket(1, *HOST))
    public.next("state")
    assert server.post("/games/1/add/", broken=1)[0] == 200
    assert public.next("stale")
    host.until(lambda panels: panels.get("number") == "<b>1</b>")
    server.post("/games/1/add/")
    assert public.next("state")[1]["panels"]["number"] == "<b>2</b>"


def test_a_slow_reader_holds_nobody_up_and_is_bounded(server, readers):
    ticket = make_ticket(1, *HOST)
    stuck = readers(server, ticket, 20, receive_buffer=4096)
    quick = readers(server, ticket)
    quick.next("state")
    process = psutil.Process(server.process.pid)
    server.post("/games/1/add/", text="warm")
    before = process.memory_info().rss
    for number in range(60):
        server.post("/games/1/add/", text=f"{number}-" + "x" * 100_000)
    quick.until(lambda panels: panels.get("last", "").startswith("59-"))
    assert process.memory_info().rss - before < 40_000_000  # 120 MB have been published to those who do not read
    panels = stuck[0].until(lambda panels: panels.get("last", "").startswith("59-"))
    assert panels["number"] == "<b>61</b>"
    assert server.stop()  # nineteen still do not read


def test_streams_end_when_the_client_goes(server, readers):
    process = psutil.Process(server.process.pid)
    before = process.num_fds()
    screens = readers(server, make_ticket(1, *PUBLIC), 50)
    for screen in screens:
        screen.next("state")
    assert process.num_fds() >= before + 50
    for screen in screens:
        screen.close()
    end = time.monotonic() + 60
    while process.num_fds() > before + 5:
        assert time.monotonic() < end
        time.sleep(0.05)


def test_tabs_of_one_browser_share_a_stream(server, readers):
    reader = server.stream(make_ticket(1, *HOST), make_ticket(2, *PUBLIC))
    try:
        assert reader.next()[:2] == ("hello", {"channels": ["1/console/host/pl", "2/spectator/public/pl"]})
        states = {reader.next("state")[1]["channel"] for _ in range(2)}
        assert states == {"1/console/host/pl", "2/spectator/public/pl"}
    finally:
        reader.close()


def test_the_clock_is_the_server_s_and_a_sign_of_life(make_server, readers):
    server = make_server()
    red, host = readers(server, make_ticket(1, *RED)), readers(server, make_ticket(1, *HOST))
    red.next("state")
    begin = time.time() * 1000
    status, _, body = server.get(f"/live/clock?ticket={quote(make_ticket(1, *RED))}")
    assert status == 200
    assert begin - 1 <= json.loads(body)["now"] <= time.time() * 1000 + 1
    presence = host.next("presence")[1]
    assert presence["seats"] == {"seat:5": "live", "user:1": "live"}
    assert server.get("/live/clock")[0] == 200
    assert server.request("POST", "/live/clock")[0] == 405


def test_the_probe_ticks(make_server):
    server = make_server()
    reader = Reader(server.port, "/live/probe")
    first = reader.next("tick")[1]
    heard = time.time() * 1000
    sent = [first["now"], *(reader.next("tick")[1]["now"] for _ in range(first["of"] - 1))]
    reader.close()
    assert heard < sent[-1], "the first is heard before the last is sent"
    assert all(later - earlier > 100 for earlier, later in itertools.pairwise(sent))
