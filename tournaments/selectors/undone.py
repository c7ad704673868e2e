"""Which events an undo took back, and whose undo it was."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping

from tournaments.models import GameCommand, GameEvent, LiveGame


class Undone:
    """Who took back which event numbers of a game; one query."""

    def __init__(self, game: LiveGame) -> None:
        self._spans: list[tuple[int, int, GameCommand]] = []
        self.reached: dict[int, int] = {}  # an undo or redo -> the first event that it took back or put back
        events = GameEvent.objects.filter(game=game, kind__in=("Undone", "Redone")).order_by("seq")
        for event in events.select_related("command"):
            first, last = event.data["from_seq"], event.data["to_seq"]
            self.reached[event.command_id] = first
            if event.kind == "Undone":
                self._spans.append((first, last, event.command))
            else:
                place = max(n for n, span in enumerate(self._spans) if span[:2] == (first, last))
                del self._spans[place]
        self._spans.sort(key=lambda span: span[:2])
        self._starts = [first for first, _, _ in self._spans]
        self._reach = _reach(self._spans)

    def by(self, seq: int | None) -> GameCommand | None:
        """The undo that took this event back; None if the event is in force."""
        if seq is None:
            return None
        place = bisect_right(self._starts, seq) - 1
        if place < 0 or self._reach[place] < seq:
            return None
        return next(command for first, last, command in reversed(self._spans[: place + 1]) if first <= seq <= last)


def _reach(spans: list[tuple[int, int, GameCommand]]) -> Mapping[int, int]:
    """How far the spans up to each one go: later undos may lie inside earlier ones."""
    reach, furthest = {}, 0
    for place, (_first, last, _command) in enumerate(spans):
        reach[place] = furthest = max(furthest, last)
    return reach
