"""One open response: writes events in order and never lets a slow reader pile up a queue.

With the fast path an event is written the moment it is pushed, by stepping the server's
``send()`` once instead of waking a task. uvicorn's ``send()`` suspends only *before* it
writes, when the reader is slow; then the step is taken back and a task takes over. Any
other server gets the task every time.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from tournaments.live.frames import Frame

if TYPE_CHECKING:
    from tournaments.live.channels import Channel
    from tournaments.live.feeds import Subscription

Send = Callable[[Frame], Coroutine[Any, Any, None]]

QUEUE_LIMIT = 8
logger = logging.getLogger(__name__)


def can_step(send: object) -> bool:
    """Whether ``send`` is known to suspend only before it writes."""
    owner = getattr(send, "__self__", None)
    return type(owner).__module__.startswith("uvicorn.protocols.http.")


class Connection:
    """A browser's stream; it may carry several subscriptions (tabs that share one connection)."""

    __slots__ = ("_fast", "_last", "_pump", "_queue", "_send", "closed", "settled", "subscriptions")

    def __init__(self, send: Send, *, fast: bool) -> None:
        self._send = send
        self._fast = fast and can_step(send)
        self._queue: deque[Frame] = deque()
        self._last: Frame | None = None  # ends the response, after whatever still waits
        self._pump: asyncio.Task[None] | None = None
        self.closed = False  # takes no more frames
        self.settled = False  # all tickets of the request have been seen
        self.subscriptions: dict[Channel, Subscription] = {}

    @property
    def is_lagging(self) -> bool:
        """Whether something is still waiting to be written."""
        return self._pump is not None

    @property
    def has_state(self) -> bool:
        """Whether every subscription got its first state; nothing else may come before it."""
        return bool(self.subscriptions) and not any(one.waiting for one in self.subscriptions.values())

    def push(self, frame: Frame) -> None:
        """Writes the frame after all earlier ones; if too many wait, the newest state replaces them."""
        if self.closed:
            return
        if self._pump is None and self._fast and self._step(frame):
            return
        if len(self._queue) >= QUEUE_LIMIT:
            self._queue.clear()
            for subscription in self.subscriptions.values():
                subscription.behind = not subscription.waiting
        else:
            self._queue.append(frame)
        self._start_pump()

    def finish(self, frame: Frame) -> None:
        """Writes the last frame, after whatever still waits, and takes no more."""
        if self.closed:
            return
        self.closed = True
        if not (self._pump is None and self._fast and self._step(frame)):
            self._last = frame
            self._start_pump()

    def abandon(self) -> None:
        """The reader is gone: nothing is written any more."""
        self.closed, self._last = True, None
        self._queue.clear()
        if self._pump is not None:
            self._pump.cancel()

    def abort(self) -> None:
        """Cuts the line of a reader that does not even take the goodbye (uvicorn only)."""
        transport = getattr(getattr(self._send, "__self__", None), "transport", None)
        if self.is_lagging and transport is not None:
            transport.abort()

    def _step(self, frame: Frame) -> bool:
        """Tries to write without a task; False if the server would have to wait."""
        coroutine = self._send(frame)
        try:
            coroutine.send(None)
        except StopIteration:
            return True
        except Exception:  # the server has closed this response; its disconnect is on the way
            logger.debug("a stream ended while writing", exc_info=True)
            self.closed = True
            return True
        coroutine.close()
        return False

    def _start_pump(self) -> None:
        if self._pump is None:
            self._pump = asyncio.get_running_loop().create_task(self._drain())

    async def _drain(self) -> None:
        """Writes what waits, then the newest state of whoever fell behind."""
        try:
            while (frame := self._next()) is not None:
                await self._send(frame)
        except Exception:
            logger.debug("a stream ended while writing", exc_info=True)
            self.closed = True
        finally:
            self._pump = None

    def _next(self) -> Frame | None:
        if self._queue:
            return self._queue.popleft()
        for subscription in self.subscriptions.values():
            if subscription.behind:
                feed = subscription.feed
                subscription.behind, subscription.seen = False, feed.version
                return feed.state_frame()
        last, self._last = self._last, None
        return last
