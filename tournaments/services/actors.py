"""Who does something."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody at a screen, or Sowa itself.

    ``key`` is ``user:<pk>``, ``seat:<access link pk>`` or ``system:<what>``; ``role`` one of enums.Role; ``team`` and
    ``player`` are ids of the game's setup, for captains and players.
    """

    key: str
    role: str
    team: str | None = None
    name: str = ""
    device: str = ""
    player: str | None = None

    @property
    def is_host(self) -> bool:
        """Whether the host's commands are theirs."""
        return self.role in ("host", "system")
