"""Days as people and spreadsheets write them. What can be read in two ways keeps both, until somebody says which."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.rules.likeness import normalise

ORDERS = ("dmy", "mdy", "ymd")
Readings = Mapping[str, datetime.date]
_EPOCH = datetime.date(1899, 12, 30)  # day 0 of spreadsheets
_NUMBERS = range(36_526, 73_051)  # the years 2000 to 2099 as spreadsheets count days

_MONTHS = (
    ("stycznia styczen sty", "января январь янв", "january jan", "i"),
    ("lutego luty lut", "февраля февраль фев февр", "february feb", "ii"),
    ("marca marzec mar", "марта март мар", "march mar", "iii"),
    ("kwietnia kwiecien kwi", "апреля апрель апр", "april apr", "iv"),
    ("maja maj", "мая май", "may", "v"),
    ("czerwca czerwiec cze", "июня июнь июн", "june jun", "vi"),
    ("lipca lipiec lip", "июля июль июл", "july jul", "vii"),
    ("sierpnia sierpien sie", "августа август авг", "august aug", "viii"),
    ("wrzesnia wrzesien wrz", "сентября сентябрь сен сент", "september sep sept", "ix"),
    ("pazdziernika pazdziernik paz", "октября октябрь окт", "october oct", "x"),
    ("listopada listopad lis", "ноября ноябрь ноя нояб", "november nov", "xi"),
    ("grudnia grudzien gru", "декабря декабрь дек", "december dec", "xii"),
)
# Folded as the text is: й loses its sign there as well.
_MONTH = {normalise(word): n for n, words in enumerate(_MONTHS, 1) for word in " ".join(words).split()}

_D = r"\d{1,2}"
_FIND = re.compile(
    r"(?<!\d)(?:"
    rf"(?P<iso>\d{{4}}[-./]{_D}[-./]{_D})(?:[T ]\d{{1,2}}:\d{{2}}(?::\d{{2}}(?:\.\d+)?)?)?"
    rf"|(?P<three>{_D}[-./]\s?{_D}[-./]\s?(?:\d{{4}}|\d{{2}}))(?:\s+\d{{1,2}}:\d{{2}}(?::\d{{2}})?)?"
    rf"|(?P<worded>{_D}[ .-]{{0,2}}[^\W\d_]{{1,12}}\.?(?:[ .,-]{{1,2}}(?:\d{{4}}|\d{{2}}))?)"
    rf"|(?P<two>{_D}[./]{_D}\.?)"
    r")(?!\d)"
)
_FIND_MONTH_FIRST = re.compile(
    rf"(?P<month>[^\W\d_]{{3,12}})\.? (?P<day>{_D})(?:st|nd|rd|th)?,? (?P<year>\d{{4}})(?!\d)"
)
_AFTER_YEAR = re.compile(r"\A\s*(?:r|rok|roku|г|год|года)\b\.?", re.IGNORECASE)
_WEEKDAY = re.compile(
    r"(?<!\w)(?:pon|wt|śr|sr|czw|pt|sob|nd|niedz|poniedziałek|wtorek|środa|czwartek|piątek|sobota|niedziela"
    r"|пн|вт|ср|чт|пт|сб|вс|понедельник|вторник|среда|четверг|пятница|суббота|воскресенье"
    r"|mon|tue|wed|thu|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday)(?!\w)\.?,?",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\A\s*(\d{2}[\s\u00a0.,']?\d{3})(?:[.,]0+)?\s*\Z")


@dataclass(frozen=True, slots=True)
class Span:
    """The first and the last day that are possible, where the season says so; they complete a day without a year."""

    first: datetime.date | None = None
    last: datetime.date | None = None

    def holds(self, day: datetime.date) -> bool:
        """Whether the day lies within."""
        return (self.first is None or day >= self.first) and (self.last is None or day <= self.last)

    def years(self) -> Iterable[int]:
        """The years that it touches, if it has an end on each side."""
        if self.first is None or self.last is None:
            return ()
        return range(self.first.year, min(self.last.year, self.first.year + 3) + 1)


@dataclass(frozen=True, slots=True)
class Found:
    """A day in a text: its ``readings`` by the order of day, month and year, and the ``rest`` of the text."""

    readings: Readings
    rest: str = ""

    @property
    def is_clear(self) -> bool:
        """Whether all orders that are possible mean the same day."""
        return len(set(self.readings.values())) == 1


def find_day(text: str, span: Span) -> Found | None:
    """The day in a text («30.11.2026 Astronomy»), or None. A number counts days as spreadsheets do."""
    number = _NUMBER.match(text)
    if number and int(re.sub(r"\D", "", number[1])) in _NUMBERS:
        return Found(_always(_EPOCH + datetime.timedelta(int(re.sub(r"\D", "", number[1])))))
    for match in _FIND.finditer(text):
        readings = _readings(match, span)
        if readings:
            return Found(readings, _rest(text, match))
    for match in _FIND_MONTH_FIRST.finditer(text):
        month = _MONTH.get(normalise(match["month"]))
        readings = _always(_day(int(match["year"]), month, int(match["day"]))) if month else {}
        if readings:
            return Found(readings, _rest(text, match))
    return None


def possible_orders(found: Iterable[Found]) -> tuple[str, ...]:
    """The orders in which every day of a file can be read; several only if they differ for one of them at least."""
    days = list(found)
    orders = [order for order in ORDERS if all(order in day.readings for day in days)]
    if all(day.is_clear for day in days) or not orders:
        return tuple(orders[:1])
    distinct: dict[tuple[datetime.date, ...], str] = {}
    for order in orders:
        distinct.setdefault(tuple(day.readings[order] for day in days), order)
    return tuple(distinct.values())


def _rest(text: str, match: re.Match[str]) -> str:
    after = _AFTER_YEAR.sub("", text[match.end() :])
    return _WEEKDAY.sub(" ", " ".join(f"{text[: match.start()]} {after}".replace("()", "").split())).strip(" ,;:–—-/|.")


def _readings(match: re.Match[str], span: Span) -> Readings:
    kind = match.lastgroup
    assert kind is not None  # noqa: S101 - one group always matches
    text = match[kind]
    if kind == "worded":
        return _worded(text, span)
    parts = [int(part) for part in re.findall(r"\d+", text)]
    if kind == "iso":
        return _always(_day(*parts))
    if kind == "two":
        return _without_year(parts, span, "." not in text)
    year = parts[2]
    if "/" not in text and ("." in text or year > 99):  # 30.11.26, 30-11-2026: nobody means another order
        return _always(_day(_century(year), parts[1], parts[0]))
    orders = {"dmy": _day(_century(year), parts[1], parts[0]), "mdy": _day(_century(year), parts[0], parts[1])}
    if year < 100:
        orders["ymd"] = _day(_century(parts[0]), parts[1], year)
    return {order: day for order, day in orders.items() if day is not None}


def _worded(text: str, span: Span) -> Readings:
    found = re.match(r"(\d+)[ .-]*([^\W\d_]+)\.?[ .,-]*(\d*)", text)
    month = _MONTH.get(normalise(found[2])) if found else None
    if found is None or month is None:
        return {}
    if not found[3]:
        return _without_year([int(found[1]), month], span, swaps=False)
    return _always(_day(_century(int(found[3])), month, int(found[1])))


def _without_year(parts: list[int], span: Span, swaps: bool) -> Readings:
    """The only day within the season; none if the season does not say where it begins and ends."""
    orders = {"dmy": parts, "mdy": parts[::-1]} if swaps else dict.fromkeys(ORDERS, parts)
    found = {}
    for order, (day, month) in orders.items():
        days = [one for year in span.years() if (one := _day(year, month, day)) is not None and span.holds(one)]
        if len(days) == 1:
            found[order] = days[0]
    return found


def _century(year: int) -> int:
    return year + 2000 if year < 100 else year


def _always(day: datetime.date | None) -> Readings:
    return {} if day is None else dict.fromkeys(ORDERS, day)


def _day(year: int, month: int, day: int) -> datetime.date | None:
    try:
        found = datetime.date(year, month, day)
    except ValueError:
        return None
    return found if 2000 <= year < 2100 else None
