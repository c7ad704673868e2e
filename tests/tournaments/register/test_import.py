"""From a file to the register: who is meant, what is asked, what is written, and that a second time changes nothing."""

from __future__ import annotations

import datetime

import pytest

from tests.tournaments.register.school import TEACHER, School, answers_for, marks_of
from tournaments.models import Attendance, AuditEntry, Lesson, Person, RegisterUpload, User
from tournaments.rules.engine import Refusal
from tournaments.services.register_import import (
    KEPT_FOR,
    Imported,
    answer_upload,
    discard_upload,
    import_file,
    import_upload,
    keep_upload,
    wipe_old_uploads,
)

pytestmark = [pytest.mark.django_db, pytest.mark.database]
LONG = "Uczeń;Dom;Data;Przedmiot;Obecność\n"
CLEAR = LONG + "Jan Kowal;Gryffindor;30.11.2026;Zaklęcia;ob\nEwa Sówka;R;30.11.2026;Zaklęcia;nb\n"


def keep(school: School, text: str, user: User | None = None) -> RegisterUpload:
    return keep_upload(season=school.season, user=user or school.user, file_name="dziennik.csv", data=text.encode())


def bring_in(school: School, upload: RegisterUpload) -> Imported:
    """Presses «import» on a page that was just loaded."""
    upload.refresh_from_db()
    plan = school.preview(bytes(upload.contents).decode(), **upload.answers).plan
    return import_upload(upload_id=upload.pk, fingerprint=plan.fingerprint if plan else "", actor=TEACHER)


def kinds(preview) -> dict[str, str]:
    return {one.pupil.name: one.kind for one in preview.people}


def test_a_clear_file_is_imported_and_a_second_time_changes_nothing(school):
    done = bring_in(school, keep(school, CLEAR))
    assert (done.lessons, done.marks, done.changed) == (1, 2, 0)
    lesson = Lesson.objects.get()
    assert marks_of(lesson) == {"Ewa Sówka": "absent", "Jan Kowal": "present"}
    upload = RegisterUpload.objects.get()
    assert bytes(upload.contents) == b"" and upload.imported_at and upload.outcome["marks"] == 2
    assert import_upload(upload_id=upload.pk, fingerprint="", actor=TEACHER).repeated
    again = keep(school, CLEAR)
    assert again.pk != upload.pk
    plan = school.preview(CLEAR, **again.answers).plan
    assert plan is not None and plan.is_empty
    bring_in(school, again)
    lesson.refresh_from_db()
    assert lesson.revision == 0 and Attendance.objects.count() == 2


def test_marks_that_change_are_listed_before(school):
    lesson = school.lesson(jan="absent", ewa="absent")
    preview = school.preview(CLEAR)
    (change,) = preview.changes
    assert (change.line, change.person, change.before, change.after) == (2, school.jan, "absent", "present")
    assert preview.same == 1 and preview.plan.lessons == ()
    bring_in(school, keep(school, CLEAR))
    lesson.refresh_from_db()
    assert marks_of(lesson)["Jan Kowal"] == "present" and lesson.revision == 1
    entry = AuditEntry.objects.get(action="import_register")
    assert entry.details["changes"] == [[school.jan.pk, "2026-11-30 Zaklęcia 1", "absent", "present"]]


@pytest.mark.parametrize("name", ["JAN KOWAL", "jan\u00a0 kowal", " Jan  Kowal "])
def test_case_and_spaces_do_not_make_another_person(school, name):
    preview = school.preview(LONG + f"{name};;30.11.2026;A;ob\n")
    assert preview.is_ready and not preview.people and not preview.plan.people


def test_decomposed_letters_are_the_same_letters(school):
    assert school.preview(LONG + "Ewa So\u0301wka;;30.11.2026;A;ob\n").is_ready


@pytest.mark.parametrize("name", ["Ewa Sowka", "Sówka Ewa", "Ewa Maria Sówka", "Ewa Sówkka", "Еwa Sówka"])
def test_alike_names_are_asked_and_the_likely_answer_is_proposed(school, name):
    preview = school.preview(LONG + f"{name};;30.11.2026;A;ob\n")
    (question,) = preview.people
    assert (question.kind, question.is_open, question.answer) == ("alike", True, str(school.ewa.pk))
    assert not preview.is_ready
    same = school.preview(LONG + f"{name};;30.11.2026;A;ob\n", people={question.key: str(school.ewa.pk)})
    assert same.is_ready and same.plan.people == {}
    other = school.preview(LONG + f"{name};;30.11.2026;A;ob\n", people={question.key: "new"})
    assert list(other.plan.people.values()) == [(name, None)]


def test_a_letter_with_two_spellings_is_asked_once_and_answered_for_good_with_the_file(school):
    vera = Person.objects.create(name="Алёна Ершова", house=school.blue)
    text = "ФИО;Дата;Предмет;Отметка\nЕршова Алена;30.11.2026;Чары;н\n"
    upload = keep(school, text)
    (question,) = school.preview(text).people
    assert question.candidates == (vera,)
    answer_upload(upload_id=upload.pk, answers={"people": {question.key: str(vera.pk)}})
    bring_in(school, upload)
    again = keep(school, text)
    assert school.preview(text, **again.answers).plan.is_empty


def test_namesakes_are_told_apart_by_their_house_or_asked(school):
    other = Person.objects.create(name="Jan Kowal", house=school.blue)
    assert school.preview(LONG + "Jan Kowal;Ravenclaw;30.11.2026;A;ob\n").plan.marks[0][0] == other.pk
    preview = school.preview(LONG + "Jan Kowal;;30.11.2026;A;ob\n")
    assert kinds(preview) == {"Jan Kowal": "namesakes"} and preview.people[0].answer == ""
    assert set(preview.people[0].candidates) == {other, school.jan}
    wide = school.preview("Uczeń;30.11.2026 A\nJan Kowal;+\nJan Kowal;-\n")
    assert [one.kind for one in wide.people] == ["namesakes", "namesakes"]
    first, second = (one.key for one in wide.people)
    said = {first: str(school.jan.pk), second: str(other.pk)}
    told = school.preview("Uczeń;30.11.2026 A\nJan Kowal;+\nJan Kowal;-\n", people=said)
    assert told.plan is not None and len(told.plan.marks) == 2


def test_two_rows_for_one_person_must_not_contradict_each_other(school):
    text = "Uczeń;30.11.2026 A\nJan Kowal;+\nKowal Jan;-\n"
    said = answers_for(school.preview(text), Kowal_Jan=str(school.jan.pk))
    preview = school.preview(text, people=said)
    assert [(one.code, one.line) for one in preview.problems] == [("one_person_two_marks", 3)] and not preview.is_ready


def test_somebody_in_another_house_is_asked(school):
    preview = school.preview(LONG + "Jan Kowal;Ravenclaw;30.11.2026;A;ob\n")
    assert kinds(preview) == {"Jan Kowal": "other_house"} and preview.people[0].answer == str(school.jan.pk)


def test_unknown_pupils_are_created_or_left_out_as_is_said(school):
    text = LONG + "Ola Nowa;Gryffindor;30.11.2026;A;ob\nIga Inna;;30.11.2026;A;ob\n"
    preview = school.preview(text)
    assert kinds(preview) == {"Ola Nowa": "unknown", "Iga Inna": "unknown"} and not preview.is_ready
    upload = keep(school, text)
    answer_upload(upload_id=upload.pk, answers={"unknown": "new"})
    answer_upload(upload_id=upload.pk, answers={"people": answers_for(preview, Iga_Inna="skip")})
    done = bring_in(school, upload)
    assert len(done.created) == 1
    ola = Person.objects.get(name="Ola Nowa")
    assert ola.house == school.red and ola.kind == "pupil" and not Person.objects.filter(name="Iga Inna").exists()
    again = keep(school, text)
    assert school.preview(text, **again.answers).plan.is_empty
    assert Person.objects.count() == 5


def test_two_new_pupils_of_one_name_stay_two_when_the_file_comes_again(school):
    text = "Uczeń;30.11.2026 A\nOla Nowa;+\nOla Nowa;-\n"
    upload = keep(school, text)
    answer_upload(upload_id=upload.pk, answers={"unknown": "new"})
    bring_in(school, upload)
    assert Person.objects.filter(name="Ola Nowa").count() == 2
    again = keep(school, text)
    assert school.preview(text, **again.answers).plan.is_empty


def test_a_house_that_nobody_knows_is_asked(school):
    text = LONG + "Ola Nowa;Borsuki;30.11.2026;A;ob\n"
    preview = school.preview(text, unknown="new")
    (house,) = preview.houses
    assert house.text == "Borsuki" and not preview.is_ready
    ready = school.preview(text, unknown="new", houses={house.key: str(school.blue.pk)})
    assert list(ready.plan.people.values()) == [("Ola Nowa", school.blue.pk)]
    assert list(school.preview(text, unknown="new", houses={house.key: "none"}).plan.people.values()) == [
        ("Ola Nowa", None)
    ]


def test_a_known_subject_keeps_its_spelling(school):
    lesson = school.lesson()
    assert school.preview(LONG + "Jan Kowal;;30.11.2026;ZAKLECIA;ob\n").plan.marks == (
        (school.jan.pk, lesson.pk, "present"),
    )


def test_nothing_at_all_is_imported_while_one_line_is_wrong(school):
    upload = keep(school, CLEAR + "Jan Kowal;;31.02.2026;A;ob\n")
    with pytest.raises(Refusal) as caught:
        bring_in(school, upload)
    assert caught.value.code == "upload_not_ready"
    assert not Lesson.objects.exists() and not AuditEntry.objects.exists()


def test_a_register_that_changed_since_the_preview_is_shown_again(school):
    lesson = school.lesson(jan="absent")
    upload = keep(school, CLEAR)
    seen = school.preview(CLEAR).plan.fingerprint
    Attendance.objects.update(mark="late")
    with pytest.raises(Refusal) as caught:
        import_upload(upload_id=upload.pk, fingerprint=seen, actor=TEACHER)
    assert caught.value.code == "register_moved_on" and marks_of(lesson) == {"Jan Kowal": "late"}
    upload.refresh_from_db()
    assert upload.imported_at is None and bytes(upload.contents)


def test_what_waits_for_its_answers_is_thrown_away_by_hand_or_after_a_week(school):
    first = keep(school, CLEAR)
    assert keep(school, CLEAR).pk == first.pk  # a double click
    discard_upload(upload_id=first.pk, actor=TEACHER)
    for call in (discard_upload, import_upload):
        fields = {"fingerprint": ""} if call is import_upload else {}
        with pytest.raises(Refusal, match="upload_gone"):
            call(upload_id=first.pk, actor=TEACHER, **fields)
    second = keep(school, CLEAR)
    bring_in(school, second)
    waiting = keep(school, LONG + "Jan Kowal;;1.12.2026;A;ob\n")
    with pytest.raises(Refusal, match="upload_imported"):
        discard_upload(upload_id=second.pk, actor=TEACHER)
    with pytest.raises(Refusal, match="upload_imported"):
        answer_upload(upload_id=second.pk, answers={})
    assert wipe_old_uploads(waiting.uploaded_at + KEPT_FOR) == 0
    assert wipe_old_uploads(waiting.uploaded_at + KEPT_FOR + datetime.timedelta(seconds=1)) == 1
    assert RegisterUpload.objects.get() == second


def test_a_file_that_is_too_large_or_empty_is_not_kept(school):
    for text, code in (("", "file_empty"), ("a" * (5 * 1024 * 1024 + 1), "file_too_large")):
        with pytest.raises(Refusal, match=code):
            keep(school, text)
    assert not RegisterUpload.objects.exists()


def test_a_file_at_hand_is_imported_by_the_same_rules(school):
    with pytest.raises(Refusal, match="upload_not_ready"):
        import_file(season=school.season, data=b"name\nx\n", file_name="x", answers={}, actor=TEACHER)
    done = import_file(season=school.season, data=CLEAR.encode(), file_name="x", answers={}, actor=TEACHER)
    assert done.marks == 2
    assert not any(
        import_file(season=school.season, data=CLEAR.encode(), file_name="x", answers={}, actor=TEACHER)
        .as_json()
        .values()
    )
