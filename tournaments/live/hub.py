"""The hub: a game changed, so every screen that shows it gets the panels that differ.

One hub a process. :func:`publish` and :func:`end` may be called from any thread; everything
else happens on the event loop, except for the drawing, which has one thread of its own.
Neither threads nor database connections depend on the number of streams.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any

from tournaments.live import frames
from tournaments.live.attendance import Attendance, Bus
from tournaments.live.connection import Connection, Send
from tournaments.live.fanout import FanOut
from tournaments.live.feeds import Feed, Game, Subscription
from tournaments.live.frames import Frame
from tournaments.live.pushing import Loader, Pusher
from tournaments.live.redis_bus import tell_servers
from tournaments.live.render import load_game
from tournaments.live.tickets import SEAT_LIFETIME, Ticket, now_ms

BEAT = 4.0  # seconds
ASKING = 1.0  # seconds that a page waits to hear who is there
LAST_WORDS = 1.0  # seconds that slow readers get at shutdown
FAREWELL = frames.frame(frames.encode("bye", {"reason": "restarting"}), last=True)


class Hub:
    """Games, their feeds and the streams that read them."""

    def __init__(self) -> None:
        self.closing = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._bus: Bus | None = None
        self._fast = True
        self._games: dict[int, Game] = {}
        self._connections: set[Connection] = set()
        self._kicked: dict[tuple[int, str], int] = {}

    # --- from any thread ---------------------------------------------------------------------------------------------

    def publish(self, game_id: int) -> bool:
        """The game's committed state has changed. False if no server runs in this process."""
        return self._call(self._published, game_id)

    def end(self, game_id: int, reason: str, seat: str | None = None) -> bool:
        """Says goodbye to a seat at once, or to everybody when the last state has gone out."""
        return self._call(self._ended, game_id, reason, seat)

    def present(self, game_id: int) -> dict[str, str]:
        """Which seats are there now: {"seat:5": "live"}; empty where no server runs, or where it is too busy to say."""
        answer: Future[dict[str, str]] = Future()
        if not self._call(self._tell_presence, game_id, answer):
            return {}
        try:
            return answer.result(timeout=ASKING)
        except TimeoutError:
            return {}

    def _tell_presence(self, game_id: int, answer: Future[dict[str, str]]) -> None:
        answer.set_result(self._attendance.seats(game_id))

    def _call(self, function: Callable[..., None], *arguments: Any) -> bool:
        if self._loop is None:
            return False
        try:
            self._loop.call_soon_threadsafe(function, *arguments)
        except RuntimeError:  # the loop has been closed: nobody is listening any more
            return False
        return True

    # --- the life of the process -------------------------------------------------------------------------------------

    def start(self, *, load: Loader = load_game, bus: Bus | None = None, fast: bool = True) -> None:
        """Begins to serve on the running loop."""
        self._loop = asyncio.get_running_loop()
        self._bus, self._fast, self.closing = bus, fast, False
        self._fanout = FanOut()
        self._pusher = Pusher(self._fanout, load, self._quiet, partial(self._dismiss, reason="moved"))
        self._attendance = Attendance(self._games, self._fanout, bus)
        self._beat = self._loop.call_later(BEAT, self._tick)

    def close_all(self) -> None:
        """Ends every stream, because the process stops."""
        if self.closing or self._loop is None:
            return
        self.closing = True
        for connection in list(self._connections):
            connection.finish(FAREWELL)
        self._loop.call_later(LAST_WORDS, self._cut)

    def stop(self) -> None:
        """Ends everything that :meth:`start` began."""
        self.close_all()
        self._beat.cancel()
        self._pusher.stop()
        self._loop = None

    def _cut(self) -> None:
        for connection in list(self._connections):
            connection.abort()

    # --- streams (on the loop) ---------------------------------------------------------------------------------------

    def connect(self, send: Send) -> Connection:
        """A stream has opened."""
        connection = Connection(send, fast=self._fast)
        self._connections.add(connection)
        return connection

    def join(self, connection: Connection, index: int, ticket: Ticket, after: tuple[int, int]) -> None:
        """Subscribes the stream to the ticket's channel; ``after``: the position that its page has reached."""
        if ticket.issued <= self._kicked.get((ticket.game_id, ticket.seat), -1):
            self._say_bye(connection, "revoked", index)
            return
        game = self._games.get(ticket.game_id)
        if game is None:
            game = self._games[ticket.game_id] = Game(ticket.game_id)
            if self._bus is not None:
                self._bus.watch(game.game_id)
        feed = game.feeds.setdefault(ticket.channel, Feed(ticket.channel))
        subscription = connection.subscriptions.get(ticket.channel)
        if subscription is None:
            subscription = Subscription(connection, feed)
            connection.subscriptions[ticket.channel] = feed.subscriptions[connection] = subscription
        subscription.tickets[index] = ticket
        self._attendance.opened(ticket)
        if subscription.waiting:
            self._greet(game, feed, subscription, after)

    def _greet(self, game: Game, feed: Feed, subscription: Subscription, after: tuple[int, int]) -> None:
        if feed.panels is None:
            self._pusher.advance(game)
        elif feed.stale or feed.is_older_than(after) or not all(map(feed.is_for, subscription.tickets.values())):
            self._pusher.wanted(game, feed)
        else:
            subscription.waiting, subscription.seen = False, feed.version
            subscription.connection.push(feed.state_frame())

    def leave(self, connection: Connection) -> None:
        """The stream has ended, whoever ended it."""
        connection.abandon()
        self._connections.discard(connection)
        for subscription in list(connection.subscriptions.values()):
            for index in list(subscription.tickets):
                self._drop(subscription, index)

    def _drop(self, subscription: Subscription, index: int) -> None:
        """Takes one ticket off a subscription, and tidies up what nobody reads any more."""
        ticket = subscription.tickets.pop(index)
        self._attendance.closed(ticket)
        if subscription.tickets:
            return
        feed, connection = subscription.feed, subscription.connection
        del connection.subscriptions[feed.channel], feed.subscriptions[connection]
        game = self._games[ticket.game_id]
        if not feed.subscriptions:
            del game.feeds[feed.channel]
        if not game.feeds:
            del self._games[game.game_id]
            if self._bus is not None:
                self._bus.unwatch(game.game_id)

    # --- news (on the loop) ------------------------------------------------------------------------------------------

    def heard(self, game_id: int, message: dict[str, Any]) -> None:
        """Another process has something to say."""
        if "end" in message:
            self._end_here(game_id, message["end"], message["seat"], message["at"])
        elif "presence" in message:
            self._attendance.heard(game_id, message["process"], message["presence"])
        else:
            self.refresh(game_id)

    def refresh(self, game_id: int) -> None:
        """Draws the game again, if anybody here watches it."""
        if game := self._games.get(game_id):
            self._pusher.changed(game)

    def refresh_all(self) -> None:
        """Nobody knows what has been missed: draws every game again."""
        for game in list(self._games.values()):
            self._pusher.changed(game)

    def _published(self, game_id: int) -> None:
        self.refresh(game_id)
        if self._bus is not None:
            self._bus.send(game_id, {})

    def _ended(self, game_id: int, reason: str, seat: str | None) -> None:
        at = now_ms()
        self._end_here(game_id, reason, seat, at)
        if self._bus is not None:
            self._bus.send(game_id, {"end": reason, "seat": seat, "at": at})

    def _end_here(self, game_id: int, reason: str, seat: str | None, at: int) -> None:
        game = self._games.get(game_id)
        if seat is None:
            if game is not None:
                game.ending = reason
                self._pusher.changed(game)
            return
        self._kicked[game_id, seat] = at  # its tickets are good for some minutes yet: not for this seat
        for subscription in game.subscriptions() if game else []:
            for index, ticket in list(subscription.tickets.items()):
                if ticket.seat == seat and ticket.issued <= at:
                    self._dismiss(subscription, index, reason)

    def _quiet(self, game: Game) -> None:
        """Nothing of this game is waiting to be drawn."""
        if game.ending is not None:
            reason, game.ending = game.ending, None
            # Behind what is still being written; the public's queue is the last to empty.
            self._fanout.add(game.subscriptions(), partial(self._dismiss_all, reason), urgent=False)

    def _dismiss_all(self, reason: str, subscription: Subscription) -> None:
        for index in list(subscription.tickets):
            self._dismiss(subscription, index, reason)

    def _dismiss(self, subscription: Subscription, index: int, reason: str) -> None:
        self._drop(subscription, index)
        self._say_bye(subscription.connection, reason, index)

    def _say_bye(self, connection: Connection, reason: str, index: int) -> None:
        """Goodbye to one ticket; the stream ends with its last one."""
        farewell = frames.encode("bye", {"reason": reason, "ticket": index})
        if connection.subscriptions or not connection.settled:
            connection.push(frames.frame(farewell))
        else:
            connection.finish(frames.frame(farewell, last=True))

    def refuse(self, connection: Connection, index: int) -> None:
        """The ticket has run out: the page should ask for another."""
        self._say_bye(connection, "expired", index)

    def settle(self, connection: Connection) -> None:
        """All tickets of the request have been seen."""
        connection.settled = True
        if self.closing:
            connection.finish(FAREWELL)
        elif not connection.subscriptions:
            connection.finish(frames.frame(last=True))

    # --- time (on the loop) ------------------------------------------------------------------------------------------

    def sign(self, ticket: Ticket) -> None:
        """A page of this seat is awake."""
        self._attendance.sign(ticket)

    def _tick(self) -> None:
        """Every four seconds, for all streams together: beats, expiry, attendance."""
        self._beat = asyncio.get_running_loop().call_later(BEAT, self._tick)
        now = now_ms()
        self._expire(now)
        self._attendance.tick()
        self._fanout.add(list(self._connections), partial(_beat, frames.event("beat", {"now": now})), urgent=False)

    def _expire(self, now: int) -> None:
        for connection in list(self._connections):
            for subscription in list(connection.subscriptions.values()):
                for index, ticket in list(subscription.tickets.items()):
                    if now >= ticket.expires:
                        self._dismiss(subscription, index, "expired")
        self._kicked = {key: at for key, at in self._kicked.items() if now - at < SEAT_LIFETIME}


def _beat(beat: Frame, connection: Connection) -> None:
    """A sign of life, but not before the first state, and not on top of what a slow reader has not taken yet."""
    if connection.has_state and not connection.is_lagging:
        connection.push(beat)


hub = Hub()


def publish(game_id: int) -> None:
    """The game's committed state has changed: every screen of it, in every process, is told. From any thread."""
    if not hub.publish(game_id):
        tell_servers(game_id, {})


def end(game_id: int, reason: str, seat: str | None = None) -> None:
    """Ends the streams of a seat at once (``revoked``, ``signed_out``), or of the whole game (``over``)."""
    if not hub.end(game_id, reason, seat):
        tell_servers(game_id, {"end": reason, "seat": seat, "at": now_ms()})


def present(game_id: int) -> dict[str, str]:
    """Which seats of the game are there now, from a thread of this process: {"seat:5": "live" | "stale" | "gone"}."""
    return hub.present(game_id)
