"""What the hub remembers: games with subscribers, their feeds (one a channel) and who reads them."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping

from tournaments.live.channels import Channel
from tournaments.live.connection import Connection
from tournaments.live.frames import Frame, encode, frame
from tournaments.live.tickets import Ticket


class Subscription:
    """A connection that reads a feed. ``tickets`` by their place in the request: one a tab."""

    __slots__ = ("behind", "connection", "feed", "seen", "tickets", "waiting")

    def __init__(self, connection: Connection, feed: Feed) -> None:
        self.connection = connection
        self.feed = feed
        self.tickets: dict[int, Ticket] = {}
        self.waiting = True  # for its first state; nothing else may come before it
        self.behind = False  # a slow reader, owed the newest state
        self.seen = 0  # the version of the feed that it was told last; never goes back


class Feed:
    """The last panels of a channel and everybody who reads them."""

    __slots__ = (
        "_state",
        "channel",
        "chat",
        "panels",
        "postscript",
        "readers",
        "seq",
        "stale",
        "subscriptions",
        "version",
    )

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.subscriptions: dict[Connection, Subscription] = {}
        self.panels: Mapping[str, str] | None = None
        self.seq = -1
        self.chat = -1
        self.version = 0  # a refused command is shown, too, and leaves the game's seq alone
        self.stale = False  # the last rendering failed
        self.readers: Collection[str] | None = None  # the seats that may read it; None: whoever has a ticket
        self.postscript = b""  # presence, for the console: said again with each full state
        self._state: bytes | None = None

    def update(self, panels: Mapping[str, str], seq: int, chat: int) -> None:
        """Takes a newer rendering."""
        self.panels, self.seq, self.chat, self.stale = panels, seq, chat, False
        self.version += 1
        self._state = None

    def is_for(self, ticket: Ticket) -> bool:
        """Whether the ticket's holder is among the readers, as far as this feed knows."""
        return self.readers is None or ticket.seat in self.readers

    def is_older_than(self, position: tuple[int, int]) -> bool:
        """Whether somebody has already seen more than this feed knows (they came from another process)."""
        return position[0] > self.seq or position[1] > self.chat

    def state_frame(self) -> Frame:
        """Everything there is to see, encoded once for all who ask."""
        if self._state is None:
            self._state = self.encode("state", dict(self.panels or {}))
        return frame(self._state, self.postscript)

    def changes(self, panels: Mapping[str, str], seq: int, chat: int) -> Frame | None:
        """The panels that differ from the last ones; None if none does. Safe in the render thread."""
        before = self.panels or {}
        changed = {name: html for name, html in panels.items() if before.get(name) != html}
        changed.update((name, "") for name in before if name not in panels)
        return frame(self.encode("panels", changed, seq, chat)) if changed else None

    def encode(self, name: str, panels: Mapping[str, str], seq: int | None = None, chat: int | None = None) -> bytes:
        """A ``state`` or ``panels`` event of this channel."""
        seq = self.seq if seq is None else seq
        chat = self.chat if chat is None else chat
        data = {"channel": self.channel.key, "seq": seq, "chat": chat, "panels": panels}
        return encode(name, data, f"{seq}.{chat}")


class Game:
    """A game that somebody is watching in this process."""

    __slots__ = (
        "ending",
        "failures",
        "feeds",
        "game_id",
        "public_at",
        "public_due",
        "rendering",
        "timer",
        "urgent_due",
    )

    def __init__(self, game_id: int) -> None:
        self.game_id = game_id
        self.feeds: dict[Channel, Feed] = {}
        self.urgent_due = False  # host, captains, players: as soon as the render thread is free
        self.public_due = False  # the public: once in fifty milliseconds
        self.public_at = 0.0
        self.rendering = False
        self.timer: asyncio.TimerHandle | None = None
        self.ending: str | None = None  # said when the last rendering has gone out
        self.failures = 0

    def subscriptions(self) -> list[Subscription]:
        """Everybody who watches, whatever the channel."""
        return [one for feed in self.feeds.values() for one in feed.subscriptions.values()]
