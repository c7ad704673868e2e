"""What Django sees of a request and what the client sees of the answer, without a server in between."""

import asyncio
import threading
from urllib.parse import quote

import pytest

from config.bridge import Bridge, FileWrapper


def run(
    wsgi, *, method="GET", path="/", raw_path=None, headers=(), body=(b"",), query=b"", bridge_options=None, **scope
):
    """(status, headers, body, messages) of one request; ``body`` in pieces, None for a client that goes away."""
    raw = path.encode() if raw_path is None else raw_path
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": raw,
        "query_string": query,
        "headers": list(headers),
        "http_version": "1.1",
        "scheme": "http",
        "server": ("127.0.0.1", 8000),
        "client": ("10.0.0.9", 4711),
        **scope,
    }
    pieces = list(body)
    sent = []

    async def receive():
        if not pieces:
            await asyncio.Event().wait()
        piece = pieces.pop(0)
        if piece is None:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": piece, "more_body": bool(pieces)}

    async def send(message):
        sent.append(message)

    async def main():
        bridge = Bridge(wsgi, **(bridge_options or {}))
        try:
            await asyncio.wait_for(bridge(scope, receive, send), 5)
        finally:
            bridge.close()

    asyncio.run(main())
    if not sent:
        return None, [], b"", sent
    return sent[0]["status"], sent[0]["headers"], b"".join(message["body"] for message in sent[1:]), sent


def saying(body=b"ok", status="200 OK", headers=(("Content-Type", "text/plain"),), seen=None):
    def wsgi(environ, start_response):
        if seen is not None:
            seen.update(environ)
            seen["body"] = environ["wsgi.input"].read()
        start_response(status, list(headers))
        return body if isinstance(body, list) else [body]

    return wsgi


def test_the_request_arrives_whole():
    seen = {}
    headers = [
        (b"host", b"sowa.example"),
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", b"6"),
        (b"cookie", b"a=1"),
        (b"cookie", b"b=2"),
        (b"accept", b"text/html"),
        (b"accept", b"*/*"),
        (b"x-forwarded_for", b"6.6.6.6"),
    ]
    run(
        saying(seen=seen),
        method="POST",
        headers=headers,
        body=(b"abc", b"def"),
        query="q=sówka".encode(),
        scheme="https",
    )
    assert seen["body"] == b"abcdef"
    assert seen["HTTP_HOST"] == "sowa.example"
    assert seen["CONTENT_TYPE"] == "text/plain; charset=utf-8"
    assert seen["CONTENT_LENGTH"] == "6"
    assert seen["HTTP_COOKIE"] == "a=1;b=2"
    assert seen["HTTP_ACCEPT"] == "text/html,*/*"
    assert "HTTP_X_FORWARDED_FOR" not in seen  # an underscore must not pass for a hyphen
    assert seen["QUERY_STRING"].encode("latin-1").decode() == "q=sówka"
    assert (seen["wsgi.url_scheme"], seen["REMOTE_ADDR"], seen["SERVER_PORT"]) == ("https", "10.0.0.9", "8000")
    assert isinstance(seen["sowa.received_at"], float)


@pytest.mark.parametrize("path", ["/zażółć/gęślą/", "/сова/", "/owl 🦉/", "/a%2Fb/", "/%D0%A1/"])
def test_addresses_in_polish_and_russian(path):
    seen = {}
    raw = quote(path, safe="/%").encode()
    run(saying(seen=seen), path=path, raw_path=raw)
    from urllib.parse import unquote_to_bytes

    assert seen["PATH_INFO"].encode("latin-1") == unquote_to_bytes(raw)


def test_an_address_that_is_no_utf8_keeps_its_bytes():
    seen = {}
    run(saying(seen=seen), path="/�", raw_path=b"/%ff")
    assert seen["PATH_INFO"] == "/\xff"


def test_below_a_prefix():
    seen = {}
    run(saying(seen=seen), path="/sowa/games/", raw_path=b"/sowa/games/", root_path="/sowa")
    assert (seen["SCRIPT_NAME"], seen["PATH_INFO"]) == ("/sowa", "/games/")


def test_repeated_headers_stay_apart_and_the_connection_s_own_are_dropped():
    headers = (("Set-Cookie", "a=1"), ("Set-Cookie", "b=2"), ("Connection", "close"))
    _, answered, _, _ = run(saying(headers=headers))
    assert answered == [(b"set-cookie", b"a=1"), (b"set-cookie", b"b=2"), (b"content-length", b"2")]


@pytest.mark.parametrize("size", [0, 1, 65535, 65536, 65537, 200_000])
def test_answers_of_any_size_come_whole_and_in_pieces(size):
    status, headers, body, sent = run(saying(body=[b"x" * size]))
    assert (status, body) == (200, b"x" * size)
    assert (b"content-length", str(size).encode()) in headers
    assert len(sent) == 1 + max(1, -(-size // 65536))
    assert [message["more_body"] for message in sent[1:]] == [True] * (len(sent) - 2) + [False]


def test_head_has_the_length_and_no_body():
    _, headers, body, _ = run(saying(body=b"four"), method="HEAD")
    assert (b"content-length", b"4") in headers
    assert body == b""


@pytest.mark.parametrize("status", ["204 No Content", "304 Not Modified"])
def test_answers_without_a_body_have_no_length(status):
    _, headers, body, _ = run(saying(body=b"", status=status, headers=()))
    assert (headers, body) == ([], b"")


def test_an_exception_is_a_500_and_ends_the_response():
    closed = []

    class Body:
        def __iter__(self):
            raise RuntimeError("in the middle")

        def close(self):
            closed.append(True)

    def wsgi(environ, start_response):
        start_response("200 OK", [])
        return Body()

    status, _, body, _ = run(wsgi)
    assert (status, body, closed) == (500, b"Internal Server Error\n", [True])


def test_files_are_wrapped_and_closed(tmp_path):
    (tmp_path / "file").write_bytes(b"x" * 100_000)
    opened = (tmp_path / "file").open("rb")

    def wsgi(environ, start_response):
        start_response("200 OK", [])
        assert environ["wsgi.file_wrapper"] is FileWrapper
        return environ["wsgi.file_wrapper"](opened, 4096)

    assert run(wsgi)[2] == b"x" * 100_000
    assert opened.closed


def test_the_write_function_of_old_applications():
    def wsgi(environ, start_response):
        start_response("200 OK", [])(b"written ")
        return [b"and returned"]

    assert run(wsgi)[2] == b"written and returned"


LENGTH = (b"content-length", b"10")


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ([(b"content-length", b"101")], (b"",), 413),
        ([(b"content-length", b"-1")], (b"",), 413),
        ([(b"content-length", b"x")], (b"",), 413),
        ([LENGTH], (b"123456", b"789012"), 413),  # longer than it said
        ([(b"transfer-encoding", b"chunked")], (b"12",), 411),
        ([], (b"12",), 413),
        ([(b"content-length", b"100")], (b"x" * 100,), 200),
    ],
)
def test_bodies_over_the_limit_or_of_unknown_length_never_reach_a_thread(headers, body, status):
    got, answered, _, _ = run(saying(), method="POST", headers=headers, body=body, bridge_options={"body_limit": 100})
    assert got == status
    assert ((b"connection", b"close") in answered) == (status != 200)


def test_a_client_that_goes_away_in_the_middle_is_forgotten():
    called = []

    def wsgi(environ, start_response):
        called.append(True)
        return []

    assert run(wsgi, method="POST", headers=[LENGTH], body=(b"123", None))[3] == []
    assert called == []


def test_large_bodies_wait_on_disk():
    seen = {}
    size = 3_000_000
    run(
        saying(seen=seen),
        method="POST",
        headers=[(b"content-length", str(size).encode())],
        body=(b"x" * 1_000_000,) * 3,
    )
    assert len(seen["body"]) == size


def test_four_threads_whatever_comes():
    names = set()
    gate = threading.Barrier(4, timeout=60)

    def wsgi(environ, start_response):
        names.add(threading.current_thread().name)
        gate.wait()
        start_response("200 OK", [])
        return [b""]

    async def main():
        bridge = Bridge(wsgi)
        scope = {"type": "http", "method": "GET", "path": "/", "raw_path": b"/", "headers": [], "query_string": b""}

        async def receive():
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message):
            pass

        await asyncio.gather(*(bridge(scope, receive, send) for _ in range(40)))
        bridge.close()

    asyncio.run(main())
    assert len(names) == 4
