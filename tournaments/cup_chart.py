"""The cup's chart: where each house's line runs through the season, as numbers for an inline SVG. Pure."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.colours import team_class
from tournaments.models import House
from tournaments.selectors.ranking import Step

LEFT, RIGHT, TOP, BOTTOM = 48, 44, 18, 30
EMBLEM = 13  # radius
LABEL = 64  # room that a date needs


@dataclass(frozen=True, slots=True)
class Line:
    """A house's way: ``points`` for a polyline, dots at each game, its emblem at the end."""

    css: str
    name: str
    letter: str
    points: str
    dots: tuple[tuple[int, int], ...]
    end: tuple[int, int]
    emblem_y: int  # moved aside where ends meet


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the scale, or a date below it."""

    at: int
    label: str = ""
    moment: datetime.datetime | None = None


@dataclass(frozen=True, slots=True)
class Chart:
    """Everything that the template draws, in units of the view box."""

    width: int
    height: int
    lines: tuple[Line, ...]
    scale: tuple[Tick, ...]
    dates: tuple[Tick, ...]
    left: int = LEFT

    @property
    def right(self) -> int:
        """Where the lines end."""
        return self.width - RIGHT


def draw_chart(steps: Sequence[Step], houses: Sequence[House], *, width: int, height: int) -> Chart:
    """The chart of the houses that ever won or lost a point."""
    totals = [total for step in steps for total in step.totals.values()]
    ticks = _ticks(min(0, *totals), max(1, *totals)) if totals else [0, 1]
    low, high = ticks[0], ticks[-1]

    def x_of(number: int) -> int:
        return round(LEFT + (width - LEFT - RIGHT) * number / max(1, len(steps)))

    def y_of(points: int) -> int:
        return round(height - BOTTOM - (height - TOP - BOTTOM) * (points - low) / (high - low))

    scored = {house for step in steps for house in step.totals}
    drawn = [house for house in houses if house.pk in scored]
    ways = {
        house.pk: [(x_of(0), y_of(0))]
        + [(x_of(number), y_of(step.totals.get(house.pk, 0))) for number, step in enumerate(steps, 1)]
        for house in drawn
    }
    aside = _spread({house.pk: ways[house.pk][-1][1] for house in drawn}, TOP, height - BOTTOM)
    return Chart(
        width=width,
        height=height,
        lines=tuple(_line(house, ways[house.pk], aside[house.pk]) for house in drawn),
        scale=tuple(Tick(y_of(tick), str(tick)) for tick in ticks),
        dates=tuple(
            Tick(x_of(number), moment=steps[number - 1].at)
            for number in _labelled(len(steps), (width - LEFT - RIGHT) // LABEL)
        ),
    )


def _line(house: House, way: list[tuple[int, int]], emblem_y: int) -> Line:
    return Line(
        css=team_class(house.key),
        name=house.name,
        letter=(house.emblem or house.name)[:2],
        points=" ".join(f"{x},{y}" for x, y in way),
        dots=tuple(way[1:]),
        end=way[-1],
        emblem_y=emblem_y,
    )


def _ticks(low: int, high: int) -> list[int]:
    """Round numbers from at most ``low`` to at least ``high``, four to seven of them; 0 is always one."""
    step = 1
    while (high - low) / step > 5:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    first, last = low // step, -(-high // step)
    return [number * step for number in range(first, last + 1)]


def _labelled(steps: int, room: int) -> list[int]:
    """Which steps get their date, so that dates do not touch; always the last one."""
    every = max(1, -(-steps // max(1, room)))
    return list(range(steps, 0, -every))[::-1]


def _spread(ends: dict[int, int], top: int, bottom: int) -> dict[int, int]:
    """The ends moved apart until emblems do not cover each other, inside the chart as far as they fit."""
    order = sorted(ends, key=lambda key: ends[key])
    least, placed = 2 * EMBLEM + 2, list[int]()
    for key in order:
        placed.append(max(ends[key], placed[-1] + least) if placed else ends[key])
    below = bottom
    for index in range(len(placed) - 1, -1, -1):
        placed[index] = min(placed[index], below)
        below = placed[index] - least
    return dict(zip(order, placed, strict=True))
