"""The log folded: what a game's snapshot must be, undo and redo included, without asking the snapshot.

An undo takes the last effective *step* out, with every event after it; a redo puts the same events back to
where they were. So an event is in force unless an undo that was not redone spans its number, and the
events in force stand in the order of their numbers.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, NamedTuple

from tournaments.disciplines import Discipline, Json, discipline_for
from tournaments.models import GameEvent, LiveGame

UNDONE, REDONE = "Undone", "Redone"


class Row(NamedTuple):
    """An event as it lies in the log, with the command that brought it about."""

    seq: int
    kind: str
    data: Json
    command_pk: int
    command: Json


class Entry(NamedTuple):
    """An event in force or taken back. ``step``: it is the first of a command that undo stops at."""

    seq: int
    event: Any
    command_pk: int
    do: str
    step: bool


class Span(NamedTuple):
    """Events taken back together, and the ``do`` of the step that they belong to."""

    do: str
    entries: tuple[Entry, ...]

    @property
    def first(self) -> int:
        """Number of the first event."""
        return self.entries[0].seq

    @property
    def last(self) -> int:
        """Number of the last event."""
        return self.entries[-1].seq

    def as_event(self, at: int) -> Json:
        """What an ``Undone`` or ``Redone`` of this span says; ``at``: ms since the epoch."""
        return {"from_seq": self.first, "to_seq": self.last, "do": self.do, "at": at}


def canonical(value: Any) -> str:
    """JSON with one spelling, so that equal states are equal bytes."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def make_snapshot(state: Json, undo: Json | None, redo: Json | None) -> str:
    """The snapshot's text: the state, and which step undo and redo would take (``{"seq", "do"}``)."""
    return canonical({"state": state, "undo": undo, "redo": redo})


def mark(seq: int, do: str) -> Json:
    """A step as the snapshot names it."""
    return {"seq": seq, "do": do}


def load_session(game: LiveGame) -> Any:
    """The discipline's state of a started game; of one that has not started, the state it would start with."""
    discipline = discipline_for(game.discipline)
    if not game.snapshot:
        return discipline.initial(game.setup)
    return discipline.load_state(json.loads(game.snapshot)["state"])


@dataclass
class Replay:
    """A fold of the log that can go back: ``plain[n]`` is the state after the first n events in force, undo unseen.

    ``state`` is what the game shows: it differs from the last plain one by what survived an undo. As states are values,
    keeping all of them costs little, and an undo in the log costs the length of what it takes back.
    """

    discipline: Discipline
    setup: Json
    entries: list[Entry] = field(default_factory=list)
    taken: list[Span] = field(default_factory=list)  # what redo would put back, the last first
    seq: int = 0
    _last_command: int | None = None

    def __post_init__(self) -> None:
        self.state = self.discipline.initial(self.setup)
        self.plain = [self.state]

    def feed(self, rows: Iterable[Row]) -> Replay:
        """Folds the rows, which continue the log, and returns itself. ValueError: the log contradicts itself."""
        for row in rows:
            if row.seq != self.seq + 1:
                raise ValueError(f"event {row.seq} follows event {self.seq}")
            if row.kind == UNDONE:
                self._take(row)
            elif row.kind == REDONE:
                self._put_back(row)
            else:
                self._append(row)
            self.seq, self._last_command = row.seq, row.command_pk
        return self

    def undoable(self) -> Span | None:
        """The last step in force with everything after it; None if there is none."""
        for index in range(len(self.entries) - 1, -1, -1):
            if self.entries[index].step:
                return Span(self.entries[index].do, tuple(self.entries[index:]))
        return None

    def redoable(self) -> Span | None:
        """What the last undo took, unless a new step has been made since."""
        return self.taken[-1] if self.taken else None

    def snapshot(self) -> str:
        """The snapshot that the game must have now."""
        undo, redo = self.undoable(), self.redoable()
        return make_snapshot(
            self.discipline.dump_state(self.state),
            mark(undo.first, undo.do) if undo else None,
            mark(redo.first, redo.do) if redo else None,
        )

    def _append(self, row: Row) -> None:
        event = self.discipline.load_event({**row.data, "kind": row.kind})
        step = row.command_pk != self._last_command and self.discipline.is_step(row.command)
        if step:
            self.taken.clear()
        undivided = self.state is self.plain[-1]
        self._enforce(Entry(row.seq, event, row.command_pk, row.command["do"], step))
        self.state = self.plain[-1] if undivided else self.discipline.evolve(self.state, event)

    def _enforce(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.plain.append(self.discipline.evolve(self.plain[-1], entry.event))

    def _take(self, row: Row) -> None:
        span = self.undoable()
        if span is None or span.as_event(row.data["at"]) != row.data:
            raise ValueError(f"event {row.seq} takes back what was not the last step")
        self._cut(span.first)
        self.taken.append(span)
        self._survive(row)

    def _put_back(self, row: Row) -> None:
        span = self.redoable()
        if span is None or span.as_event(row.data["at"]) != row.data:
            raise ValueError(f"event {row.seq} puts back what was not taken last")
        self.taken.pop()
        later = self._cut(span.first)
        for entry in (*span.entries, *later):
            self._enforce(entry)
        self._survive(row)

    def _cut(self, seq: int) -> list[Entry]:
        index = bisect_left(self.entries, seq, key=attrgetter("seq"))
        cut = self.entries[index:]
        del self.entries[index:], self.plain[index + 1 :]
        return cut

    def _survive(self, row: Row) -> None:
        self.state = self.discipline.after_undo(self.state, self.plain[-1], row.data["at"])


def log_rows(game_id: int) -> Iterator[Row]:
    """The game's events in order, read in slices."""
    rows = (
        GameEvent.objects.filter(game_id=game_id)
        .order_by("seq")
        .values_list("seq", "kind", "data", "command_id", "command__command")
    )
    return (Row(*row) for row in rows.iterator(chunk_size=2000))


def replay_game(game: LiveGame) -> Replay:
    """The game's whole log, folded; costs its length."""
    return Replay(discipline_for(game.discipline), game.setup).feed(log_rows(game.pk))


def find_differences(game: LiveGame) -> list[str]:
    """In which ways the stored snapshot is not the fold of the log; empty if all is well."""
    try:
        replay = replay_game(game)
    except Exception as error:  # noqa: BLE001 - whatever breaks the fold is the finding
        return [f"the log cannot be folded: {type(error).__name__}: {error}"]
    if not game.snapshot:
        return [f"not started, but has {replay.seq} events"] if replay.seq else []
    differences = []
    if replay.seq != game.seq:
        differences.append(f"seq is {game.seq}, the log ends at {replay.seq}")
    if replay.snapshot() != game.snapshot:
        differences.append("the snapshot is not the fold of the log")
    return differences
