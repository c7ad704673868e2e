"""The class register (§1): lessons added, changed and deleted, and their marks, never overwritten unseen."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournaments.enums import Mark, PersonKind
from tournaments.models import Attendance, Lesson, Person, Season
from tournaments.rules.engine import Refusal
from tournaments.rules.likeness import normalise
from tournaments.rules.names import drop_unseen
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock

LONGEST_SUBJECT = 100
LAST_PERIOD = 30


@dataclass(frozen=True, slots=True)
class Saved:
    """What became of a page of marks. ``conflicts``: {pupil: what the register says now}; then nothing was saved."""

    lesson: Lesson
    changed: int = 0
    conflicts: Mapping[int, str] = field(default_factory=dict)
    gone: tuple[int, ...] = ()


def add_lesson(
    *, season_id: int, held_on: datetime.date, subject: str, period: int, teacher_id: int | None, actor: Actor
) -> Lesson:
    """A lesson of the season. Raises Refusal: ``season_gone``, ``lesson_outside_season``, ``subject_missing``, …"""
    with write_lock(), transaction.atomic():
        season = _lock_season(season_id)
        fields = _checked(season, held_on, subject, period, teacher_id)
        _require_free(season, fields, None)
        lesson = Lesson.objects.create(season=season, **fields)
        record_audit(actor=actor, action="add_lesson", target=f"lesson:{lesson.pk}", details=_told(lesson))
    return lesson


def change_lesson(
    *,
    lesson_id: int,
    revision: int,
    held_on: datetime.date,
    subject: str,
    period: int,
    teacher_id: int | None,
    actor: Actor,
) -> Lesson:
    """Another day, subject, period or teacher. Raises Refusal as :func:`add_lesson`, ``lesson_gone`` and, if somebody
    else was quicker, ``lesson_moved_on``.
    """
    with write_lock(), transaction.atomic():
        lesson = _lock_lesson(lesson_id, revision)
        fields = _checked(lesson.season, held_on, subject, period, teacher_id)
        _require_free(lesson.season, fields, lesson)
        before = _told(lesson)
        for name, value in fields.items():
            setattr(lesson, name, value)
        if _told(lesson) != before:
            lesson.revision += 1
            lesson.save()
            details = {"before": before, "after": _told(lesson)}
            record_audit(actor=actor, action="change_lesson", target=f"lesson:{lesson.pk}", details=details)
    return lesson


def delete_lesson(*, lesson_id: int, revision: int, confirmed: bool, actor: Actor) -> None:
    """Takes the lesson out of the register; its marks stand in the audit trail. Raises Refusal: ``lesson_gone``,
    ``lesson_moved_on``, and ``lesson_has_marks`` unless that loss is ``confirmed``.
    """
    with write_lock(), transaction.atomic():
        lesson = _lock_lesson(lesson_id, revision)
        marks = dict(lesson.attendance.order_by("person_id").values_list("person_id", "mark"))
        if marks and not confirmed:
            raise Refusal("", "lesson_has_marks", {"count": len(marks)})
        details = {**_told(lesson), "season": lesson.season_id, "marks": {str(pk): mark for pk, mark in marks.items()}}
        record_audit(actor=actor, action="delete_lesson", target=f"lesson:{lesson.pk}", details=details)
        lesson.delete()


def save_marks(
    *, lesson_id: int, revision: int, marks: Mapping[int, str], seen: Mapping[int, str], actor: Actor
) -> Saved:
    """Saves a page of marks ("" for none), as a whole or not at all.

    ``seen`` is what the page showed before it was filled in. Whatever was not touched is not written. If the lesson
    has a newer ``revision`` and somebody else changed a mark that was touched here, nothing is saved and the answer
    says what stands there now. Raises Refusal ``lesson_gone``, ``mark_unknown``.
    """
    if not set(marks.values()) <= {"", *Mark.values}:
        raise Refusal("", "mark_unknown")
    with write_lock(), transaction.atomic():
        lesson = _lock_lesson(lesson_id, None)
        rows = {row.person_id: row for row in lesson.attendance.filter(person_id__in=marks)}
        now = {person: rows[person].mark if person in rows else "" for person in marks}
        touched = {person: mark for person, mark in marks.items() if mark != seen.get(person, "")}
        differing = {person: mark for person, mark in touched.items() if mark != now[person]}
        if lesson.revision != revision:
            conflicts = {person: now[person] for person in differing if now[person] != seen.get(person, "")}
            if conflicts:
                return Saved(lesson, conflicts=conflicts)
        gone = _write_marks(lesson, rows, differing)
        changed = {person: mark for person, mark in differing.items() if person not in gone}
        if changed:
            lesson.revision += 1
            lesson.save(update_fields=["revision"])
            details = {str(person): [now[person], mark] for person, mark in sorted(changed.items())}
            record_audit(actor=actor, action="save_marks", target=f"lesson:{lesson.pk}", details={"marks": details})
    return Saved(lesson, changed=len(changed), gone=gone)


def _write_marks(lesson: Lesson, rows: Mapping[int, Attendance], marks: Mapping[int, str]) -> tuple[int, ...]:
    """Writes them in three statements; answers with the people who are no longer there."""
    known = set(Person.objects.filter(pk__in=marks).exclude(kind=PersonKind.STAFF).values_list("pk", flat=True))
    known |= rows.keys()
    Attendance.objects.filter(pk__in=[rows[one].pk for one, mark in marks.items() if not mark and one in rows]).delete()
    for mark in Mark.values:
        changed = [rows[one].pk for one, given in marks.items() if given == mark and one in rows]
        if changed:
            Attendance.objects.filter(pk__in=changed).update(mark=mark)
    Attendance.objects.bulk_create(
        Attendance(lesson=lesson, person_id=one, mark=mark)
        for one, mark in marks.items()
        if mark and one not in rows and one in known
    )
    return tuple(sorted(marks.keys() - known))


def _lock_season(season_id: int) -> Season:
    season = Season.objects.select_for_update(no_key=True).filter(pk=season_id).first()
    if season is None:
        raise Refusal("", "season_gone")
    return season


def _lock_lesson(lesson_id: int, revision: int | None) -> Lesson:
    lessons = Lesson.objects.select_for_update(no_key=True, of=("self",)).select_related("season")
    lesson = lessons.filter(pk=lesson_id).first()
    if lesson is None:
        raise Refusal("", "lesson_gone")
    if revision is not None and lesson.revision != revision:
        raise Refusal("", "lesson_moved_on")
    return lesson


def _checked(
    season: Season, held_on: datetime.date, subject: str, period: int, teacher_id: int | None
) -> dict[str, Any]:
    subject = drop_unseen(subject)
    if not any(letter.isalnum() for letter in subject):
        raise Refusal("", "subject_missing")
    if len(subject) > LONGEST_SUBJECT:
        raise Refusal("", "subject_too_long", {"limit": LONGEST_SUBJECT})
    if not 1 <= period <= LAST_PERIOD:
        raise Refusal("", "period_impossible", {"limit": LAST_PERIOD})
    if (season.starts_on and held_on < season.starts_on) or (season.ends_on and held_on > season.ends_on):
        first, last = season.starts_on, season.ends_on
        params = {"first": first and first.isoformat(), "last": last and last.isoformat(), "season": season.name}
        raise Refusal("", "lesson_outside_season", params)
    if held_on.year < 2000 or held_on > timezone.localdate() + datetime.timedelta(days=366):
        raise Refusal("", "lesson_day_impossible")
    if teacher_id is not None and not Person.objects.filter(pk=teacher_id, kind=PersonKind.STAFF).exists():
        raise Refusal("", "teacher_unknown")
    return {
        "held_on": held_on,
        "subject": _known_spelling(season, subject),
        "period": period,
        "teacher_id": teacher_id,
    }


def _known_spelling(season: Season, subject: str) -> str:
    """«charms» is the season's «Charms»: one subject has one spelling."""
    wanted = normalise(subject)
    known = Lesson.objects.filter(season=season).order_by("pk").values_list("subject", flat=True)
    return next((one for one in dict.fromkeys(known) if wanted and normalise(one) == wanted), subject)


def _require_free(season: Season, fields: Mapping[str, Any], lesson: Lesson | None) -> None:
    same = Lesson.objects.filter(
        season=season, held_on=fields["held_on"], subject=fields["subject"], period=fields["period"]
    )
    other = (same.exclude(pk=lesson.pk) if lesson is not None else same).first()
    if other is not None:
        raise Refusal("", "lesson_known", {"lesson": other.pk})


def _told(lesson: Lesson) -> dict[str, Any]:
    return {
        "day": lesson.held_on.isoformat(),
        "subject": lesson.subject,
        "period": lesson.period,
        "teacher": lesson.teacher_id,
    }
