"""Every command and event of the stage: each part of the evening brings its own.

A part is a module with ``RULES`` (do -> rule on a :class:`Scene`), ``CHANGES`` (event -> the stage after it) and its
events. An event that changes more than the stage stands in ``CHANGES``, too, and in session.py's ``evolve``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from auction.rules import boxes, duel_events, dueling, ends, seating, staging, substitution
from auction.rules.stage import Stage

StageEvent = (
    staging.StagingEvent
    | substitution.SubstitutionEvent
    | duel_events.DuelingEvent
    | seating.SeatingEvent
    | boxes.BoxEvent
    | ends.EndReached
)

STAGE_RULES: Mapping[str, staging.StageRule] = {
    **staging.RULES,
    **substitution.RULES,
    **dueling.RULES,
    **boxes.RULES,
}

_CHANGES: Mapping[type, Callable[[Stage, Any], Stage]] = {
    **staging.CHANGES,
    **substitution.CHANGES,
    **duel_events.CHANGES,
    **seating.CHANGES,
    **boxes.CHANGES,
    **ends.CHANGES,
}


def evolve_stage(stage: Stage, event: StageEvent) -> Stage:
    """The stage after an event."""
    return _CHANGES[type(event)](stage, event)
