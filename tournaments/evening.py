"""Where an evening stands, for the pages about it."""

from __future__ import annotations

from datetime import datetime

from tournaments.models import LiveGame
from tournaments.texts import say_moment


def stage_of(game: LiveGame) -> str:
    """Waiting, running, suspended or finished."""
    if game.finished_at is not None:
        return "finished"
    if game.started_at is None:
        return "waiting"
    return "suspended" if game.is_suspended else "running"


def say_until(game: LiveGame) -> str:
    """When a suspended evening goes on, in words; "" if that is not known."""
    until = game.suspension.get("until")
    return say_moment(datetime.fromisoformat(until)) if until else ""
