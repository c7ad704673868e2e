"""From a table to a proposal: who was at which lesson, what is not clear, and what is wrong in which line."""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tournaments.register_files import headings as h
from tournaments.register_files.days import Found, Span, find_day, possible_orders
from tournaments.register_files.marks import MARKS, fold_mark, read_mark
from tournaments.register_files.problems import FileError, Problem, column_letter
from tournaments.register_files.tables import Table
from tournaments.rules.likeness import normalise
from tournaments.rules.names import drop_unseen

LONG, WIDE = "long", "wide"
MOST_MARKS = 200_000
LONGEST_NAME, LONGEST_SUBJECT, LAST_PERIOD = 200, 100, 30
_PERIOD = re.compile(
    r"[(\[]\s*(\d{1,2})\s*[)\]]"
    r"|(?<!\w)(?:(?:lekcja|lek|l|godz|godzina|nr|урок|ур|пара|lesson|period|no)\.?|[#№])\s*(\d{1,2})(?!\w)"
    r"|(?<![\w.,])(\d{1,2})\s*[.-]?\s*(?:lekcja|lek|godz|й урок|урок|ур|пара|lesson|period)(?!\w)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Choices:
    """What somebody said about the file; what is empty is recognised. ``header``: its line, 0 for none."""

    encoding: str = ""
    separator: str = ""
    sheet: str = ""
    header: int | None = None
    columns: Mapping[int, str] = field(default_factory=dict)
    order: str = ""
    subject: str = ""
    marks: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Column:
    """A column with what it is taken for and what stands in its first lines."""

    index: int
    heading: str
    role: str
    samples: tuple[str, ...]

    @property
    def letter(self) -> str:
        """As a spreadsheet names it."""
        return column_letter(self.index)


@dataclass(frozen=True, slots=True)
class Pupil:
    """Somebody as the file names them. ``copy``: the how-manieth row of a wide table with this name and house."""

    name: str
    house: str = ""
    copy: int = 1


@dataclass(frozen=True, slots=True)
class Held:
    """A lesson as the file names it."""

    day: datetime.date
    subject: str
    period: int = 1


@dataclass(frozen=True, slots=True)
class Entry:
    """A mark with the line that it stands in."""

    line: int
    pupil: Pupil
    lesson: Held
    mark: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the file says. With ``problems`` or open questions (orders, subject, unknown marks) it cannot be imported.

    ``pupils``: everybody named, with their first line; ``orders``: several if the days can be read in several ways.
    """

    table: Table
    shape: str
    header: int
    columns: tuple[Column, ...]
    entries: tuple[Entry, ...]
    pupils: Mapping[Pupil, int]
    problems: tuple[Problem, ...]
    orders: tuple[str, ...] = ()
    order: str = ""
    needs_subject: bool = False
    unknown_marks: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_clear(self) -> bool:
        """Whether nothing is wrong and nothing is asked about the file itself."""
        asks = (len(self.orders) > 1 and not self.order) or self.needs_subject or self.unknown_marks
        return not self.problems and not asks


def propose(table: Table, choices: Choices, span: Span) -> Proposal:
    """Reads the table. Nothing is left out in silence: what cannot be read is a problem or a question."""
    return _Reading(table, choices, span).propose()


class _Reading:
    """One pass over a table."""

    def __init__(self, table: Table, choices: Choices, span: Span) -> None:
        self.table, self.choices, self.span = table, choices, span
        self.problems: list[Problem] = list(table.problems)
        self.header = self._header()
        heads = dict(table.rows).get(self.header, ())
        self.rows = [row for row in table.rows if row[0] > self.header]
        self.roles = self._roles(heads)
        self.heads = (*heads, *[""] * (len(self.roles) - len(heads)))
        self.shape = WIDE if h.LESSON in self.roles else LONG
        self.days: dict[str, Found | None] = {}
        self.order = ""
        self.orders: tuple[str, ...] = ()
        self.unknown: Counter[str] = Counter()
        self.entries: list[Entry] = []
        self.pupils: dict[Pupil, int] = {}
        self.needs_subject = False

    def propose(self) -> Proposal:
        self._read_days()
        if self._has_columns():
            if self.shape == WIDE:
                self._read_wide()
            else:
                self._read_long()
        self._check_twice()
        return Proposal(
            table=self.table,
            shape=self.shape,
            header=self.header,
            columns=tuple(self._columns()),
            entries=tuple(self.entries),
            pupils=self.pupils,
            problems=tuple(sorted(self.problems, key=lambda one: (one.line, one.column))),
            orders=tuple(self.orders),
            order=self.order,
            needs_subject=self.needs_subject,
            unknown_marks=dict(self.unknown),
        )

    # --- what the columns are -----------------------------------------------------------------------------------------

    def _header(self) -> int:
        lines = {line for line, _cells in self.table.rows}
        if self.choices.header is not None and (self.choices.header in lines or self.choices.header == 0):
            return self.choices.header
        return h.find_header(self.table.rows, self.span) or 0

    def _roles(self, heads: tuple[str, ...]) -> list[str]:
        cells = [cells for _line, cells in self.rows]
        roles = list(h.guess_roles(heads, cells, self.span))
        if not roles:
            roles = [h.IGNORE] * max((len(row) for row in cells), default=0)
        for index, role in self.choices.columns.items():
            if 0 <= index < len(roles) and role in h.ROLES:
                roles[index] = role
        return roles

    def _columns(self) -> Iterable[Column]:
        for index, role in enumerate(self.roles):
            samples = [cells[index] for _line, cells in self.rows[:40] if index < len(cells) and cells[index]]
            yield Column(index, self.heads[index], role, tuple(dict.fromkeys(samples))[:3])

    def _has_columns(self) -> bool:
        roles = set(self.roles)
        if not roles & set(h.NAMES):
            self.problems.append(Problem("no_name_column"))
        for role in (h.DAY, h.MARK):
            if self.shape == LONG and role not in roles:
                self.problems.append(Problem(f"no_{role}_column"))
        for role in roles - {h.LESSON, h.IGNORE}:
            places = [index for index, given in enumerate(self.roles) if given == role]
            if len(places) > 1:
                self._wrong("column_twice", self.header, places[1], first=column_letter(places[0]))
        if not self.rows:
            self.problems.append(Problem("no_lines"))
        return not self.problems

    def _wrong(self, code: str, line: int, index: int, **params: object) -> None:
        self.problems.append(Problem(code, line, column_letter(index), self.heads[index][:60], params))

    # --- days ---------------------------------------------------------------------------------------------------------

    def _read_days(self) -> None:
        if self.shape == WIDE:
            texts = [self.heads[index] for index, role in enumerate(self.roles) if role == h.LESSON]
        elif h.DAY in self.roles:
            place = self.roles.index(h.DAY)
            texts = [cells[place] for _line, cells in self.rows if place < len(cells)]
        else:
            return
        self.days = {text: find_day(text, self.span) for text in dict.fromkeys(texts) if text}
        found = [day for day in self.days.values() if day is not None]
        self.orders = possible_orders(found)
        if self.choices.order in self.orders:
            self.order = self.choices.order
        elif len(self.orders) == 1:
            self.order = self.orders[0]

    def _day(self, text: str, line: int, index: int) -> datetime.date | None:
        """The day; None with a problem noted, or while it is asked in which order days are written."""
        found = self.days.get(text)
        if found is None:
            self._wrong("day_missing" if not text else "day_unreadable", line, index, text=text[:60])
            return None
        order = self.order or (self.orders[0] if self.orders else "")
        day = found.readings.get(order) or next(iter(found.readings.values()))
        if not self.order and len(self.orders) > 1:
            return day  # provisional: the question is open
        if not self.order and not found.is_clear:
            self._wrong("day_in_other_order", line, index, text=text[:60])
            return None
        if not self.span.holds(day):
            self._wrong("day_outside", line, index, day=day.isoformat())
            return None
        return day

    # --- the two shapes -----------------------------------------------------------------------------------------------

    def _read_wide(self) -> None:
        lessons: dict[int, Held] = {}
        for index, role in enumerate(self.roles):
            if role == h.LESSON:
                held = self._heading(index)
                if held is None:
                    continue
                if held in lessons.values():
                    self._wrong("lesson_twice", self.header, index, subject=held.subject)
                lessons[index] = held
        copies: Counter[tuple[str, str]] = Counter()
        for line, cells in self.rows:
            name = self._name(cells)
            if not name:
                if any(index < len(cells) and cells[index] for index in lessons):
                    self._wrong("name_missing", line, self._name_place())
                continue
            house = self._cell(cells, h.HOUSE)
            key = (normalise(name), normalise(house))
            copies[key] += 1
            pupil = Pupil(name, house, copies[key])
            self.pupils.setdefault(pupil, line)
            for index, held in lessons.items():
                self._add(line, index, pupil, held, cells[index] if index < len(cells) else "")

    def _heading(self, index: int) -> Held | None:
        text = self.heads[index]
        day = self._day(text, self.header, index)
        found = self.days.get(text)
        if day is None or found is None:
            return None
        period, rest = _take_period(found.rest)
        return Held(day, self._subject(rest, self.header, index), period)

    def _read_long(self) -> None:
        place, marks = self.roles.index(h.DAY), self.roles.index(h.MARK)
        subjects = self.roles.index(h.SUBJECT) if h.SUBJECT in self.roles else marks
        first: dict[tuple[str, str], Pupil] = {}
        for line, cells in self.rows:
            name, mark = self._name(cells), self._cell(cells, h.MARK)
            if not name:
                self._wrong("name_missing", line, self._name_place())
            # a line is read to its end, so that everything that is wrong with it is told at once
            day = self._day(self._cell(cells, h.DAY), line, place)
            period = self._period(cells, line)
            subject = self._subject(self._cell(cells, h.SUBJECT), line, subjects)
            if not name:
                continue
            house = self._cell(cells, h.HOUSE)
            pupil = first.setdefault((normalise(name), normalise(house)), Pupil(name, house))
            self.pupils.setdefault(pupil, line)
            if day is not None and period:
                self._add(line, marks, pupil, Held(day, subject, period), mark)
            else:
                self._read_mark(mark)

    def _add(self, line: int, index: int, pupil: Pupil, held: Held, text: str) -> None:
        mark = self._read_mark(text)
        if mark in MARKS:
            if len(self.entries) >= MOST_MARKS:
                raise FileError("too_many_marks", limit=MOST_MARKS)
            self.entries.append(Entry(line, pupil, held, mark))

    def _read_mark(self, text: str) -> str | None:
        """The mark, "" for none; what is not known is asked about."""
        mark = read_mark(text, dict(self.choices.marks))
        if mark is None:
            self.unknown[fold_mark(text)[:30]] += 1
        return mark

    # --- cells --------------------------------------------------------------------------------------------------------

    def _cell(self, cells: tuple[str, ...], role: str) -> str:
        index = self.roles.index(role) if role in self.roles else len(cells)
        return cells[index] if index < len(cells) else ""

    def _name_place(self) -> int:
        return next(index for index, role in enumerate(self.roles) if role in h.NAMES)

    def _name(self, cells: tuple[str, ...]) -> str:
        if h.NAME in self.roles:
            name = self._cell(cells, h.NAME)
        elif h.NAME_LAST_FIRST in self.roles:
            last, _space, rest = self._cell(cells, h.NAME_LAST_FIRST).replace(",", " ").strip().partition(" ")
            name = f"{rest} {last}"
        else:
            name = " ".join(self._cell(cells, role) for role in (h.FIRST, h.MIDDLE, h.LAST))
        return " ".join(name.split())[:LONGEST_NAME]

    def _subject(self, text: str, line: int, index: int) -> str:
        subject = drop_unseen(text) or drop_unseen(self.choices.subject)
        if not subject:
            self.needs_subject = True
        if len(subject) > LONGEST_SUBJECT:
            self._wrong("subject_too_long", line, index, limit=LONGEST_SUBJECT)
        return subject[:LONGEST_SUBJECT]

    def _period(self, cells: tuple[str, ...], line: int) -> int:
        text = self._cell(cells, h.PERIOD)
        if not text:
            return 1
        found = re.fullmatch(r"\D{0,12}?(\d{1,2})(?:[.,]0+)?\.?\D{0,12}", text)
        if found and 1 <= int(found[1]) <= LAST_PERIOD:
            return int(found[1])
        self._wrong("period_unreadable", line, self.roles.index(h.PERIOD), text=text[:60], limit=LAST_PERIOD)
        return 0

    def _check_twice(self) -> None:
        """The same pupil and lesson in two lines: harmless if they agree."""
        seen: dict[tuple[Pupil, Held], Entry] = {}
        kept = []
        for entry in self.entries:
            before = seen.setdefault((entry.pupil, entry.lesson), entry)
            if before is entry:
                kept.append(entry)
            elif before.mark != entry.mark:
                self._wrong("mark_twice", entry.line, self._mark_place(entry), first=before.line)
        self.entries = kept

    def _mark_place(self, entry: Entry) -> int:
        return self.roles.index(h.MARK) if h.MARK in self.roles else self._name_place()


def _take_period(text: str) -> tuple[int, str]:
    """«Potions (2)» is Potions, second period."""
    found = _PERIOD.search(text)
    if not found:
        return 1, text
    number = int(next(group for group in found.groups() if group))
    if not 1 <= number <= LAST_PERIOD:
        return 1, text
    return number, " ".join(f"{text[: found.start()]} {text[found.end() :]}".split()).strip(" ,;:–—-/|.")
