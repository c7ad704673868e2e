"""Writes frames to many connections in short turns, so that commands are answered in between."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

TURN = 100  # receivers; about two milliseconds on a slow core


class FanOut:
    """A queue of deliveries. Those of one class keep their order; urgent ones overtake the public's."""

    def __init__(self) -> None:
        self._urgent: deque[tuple[Iterator[Any], Callable[[Any], None]]] = deque()
        self._public: deque[tuple[Iterator[Any], Callable[[Any], None]]] = deque()
        self._scheduled = False

    def add(self, receivers: Iterable[Any], deliver: Callable[[Any], None], *, urgent: bool) -> None:
        """Calls ``deliver`` for each receiver; begins at once if nothing else is on its way."""
        (self._urgent if urgent else self._public).append((iter(receivers), deliver))
        if not self._scheduled:
            self._turn()

    def _turn(self) -> None:
        self._scheduled = False
        left = TURN
        while queue := self._urgent or self._public:
            if left <= 0:
                self._scheduled = True
                asyncio.get_running_loop().call_soon(self._turn)
                return
            receivers, deliver = queue[0]
            done = 0
            for receiver in islice(receivers, left):
                deliver(receiver)
                done += 1
            if done < left:
                queue.popleft()
            left -= done
