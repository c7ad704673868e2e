"""When a game is rendered and who gets the result.

A game has at most one rendering under way. Host, captains and players get theirs as soon as
the render thread is free; the public's pushes are at least fifty milliseconds apart, so that
thirty bids a second do not become thirty pushes to a thousand screens.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

from django.db import connections

from tournaments.live import frames
from tournaments.live.fanout import FanOut
from tournaments.live.feeds import Feed, Game, Subscription
from tournaments.live.frames import Frame
from tournaments.live.render import GameGone, LoadedGame

COALESCE = 0.05  # seconds between two pushes to the public
RETRY_AT_MOST = 10.0  # seconds until a failed rendering is tried again

Loader = Callable[[int], LoadedGame]
Position = tuple[int, int]
Readers = Mapping[str, Collection[str]]  # audience -> the seats in it
logger = logging.getLogger(__name__)


class Rendered(NamedTuple):
    """A feed's new panels, and the message for those who have the old ones (None: nothing changed)."""

    feed: Feed
    panels: dict[str, str] | None  # None: could not be rendered
    change: Frame | None


class Pusher:
    """Renders games on one thread of its own and pushes the panels that differ."""

    def __init__(
        self,
        fanout: FanOut,
        load: Loader,
        when_quiet: Callable[[Game], None],
        when_out: Callable[[Subscription, int], None],
    ) -> None:
        self._when_out = when_out  # this ticket's holder is not among the readers any more
        self._fanout = fanout
        self._load = load
        self._when_quiet = when_quiet  # the last state of an ending game has gone out, or there is no such game
        self._loop = asyncio.get_running_loop()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="render")
        self._stopped = False

    def stop(self) -> None:
        """Renders no more; the thread and its database connection end without being waited for."""
        self._stopped = True
        self._thread.submit(connections.close_all)
        self._thread.shutdown(wait=False)

    # --- when (on the loop) ------------------------------------------------------------------------------------------

    def changed(self, game: Game) -> None:
        """Everything about the game may be different now."""
        game.urgent_due = game.public_due = True
        self.advance(game)

    def wanted(self, game: Game, feed: Feed) -> None:
        """Somebody waits for a state newer than the feed's last one."""
        if feed.channel.is_public:
            game.public_due = True
        else:
            game.urgent_due = True
        self.advance(game)

    def advance(self, game: Game) -> None:
        """Begins the next rendering if one is due and none is under way."""
        if game.rendering or self._stopped:
            return
        public_now = game.public_due and self._public_may_go(game)
        urgent: list[Feed] = []
        public: list[Feed] = []
        for feed in game.feeds.values():
            if feed.channel.is_public:
                if public_now or (feed.panels is None and not feed.stale):
                    public.append(feed)
            elif game.urgent_due or (feed.panels is None and not feed.stale):
                urgent.append(feed)
        game.urgent_due = False
        if public_now:
            game.public_due, game.public_at = False, self._loop.time()
        if urgent or public:
            game.rendering = True
            self._thread.submit(self._render, game, (urgent, public))
        elif not game.public_due:
            self._when_quiet(game)

    def _public_may_go(self, game: Game) -> bool:
        wait = game.public_at + COALESCE - self._loop.time()
        if wait <= 0:
            return True
        if game.timer is None:
            game.timer = self._loop.call_later(wait, self._timer_ran, game)
        return False

    def _timer_ran(self, game: Game) -> None:
        game.timer = None
        self.advance(game)

    # --- what (on the render thread) ---------------------------------------------------------------------------------

    def _render(self, game: Game, batches: Iterable[list[Feed]]) -> None:
        failed = False
        try:
            loaded = self._load(game.game_id)
            for feeds in batches:
                done = [self._render_feed(loaded, feed) for feed in feeds]
                failed = failed or any(one.panels is None for one in done)
                readers = loaded.readers([feed.channel for feed in feeds])
                self._call(self._deliver, game, done, (loaded.seq, loaded.chat), readers)
        except GameGone:
            self._call(self._gone, game)
        except Exception:
            logger.exception("game %s could not be read for its screens", game.game_id)
            failed = True
            missing = [Rendered(feed, None, None) for feeds in batches for feed in feeds]
            self._call(self._deliver, game, missing, (-1, -1), {})
        finally:
            self._call(self._finished, game, failed)

    def _render_feed(self, loaded: LoadedGame, feed: Feed) -> Rendered:
        try:
            panels = dict(loaded.panels(feed.channel))
            return Rendered(feed, panels, feed.changes(panels, loaded.seq, loaded.chat))
        except Exception:
            logger.exception("the screen %s could not be drawn", feed.channel.key)
            return Rendered(feed, None, None)

    def _call(self, function: Callable[..., None], *arguments: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has closed while we were drawing
            self._loop.call_soon_threadsafe(function, *arguments)

    # --- to whom (on the loop) ---------------------------------------------------------------------------------------

    def _deliver(self, game: Game, batch: list[Rendered], position: Position, readers: Readers) -> None:
        for feed, panels, change in batch:
            self._show_out(feed, readers.get(feed.channel.audience, feed.readers))
            receivers = list(feed.subscriptions.values())
            urgent = not feed.channel.is_public
            if panels is None:
                feed.stale = True
                notice = frames.event("stale", {"channel": feed.channel.key})
                self._fanout.add(receivers, partial(_push_notice, notice), urgent=urgent)
            elif position >= (feed.seq, feed.chat):
                say_all = feed.stale  # they were told that they are stale: a full state tells them otherwise
                feed.update(panels, *position)
                state = feed.state_frame() if say_all or any(one.waiting for one in receivers) else None
                self._fanout.add(receivers, partial(_push, state, change, feed.version, say_all), urgent=urgent)

    def _show_out(self, feed: Feed, readers: Collection[str] | None) -> None:
        """Nobody gets what was drawn for a team that they have left, even if their goodbye is still on its way."""
        feed.readers = readers
        for subscription in list(feed.subscriptions.values()) if readers is not None else ():
            for index, ticket in list(subscription.tickets.items()):
                if not feed.is_for(ticket):
                    self._when_out(subscription, index)

    def _finished(self, game: Game, failed: bool) -> None:
        game.rendering = False
        game.failures = game.failures + 1 if failed else 0
        if failed and not self._stopped:
            delay = min(RETRY_AT_MOST, 0.5 * 2 ** min(game.failures, 6))
            self._loop.call_later(delay, self.changed, game)
        self.advance(game)

    def _gone(self, game: Game) -> None:
        game.ending = "over"
        for feed in game.feeds.values():
            feed.stale = True  # not to be asked for again
        game.urgent_due = game.public_due = False
        self._when_quiet(game)


def _push_notice(notice: Frame, subscription: Subscription) -> None:
    """Says something that is no state; a reader that lags will find out from its next state."""
    if not subscription.behind:
        subscription.connection.push(notice)


def _push(state: Frame | None, change: Frame | None, version: int, say_all: bool, to: Subscription) -> None:
    """The full state to those who wait for one, the changes to all others, never anything older than what they have."""
    if state is not None and (to.waiting or say_all):
        to.waiting, to.seen = False, version
        to.connection.push(state)
    elif change is not None and not to.behind and version > to.seen:
        to.seen = version
        to.connection.push(change)
