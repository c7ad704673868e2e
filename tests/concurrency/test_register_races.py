"""The class register in two hands at once: imports, an import and a grid, two grids."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

from tests.concurrency.crowd import at_once
from tests.tournaments.register.school import DAY, TEACHER, School, marks_of
from tournaments.models import Attendance, AuditEntry, Lesson, Person, Season, User
from tournaments.rules.engine import Refusal
from tournaments.services.register import add_lesson, save_marks
from tournaments.services.register_import import answer_upload, import_upload, keep_upload

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
FILE = "Uczeń;Data;Przedmiot;Obecność\nJan Kowal;30.11.2026;Zaklęcia;ob\nOla Nowa;30.11.2026;Zaklęcia;ob\n"


@pytest.fixture
def school(season: Season) -> School:
    return School(season)


def outcomes(jobs: Sequence[Callable[[], Any]]) -> list[str]:
    """What each was refused for, "" for one that was carried out."""

    def told(job: Callable[[], Any]) -> str:
        try:
            job()
        except Refusal as refusal:
            return refusal.code
        return ""

    return at_once([partial(told, job) for job in jobs])


def kept(school: School, name: str, text: str = FILE) -> Callable[[], Any]:
    """A file with its answers, waiting for «import»."""
    user = User.objects.create_user(name)
    upload = keep_upload(season=school.season, user=user, file_name=name, data=text.encode())
    answer_upload(upload_id=upload.pk, answers={"unknown": "new"})
    plan = school.preview(text, unknown="new").plan
    assert plan is not None
    return partial(import_upload, upload_id=upload.pk, fingerprint=plan.fingerprint, actor=TEACHER)


def test_of_two_imports_of_one_file_one_is_carried_out(school: School) -> None:
    jobs = [kept(school, name) for name in ("anna", "bogdan")]
    assert sorted(outcomes(jobs)) == ["", "register_moved_on"]
    assert Lesson.objects.count() == 1 and Person.objects.filter(name="Ola Nowa").count() == 1
    assert Attendance.objects.count() == 2 and AuditEntry.objects.filter(action="import_register").count() == 1


def test_one_import_pressed_twice_is_one(school: School) -> None:
    job = kept(school, "anna")
    assert outcomes([job, job, job]) == ["", "", ""]
    assert Attendance.objects.count() == 2 and AuditEntry.objects.filter(action="import_register").count() == 1


def test_an_import_and_a_grid_do_not_overwrite_each_other_unseen(school: School) -> None:
    lesson = school.lesson(jan="absent")
    seen = {school.jan.pk: "absent"}
    saved: list[Any] = []

    def save() -> None:
        marks = {school.jan.pk: "late"}
        saved.append(save_marks(lesson_id=lesson.pk, revision=0, marks=marks, seen=seen, actor=TEACHER))

    (imported, _) = outcomes([kept(school, "anna"), save])
    if imported:  # the grid was first: the import shows its preview anew
        assert imported == "register_moved_on" and marks_of(lesson) == {"Jan Kowal": "late"}
    else:
        assert saved[0].conflicts in ({}, {school.jan.pk: "present"})
        assert marks_of(lesson)["Jan Kowal"] == "present" and saved[0].conflicts


def test_two_grids_at_once_keep_one_value_and_tell_the_other(school: School) -> None:
    lesson = school.lesson()
    marks = [{school.jan.pk: mark} for mark in ("present", "absent")]
    saves = [partial(save_marks, lesson_id=lesson.pk, revision=0, marks=one, seen={}, actor=TEACHER) for one in marks]
    results = at_once(saves)
    assert sorted(one.changed for one in results) == [0, 1]
    (loser,) = [one for one in results if one.conflicts]
    assert loser.conflicts[school.jan.pk] == marks_of(lesson)["Jan Kowal"]


def test_a_lesson_added_twice_at_once_is_there_once(school: School) -> None:
    add = partial(
        add_lesson, season_id=school.season.pk, held_on=DAY, subject="A", period=1, teacher_id=None, actor=TEACHER
    )
    assert sorted(outcomes([add, add])) == ["", "lesson_known"]
