"""What stands around a game on its screens: feed, chat, devices, draws; the same for every discipline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.safestring import SafeString, mark_safe

from tournaments.rules.engine import Refusal
from tournaments.selectors.draws import DrawsNow


@dataclass(frozen=True, slots=True)
class FeedLine:
    """A line of the host's feed: a command in the server's order, what became of it."""

    number: int
    text: str
    at: datetime
    team: str = ""
    who: str = ""
    refused: str = ""  # the reason, as a sentence
    paragraph: str = ""
    rules_url: str = ""
    undone: bool = False


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A message of the chat. ``text`` of a removed one is empty."""

    number: int
    author: str
    voice: str  # whom a mute would silence
    team: str
    text: str
    at: datetime
    removed: bool = False
    muted: bool = False


@dataclass(frozen=True, slots=True)
class Device:
    """A seat whose phone the console watches."""

    key: str
    name: str
    player: str = ""


@dataclass(frozen=True, slots=True)
class Around:
    """What a screen shows beside the game itself."""

    game_id: int
    title: str
    seq: int
    now: int | None = None  # ms since the epoch, as the screen is drawn
    started: bool = True
    finished: bool = False
    feed: tuple[FeedLine, ...] = ()
    undo: str | None = None  # what an undo would take back, in words
    redo: str | None = None
    no_undo: Refusal | None = None  # why that is not to be taken back
    undone: str = ""  # after an undo, until the next command: what was taken back, for everybody
    chat: tuple[ChatLine, ...] = ()
    room: tuple[ChatLine, ...] = ()
    draws: DrawsNow | None = None
    redraw: bool = False  # the last draw was taken back: the next one needs a reason
    links: Mapping[str, str] = field(default_factory=dict)  # name -> address
    closed_because: str = ""  # a host's reason for closing the game before its end
    devices: tuple[Device, ...] = ()
    held: str = ""  # the evening is suspended: since when, as a sentence; nothing is taken meanwhile
    held_why: str = ""
    conductor: Mapping[str, str] = field(default_factory=dict)  # the one host whose presses count
    notes: tuple[str, ...] = ()  # before the start: date, place


def trimmed(html: SafeString) -> SafeString:
    """Without the white space around it, and still safe: a plain ``strip()`` would make it text that a page escapes."""
    return mark_safe(html.strip())  # noqa: S308 - a template has made it
