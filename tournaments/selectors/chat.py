"""What a screen shows of the chat."""

from __future__ import annotations

from collections.abc import Collection

from tournaments.models import ChatMessage, ChatMute, LiveGame


def chat_messages(game: LiveGame, rooms: Collection[str] = ("",), limit: int = 50) -> list[ChatMessage]:
    """The last messages of these rooms ("" is the main chat), the oldest first; one query.

    Removed ones are left out of the main chat; in a team's room they leave a trace.
    """
    messages = ChatMessage.objects.filter(game=game, room__in=rooms).exclude(room="", removed_at__isnull=False)
    return list(messages.order_by("-number")[:limit])[::-1]


def muted_voices(game: LiveGame) -> set[str]:
    """Keys of the voices that are silent now."""
    return set(ChatMute.objects.filter(game=game, released_at=None).values_list("voice_key", flat=True))
