"""What the class register says of somebody's lessons (§1)."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Count, Q

from tournaments.enums import LessonsCounted, Mark
from tournaments.models import Attendance, Season

THERE = (Mark.PRESENT, Mark.LATE)


def lessons_attended(season: Season, people: Iterable[int]) -> dict[int, int]:
    """How many lessons that count for the season each of these people attended, by their number. One or two queries."""
    wanted = list(people)
    rows = Attendance.objects.filter(_counted(season), person_id__in=wanted, mark__in=THERE)
    counts = dict(rows.order_by().values_list("person_id").annotate(Count("pk")))
    return {pk: counts.get(pk, 0) for pk in wanted}


def _counted(season: Season) -> Q:
    if season.lessons_counted == LessonsCounted.ALL:
        return Q()
    seasons = [season.pk]
    if season.lessons_counted == LessonsCounted.PREVIOUS:
        before = Season.objects.filter(created_at__lt=season.created_at).order_by("-created_at", "-pk").first()
        seasons += [before.pk] if before is not None else []
    return Q(lesson__season__in=seasons)
