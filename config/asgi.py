"""The way in: streams go to the hub, everything else to Django.

Run it with ``python -m config.server``. ``DJANGO_HANDLER=asgi`` puts Django's own ASGI handler in the
place of the bridge (half as fast, but no code of ours between the server and Django).
"""

import asyncio
import logging
import os
import signal
from collections.abc import Awaitable, Callable
from types import FrameType
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.core.asgi import get_asgi_application
from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application

from config.bridge import Bridge

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Any]


def django_application() -> Any:
    """Django behind the bridge, or behind its own ASGI handler."""
    if os.environ.get("DJANGO_HANDLER", "bridge") == "asgi":
        return get_asgi_application()
    return Bridge(get_wsgi_application())


django = django_application()

from django.conf import settings  # noqa: E402 (Django has been set up now)

from config.checks import refuse_to_start  # noqa: E402
from config.single import AlreadyRunning, claim  # noqa: E402
from tournaments.live.hub import hub  # noqa: E402
from tournaments.live.redis_bus import RedisBus  # noqa: E402
from tournaments.live.stream import LiveApp  # noqa: E402

live = LiveApp(hub)
logger = logging.getLogger("config.asgi")


async def application(scope: Message, receive: Receive, send: Send) -> None:
    """One entrance for the server."""
    if scope["type"] == "lifespan":
        await lifespan(receive, send)
    elif scope["type"] != "http":
        await send({"type": "websocket.close"})
    elif scope["path"].removeprefix(scope.get("root_path", "")) in live.paths:
        await live(scope, receive, send)
    else:
        await django(scope, receive, send)


async def lifespan(receive: Receive, send: Send) -> None:
    """From the first request to the last: the hub, the bus between processes, the goodbye."""
    await receive()
    try:
        bus = await start()
    except (AlreadyRunning, ImproperlyConfigured) as error:
        await send({"type": "lifespan.startup.failed", "message": str(error)})
        return
    await send({"type": "lifespan.startup.complete"})
    await receive()
    hub.stop()
    if bus is not None:
        await bus.stop()
    if hasattr(django, "close"):
        django.close()
    await send({"type": "lifespan.shutdown.complete"})


async def start() -> RedisBus | None:
    """Starts the hub; raises if this process may not serve beside another."""
    refuse_to_start()
    await asyncio.to_thread(claim)
    bus = RedisBus(settings.REDIS_URL, hub.heard, hub.refresh_all) if settings.REDIS_URL else None
    hub.start(bus=bus, fast=os.environ.get("SOWA_FAST_PATH", "1") != "0")
    if bus is not None:
        bus.start()
    say_goodbye_on_signals()
    return bus


def say_goodbye_on_signals() -> None:
    """Ends the streams when the server is told to stop; it would wait for them for ever otherwise."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)

        def handle(signum: int, frame: FrameType | None, before: Any = before) -> None:
            loop.call_soon_threadsafe(hub.close_all)
            if callable(before):
                before(signum, frame)

        try:
            signal.signal(number, handle)
        except ValueError:  # not the main thread: somebody embeds us and stops us otherwise
            logger.debug("signals are left alone outside the main thread")
            return
