"""Who is there: seats with open streams and signs of life, added up over all processes.

A seat is ``live`` while a stream of it is open and its page has asked for the time lately,
``stale`` when the page has fallen silent (a sleeping phone) or the stream has just closed,
and ``gone`` after that.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

LIVE, STALE, GONE = "live", "stale", "gone"
RANKS = {GONE: 0, STALE: 1, LIVE: 2}

SILENT_AFTER = 45.0  # seconds without a sign of life; pages of seats ask every 15
MISSED_AFTER = 3.0  # seconds without a stream: shorter ones are mere reconnects
GONE_AFTER = 12.0
FORGET_PROCESS_AFTER = 15.0

Report = dict[str, Any]  # {"seats": {key: state}, "spectators": number}


@dataclass
class _Seat:
    streams: int = 0
    seen: float = 0.0
    closed: float = 0.0

    def state(self, now: float) -> str:
        if self.streams:
            return LIVE if now - self.seen < SILENT_AFTER else STALE
        away = now - self.closed
        return LIVE if away < MISSED_AFTER else STALE if away < GONE_AFTER else GONE


@dataclass
class _Attendance:
    seats: dict[str, _Seat] = field(default_factory=dict)
    spectators: int = 0
    elsewhere: dict[str, tuple[float, Report]] = field(default_factory=dict)


class Presence:
    """The attendance of each game. ``now`` is a monotonic clock in seconds."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._games: dict[int, _Attendance] = {}

    def games(self) -> list[int]:
        """The games that anybody attended."""
        return list(self._games)

    def opened(self, game_id: int, seat: str) -> None:
        """A stream has opened; one without a seat is a spectator's."""
        game = self._games.setdefault(game_id, _Attendance())
        if not seat:
            game.spectators += 1
            return
        entry = game.seats.setdefault(seat, _Seat())
        entry.streams += 1
        entry.seen = self._now()

    def closed(self, game_id: int, seat: str) -> None:
        """A stream has ended, whoever ended it."""
        game = self._games[game_id]
        if not seat:
            game.spectators -= 1
            return
        entry = game.seats[seat]
        entry.streams -= 1
        entry.closed = self._now()

    def sign(self, game_id: int, seat: str) -> bool:
        """The seat's page is awake. Answers whether that is news."""
        game = self._games.get(game_id)
        entry = game.seats.get(seat) if game else None
        if entry is None:
            return False
        before = entry.state(self._now())
        entry.seen = self._now()
        return before != entry.state(self._now())

    def here(self, game_id: int) -> Report:
        """What this process knows of itself."""
        game = self._games.get(game_id, _Attendance())
        now = self._now()
        return {"seats": {key: seat.state(now) for key, seat in game.seats.items()}, "spectators": game.spectators}

    def heard(self, game_id: int, process: str, report: Report) -> None:
        """Another process has said what it knows."""
        self._games.setdefault(game_id, _Attendance()).elsewhere[process] = (self._now(), report)

    def everywhere(self, game_id: int) -> Report:
        """All processes together: of a seat with several streams the liveliest counts."""
        total = self.here(game_id)
        game = self._games.get(game_id, _Attendance())
        deadline = self._now() - FORGET_PROCESS_AFTER
        game.elsewhere = {process: entry for process, entry in game.elsewhere.items() if entry[0] > deadline}
        for _, report in game.elsewhere.values():
            total["spectators"] += report["spectators"]
            for key, state in report["seats"].items():
                total["seats"][key] = max(state, total["seats"].get(key, GONE), key=RANKS.__getitem__)
        return total

    def is_empty(self, game_id: int) -> bool:
        """Whether nobody is there, in any process."""
        report = self.everywhere(game_id)
        return (
            not report["spectators"] and not self._games[game_id].elsewhere and set(report["seats"].values()) <= {GONE}
        )

    def forget(self, game_id: int) -> None:
        """The game is over and nobody is left."""
        self._games.pop(game_id, None)
