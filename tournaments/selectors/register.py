"""What the class register says of somebody's lessons (§1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q

from tournaments.enums import LessonsCounted, Mark
from tournaments.models import Attendance, Lesson, Season

THERE = (Mark.PRESENT, Mark.LATE)


@dataclass(frozen=True, slots=True)
class LessonCount:
    """How far somebody has come towards the lessons that §1 asks for."""

    attended: int
    needed: int

    @property
    def missing(self) -> int:
        """How many are still to come; 0 if there are enough."""
        return max(0, self.needed - self.attended)

    @property
    def is_enough(self) -> bool:
        """Whether §1 is satisfied."""
        return self.attended >= self.needed


def lessons_attended(season: Season, people: Iterable[int], until: date | None = None) -> dict[int, int]:
    """How many lessons that count for the season each of these people attended, by their number. One or two queries.

    ``until``: the last day that counts.
    """
    wanted = list(people)
    rows = Attendance.objects.filter(counted_lessons(season), person_id__in=wanted, mark__in=THERE)
    if until is not None:
        rows = rows.filter(lesson__held_on__lte=until)
    counts = dict(rows.order_by().values_list("person_id").annotate(Count("pk")))
    return {pk: counts.get(pk, 0) for pk in wanted}


def count_lessons(season: Season, people: Iterable[int]) -> dict[int, LessonCount]:
    """The same beside what the season asks for."""
    return {pk: LessonCount(n, season.lessons_needed) for pk, n in lessons_attended(season, people).items()}


def has_register(season: Season) -> bool:
    """Whether any lesson counts for the season: where no register is kept, none is asked for. One or two queries."""
    return Lesson.objects.filter(counted_lessons(season, "")).exists()


def counted_lessons(season: Season, lesson: str = "lesson__") -> Q:
    """Which rows of the attendance count for the season; one query if the season before counts, too.

    ``lesson`` is the way to the lesson, "" for a query of lessons.
    """
    if season.lessons_counted == LessonsCounted.ALL:
        return Q()
    seasons = [season.pk]
    if season.lessons_counted == LessonsCounted.PREVIOUS:
        before = Season.objects.filter(created_at__lt=season.created_at).order_by("-created_at", "-pk").first()
        seasons += [before.pk] if before is not None else []
    return Q(**{f"{lesson}season__in": seasons})
