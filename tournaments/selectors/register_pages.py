"""The class register as its pages show it: lessons, the grid of one, a month, a house, somebody's own."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q

from tournaments.enums import PersonKind
from tournaments.models import Attendance, House, Lesson, Person, Season
from tournaments.rules.likeness import normalise
from tournaments.selectors.register import THERE, LessonCount, count_lessons, counted_lessons, lessons_asked

LESSONS_A_PAGE = 30
PUPILS_A_PAGE = 150  # a form of Django's takes a thousand fields
PUPILS_A_MONTH = 100


@dataclass(frozen=True, slots=True)
class LessonLine:
    """A lesson in the list: how many of those with a mark were there."""

    lesson: Lesson
    there: int
    marked: int


@dataclass(frozen=True, slots=True)
class Grid:
    """One page of a lesson's pupils with their marks. ``houses`` with the number of their pupils."""

    lesson: Lesson
    page: Page[Person]
    marks: Mapping[int, str]
    houses: tuple[tuple[House, int], ...]
    house: House | None
    pupils: int
    tally: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class MonthRow:
    """A pupil with a mark or nothing for each lesson of the month."""

    person: Person
    marks: tuple[str, ...]
    count: LessonCount


@dataclass(frozen=True, slots=True)
class Month:
    """The lessons of a month, the oldest first, and a page of pupils."""

    first: datetime.date
    months: tuple[datetime.date, ...]
    lessons: tuple[Lesson, ...]
    page: Page[Person]
    rows: tuple[MonthRow, ...]
    houses: tuple[House, ...]
    house: House | None


@dataclass(frozen=True, slots=True)
class HouseRow:
    """A pupil of a house with the lessons that count."""

    person: Person
    count: LessonCount


@dataclass(frozen=True, slots=True)
class OwnRegister:
    """What the register says of one person: the marks that count, the newest first. ``is_head``: §1 exempts them."""

    person: Person
    count: LessonCount
    marks: tuple[Attendance, ...]
    is_head: bool


def register_season(number: int | None = None) -> Season | None:
    """The season of this number, else the current one."""
    seasons = Season.objects.filter(pk=number) if number is not None else Season.objects.filter(is_current=True)
    return seasons.first()


def list_lessons(season: Season, number: Any) -> Page[LessonLine]:
    """A page of the season's lessons, the newest first. Three queries."""
    lessons = Lesson.objects.filter(season=season).select_related("teacher")
    page: Page[Any] = Paginator(lessons, LESSONS_A_PAGE).get_page(number)
    shown = list(page.object_list)
    rows = Attendance.objects.filter(lesson__in=[lesson.pk for lesson in shown]).order_by().values_list("lesson_id")
    counted = rows.annotate(there=Count("pk", filter=Q(mark__in=THERE)), marked=Count("pk"))
    told = {pk: (there, marked) for pk, there, marked in counted}
    page.object_list = [LessonLine(lesson, *told.get(lesson.pk, (0, 0))) for lesson in shown]
    return page


def read_grid(lesson: Lesson, house: str, number: Any) -> Grid:
    """The lesson's pupils: those who were at the school then, and whoever has a mark. Three queries."""
    marks = dict(Attendance.objects.filter(lesson=lesson).values_list("person_id", "mark"))
    there_then = Q(kind=PersonKind.PUPIL) & (Q(left_at=None) | Q(left_at__gte=lesson.held_on))
    people = _in_order(Person.objects.filter(there_then | Q(pk__in=marks)))
    houses, chosen = _houses(house)
    shown = [person for person in people if chosen is None or person.house_id == chosen.pk]
    numbers = {person.pk for person in shown}
    tally: dict[str, int] = {}
    for person, mark in marks.items():
        if person in numbers:
            tally[mark] = tally.get(mark, 0) + 1
    return Grid(
        lesson,
        Paginator(_with_houses(shown, houses), PUPILS_A_PAGE).get_page(number),
        marks,
        tuple((one, sum(person.house_id == one.pk for person in people)) for one in houses),
        chosen,
        len(people),
        tally,
    )


def read_month(season: Season, first: datetime.date | None, house: str, number: Any) -> Month:
    """A month of the season (for None the newest with a lesson): six queries at most."""
    months = tuple(Lesson.objects.filter(season=season).order_by().dates("held_on", "month", order="DESC"))
    first = first or (months[0] if months else (season.starts_on or datetime.date(2000, 1, 1)).replace(day=1))
    after = (first.replace(day=28) + datetime.timedelta(days=7)).replace(day=1)
    lessons = tuple(
        Lesson.objects.filter(season=season, held_on__gte=first, held_on__lt=after).order_by(
            "held_on", "period", "subject", "pk"
        )
    )
    houses, chosen = _houses(house)
    people = Person.objects.filter(kind=PersonKind.PUPIL).filter(Q(left_at=None) | Q(left_at__gte=first))
    if chosen is not None:
        people = people.filter(house=chosen)
    page = Paginator(_with_houses(_in_order(people), houses), PUPILS_A_MONTH).get_page(number)
    shown = [person.pk for person in page]
    marks = {
        (person, lesson): mark
        for person, lesson, mark in Attendance.objects.filter(lesson__in=lessons, person__in=shown).values_list(
            "person_id", "lesson_id", "mark"
        )
    }
    counts = count_lessons(season, shown)
    rows = tuple(
        MonthRow(one, tuple(marks.get((one.pk, lesson.pk), "") for lesson in lessons), counts[one.pk]) for one in page
    )
    return Month(first, months, lessons, page, rows, tuple(houses), chosen)


def read_house(season: Season, house: House) -> tuple[HouseRow, ...]:
    """The house's pupils with their lessons, those who lack most first. Two or three queries."""
    pupils = _in_order(Person.objects.filter(house=house, kind=PersonKind.PUPIL, left_at=None))
    counts = count_lessons(season, [person.pk for person in pupils])
    rows = [HouseRow(person, counts[person.pk]) for person in pupils if person.pk != house.head_id]
    return tuple(sorted(rows, key=lambda row: -row.count.missing))


def read_own(season: Season, person: Person) -> OwnRegister:
    """One person's lessons that count. Six queries at most."""
    marks = (
        Attendance.objects.filter(counted_lessons(season), person=person)
        .select_related("lesson", "lesson__season")
        .order_by("-lesson__held_on", "lesson__period", "lesson__subject", "pk")
    )
    told = tuple(marks)
    attended = sum(row.mark in THERE for row in told)
    is_head = House.objects.filter(head=person).exists()
    return OwnRegister(person, LessonCount(attended, lessons_asked(season)), told, is_head)


def known_subjects(season: Season) -> list[str]:
    """Subjects that the season's lessons have, for the field that suggests them."""
    return sorted(set(Lesson.objects.filter(season=season).order_by().values_list("subject", flat=True)))


def teachers() -> list[Person]:
    """Who may teach a lesson: the school's staff."""
    return _in_order(Person.objects.filter(kind=PersonKind.STAFF, left_at=None))


def _houses(key: str) -> tuple[list[House], House | None]:
    houses = list(House.objects.all())
    return houses, next((house for house in houses if house.key == key), None)


def _in_order(people: Iterable[Person]) -> list[Person]:
    """By name as people look for it: Ł beside L, small letters beside capitals."""
    return sorted(people, key=lambda person: (normalise(person.name) or person.name, person.pk))


def _with_houses(people: list[Person], houses: Iterable[House]) -> list[Person]:
    """Rows that know their house without a query."""
    known = {house.pk: house for house in houses}
    for person in people:
        if person.house_id in known:
            person.house = known[person.house_id]
    return people
