"""What the record of any game has in common once it is carried out: its lines with their events and refusals."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.rules.engine import Refusal
from tournaments.rules.fields import is_whole_number
from tournaments.rules.records import RecordError, Row

LATEST = 4_102_444_800_000  # ms: the year 2100; a later «at» is no time
MARK = "x-"  # what an annotation begins with
_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")


@dataclass(frozen=True, slots=True)
class Entry:
    """A line carried out. ``command`` is what the log keeps; ``at`` its time in ms, None where the record has none."""

    line: int
    command: Mapping[str, Any]
    at: int | None
    events: tuple[Any, ...] = ()
    refusal: Refusal | None = None


def time_of(row: Row) -> int | None:
    """The time on a line, ms since the epoch; None if it has none that can be one."""
    at = row.data.get("at")
    return at if is_whole_number(at) and 0 < at < LATEST else None


def require_storable(row: Row) -> None:
    """No log can hold NUL, half a character, or what is no number: a :class:`RecordError` names the line."""
    try:
        text = json.dumps(row.data, ensure_ascii=False, allow_nan=False)
        text.encode()
    except (ValueError, RecursionError):
        raise RecordError(row.line, "something on it cannot be stored") from None
    if _NUL.search(text):
        raise RecordError(row.line, "something on it cannot be stored")
