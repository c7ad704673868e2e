"""What the class register says of somebody's lessons (§1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q

from tournaments.enums import LessonsCounted, Mark, PersonKind
from tournaments.models import Attendance, House, Lesson, Person, Season

THERE = (Mark.PRESENT, Mark.LATE)


@dataclass(frozen=True, slots=True)
class LessonCount:
    """How far somebody has come towards the lessons that §1 asks for. ``needed``: 0 where nobody is asked for any."""

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


@dataclass(frozen=True, slots=True)
class OwnLessons:
    """The same as somebody reads it of themselves. ``is_head``: heads of houses are asked for none."""

    count: LessonCount
    is_head: bool


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
    """The same beside what the season asks for. Four queries at most."""
    needed = lessons_asked(season)
    return {pk: LessonCount(n, needed) for pk, n in lessons_attended(season, people).items()}


def asks_lessons(season: Season) -> bool:
    """Whether §1 asks anybody for lessons: not where the season wants none, nor where no register is kept, with no
    lesson at all that counts. Two queries at most.
    """
    return season.lessons_needed > 0 and Lesson.objects.filter(counted_lessons(season, "")).exists()


def lessons_asked(season: Season) -> int:
    """How many lessons §1 asks for; 0 where it asks for none (:func:`asks_lessons`)."""
    return season.lessons_needed if asks_lessons(season) else 0


def own_lessons(person: Person) -> OwnLessons | None:
    """What §1 says of somebody in the current season; None without one, and for whom it does not concern: who is
    neither a pupil nor the head of a house. Six queries at most.
    """
    season = Season.objects.filter(is_current=True).first()
    is_head = season is not None and House.objects.filter(head=person).exists()
    if season is None or not (is_head or person.kind == PersonKind.PUPIL):
        return None
    return OwnLessons(count_lessons(season, [person.pk])[person.pk], is_head)


def season_before(season: Season) -> Season | None:
    """Whose lessons may count as well. One query."""
    return Season.objects.filter(created_at__lt=season.created_at).order_by("-created_at", "-pk").first()


def counted_lessons(season: Season, lesson: str = "lesson__") -> Q:
    """Which rows of the attendance count for the season; one query if the season before counts, too.

    ``lesson`` is the way to the lesson, "" for a query of lessons.
    """
    if season.lessons_counted == LessonsCounted.ALL:
        return Q()
    seasons = [season.pk]
    if season.lessons_counted == LessonsCounted.PREVIOUS:
        before = season_before(season)
        seasons += [before.pk] if before is not None else []
    return Q(**{f"{lesson}season__in": seasons})
