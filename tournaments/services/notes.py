"""Lines of a game's log that change nothing in the game: who took over, when the evening was interrupted."""

from __future__ import annotations

import datetime
import secrets
from typing import Any

from django.utils import timezone

from tournaments.models import GameCommand, LiveGame
from tournaments.services.actors import Actor


def write_note(
    *, game: LiveGame, said: dict[str, Any], actor: Actor, at: datetime.datetime | None = None
) -> GameCommand:
    """Adds a note (``do`` begins with ``x-``), in the caller's transaction and under the game's lock."""
    at = at or timezone.now()
    return GameCommand.objects.create(
        game=game,
        command={**said, "at": int(at.timestamp() * 1000)},
        command_id=secrets.token_hex(16),
        actor_key=actor.key,
        actor_role=actor.role,
        actor_name=actor.name[:200],
        device=actor.device[:200],
        received_at=at,
        accepted=True,
        seq_after=game.seq,
    )
