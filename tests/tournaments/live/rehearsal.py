"""The hub without a server: a world to draw, readers to write to, and a stage to run a story on."""

import asyncio
import json
import threading
import time

from tournaments.live.hub import Hub
from tournaments.live.render import GameGone
from tournaments.live.tickets import Ticket, now_ms

NOWHERE = (-1, -1)


class World:
    """The database, for as many games as are asked for; counts how often each is read."""

    def __init__(self):
        self.seq = {1: 0, 2: 0}
        self.loads = []
        self.broken = set()
        self.readers = {}
        self.slow = 0.0
        self.threads = set()

    def __call__(self, game_id):
        time.sleep(self.slow)
        self.threads.add(threading.current_thread().name)
        self.loads.append(game_id)
        if game_id not in self.seq:
            raise GameGone(game_id)
        if "load" in self.broken:
            raise RuntimeError("no database")
        return Loaded(self, game_id, self.seq[game_id])


class Loaded:
    chat = 0

    def __init__(self, world, game_id, seq):
        self.world, self.game_id, self.seq = world, game_id, seq

    def panels(self, channel):
        if channel.audience in self.world.broken:
            raise RuntimeError("cannot be drawn")
        return {"n": f"{self.game_id}:{self.seq}", "who": channel.audience, "same": "x" * 600}

    def readers(self, channels):
        return self.world.readers


class Reader:
    """What the server gives an application to send with. ``stuck``: the client does not read."""

    def __init__(self):
        self.messages = []
        self.free = asyncio.Event()
        self.free.set()
        self.transport = None

    async def send(self, message):
        await self.free.wait()
        self.messages.append(message)

    @property
    def events(self):
        text = b"".join(message["body"] for message in self.messages).decode()
        blocks = [dict(line.split(": ", 1) for line in block.split("\n")) for block in text.split("\n\n") if block]
        return [(block["event"], json.loads(block["data"])) for block in blocks]

    @property
    def ended(self):
        return bool(self.messages) and not self.messages[-1]["more_body"]

    def seqs(self):
        return [data["seq"] for _, data in self.events if "seq" in data]


class FastReader(Reader):
    """Passes for uvicorn's: may be stepped."""


FastReader.__module__ = "uvicorn.protocols.http.test"


def ticket(game_id=1, screen="spectator", audience="public", seat="", issued=None):
    return Ticket(game_id, screen, audience, "pl", seat, now_ms() if issued is None else issued)


HOST = {"screen": "console", "audience": "host", "seat": "user:1"}
RED = {"screen": "captain", "audience": "captain:red", "seat": "seat:5"}


class Bus:
    def __init__(self):
        self.watched, self.sent = set(), []

    def watch(self, game_id):
        self.watched.add(game_id)

    def unwatch(self, game_id):
        self.watched.discard(game_id)

    def send(self, game_id, message):
        self.sent.append((game_id, message))


def scenario(story, reader_class=Reader, bus=None):
    """Runs ``story(hub, world, open)``; ``open(ticket)`` answers a reader, with its connection."""

    async def main():
        world, hub = World(), Hub()
        hub.start(load=world, bus=bus)

        def open_stream(*tickets, after=NOWHERE):
            reader = reader_class()
            reader.connection = hub.connect(reader.send)
            for index, one in enumerate(tickets):
                hub.join(reader.connection, index, one, after)
            hub.settle(reader.connection)
            return reader

        try:
            await asyncio.wait_for(story(hub, world, open_stream), 120)
        finally:
            hub.stop()

    asyncio.run(main())


async def until(test, seconds=60):
    end = time.monotonic() + seconds
    while not test():
        assert time.monotonic() < end, "it did not happen"
        await asyncio.sleep(0.005)
