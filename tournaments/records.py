"""The registry of game records: which kind of game the ``record`` of a header means, and who can replay it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from tournaments.rules.draw_check import Check, Claims, check_draws
from tournaments.rules.engine import Refusal
from tournaments.rules.records import RecordError, Result, Row, read_header, read_rows


@dataclass(frozen=True, slots=True)
class RecordKind:
    """A kind of game: how its commands are carried out after the header, how a refusal reads, what has to be drawn."""

    replay: Callable[[Row, Iterator[Row]], Result]
    explain: Callable[[Refusal, Mapping[str, str]], str]
    needed_draws: Claims = lambda command: {}


_KINDS: dict[str, RecordKind] = {}


def register(record: str, kind: RecordKind) -> None:
    """Make a kind of game known, under the name that headers have in ``record``."""
    _KINDS[record] = kind


def replay(lines: Iterable[bytes | str]) -> tuple[RecordKind, Result]:
    """Carry out a record of any registered kind; a :class:`RecordError` if it cannot be read."""
    rows = read_rows(lines)
    header = read_header(rows)
    kind = _kind_of(header)
    return kind, kind.replay(header, rows)


def check(lines: Iterable[bytes | str]) -> Check:
    """Check the draws of a record of any registered kind; a :class:`RecordError` if it cannot be read."""
    rows = read_rows(lines)
    kind = _kind_of(read_header(rows))
    return check_draws(rows, kind.needed_draws)


def _kind_of(header: Row) -> RecordKind:
    kind = _KINDS.get(header.data["record"])
    if kind is None:
        raise RecordError(header.line, "unknown kind of game")
    return kind
