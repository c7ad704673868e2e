"""Between processes: "game 7 has changed" goes through Redis, the screens are drawn by each process itself.

A process holds one connection that listens (one subscription a watched game) and one that
speaks. Nothing of a game travels, only its number, and who is there, and goodbyes. When Redis is
away, the games that are watched here are drawn again every two seconds from the database, and
once more when it is back; nothing has to be repeated.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import redis
import redis.asyncio
from django.conf import settings
from redis.exceptions import RedisError

HEARTBEAT = 4.0  # seconds; our own voice must come back
DEAF_AFTER = 12.0  # seconds without it: the connection is dead, whatever the kernel says
RETRY = 2.0
BACKLOG = 1000

logger = logging.getLogger(__name__)
Handler = Callable[[int, dict[str, Any]], None]


def _topic(name: object) -> str:
    """The Redis channel; installations with different secrets may share a Redis without hearing each other."""
    owner = hashlib.sha256(b"tournaments.live" + settings.SECRET_KEY.encode()).hexdigest()[:12]
    return f"sowa:{owner}:{name}"


class RedisBus:
    """Tells the other processes and listens to them. Everything on the event loop."""

    def __init__(self, url: str, heard: Handler, heal: Callable[[], None]) -> None:
        # No retries inside the client: they would only hide an outage from the loops below.
        self._redis = redis.asyncio.Redis.from_url(url, socket_connect_timeout=2, socket_timeout=5, retry=None)
        self._heard = heard
        self._heal = heal
        self._process = secrets.token_hex(6)
        self._watched: set[int] = set()
        self._pubsub: Any = None
        self._outgoing: deque[tuple[str, str]] = deque(maxlen=BACKLOG)
        self._something_to_say = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._heard_at = 0.0

    def start(self) -> None:
        """Begins to listen and to speak."""
        self._tasks = [asyncio.create_task(run()) for run in (self._listen_for_ever, self._speak_for_ever, self._beat)]

    async def stop(self) -> None:
        """Hangs up."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(RedisError, OSError, TimeoutError):
            await asyncio.wait_for(self._redis.aclose(), 1)

    def watch(self, game_id: int) -> None:
        """Somebody here watches the game. What is missed until Redis has confirmed is healed then."""
        self._watched.add(game_id)
        self._tell_redis("subscribe", game_id)

    def unwatch(self, game_id: int) -> None:
        """Nobody here does any more."""
        self._watched.discard(game_id)
        self._tell_redis("unsubscribe", game_id)

    def send(self, game_id: int, message: dict[str, Any]) -> None:
        """Tells the other processes; news that could not be told while Redis was away is told afterwards."""
        self._say(_topic(game_id), {**message, "game": game_id})

    def _say(self, topic: str, message: dict[str, Any]) -> None:
        entry = (topic, json.dumps({**message, "process": self._process}))
        if entry not in self._outgoing:
            self._outgoing.append(entry)
        self._something_to_say.set()

    # --- speaking ----------------------------------------------------------------------------------------------------

    async def _speak_for_ever(self) -> None:
        while True:
            await self._something_to_say.wait()
            self._something_to_say.clear()
            while self._outgoing:
                entry = self._outgoing.popleft()
                try:
                    await self._redis.publish(*entry)
                except (RedisError, OSError, TimeoutError):
                    if len(self._outgoing) < BACKLOG:
                        self._outgoing.appendleft(entry)
                    await asyncio.sleep(RETRY)  # the listener logs the outage

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            self._say(_topic("all"), {})

    # --- listening ---------------------------------------------------------------------------------------------------

    async def _listen_for_ever(self) -> None:
        away = False
        while True:
            try:
                async with self._redis.pubsub() as pubsub:
                    asked = set(self._watched)
                    await pubsub.subscribe(_topic("all"), *map(_topic, asked))
                    self._pubsub, self._heard_at = pubsub, time.monotonic()
                    self._catch_up(asked)
                    if away:
                        logger.warning("Redis is back; every watched game is drawn again")
                    away = False
                    self._heal()
                    await self._listen(pubsub)
            except (RedisError, OSError, TimeoutError) as error:
                if not away:
                    logger.warning("Redis is away (%s): other processes hear of nothing; drawing games anew", error)
                away = True
            finally:
                self._pubsub = None
            await asyncio.sleep(RETRY)
            self._heal()

    def _catch_up(self, asked: set[int]) -> None:
        """Games that somebody began or ceased to watch while the connection was being made."""
        for game_id in self._watched - asked:
            self._tell_redis("subscribe", game_id)
        for game_id in asked - self._watched:
            self._tell_redis("unsubscribe", game_id)

    async def _listen(self, pubsub: Any) -> None:
        while time.monotonic() - self._heard_at < DEAF_AFTER:
            message = await pubsub.get_message(timeout=1.0)
            if message is None:
                continue
            self._heard_at = time.monotonic()
            if message["type"] == "message":
                self._take(message["data"])
            elif message["type"] == "subscribe":
                self._confirmed(message["channel"].decode())
        raise redis.exceptions.ConnectionError("silence")

    def _take(self, data: bytes) -> None:
        try:
            message = json.loads(data)
            if message["process"] != self._process and "game" in message:
                self._heard(message["game"], message)
        except Exception:
            logger.exception("a message from another process could not be understood")

    def _confirmed(self, topic: str) -> None:
        """Redis listens for the game from now on; what happened just before is looked up."""
        for game_id in self._watched:
            if _topic(game_id) == topic:
                self._heard(game_id, {})

    def _tell_redis(self, verb: str, game_id: int) -> None:
        if self._pubsub is not None:
            task = asyncio.create_task(self._adjust(getattr(self._pubsub, verb), game_id))
            self._tasks.append(task)
            task.add_done_callback(self._tasks.remove)

    async def _adjust(self, call: Callable[[str], Any], game_id: int) -> None:
        with contextlib.suppress(RedisError, OSError, TimeoutError):  # the listener notices and starts again
            await call(_topic(game_id))


def tell_servers(game_id: int, message: dict[str, Any]) -> None:
    """From a process that serves nobody (a management command): news for those that do."""
    if not settings.REDIS_URL:
        return
    with redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=1) as client:
        client.publish(_topic(game_id), json.dumps({**message, "game": game_id, "process": "outside"}))
