"""Shows the consoles who is there, and tells the other processes."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, Protocol

from tournaments.live import frames
from tournaments.live.channels import HOST
from tournaments.live.fanout import FanOut
from tournaments.live.feeds import Feed, Game, Subscription
from tournaments.live.frames import Frame
from tournaments.live.presence import Presence
from tournaments.live.tickets import Ticket

DELAY = 0.3  # seconds in which comings and goings become one event


class Bus(Protocol):
    """What carries news between processes (redis_bus.py)."""

    def watch(self, game_id: int) -> None:
        """Somebody here watches the game."""

    def unwatch(self, game_id: int) -> None:
        """Nobody here does any more."""

    def send(self, game_id: int, message: dict[str, Any]) -> None:
        """Tells the other processes."""


class Attendance:
    """Presence as events. ``games`` are the hub's own; everything happens on the loop."""

    def __init__(self, games: dict[int, Game], fanout: FanOut, bus: Bus | None) -> None:
        self._presence = Presence()
        self._games = games
        self._fanout = fanout
        self._bus = bus
        self._due: set[int] = set()

    def opened(self, ticket: Ticket) -> None:
        """A stream has opened."""
        if _counts(ticket):
            self._presence.opened(ticket.game_id, ticket.seat)
            self._changed(ticket.game_id)

    def closed(self, ticket: Ticket) -> None:
        """A stream has ended."""
        if _counts(ticket):
            self._presence.closed(ticket.game_id, ticket.seat)
            self._changed(ticket.game_id)

    def sign(self, ticket: Ticket) -> None:
        """A page of this seat is awake."""
        if self._presence.sign(ticket.game_id, ticket.seat):
            self._changed(ticket.game_id)

    def heard(self, game_id: int, process: str, report: dict[str, Any]) -> None:
        """Another process has said who is there."""
        self._presence.heard(game_id, process, report)
        self._show(game_id)

    def seats(self, game_id: int) -> dict[str, str]:
        """Who is there, in any process that has been heard."""
        seats: dict[str, str] = self._presence.everywhere(game_id)["seats"]
        return seats

    def tick(self) -> None:
        """Time alone changes states, too; and other processes want to hear that we are still here."""
        for game_id in self._presence.games():
            self._report(game_id)
            if game_id not in self._games and self._presence.is_empty(game_id):
                self._presence.forget(game_id)

    def _changed(self, game_id: int) -> None:
        if not self._due:
            asyncio.get_running_loop().call_later(DELAY, self._report_changes)
        self._due.add(game_id)

    def _report_changes(self) -> None:
        due, self._due = self._due, set()
        for game_id in due:
            self._report(game_id)

    def _report(self, game_id: int) -> None:
        if self._bus is not None:
            self._bus.send(game_id, {"presence": self._presence.here(game_id)})
        self._show(game_id)

    def _show(self, game_id: int) -> None:
        game = self._games.get(game_id)
        consoles = [feed for feed in game.feeds.values() if feed.channel.audience == HOST] if game else []
        if consoles:
            view = self._presence.everywhere(game_id)
            for feed in consoles:
                self._show_console(feed, view)

    def _show_console(self, feed: Feed, view: dict[str, Any]) -> None:
        news = frames.encode("presence", {"channel": feed.channel.key, **view})
        if news == feed.postscript:
            return
        feed.postscript = news
        readers = [one for one in feed.subscriptions.values() if not one.waiting]
        self._fanout.add(readers, partial(_push, frames.frame(news)), urgent=True)


def _counts(ticket: Ticket) -> bool:
    """A projector is nobody."""
    return bool(ticket.seat) or ticket.screen == "spectator"


def _push(message: Frame, to: Subscription) -> None:
    if not to.behind:  # its next state will bring the news along
        to.connection.push(message)
