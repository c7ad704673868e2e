"""The chat on a screen: the Great Hall, and a private room of a team. Server order, the newest last."""

from __future__ import annotations

from django.template.loader import render_to_string

from tournaments.panels.context import Around, trimmed


def chat_panel(around: Around, *, host: bool = False, room: bool = False, captain: bool = False) -> str:
    """The messages. The host's have buttons to remove, mute and release; a captain's of the room, to remove."""
    context = {
        "lines": around.room if room else around.chat,
        "links": around.links,
        "is_host": host,
        "room": room,
        "may_remove": host or (room and captain),
    }
    return trimmed(render_to_string("live/_chat.html", context))
