"""A channel: what one kind of screen shows to one audience in one language."""

from __future__ import annotations

from typing import NamedTuple

SCREENS = ("console", "captain", "player", "spectator", "projector")
PUBLIC = "public"
HOST = "host"


class Channel(NamedTuple):
    """Everybody on the same channel sees the same HTML, so it is rendered and encoded once."""

    game_id: int
    screen: str
    audience: str
    language: str

    @property
    def is_public(self) -> bool:
        """Spectators and projectors; their pushes are coalesced, everybody else's are immediate."""
        return self.audience == PUBLIC

    @property
    def key(self) -> str:
        """The name by which a stream of several channels tells them apart."""
        return f"{self.game_id}/{self.screen}/{self.audience}/{self.language}"
