"""The bus while its connection is still being made: nothing watched meanwhile stays unheard."""

import asyncio
import contextlib

from tournaments.live.redis_bus import RedisBus, _topic


class SlowPubSub:
    """Redis' side of a subscription, which lets the first one wait until told."""

    def __init__(self):
        self.gate = asyncio.Event()
        self.asked = asyncio.Event()
        self.topics = set()

    async def __aenter__(self):
        return self

    async def __aexit__(self, *error):
        return None

    async def subscribe(self, *topics):
        self.asked.set()
        await self.gate.wait()
        self.topics |= set(topics)

    async def unsubscribe(self, *topics):
        self.topics -= set(topics)

    async def get_message(self, **options):
        await asyncio.sleep(1)


def test_what_is_watched_while_the_connection_is_made_is_subscribed(settings):
    async def story():
        bus = RedisBus("redis://127.0.0.1:1/0", heard=lambda game, message: None, heal=lambda: None)
        redis = SlowPubSub()
        bus._redis = type("Client", (), {"pubsub": lambda self: redis})()
        bus.watch(1)
        bus.watch(2)
        listening = asyncio.create_task(bus._listen_for_ever())
        await redis.asked.wait()
        bus.watch(7)
        bus.unwatch(2)
        redis.gate.set()
        for _ in range(5):
            await asyncio.sleep(0)
        listening.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await listening
        assert redis.topics == {_topic("all"), _topic(1), _topic(7)}

    asyncio.run(story())
