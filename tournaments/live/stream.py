"""The ASGI application under /live/: streams and the clock. No session, no query, no Django request.

``GET /live/stream?ticket=…&after=<seq>.<chat>`` is one stream; tickets and ``after`` may be repeated, so that
the tabs of a browser can share a connection. ``GET /live/clock?ticket=…`` is the time, and a sign of life.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qs

from tournaments.live import frames
from tournaments.live.connection import Send
from tournaments.live.hub import Hub
from tournaments.live.tickets import Ticket, TicketError, TicketExpired, TicketInvalid, now_ms, read_ticket

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]

MOST_TICKETS = 32
STREAM_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store, no-transform"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]
PROBE_TICKS = 12
PROBE_PAUSE = 0.25  # seconds
PROBE_SILENCE = 16  # pauses
PROBES_AT_ONCE = 20


class LiveApp:
    """Serves the hub's streams."""

    paths = frozenset({"/live/stream", "/live/clock", "/live/probe"})

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._probes = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request."""
        query = parse_qs(scope["query_string"].decode("latin-1"), max_num_fields=3 * MOST_TICKETS)
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        if scope["method"] != "GET":
            await _answer(send, 405, b"", [(b"allow", b"GET")])
        elif path == "/live/clock":
            await self._clock(query, send)
        elif path == "/live/probe":
            await self._probe(receive, send)
        else:
            await self._stream(scope, query, receive, send)

    async def _clock(self, query: dict[str, list[str]], send: Send) -> None:
        now = now_ms()  # before anything else, so that it is the time of arrival
        with contextlib.suppress(KeyError, TicketError):  # the time is no secret
            self._hub.sign(read_ticket(query["ticket"][0]))
        await _answer(send, 200, json.dumps({"now": now}).encode(), [(b"content-type", b"application/json")])

    async def _stream(self, scope: Scope, query: dict[str, list[str]], receive: Receive, send: Send) -> None:
        tickets = [_read(text) for text in query.get("ticket", [])]
        if not tickets or len(tickets) > MOST_TICKETS or all(ticket is None for ticket in tickets):
            await _answer(send, 403, b"no valid ticket\n")
            return
        if self._hub.closing:
            await _answer(send, 503, b"restarting\n", [(b"retry-after", b"2")])
            return
        await send({"type": "http.response.start", "status": 200, "headers": STREAM_HEADERS})
        connection = self._hub.connect(send)
        try:
            await send(frames.frame(_opening(tickets)))
            positions = _positions(scope, query, len(tickets))
            for index, (ticket, after) in enumerate(zip(tickets, positions, strict=True)):
                if isinstance(ticket, Ticket):
                    self._hub.join(connection, index, ticket, after)
                else:
                    self._hub.refuse(connection, index)
            self._hub.settle(connection)
            await _disconnect(receive)
        finally:
            self._hub.leave(connection)

    async def _probe(self, receive: Receive, send: Send) -> None:
        """A short stream of ticks, for the page that tests whether streams arrive in time."""
        if self._probes >= PROBES_AT_ONCE or self._hub.closing:
            await _answer(send, 503, b"not now\n", [(b"retry-after", b"5")])
            return
        self._probes += 1
        gone = asyncio.ensure_future(_disconnect(receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": STREAM_HEADERS})
            for number in range(1, PROBE_TICKS + PROBE_SILENCE + 2):
                if number <= PROBE_TICKS:
                    await send(frames.event("tick", {"n": number, "of": PROBE_TICKS, "now": now_ms()}))
                if number == PROBE_TICKS + PROBE_SILENCE:  # did anything on the way cut the quiet line?
                    await send(frames.event("beat", {"now": now_ms()}))
                await asyncio.wait({gone}, timeout=PROBE_PAUSE)
                if gone.done() or self._hub.closing:
                    break
            await send(frames.frame(last=True))
        finally:
            gone.cancel()
            self._probes -= 1


async def _disconnect(receive: Receive) -> None:
    """Returns when the client has gone, or the response has ended."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _read(text: str) -> Ticket | TicketExpired | None:
    """The ticket, or that it has run out, or None for a forged one."""
    try:
        return read_ticket(text)
    except TicketExpired as expired:
        return expired
    except TicketInvalid:
        return None


def _opening(tickets: list[Ticket | TicketExpired | None]) -> bytes:
    """How long to wait before coming back; to several tabs also which channel belongs to whose ticket."""
    retry = f"retry: {1000 + random.randrange(4000)}\n\n".encode()  # noqa: S311 (spreads a crowd, hides nothing)
    if len(tickets) == 1:
        return retry
    keys = [ticket.channel.key if isinstance(ticket, Ticket) else None for ticket in tickets]
    return retry + frames.encode("hello", {"channels": keys})


def _positions(scope: Scope, query: dict[str, list[str]], count: int) -> list[tuple[int, int]]:
    """How far each page has come already: it must not be shown anything older."""
    texts = query.get("after", [])
    if count == 1 and not texts:
        texts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"last-event-id"][:1]
    texts = (texts + [""] * count)[:count]
    return [_position(text) for text in texts]


def _position(text: str) -> tuple[int, int]:
    seq, _, chat = text.partition(".")
    if len(text) < 40 and seq.isdecimal() and chat.isdecimal():
        return int(seq), int(chat)
    return -1, -1


async def _answer(send: Send, status: int, body: bytes, headers: list[tuple[bytes, bytes]] | None = None) -> None:
    """A short answer of known length."""
    common = [(b"content-length", str(len(body)).encode()), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": common + (headers or [])})
    await send(frames.frame(body, last=True))
