"""Lessons and their marks: what is saved, what is refused and why, what the audit trail keeps."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from tests.tournaments.register.school import DAY, TEACHER, School, marks_of
from tournaments.models import Attendance, AuditEntry, Lesson, Season
from tournaments.rules.engine import Refusal
from tournaments.selectors.register import count_lessons, lessons_attended
from tournaments.services.register import add_lesson, change_lesson, delete_lesson, save_marks

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def add(school: School, **more: object) -> Lesson:
    fields: dict[str, Any] = {"held_on": DAY, "subject": "Zaklęcia", "period": 1, "teacher_id": None, **more}
    return add_lesson(season_id=school.season.pk, actor=TEACHER, **fields)


def code(call, **fields) -> str:
    with pytest.raises(Refusal) as caught:
        call(**fields)
    return caught.value.code


def test_a_lesson_is_added_once_under_one_spelling(school):
    lesson = add(school, teacher_id=school.teacher.pk)
    entry = AuditEntry.objects.get()
    assert entry.action == "add_lesson" and entry.details["day"] == "2026-11-30" and entry.actor == TEACHER.key
    assert code(add, school=school, subject="  zaklęcia ") == "lesson_known"
    assert add(school, subject="ZAKLĘCIA", period=2).subject == lesson.subject == "Zaklęcia"


def test_a_subject_keeps_nothing_that_turns_the_line(school):
    assert add(school, subject="Zak\u202elęcia\u200f \u0007I").subject == "Zak lęcia I"
    assert code(add, school=school, subject="\u202e\u200b") == "subject_missing"


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"held_on": datetime.date(2026, 8, 31)}, "lesson_outside_season"),
        ({"held_on": datetime.date(2027, 7, 1)}, "lesson_outside_season"),
        ({"subject": " \u00a0!"}, "subject_missing"),
        ({"subject": "x" * 101}, "subject_too_long"),
        ({"period": 0}, "period_impossible"),
        ({"period": 31}, "period_impossible"),
        ({"teacher_id": 10**6}, "teacher_unknown"),
    ],
)
def test_a_lesson_that_cannot_be_is_refused(school, fields, expected):
    assert code(add, school=school, **fields) == expected
    assert not Lesson.objects.exists() and not AuditEntry.objects.exists()


def test_without_its_days_a_season_takes_no_lesson_of_another_century(school):
    Season.objects.update(starts_on=None, ends_on=None)
    assert code(add, school=school, held_on=datetime.date(1999, 1, 1)) == "lesson_day_impossible"
    assert code(add, school=school, held_on=datetime.date(2999, 1, 1)) == "lesson_day_impossible"
    assert (
        code(add_lesson, season_id=10**6, held_on=DAY, subject="A", period=1, teacher_id=None, actor=TEACHER)
        == "season_gone"
    )


def test_a_change_is_kept_with_what_stood_before_and_an_old_page_changes_nothing(school):
    lesson = school.lesson()
    fields = {"lesson_id": lesson.pk, "held_on": DAY, "period": 3, "teacher_id": None, "actor": TEACHER}
    changed = change_lesson(revision=0, subject="Eliksiry", **fields)
    assert (changed.subject, changed.period, changed.revision) == ("Eliksiry", 3, 1)
    details = AuditEntry.objects.get().details
    assert details["before"]["subject"] == "Zaklęcia" and details["after"]["period"] == 3
    assert code(change_lesson, revision=0, subject="A", **fields) == "lesson_moved_on"
    change_lesson(revision=1, subject="Eliksiry", **fields)
    assert AuditEntry.objects.count() == 1


def test_a_lesson_with_marks_goes_only_if_that_is_confirmed_and_the_trail_keeps_them(school):
    lesson = school.lesson(jan="present", ewa="late")
    fields = {"lesson_id": lesson.pk, "revision": 0, "actor": TEACHER}
    assert code(delete_lesson, confirmed=False, **fields) == "lesson_has_marks"
    assert code(delete_lesson, confirmed=True, **{**fields, "revision": 5}) == "lesson_moved_on"
    delete_lesson(confirmed=True, **fields)
    assert not Lesson.objects.exists() and not Attendance.objects.exists()
    assert AuditEntry.objects.get().details["marks"] == {str(school.jan.pk): "present", str(school.ewa.pk): "late"}
    assert code(delete_lesson, confirmed=True, **fields) == "lesson_gone"


def save(lesson, school, revision=0, seen=None, **marks):
    given = {getattr(school, name).pk: mark for name, mark in marks.items()}
    known = {getattr(school, name).pk: mark for name, mark in (seen or {}).items()}
    return save_marks(lesson_id=lesson.pk, revision=revision, marks=given, seen=known, actor=TEACHER)


def test_a_page_of_marks_is_saved_as_a_whole(school):
    lesson = school.lesson(jan="present", ewa="present")
    seen = {"jan": "present", "ewa": "present"}
    saved = save(lesson, school, seen=seen, lucja="late", jan="", ewa="excused")
    assert saved.changed == 3 and saved.lesson.revision == 1
    assert marks_of(lesson) == {"Ewa Sówka": "excused", "Łucja Ogonowska": "late"}
    assert AuditEntry.objects.get().details["marks"][str(school.jan.pk)] == ["present", ""]
    again = save(lesson, school, seen=seen, lucja="late", jan="", ewa="excused")
    assert again.changed == 0 and not again.conflicts  # a double click
    assert AuditEntry.objects.count() == 1


def test_an_old_page_never_overwrites_what_it_has_not_seen(school):
    lesson = school.lesson()
    save(lesson, school, jan="present", ewa="present")
    stale = save(lesson, school, jan="absent", lucja="late")
    assert stale.conflicts == {school.jan.pk: "present"} and stale.changed == 0
    assert marks_of(lesson) == {"Ewa Sówka": "present", "Jan Kowal": "present"}
    knowing = save(lesson, school, revision=1, seen={"jan": "present"}, jan="absent", lucja="late")
    assert knowing.changed == 2
    assert marks_of(lesson) == {"Ewa Sówka": "present", "Jan Kowal": "absent", "Łucja Ogonowska": "late"}


def test_two_teachers_at_two_halves_of_a_class_do_not_disturb_each_other(school):
    lesson = school.lesson()
    save(lesson, school, jan="present", ewa="", lucja="")
    assert save(lesson, school, jan="", ewa="late", lucja="").changed == 1
    assert marks_of(lesson) == {"Ewa Sówka": "late", "Jan Kowal": "present"}


def test_nonsense_is_no_mark_and_nobody_is_marked_who_is_not_there(school):
    lesson = school.lesson()
    assert code(save, lesson=lesson, school=school, jan="here") == "mark_unknown"
    saved = save_marks(
        lesson_id=lesson.pk,
        revision=0,
        marks={10**6: "late", school.teacher.pk: "late", school.jan.pk: "late"},
        seen={},
        actor=TEACHER,
    )
    assert saved.gone == (school.teacher.pk, 10**6) and marks_of(lesson) == {"Jan Kowal": "late"}
    assert code(save_marks, lesson_id=10**6, revision=0, marks={}, seen={}, actor=TEACHER) == "lesson_gone"


def test_which_lessons_count_is_the_seasons_to_say(school):
    old = Season.objects.create(name="old", created_at=school.season.created_at - datetime.timedelta(days=300))
    older = Season.objects.create(name="older", created_at=school.season.created_at - datetime.timedelta(days=600))
    for season in (old, older):
        lesson = Lesson.objects.create(season=season, held_on=DAY, subject="A")
        Attendance.objects.create(lesson=lesson, person=school.jan)
    school.lesson(jan="late", ewa="absent", lucja="excused")
    everybody = [school.jan.pk, school.ewa.pk, school.lucja.pk]
    for counted, expected in (("own", 1), ("previous", 2), ("all", 3)):
        school.season.lessons_counted = counted
        assert lessons_attended(school.season, everybody) == {
            school.jan.pk: expected,
            school.ewa.pk: 0,
            school.lucja.pk: 0,
        }
    count = count_lessons(school.season, everybody)[school.jan.pk]
    assert (count.attended, count.missing, count.is_enough) == (3, 7, False)
