"""Reads what stands around a game of any discipline: feed, undo, chat, seats. A handful of queries."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol, TypeVar

from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments import texts
from tournaments.disciplines import discipline_for
from tournaments.enums import SeatRole
from tournaments.models import GameCommand, GameEvent, LiveGame
from tournaments.panels.context import Around, ChatLine, Device, FeedLine
from tournaments.panels.evening import say_held, say_plan
from tournaments.rules.engine import Refusal
from tournaments.selectors import games
from tournaments.selectors.chat import chat_messages, muted_voices
from tournaments.selectors.draws import draws_now, last_draw
from tournaments.selectors.seats import game_links
from tournaments.services.games import CLOSED
from tournaments.services.replay_log import UNDONE

T = TypeVar("T")
LONGEST_FEED = 40
LONGEST_CHAT = 60


class Teller(Protocol):
    """Puts deeds of a game into words."""

    def sentence(self, deed: games.Deed) -> str:
        """What was done, and what followed from it at once."""


def read_around(
    game: LiveGame,
    *,
    role: str,
    team: str | None,
    screen: str,
    teller: Teller,
    links: Mapping[str, str],
    drawn: tuple[int, int] | None,
) -> Around:
    """What a screen needs beside the state. ``drawn``: series and number of the last draw that was not undone."""
    is_host = role == "host"
    undo, redo, no_undo = read_steps(game, teller) if is_host else (None, None, None)
    return Around(
        game_id=game.pk,
        title=game.title,
        seq=game.seq,
        now=int(timezone.now().timestamp() * 1000),
        started=game.started_at is not None,
        finished=game.finished_at is not None,
        feed=tuple(_feed(game, teller)) if is_host else (),
        undo=undo,
        redo=redo,
        no_undo=no_undo,
        undone=once(game, "undone", lambda: read_undone(game, teller)),
        chat=() if screen == "projector" else read_chat(game, "", host=is_host),
        room=read_chat(game, team) if team else (),
        draws=once(game, "draws", lambda: draws_now(game)),
        redraw=is_host and last_draw(game) != drawn,
        links=links,
        closed_because=once(game, "closed", lambda: closed_because(game)),
        devices=_devices(game) if is_host else (),
        held=say_held(game),
        held_why=str(game.suspension.get("reason", "")),
        conductor=game.conductor if is_host else {},
        notes=once(game, "notes", lambda: say_plan(game)),
    )


def once(game: LiveGame, name: str, read: Callable[[], T]) -> T:
    """What all channels of one push share is read for the first of them: they come with the same row."""
    kept: dict[Any, T] = game.__dict__.setdefault("_shared_by_channels", {})
    key = (name, get_language(), game.seq, game.chat_seq)
    if key not in kept:
        kept[key] = read()
    return kept[key]


def closed_because(game: LiveGame) -> str:
    """The last reason that a host gave for closing a finished game; one query."""
    if game.finished_at is None:
        return ""
    last = GameCommand.objects.filter(game=game, command__do=CLOSED).order_by("-pk").first()
    return str(last.command.get("reason") or "") if last is not None else ""


def _feed(game: LiveGame, teller: Teller) -> Iterator[FeedLine]:
    for line in games.game_feed(game, limit=LONGEST_FEED):
        command, refusal = line.command, line.refusal
        yield FeedLine(
            number=command.last_seq or command.seq_after,
            text=_line(command.command.get("do"), line, teller),
            at=command.received_at,
            who=command.actor_name,
            refused=texts.explain(game, refusal) if refusal else "",
            paragraph=refusal.paragraph if refusal else "",
            rules_url=texts.rules_url(game, refusal) if refusal else "",
            undone=line.undone,
        )


def _line(do: Any, line: games.FeedLine, teller: Teller) -> str:
    if line.step is None:
        return teller.sentence(line.deed)
    facts = {"what": teller.sentence(line.step)}
    return _("Undone: %(what)s") % facts if do == "undo" else _("Done again: %(what)s") % facts


def read_steps(game: LiveGame, teller: Teller) -> tuple[str | None, str | None, Refusal | None]:
    """What undo and redo would take back and put back, in words, and why that undo is refused; one query."""
    stored = json.loads(game.snapshot) if game.snapshot else {}
    steps = [stored.get(name) for name in ("undo", "redo")]
    deeds = games.deeds_of(game, [step["seq"] for step in steps if step])
    undo, redo = (deeds.get(step["seq"]) or games.Deed({"do": step["do"]}) if step else None for step in steps)
    told = [None if deed is None else teller.sentence(deed) for deed in (undo, redo)]
    return told[0], told[1], None if undo is None else _why_stays(game, undo)


def _why_stays(game: LiveGame, deed: games.Deed) -> Refusal | None:
    try:
        discipline_for(game.discipline).require_undoable(dict(deed.command))
    except Refusal as refusal:
        return refusal
    return None


def read_undone(game: LiveGame, teller: Teller) -> str:
    """What was just taken back, without anybody's reasons: everybody reads it."""
    last = GameEvent.objects.filter(game=game, seq=game.seq).first()
    if last is None or last.kind != UNDONE:
        return ""
    first = last.data["from_seq"]
    deed = games.deeds_of(game, [first]).get(first)
    if deed is None:
        return ""
    told = games.Deed({**deed.command, "reason": "…"}, deed.events)
    return _("Taken back: %(what)s") % {"what": teller.sentence(told)}


def read_chat(game: LiveGame, room: str, *, host: bool = False) -> tuple[ChatLine, ...]:
    """The last messages of a room, "" for the Great Hall; ``host``: with who is muted. Read once a push."""
    return once(game, f"room:{room}:{host}", lambda: _chat(game, room, host=host))


def _chat(game: LiveGame, room: str, *, host: bool) -> tuple[ChatLine, ...]:
    messages = chat_messages(game, rooms=(room,), limit=LONGEST_CHAT)
    muted = muted_voices(game) if host and messages else set()
    return tuple(
        ChatLine(
            number=message.number,
            author=message.author_name,
            voice=message.author_key,
            team=message.team,
            text="" if message.removed_at else message.text,
            at=message.sent_at,
            removed=message.removed_at is not None,
            muted=message.author_key in muted,
        )
        for message in messages
    )


def _devices(game: LiveGame) -> tuple[Device, ...]:
    """The seats of the teams whose devices the console watches, captains first."""
    links = sorted(game_links(game), key=lambda link: link.role != SeatRole.CAPTAIN)
    return tuple(
        Device(link.seat_key, link.name, link.player) for link in links if link.team and link.revoked_at is None
    )
