"""The audit trail: one line for each decision of a person."""

from collections.abc import Mapping
from typing import Any

from tournaments.models import AuditEntry
from tournaments.services.actors import Actor


def record_audit(*, actor: Actor, action: str, target: str, details: Mapping[str, Any] | None = None) -> AuditEntry:
    """Writes who did what to what (``game:7``) in the caller's transaction; ``details`` must be JSON.

    ``name`` and ``role`` of the details are the actor's: what the row is called stands as ``name_of_row``.
    What a deputy did says in whose place (``deputy_of``).
    """
    place = {"deputy_of": actor.deputy_of} if actor.deputy_of else {}
    return AuditEntry.objects.create(
        actor=actor.key,
        action=action,
        target=target,
        details={**(details or {}), "name": actor.name, "role": actor.role, **place},
    )
