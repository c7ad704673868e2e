"""The wheel's geometry: sectors as wide as their weights, turned so that the one drawn lies at the pointer, at three
o'clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import cos, pi, sin

from auction.lot_words import MARKS, lot_name
from auction.rules.special import kind_of
from auction.rules.state import Kind
from tournaments.rules.draw import Choice

RIM = 97.0  # radius of the sectors in a view box of 200
TEXT_AT = 90.0  # where labels end, near the rim
MARK_AT = 86.0  # where the mark of a special lot stands
SPECIAL_INSET = 14  # how much its label leaves to the mark
SPECIAL_ROOM = 11  # letters of its label that keep clear of the hub; a longer one is in smaller type
LONGEST_SPECIAL = 17


@dataclass(frozen=True, slots=True)
class Sector:
    """A choice on the wheel. ``place`` is the SVG transform of its label, ``anchor`` where the label begins.

    A special lot has a ``kind`` and a ``mark``, which stands upright at ``mark_at``.
    """

    name: str
    label: str
    path: str
    place: str
    anchor: str
    shade: int
    drawn: bool
    kind: str = ""
    mark: str = ""
    mark_at: str = ""
    long: bool = False  # in smaller type


@dataclass(frozen=True, slots=True)
class Wheel:
    """``turn``: by how many degrees the wheel stands further than before the draw; the page lets it run from there."""

    sectors: tuple[Sector, ...]
    turn: str
    drawn: str
    density: str  # few, some or many: the size of the letters

    @property
    def names(self) -> str:
        """What a screen reader says instead of the picture."""
        return ", ".join(sector.name for sector in self.sectors)


def make_wheel(choices: Sequence[Choice], drawn: str | None) -> Wheel:
    """The wheel with these choices; ``drawn`` is one of them, at the pointer, or None before the draw."""
    weighted = [choice if isinstance(choice, tuple) else (choice, 1) for choice in choices]
    middles, steps = _lay_out([weight for _name, weight in weighted])
    names = [name for name, _weight in weighted]
    turn = middles[names.index(drawn)] if drawn in names else 0.0
    density = "few" if len(names) <= 8 else "some" if len(names) <= 14 else "many"
    room = {"few": 14, "some": 16, "many": 18}[density]
    return Wheel(
        tuple(
            _sector(name, middles[index] - turn, steps[index], _shade(index, len(names)), room, drawn == name)
            for index, name in enumerate(names)
        ),
        turn=f"{turn:.2f}",
        drawn=drawn or "",
        density=density,
    )


def spread_among(names: Sequence[str], special: Sequence[str]) -> list[str]:
    """All of them, the special ones far from one another."""
    order = list(names)
    for index, name in enumerate(special):
        order.insert((index + 1) * len(names) // len(special) + index, name)
    return order


def _lay_out(weights: Sequence[int]) -> tuple[list[float], list[float]]:
    """The middle of each sector, the first one's at 0, and its width, in degrees."""
    unit = 360 / sum(weights) if weights else 360
    steps = [weight * unit for weight in weights]
    ends = list(accumulate(steps))
    return [end - step / 2 - steps[0] / 2 for end, step in zip(ends, steps, strict=True)], steps


def _sector(name: str, middle: float, step: float, shade: int, room: int, drawn: bool) -> Sector:
    upside_down = cos(middle * pi / 180) < -0.001
    turned = middle + 180 if upside_down else middle
    kind = kind_of(name)
    special = kind is not Kind.QUESTION
    text_at = TEXT_AT - (SPECIAL_INSET if special else 0)
    title = lot_name(name)
    room = LONGEST_SPECIAL if special else room
    x, y = (f"{MARK_AT * turn(middle * pi / 180):.2f}" for turn in (cos, sin))
    return Sector(
        name=title,
        label=title if len(title) <= room else title[: room - 1].rstrip() + "…",
        path=_slice(middle - step / 2, middle + step / 2),
        place=f"rotate({turned:.2f}) translate({-text_at if upside_down else text_at:.0f} 0)",
        anchor="start" if upside_down else "end",
        shade=shade,
        drawn=drawn,
        kind=str(kind) if special else "",
        mark=MARKS.get(kind, ""),
        mark_at=f"translate({x} {y})" if special else "",
        long=special and len(title) > SPECIAL_ROOM,
    )


def _shade(index: int, count: int) -> int:
    """Neighbours differ, the last and the first too."""
    return 2 if index == count - 1 and count % 2 and count > 1 else index % 2


def _slice(start: float, end: float) -> str:
    if end - start >= 359.9:
        return f"M{RIM:.2f} 0A{RIM} {RIM} 0 1 1 {-RIM:.2f} 0A{RIM} {RIM} 0 1 1 {RIM:.2f} 0Z"
    (x1, y1), (x2, y2) = _on_rim(start), _on_rim(end)
    return f"M0 0L{x1} {y1}A{RIM} {RIM} 0 {int(end - start > 180)} 1 {x2} {y2}Z"


def _on_rim(angle: float) -> tuple[str, str]:
    return f"{RIM * cos(angle * pi / 180):.2f}", f"{RIM * sin(angle * pi / 180):.2f}"
