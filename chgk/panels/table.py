"""The round table as a drawing: envelopes on their sectors, and the top in the middle that points to one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

RIM = 96.0  # radius of the table in a view box of 200
ENVELOPE_AT = 76.0
INNER = 50.0  # where the sectors begin


@dataclass(frozen=True, slots=True)
class Place:
    """A sector of the table with its envelope. ``turn``: degrees from the top of the table, clockwise."""

    number: int
    path: str
    at: str
    turn: str
    shade: int
    closed: bool
    drawn: bool


@dataclass(frozen=True, slots=True)
class Table:
    """``turn``: where the top points, in degrees; ``drawn``: the envelope there, "" before the first spin."""

    places: tuple[Place, ...]
    turn: str
    drawn: str
    closed: int


def make_table(table: Sequence[int], envelopes: Sequence[int], drawn: int | None, *, is_open: bool) -> Table:
    """The table with the envelopes it began with, and the spares that have joined.

    ``drawn``: where the top has stopped last; ``is_open``: that question is still being played.
    """
    numbers = [*table, *sorted({*envelopes, *([drawn] if drawn is not None else [])} - set(table))]
    step = 360 / len(numbers) if numbers else 360
    pointed = numbers.index(drawn) * step if drawn is not None else 0.0
    places = tuple(
        Place(
            number=number,
            path=_sector(index * step - step / 2, index * step + step / 2),
            at=f"translate({ENVELOPE_AT * sin(index * step * pi / 180):.2f} "
            f"{-ENVELOPE_AT * cos(index * step * pi / 180):.2f})",
            turn=f"{index * step:.2f}",
            shade=2 if index == len(numbers) - 1 and len(numbers) % 2 and len(numbers) > 1 else index % 2,
            closed=number in envelopes,
            drawn=is_open and number == drawn,
        )
        for index, number in enumerate(numbers)
    )
    return Table(places, f"{pointed:.2f}", "" if drawn is None else str(drawn), len(envelopes))


def _sector(start: float, end: float) -> str:
    """The part of the ring between two directions."""
    if end - start >= 359.9:
        start, end = 0.0, 359.9
    far = int(end - start > 180)
    (x1, y1), (x2, y2) = _on(RIM, start), _on(RIM, end)
    (x3, y3), (x4, y4) = _on(INNER, end), _on(INNER, start)
    return f"M{x1} {y1}A{RIM} {RIM} 0 {far} 1 {x2} {y2}L{x3} {y3}A{INNER} {INNER} 0 {far} 0 {x4} {y4}Z"


def _on(radius: float, turn: float) -> tuple[str, str]:
    return f"{radius * sin(turn * pi / 180):.2f}", f"{-radius * cos(turn * pi / 180):.2f}"
