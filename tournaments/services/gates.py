"""Whether an evening takes commands now, and from which host: it may be suspended, its console handed over."""

from __future__ import annotations

from tournaments.models import LiveGame
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor


def require_open(game: LiveGame, actor: Actor) -> None:
    """Raises :class:`Refusal` while the evening is suspended, and for a host who does not conduct it. No query."""
    if game.suspension:
        raise Refusal("", "suspended", {"since": game.suspension["at"]})
    require_conductor(game, actor)


def require_host(game: LiveGame, actor: Actor) -> None:
    """Raises :class:`Refusal` for anyone but the host who conducts the evening. No query."""
    if not actor.is_host:
        raise Refusal("", "host_only")
    require_conductor(game, actor)


def require_waiting(game: LiveGame, actor: Actor) -> None:
    """Raises :class:`Refusal` for anyone but the conducting host, and after the start. No query."""
    require_host(game, actor)
    if game.started_at is not None:
        raise Refusal("", "already_started")


def require_evening(game: LiveGame, actor: Actor) -> None:
    """The same, and for a rehearsal: it is not rehearsed itself. No query."""
    require_waiting(game, actor)
    if game.is_rehearsal:
        raise Refusal("", "rehearsal_of_rehearsal")


def require_conductor(game: LiveGame, actor: Actor) -> None:
    """Raises :class:`Refusal` for a host who has handed the console over, or never had it since. No query."""
    if actor.role == "host" and game.conductor and actor.key != game.conductor["key"]:
        raise Refusal("", "handed_over", {"name": game.conductor["name"]})
