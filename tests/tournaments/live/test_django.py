"""Django behind the bridge in the real server: requests, uploads, and when it refuses to start."""

import json
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.tournaments.live.server import Server
from tournaments.live.tickets import make_ticket

PUBLIC = ("spectator", "public", "pl")


@pytest.mark.parametrize("handler", ["bridge", "asgi"])
def test_django_behind_either_handler(make_server, readers, handler):
    server = make_server(DJANGO_HANDLER=handler)
    status, headers, body = server.request(
        "POST",
        f"/echo/{quote('zażółć/сова')}?q={quote('ё')}",
        b"text=" + quote("Łódź").encode(),
        {
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": "a=1; b=2",
            "X-Forwarded-Proto": "https",
            "X-Forwarded-For": "203.0.113.7",
        },
    )
    seen = json.loads(body)
    assert (status, seen["rest"], seen["get"], seen["post"]) == (200, "zażółć/сова", {"q": ["ё"]}, {"text": ["Łódź"]})
    assert seen["cookies"] == {"a": "1", "b": "2"}
    assert (seen["scheme"], seen["addr"]) == ("https", "203.0.113.7")
    assert [value.split("=")[0] for value in headers.get_all("Set-Cookie")] == ["one", "two"]
    status, headers, body = server.request("HEAD", "/file/")
    assert (status, headers["Content-Length"], body) == (200, "200000", b"")
    assert server.get("/file/")[2] == b"x" * 200_000
    assert server.get("/stream/")[2] == b"abc"
    assert server.get("/boom/")[0] == 500
    assert server.get("/games/404/nothing/")[0] == 404
    reader = readers(server, make_ticket(1, *PUBLIC))
    reader.next("state")
    server.post("/games/1/add/", text="hej")
    reader.until(lambda panels: panels.get("last") == "hej")
    assert server.stop()


def test_uploads(make_server):
    server = make_server()
    boundary = "sowa"
    content = b"x" * 3_000_000
    body = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="register"; filename="klasa.xlsx"\r\n\r\n'.encode()
        + content
        + f"\r\n--{boundary}--\r\n".encode()
    )
    status, _, answer = server.request(
        "POST", "/echo/up", body, {"Content-Type": f"multipart/form-data; boundary={boundary}"}
    )
    assert (status, json.loads(answer)["files"]) == (200, {"register": ["klasa.xlsx", len(content)]})


def test_too_large_and_endless_bodies(make_server):
    server = make_server()
    for header, status in ((f"Content-Length: {10**9}", 413), ("Transfer-Encoding: chunked", 411)):
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
            line.sendall(f"POST /echo/x HTTP/1.1\r\nHost: localhost\r\n{header}\r\n\r\n".encode())
            answer = line.makefile("rb").read()
        assert answer.startswith(f"HTTP/1.1 {status} ".encode())


def test_a_command_under_way_is_answered_when_the_server_stops(make_server):
    server = make_server()
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(server.get, "/slow/?seconds=0.6")
        until = time.monotonic() + 60
        while "slow begins" not in server.log.read_text() and time.monotonic() < until:
            time.sleep(0.02)
        assert server.stop()
        assert slow.result()[0] == 200


def test_repeated_commands_make_one_event(make_server):
    server = make_server()
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda _: server.post("/games/1/add/", by=1, command_id="same"), range(20)))
    assert {(status, body) for status, _, body in answers} == {(200, b"1")}


def test_a_taken_port_is_said_in_a_sentence(make_server):
    port = str(make_server().port)
    with pytest.raises(AssertionError, match=rf"port {port} on 127\.0\.0\.1 is taken by another program"):
        make_server(PORT=port)


def test_a_second_process_on_sqlite_is_refused(make_server):
    server = make_server()
    second = Server(server.folder)
    with pytest.raises(AssertionError, match="Another Sowa process serves this SQLite database already"):
        second.start()
    assert server.get("/live/clock")[0] == 200


def test_several_workers_without_redis_are_refused(make_server):
    with pytest.raises(AssertionError, match=r"sowa\.E001"):
        make_server(WEB_CONCURRENCY="2")


def test_an_old_database_is_said_in_a_sentence(make_server, tmp_path):
    server = make_server()
    server.stop()
    Path(server.folder / "sowa.sqlite3").unlink()
    with pytest.raises(AssertionError, match=r"manage\.py migrate"):
        server.start()
