"""From ASGI to Django's WSGI handler, on four fixed threads that keep their database connections.

Django's own ASGI handler starts a thread and, with it, a database connection for every request; this
costs it three times the work (docs/performance.md). The bridge reads the whole request before a
thread sees it and writes the answer after the thread is free again: slow clients hold none.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from urllib.parse import unquote_to_bytes

THREADS = 4
MOST_WAITING = 5_000  # requests; beyond that the honest answer is 503
BODY_LIMIT = 32 * 1024 * 1024
BODY_IN_MEMORY = 512 * 1024
PIECE = 64 * 1024
BODILESS = frozenset({204, 304})
CONNECTION_HEADERS = frozenset({"connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"})

Environ = dict[str, Any]
Headers = list[tuple[bytes, bytes]]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
logger = logging.getLogger(__name__)


class Refused(Exception):
    """The request is answered without a thread. Arguments: status, what is wrong."""


class Bridge:
    """An ASGI application that answers through a WSGI one."""

    def __init__(self, wsgi: Callable[..., Iterable[bytes]], *, body_limit: int = BODY_LIMIT) -> None:
        self._wsgi = wsgi
        self._body_limit = body_limit
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="django")
        self._waiting = 0

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Answers one HTTP request."""
        received_at = time.time()
        try:
            environ = build_environ(scope, received_at)
            body = await self._read_body(environ, receive)
        except Refused as refusal:
            status, reason = refusal.args
            await _send(send, status, _plain(close=True), f"{reason}\n".encode())
            return
        if body is None:
            return  # the client went away in the middle of its request
        with body:
            environ["wsgi.input"] = body
            self._waiting += 1
            try:
                answer = await asyncio.get_running_loop().run_in_executor(self._threads, self._call, environ)
            finally:
                self._waiting -= 1
        await _send(send, *answer, head=scope["method"] == "HEAD")

    def close(self) -> None:
        """Ends the threads, after what they are doing."""
        self._threads.shutdown(wait=False)

    async def _read_body(self, environ: Environ, receive: Receive) -> IO[bytes] | None:
        """The whole body, in memory or in a temporary file; None if the client went away."""
        if self._waiting >= MOST_WAITING:
            raise Refused(503, "too many requests at once")
        if "HTTP_TRANSFER_ENCODING" in environ:
            raise Refused(411, "the length of the request must be given")
        length = environ.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal() or int(length) > self._body_limit:
            raise Refused(413, "the request is too large")
        body: IO[bytes] = SpooledTemporaryFile(BODY_IN_MEMORY)  # noqa: SIM115 (closed by whoever reads it)
        size, more = 0, True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                body.close()
                return None
            piece = message.get("body", b"")
            size += len(piece)
            if size > int(length):
                body.close()
                raise Refused(413, "the request is longer than it said")
            body.write(piece)
            more = message.get("more_body", False)
        body.seek(0)
        return body

    def _call(self, environ: Environ) -> tuple[int, Headers, bytes]:
        """Runs the WSGI application to its end, on one of the threads."""
        started: list[Any] = []
        pieces: list[bytes] = []

        def start_response(status: str, headers: list[tuple[str, str]], _error: Any = None) -> Callable[[bytes], None]:
            started[:] = [int(status.split(" ", 1)[0]), headers]
            return pieces.append

        try:
            result = self._wsgi(environ, start_response)
            try:
                pieces.extend(result)
            finally:
                if hasattr(result, "close"):
                    result.close()  # Django ends the request here: connections past their age are closed
            status, headers = started
            return status, _encode(headers), b"".join(pieces)
        except Exception:
            logger.exception("a request failed outside Django")
            return 500, _plain(), b"Internal Server Error\n"


class FileWrapper:
    """Reads a file in pieces; WSGI servers provide this for file responses."""

    def __init__(self, file: IO[bytes], size: int = PIECE) -> None:
        self._file = file
        self._size = size
        if hasattr(file, "close"):
            self.close = file.close

    def __iter__(self) -> Iterator[bytes]:
        while piece := self._file.read(self._size):
            yield piece


def build_environ(scope: dict[str, Any], received_at: float) -> Environ:
    """The request as WSGI describes it; text is bytes in Latin-1 clothing there (PEP 3333)."""
    root = scope.get("root_path", "")
    raw_path = scope.get("raw_path") or scope["path"].encode()
    path = unquote_to_bytes(raw_path).decode("latin-1")
    script_name = root.encode().decode("latin-1")
    server = scope.get("server") or ("localhost", None)
    client = scope.get("client") or ("", 0)
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": script_name,
        "PATH_INFO": path.removeprefix(script_name),
        "QUERY_STRING": scope.get("query_string", b"").decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope.get('http_version', '1.1')}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or {"https": 443}.get(scope.get("scheme", "http"), 80)),
        "REMOTE_ADDR": client[0],
        "REMOTE_PORT": str(client[1]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": FileWrapper,
        "sowa.received_at": received_at,  # commands are stamped with it, however long they wait for a thread
    }
    for raw_name, raw_value in scope["headers"]:
        name = raw_name.decode("latin-1")
        if "_" in name:
            continue  # would pass for the header with a hyphen, which a proxy may have checked
        key = name.upper().replace("-", "_")
        if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            key = f"HTTP_{key}"
        value = raw_value.decode("latin-1")
        environ[key] = f"{environ[key]}{';' if key == 'HTTP_COOKIE' else ','}{value}" if key in environ else value
    return environ


def _encode(headers: list[tuple[str, str]]) -> Headers:
    """Headers as ASGI wants them, repeated ones kept, without those that belong to the connection."""
    kept = ((name.lower(), value) for name, value in headers)
    return [(n.encode("latin-1"), v.encode("latin-1")) for n, v in kept if n not in CONNECTION_HEADERS]


def _plain(*, close: bool = False) -> Headers:
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    return [*headers, (b"connection", b"close")] if close else headers


async def _send(send: Send, status: int, headers: Headers, body: bytes, *, head: bool = False) -> None:
    """Writes the answer in pieces, at the client's speed."""
    if status >= 200 and status not in BODILESS and not any(name == b"content-length" for name, _ in headers):
        headers = [*headers, (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    if head or status in BODILESS:
        body = b""
    for start in range(0, len(body) - PIECE, PIECE):
        await send({"type": "http.response.body", "body": body[start : start + PIECE], "more_body": True})
    rest = len(body) % PIECE or min(len(body), PIECE)
    await send({"type": "http.response.body", "body": body[len(body) - rest :], "more_body": False})
