"""What has to be done from time to time, whoever is there: `manage.py tick` does it, each app registers its own."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

Do = Callable[[datetime], int]
_chores: dict[str, Do] = {}
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a chore: how much there was to do, or what kept it from being done."""

    name: str
    count: int = 0
    problem: str = ""


def register_chore(name: str, do: Do) -> None:
    """``do(now)`` answers with how much it did; called twice, or twice at once, it must do nothing twice.

    Called from ``ready()``; chores are done in the order in which they were registered.
    """
    _chores[name] = do


def do_chores(now: datetime) -> list[Done]:
    """Every chore; one that fails keeps no other from being done."""
    return [_do(name, do, now) for name, do in _chores.items()]


def _do(name: str, do: Do, now: datetime) -> Done:
    try:
        return Done(name, do(now))
    except Exception as problem:  # whatever it is, the next chore has nothing to do with it
        logger.exception("chore %s", name)
        return Done(name, problem=type(problem).__name__)
