"""The balances of a game as a drawing: a line a team, the pot as an area, worked out in whole numbers on the server.

No team is told by colour alone: each line has its own dashes and carries the team's letter, and beside the drawing
stands the same as a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from auction.rules.accounts import Accounts
from auction.rules.projection import seat_of
from auction.rules.session import Session
from auction.services.history import History, LotEnd
from tournaments.colours import PAPER, readable_on, safe_colour

WIDTH, HEIGHT = 960, 380
LEFT, RIGHT, TOP, BOTTOM = 48, 176, 18, 36
PLOT_WIDTH, PLOT_HEIGHT = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
MOST_STEPS = 800  # places along the x axis: more than there are pixels would only make the page heavy
LABEL_GAP, MARK_GAP = 22, 19  # pixels
LONGEST_FIGURE = 9  # digits on the axis
_DASHES = ("", "9 4", "2 4", "14 4 2 4", "5 2", "1 3")


@dataclass(frozen=True, slots=True)
class Look:
    """How a team is told apart: colour, letter, name."""

    id: str
    command: str
    colour: str
    emblem: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A team's letter on its line."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Line:
    """A team's balance. ``label_y`` is where its name stands at the right end, ``end_y`` where the line ends."""

    team: Look
    path: str
    stroke: str  # for paper without our style sheet
    dashes: str
    marks: tuple[Mark, ...]
    points: int
    end_y: int
    label_y: int


@dataclass(frozen=True, slots=True)
class Tick:
    """A place on an axis."""

    at: int
    text: str
    strong: bool = False


@dataclass(frozen=True, slots=True)
class TableRow:
    """The balances when a lot was over; ``points`` in the order of the lines, None for who did not sit there yet."""

    lot: LotEnd | None
    number: int
    points: tuple[int | None, ...]
    pot: int


@dataclass(frozen=True, slots=True)
class Chart:
    """Everything that the template draws."""

    lines: tuple[Line, ...]
    pot: str
    levels: tuple[Tick, ...]
    lots: tuple[Tick, ...]
    rows: tuple[TableRow, ...]
    moves: int
    now: int | None = None  # where a replay stands, in pixels

    width, height = WIDTH, HEIGHT
    left, right, top, bottom = LEFT, WIDTH - RIGHT, TOP, HEIGHT - BOTTOM
    name_at, figure_at = WIDTH - RIGHT + 34, WIDTH - 4


def looks_of(session: Session) -> list[Look]:
    """Every team of both rounds, as charts and protocols tell them apart."""
    seats = [(team, seat_of(session, team)) for team in session.game.teams]
    return [Look(team.id, team.command, seat.colour, seat.emblem) for team, seat in seats]


def make_chart(history: History, teams: Sequence[Look], move: int | None = None) -> Chart:
    """The chart of a game; ``move`` marks where a replay stands."""
    course, moves = history.course, len(history.course) - 1
    steps = _steps(moves, history.lots)
    unit, highest = _scale(max((max(*each.points.values(), each.pot) for each in course), default=1))
    lines = [_line(place, team, course, steps, highest) for place, team in enumerate(teams)]
    return Chart(
        lines=tuple(_with_marks(_with_labels(lines), history, highest)),
        pot=_area([(step, course[step].pot) for step in steps], moves, highest),
        levels=tuple(Tick(_y(level, highest), _figure(level)) for level in range(0, highest + 1, unit)),
        lots=tuple(_lot_ticks(history.lots, moves)),
        rows=tuple(_rows(history, teams)),
        moves=moves,
        now=None if move is None else _x(move, moves),
    )


def _steps(moves: int, lots: Sequence[LotEnd]) -> list[int]:
    """Which moves are drawn: all, or evenly as many as can be seen, and the end of every lot."""
    if moves <= MOST_STEPS:
        return list(range(moves + 1))
    return sorted({*(moves * step // MOST_STEPS for step in range(MOST_STEPS + 1)), *(lot.move for lot in lots)})


def _scale(most: int) -> tuple[int, int]:
    """The distance of the levels, a round number, and the highest one: four to six levels."""
    power = 10 ** max(0, len(str(max(1, most))) - 1)
    sizes = [unit for unit in (power // 10 * 2, power // 2, power, power * 2, power * 5) if unit]
    unit = next(unit for unit in [*sizes, power * 10] if most <= unit * 6)
    return unit, unit * max(1, -(-most // unit))


def _x(move: int, moves: int) -> int:
    return LEFT + PLOT_WIDTH * move // max(1, moves)


def _y(value: int, highest: int) -> int:
    return TOP + PLOT_HEIGHT - PLOT_HEIGHT * value // highest


def _figure(number: int) -> str:
    return str(number) if number < 10**LONGEST_FIGURE else "…"


def _line(place: int, team: Look, course: Sequence[Accounts], steps: Sequence[int], highest: int) -> Line:
    moves = len(course) - 1
    values = [(step, course[step].points[team.id]) for step in steps if team.id in course[step].points]
    points = course[-1].points.get(team.id, 0)
    end = _y(points, highest)
    return Line(
        team=team,
        path=_stairs(values, moves, highest),
        stroke=readable_on(PAPER, safe_colour(team.colour)),
        dashes=_DASHES[place % len(_DASHES)],
        marks=(),
        points=points,
        end_y=end,
        label_y=end,
    )


def _stairs(values: Sequence[tuple[int, int]], moves: int, highest: int) -> str:
    """A balance stays until it changes: level, then straight up or down."""
    if not values:
        return ""
    (first, level), path = values[0], []
    for step, value in values[1:]:
        if value != level:
            path.append(f"H{_x(step, moves)}V{_y(value, highest)}")
            level = value
    return f"M{_x(first, moves)} {_y(values[0][1], highest)}{''.join(path)}H{_x(moves, moves)}"


def _area(values: Sequence[tuple[int, int]], moves: int, highest: int) -> str:
    return f"{_stairs(values, moves, highest)}V{_y(0, highest)}H{LEFT}Z"


def _with_labels(lines: Sequence[Line]) -> list[Line]:
    """Names at the right end, moved apart where balances are close."""
    order = sorted(range(len(lines)), key=lambda place: lines[place].end_y)
    room = min(LABEL_GAP, PLOT_HEIGHT // max(1, len(lines)))
    heights: dict[int, int] = {}
    lowest = TOP
    for place in order:
        heights[place] = lowest = max(lines[place].end_y, lowest)
        lowest += room
    limit = TOP + PLOT_HEIGHT
    for place in reversed(order):
        heights[place] = limit = min(heights[place], limit)
        limit -= room
    return [replace(line, label_y=heights[place]) for place, line in enumerate(lines)]


def _with_marks(lines: Sequence[Line], history: History, highest: int) -> list[Line]:
    """Letters where lots ended. Where lines meet one letter stands, another one each time."""
    moves = len(history.course) - 1
    marks: dict[str, list[Mark]] = {line.team.id: [] for line in lines}
    nearest = -MARK_GAP
    for turn, lot in enumerate(history.lots):
        x, taken = _x(lot.move, moves), [-MARK_GAP]
        if x - nearest < MARK_GAP or x > LEFT + PLOT_WIDTH - MARK_GAP // 2:
            continue
        nearest = x
        for place in range(len(lines)):
            team = lines[(place + turn) % len(lines)].team.id
            points = history.course[lot.move].points.get(team)
            y = _y(points or 0, highest)
            if points is not None and all(abs(y - other) >= MARK_GAP for other in taken):
                marks[team].append(Mark(x, y))
                taken.append(y)
    return [replace(line, marks=tuple(marks[line.team.id])) for line in lines]


def _lot_ticks(lots: Sequence[LotEnd], moves: int) -> Iterator[Tick]:
    """A hairline at the end of every lot, numbered a round; the one that ends the first round is strong."""
    numbers = dict.fromkeys((1, 2), 0)
    crowded = len(lots) > PLOT_WIDTH // 24
    for place, lot in enumerate(lots):
        numbers[lot.round] = numbers.get(lot.round, 0) + 1
        last_of_round = place + 1 < len(lots) and lots[place + 1].round != lot.round
        shown = not crowded or last_of_round
        yield Tick(_x(lot.move, moves), str(numbers[lot.round]) if shown else "", strong=last_of_round)


def _rows(history: History, teams: Sequence[Look]) -> Iterator[TableRow]:
    def row(lot: LotEnd | None, number: int, accounts: Accounts) -> TableRow:
        return TableRow(lot, number, tuple(accounts.points.get(team.id) for team in teams), accounts.pot)

    yield row(None, 0, history.course[0])
    for number, lot in enumerate(history.lots, 1):
        yield row(lot, number, history.course[lot.move])
    if not history.lots or history.lots[-1].move < len(history.course) - 1:
        yield row(None, len(history.lots) + 1, history.course[-1])
