"""A clock of the hall: it runs towards a moment, or stands with what is left. Nothing ticks here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.rules.engine import Refusal

LONGEST_CLOCK = 10 * 60_000  # ms


@dataclass(frozen=True, slots=True)
class Clock:
    """Either running towards ``deadline`` (ms since the epoch, server time) or stopped with ``remaining`` ms."""

    total: int
    remaining: int
    deadline: int | None = None

    @classmethod
    def of(cls, total: int) -> Clock:
        """A full clock that stands still; ``total``: ms."""
        return cls(total, total)

    def left(self, at: int) -> int:
        """Milliseconds left at the moment ``at``."""
        return self.remaining if self.deadline is None else max(0, self.deadline - at)

    def stopped(self, at: int) -> Clock:
        """The clock as it stands when stopped at the moment ``at``."""
        return Clock(self.total, self.left(at))

    def running(self, at: int) -> Clock:
        """The clock, running from the moment ``at``."""
        return self if self.deadline is not None else Clock(self.total, self.remaining, at + self.remaining)

    def lengthened(self, ms: int, at: int) -> Clock:
        """The clock with ``ms`` more (or less) on it, never below nothing nor above ten minutes."""
        left = min(LONGEST_CLOCK, max(0, self.left(at) + ms))
        stopped = Clock(max(self.total, left), left)
        return stopped if self.deadline is None else stopped.running(at)


def moment_of(command: Mapping[str, Any], paragraph: str) -> int:
    """When the command arrived, ms since the epoch; refused with ``paragraph`` if it does not say."""
    at = command.get("at")
    if not isinstance(at, int) or isinstance(at, bool):
        raise Refusal(paragraph, "malformed", {"field": "at"})
    return at


def change_clock(clock: Clock | None, command: Mapping[str, Any], *, total: int, paragraph: str) -> Clock:
    """``action``: start, stop, resume, restart, or add (``seconds``, which may be negative).

    ``total``: ms of a full clock; ``paragraph``: the rule about this time, for refusals.
    """
    at, action = moment_of(command, paragraph), command.get("action")
    if action == "restart" or (action == "start" and clock is None):
        return Clock.of(total).running(at)
    if action == "start":
        raise Refusal(paragraph, "clock_already_set", {})
    if clock is None:
        raise Refusal(paragraph, "no_clock", {})
    if action == "stop":
        return clock.stopped(at)
    if action == "resume":
        return clock.running(at)
    seconds = command.get("seconds")
    if action == "add" and isinstance(seconds, int) and not isinstance(seconds, bool) and seconds:
        return clock.lengthened(seconds * 1000, at)
    raise Refusal(paragraph, "malformed", {"field": "seconds" if action == "add" else "action"})
