"""What every game's rules are made of: commands, events, refusals and the fold.

``decide(state, command)`` answers with the events that the command brings about, or raises
:class:`Refusal`; ``evolve(state, event)`` answers with the next state. Both are pure: time
and random choices arrive inside the command.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import TypeVar

State = TypeVar("State")
Event = TypeVar("Event")


class Refusal(Exception):
    """What the rules answer to a command that they do not allow.

    Arguments: the ``paragraph`` of the rulebook ("11"), a stable ``code`` ("bid_too_low") and
    the ``params`` that a sentence about it needs. The sentence itself, in the reader's
    language, belongs to the surface.
    """

    def __init__(self, paragraph: str, code: str, params: Mapping[str, object] | None = None) -> None:
        super().__init__(paragraph, code, dict(params or {}))
        self.paragraph = paragraph
        self.code = code
        self.params: dict[str, object] = dict(params or {})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and self.args == other.args

    def __hash__(self) -> int:
        return hash((self.paragraph, self.code))


def fold(evolve: Callable[[State, Event], State], state: State, events: Iterable[Event]) -> State:
    """The state after ``events``, starting from ``state``."""
    return reduce(evolve, events, state)
