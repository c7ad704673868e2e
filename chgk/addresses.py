"""Where the pages of a game of the club stand."""

from __future__ import annotations

from django.urls import reverse

_LINKS = {
    "do": "tournaments:do",
    "start": "tournaments:start",
    "finish": "tournaments:finish",
    "reopen": "tournaments:reopen",
    "resume": "tournaments:resume",
    "chat": "tournaments:chat",
    "chat_remove": "tournaments:chat_remove",
    "chat_mute": "tournaments:chat_mute",
    "chat_release": "tournaments:chat_release",
    "versions": "chgk:versions",
    "setup": "chgk:setup",
    "record": "chgk:record",
    "draws": "chgk:draws",
    "protocol": "chgk:protocol",
    "replay": "chgk:replay",
    "spectator": "chgk:spectator",
    "projector": "chgk:projector",
}


def rules_url(paragraph: str) -> str:
    """The paragraph's place on the page of the regulation; the page itself for ""."""
    page = reverse("chgk:rulebook")
    return f"{page}#p{paragraph}" if paragraph else page


def game_addresses(game_id: int) -> dict[str, str]:
    """The addresses that a screen leads to."""
    found = {name: reverse(route, args=[game_id]) for name, route in _LINKS.items()}
    return {**found, "rules": rules_url("")}
