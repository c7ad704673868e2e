"""For whom a screen is drawn."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Audience:
    """Who looks: ``role`` is host, captain, player or public; ``team`` for captain and player. Which player it is is
    not known here: a screen serves a team.
    """

    role: str
    team: str | None = None

    @classmethod
    def parse(cls, text: str) -> Audience:
        """The audience of a channel: "host", "captain:red", "player:red", "public"."""
        role, _, team = text.partition(":")
        return cls(role, team or None)

    @property
    def is_host(self) -> bool:
        """Whether the questions are open to it."""
        return self.role == "host"

    @property
    def is_table(self) -> bool:
        """Whether it sits with a team."""
        return self.role in ("captain", "player")
