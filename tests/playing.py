"""Short words for giving commands in tests."""

from __future__ import annotations

import datetime
import itertools
import json
from typing import Any

from tournaments.models import LiveGame
from tournaments.services.actors import Actor
from tournaments.services.play import Outcome, play

NOW = datetime.datetime(2026, 11, 30, 18, 0, tzinfo=datetime.UTC)
RED = Actor(key="seat:1", role="captain", team="red", name="Ruda", device="phone")
BLUE = Actor(key="seat:2", role="captain", team="blue", name="Niebieski")
_ids = itertools.count()


def give(
    game: LiveGame,
    actor: Actor,
    do: str,
    *,
    command_id: str | None = None,
    expected_seq: int | None = None,
    at: datetime.datetime = NOW,
    **fields: Any,
) -> Outcome:
    """Plays one command; each call is a gesture of its own unless it names its id."""
    return play(
        game_id=game.pk,
        command={"do": do, **fields},
        actor=actor,
        command_id=command_id or f"gesture-{next(_ids)}",
        expected_seq=expected_seq,
        received_at=at,
    )


def code_of(outcome: Outcome) -> str:
    """Why it was refused, in short; "" if it was not."""
    return outcome.refusal.code if outcome.refusal is not None else ""


def stored(game: LiveGame) -> dict[str, Any]:
    """The snapshot as it lies in the database."""
    return json.loads(LiveGame.objects.get(pk=game.pk).snapshot)


def state(game: LiveGame) -> dict[str, Any]:
    """The discipline's part of it."""
    return stored(game)["state"]
