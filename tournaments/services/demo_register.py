"""The demo's class register: twelve lessons, everybody who plays was at ten of them, two newcomers a house were not."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence

from django.utils import timezone

from tournaments.enums import Mark, PersonKind
from tournaments.models import Attendance, House, Lesson, Person, Season, User

SUBJECTS = ("Zaklęcia", "Eliksiry", "Zielarstwo", "Astronomia")
LESSONS = 12
ATTENDED = (6, 9)  # by the newcomers of each house


def plant_register(
    season: Season, *, newcomers: Mapping[str, Sequence[str]], teacher: str, account: User | None = None
) -> None:
    """Lessons of the last six weeks. ``newcomers``: {house: names}; the ``teacher`` teaches them all."""
    staff = Person.objects.create(name=teacher, kind=PersonKind.STAFF, user=account)
    houses = {house.key: house for house in House.objects.all()}
    fewer: dict[int, int] = {}
    for key, names in newcomers.items():
        for name, attended in zip(names, ATTENDED, strict=True):
            fewer[Person.objects.create(name=name, house=houses[key]).pk] = attended
    lessons = Lesson.objects.bulk_create(
        Lesson(season=season, held_on=day, subject=SUBJECTS[number % len(SUBJECTS)], period=1, teacher=staff)
        for number, day in enumerate(_school_days(timezone.localdate()))
    )
    heads = House.objects.exclude(head=None).values_list("head_id", flat=True)
    pupils = Person.objects.filter(kind=PersonKind.PUPIL).exclude(house=None).exclude(pk__in=heads)
    numbers = list(pupils.order_by("pk").values_list("pk", flat=True))
    Attendance.objects.bulk_create(
        Attendance(lesson=lesson, person_id=pk, mark=mark)
        for pk in numbers
        for lesson, mark in zip(lessons, _marks(pk, fewer.get(pk, LESSONS)), strict=True)
    )


def _school_days(today: datetime.date) -> list[datetime.date]:
    """Tuesdays and Thursdays, the last one before today."""
    past = (today - datetime.timedelta(days=offset) for offset in range(1, 7 * LESSONS))
    days = [day for day in past if day.weekday() in (1, 3)]
    return sorted(days[:LESSONS])


def _marks(pk: int, attended: int) -> Iterable[Mark]:
    """A late one, and an absence of whoever was at all others."""
    marks = [Mark.PRESENT] * attended + [Mark.ABSENT] * (LESSONS - attended)
    marks[pk % attended] = Mark.LATE
    if attended == LESSONS:
        marks[(pk + 5) % LESSONS] = Mark.EXCUSED if pk % 3 else Mark.ABSENT
    return marks
