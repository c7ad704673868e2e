"""The chat: the server's order, one number a message, and a host who keeps it civil.

A team's room is its own: who sits in the team now writes and reads there, nobody else, the host neither; so what is
said there is the captain's to remove, and a voice that the host has muted in the hall still speaks in it.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from tournaments.enums import SeatRole
from tournaments.models import ChatMessage, ChatMute, LiveGame
from tournaments.rules.engine import Refusal
from tournaments.services.access_links import still_sits
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock
from tournaments.services.publishing import publish_after_commit

LONGEST_TEXT = 500
# Marks that reorder or hide what stands around them; ZWJ and ZWNJ stay, emoji and some scripts need them.
_DECEIVERS = re.compile("[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]")


@dataclass(frozen=True, slots=True)
class ChatOutcome:
    """The message as it was said, or why it was not (or whether a moderation took effect)."""

    message: ChatMessage | None = None
    refusal: Refusal | None = None

    @property
    def accepted(self) -> bool:
        """Whether it was done."""
        return self.refusal is None


def clean_text(text: str) -> str:
    """``text`` on one line, without control characters and without marks that reorder what is around them."""
    spaced = "".join(" " if unicodedata.category(char) in ("Cc", "Zl", "Zp") else char for char in text)
    return " ".join(re.sub("[\ud800-\udfff]", "", _DECEIVERS.sub("", spaced)).split())


def post_message(*, game_id: int, actor: Actor, text: str, room: str = "", message_id: str = "") -> ChatOutcome:
    """Says ``text`` (at most 500 characters) in the main chat or in a team's private ``room``.

    The same ``message_id`` of the same author is answered with the message already said. Refused: nothing to
    read in it, too long, somebody else's room, a seat that has passed to somebody else, in the hall a muted voice.
    Raises LiveGame.DoesNotExist.
    """
    text = clean_text(text)
    refusal = _objection(actor, text, room)
    if refusal is not None:
        return ChatOutcome(refusal=refusal)
    with write_lock(), transaction.atomic():
        game = LiveGame.objects.select_for_update().only("chat_seq").get(pk=game_id)
        if not still_sits(game_id, actor):
            return ChatOutcome(refusal=Refusal("", "seat_gone"))
        said = ChatMessage.objects.filter(game=game, author_key=actor.key, message_id=message_id).first()
        if message_id and said is not None:
            return ChatOutcome(said)
        if not room and ChatMute.objects.filter(game=game, voice_key=actor.key, released_at=None).exists():
            return ChatOutcome(refusal=Refusal("", "voice_muted"))
        game.chat_seq += 1
        message = ChatMessage.objects.create(
            game=game,
            number=game.chat_seq,
            room=room,
            message_id=message_id or uuid4().hex,
            author_key=actor.key,
            author_name=actor.name[:200],
            team=actor.team or "",
            text=text,
        )
        LiveGame.objects.filter(pk=game.pk).update(chat_seq=game.chat_seq)
        publish_after_commit(game.pk)
    return ChatOutcome(message)


def remove_message(*, game_id: int, number: int, actor: Actor) -> ChatOutcome:
    """Hides a message: the host one of the hall, a captain one of the team's room.

    Its words stay in the table for the audit. Raises ChatMessage.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        LiveGame.objects.select_for_update().only("pk").get(pk=game_id)
        message = ChatMessage.objects.get(game_id=game_id, number=number)
        refusal = _no_moderator(actor, message)
        if refusal is None and not still_sits(game_id, actor):
            refusal = Refusal("", "seat_gone")
        if refusal is not None:
            return ChatOutcome(refusal=refusal)
        if message.removed_at is None:
            message.removed_at, message.removed_by = timezone.now(), actor.key
            message.save(update_fields=["removed_at", "removed_by"])
            _moderated(game_id, actor, "remove_message", {"number": number, "author": message.author_key})
    return ChatOutcome(message)


def mute_voice(*, game_id: int, voice_key: str, actor: Actor) -> ChatOutcome:
    """Silences a voice (``seat:5``) in the chat until released; its bids still count. The host cannot be muted."""
    if not actor.is_host:
        return ChatOutcome(refusal=Refusal("", "host_only"))
    if voice_key == actor.key or voice_key.startswith("user:"):
        return ChatOutcome(refusal=Refusal("", "host_not_muted"))
    with write_lock(), transaction.atomic():
        LiveGame.objects.select_for_update().only("pk").get(pk=game_id)
        _mute, is_new = ChatMute.objects.get_or_create(game_id=game_id, voice_key=voice_key[:50], released_at=None)
        if is_new:
            _moderated(game_id, actor, "mute_voice", {"voice": voice_key})
    return ChatOutcome()


def release_voice(*, game_id: int, voice_key: str, actor: Actor) -> ChatOutcome:
    """Gives a muted voice back."""
    if not actor.is_host:
        return ChatOutcome(refusal=Refusal("", "host_only"))
    with write_lock(), transaction.atomic():
        LiveGame.objects.select_for_update().only("pk").get(pk=game_id)
        mutes = ChatMute.objects.filter(game_id=game_id, voice_key=voice_key, released_at=None)
        if mutes.update(released_at=timezone.now()):
            _moderated(game_id, actor, "release_voice", {"voice": voice_key})
    return ChatOutcome()


def _objection(actor: Actor, text: str, room: str) -> Refusal | None:
    if not any(unicodedata.category(char)[0] in "LNPS" for char in text):
        return Refusal("", "message_empty")
    if len(text) > LONGEST_TEXT:
        return Refusal("", "message_too_long", {"length": len(text), "limit": LONGEST_TEXT})
    if room and room != actor.team:
        return Refusal("", "room_of_the_team" if actor.is_host else "not_your_room")
    return None


def _no_moderator(actor: Actor, message: ChatMessage) -> Refusal | None:
    if not message.room:
        return None if actor.is_host else Refusal("", "host_only")
    if message.room != actor.team:
        return Refusal("", "room_of_the_team" if actor.is_host else "not_your_room")
    return None if actor.role == SeatRole.CAPTAIN else Refusal("", "captain_only")


def _moderated(game_id: int, actor: Actor, action: str, details: dict[str, object]) -> None:
    record_audit(actor=actor, action=action, target=f"game:{game_id}", details=details)
    publish_after_commit(game_id)
