"""The pages of the register: who sees what, what a form does without a script, how many queries a list costs."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournaments.register.school import DAY, marks_of
from tournaments.models import Attendance, Deputy, House, Lesson, Person, RegisterUpload, Season, User

pytestmark = pytest.mark.django_db


def browser_of(name: str, person: Person | None = None, **more: Any) -> Client:
    user = User.objects.create_user(name, **more)
    if person is not None:
        person.user = user
        person.save()
    browser = Client()
    browser.force_login(user)
    return browser


def cost(browser: Client, path: str) -> int:
    browser.get(path)
    with CaptureQueriesContext(connection) as queries:
        assert browser.get(path).status_code == 200
    return len(queries)


def test_the_door_leads_everybody_to_their_own_page(school, desk):
    assert "Class register" in desk.get("/register/").text
    head = browser_of("head", school.jan)
    House.objects.filter(pk=school.red.pk).update(head=school.jan)
    assert head.get("/register/")["Location"] == "/register/houses/red/"
    pupil = browser_of("pupil", school.ewa)
    assert pupil.get("/register/")["Location"] == "/register/mine/"
    for path in ("/register/month/", "/register/lessons/new/", "/register/uploads/", "/register/houses/red/"):
        assert pupil.get(path).status_code == 403, path
        assert Client().get(path)["Location"].startswith("/accounts/login/"), path
    assert head.get("/register/houses/red/").status_code == 200
    assert head.get("/register/houses/blue/").status_code == 403
    assert desk.get("/register/houses/nowhere/").status_code == 404


def test_a_teacher_who_has_left_keeps_no_register(school, desk):
    Person.objects.filter(pk=school.teacher.pk).update(left_at=DAY)
    assert desk.get("/register/month/").status_code == 403
    assert browser_of("office", is_staff=True).get("/register/month/").status_code == 200


def test_a_deputy_sees_the_heads_house_as_long_as_it_lasts_and_is_told_so(school):
    House.objects.filter(pk=school.red.pk).update(head=school.jan)
    browser_of("head", school.jan)
    browser = browser_of("deputy")
    now = timezone.now()
    deputy = Deputy.objects.create(
        office="head",
        principal=User.objects.get(username="head"),
        deputy=User.objects.get(username="deputy"),
        starts_at=now - datetime.timedelta(days=1),
        ends_at=now + datetime.timedelta(days=1),
    )
    assert "You stand in for Jan Kowal" in browser.get("/register/houses/red/").text
    Deputy.objects.filter(pk=deputy.pk).update(ended_at=now)
    assert browser.get("/register/houses/red/").status_code == 403


def test_a_pupil_sees_how_many_lessons_are_missing_and_which_count(school):
    school.lesson(ewa="late")
    school.lesson(datetime.date(2026, 12, 1), ewa="absent")
    page = browser_of("pupil", school.ewa).get("/register/mine/").text
    assert 'data-attended="1"' in page and "9 lessons are missing" in page
    assert "Lessons of the season 2026 count." in page
    Season.objects.update(lessons_needed=1, lessons_counted="all")
    page = browser_of("again", None).get("/register/mine/").text
    assert "not bound to a person" in page
    browser = Client()
    browser.force_login(User.objects.get(username="pupil"))
    text = browser.get("/register/mine/").text
    assert "That is enough" in text and "Lessons of all seasons count." in text


def test_a_head_sees_who_lacks_most_first(school):
    school.lesson(jan="present")
    page = browser_of("office", is_staff=True).get("/register/houses/red/").text
    assert page.index("Łucja Ogonowska") < page.index("Jan Kowal") and "9 missing" in page and "Ewa" not in page


def test_without_a_register_nobody_lacks_anything(school, desk):
    page = desk.get("/register/houses/red/").text
    assert "keeps no class register" in page and "missing" not in page and "/10" not in page
    page = browser_of("pupil", school.ewa).get("/register/mine/").text
    assert "keeps no class register" in page and 'data-missing="0"' in page and "<progress" not in page
    school.lesson(jan="present")
    assert "10 lessons are needed." in desk.get("/register/houses/red/").text
    browser = browser_of("leader", None)
    Person.objects.filter(pk=school.teacher.pk).update(user=User.objects.get(username="leader"))
    House.objects.filter(pk=school.red.pk).update(head=school.teacher)
    assert "You head a house" in browser.get("/register/mine/").text


def test_a_season_that_is_not_set_or_over_is_said(school, desk):
    Season.objects.update(starts_on=datetime.date(2020, 9, 1), ends_on=datetime.date(2021, 6, 30))
    assert "ended on 30 June 2021" in desk.get("/register/").text
    Season.objects.update(is_current=False)
    for path in ("/register/", "/register/mine/", "/register/month/", "/register/lessons/new/", "/register/uploads/"):
        assert "No season is set" in desk.get(path).text, path
    assert desk.get(f"/register/?season={school.season.pk}").status_code == 200
    assert desk.get("/register/?season=999").status_code == desk.get("/register/?season=x").status_code == 404


def test_a_lesson_is_added_changed_and_deleted(school, desk):
    assert 'value="1"' in desk.get("/register/lessons/new/").text
    fields = {"held_on": "2026-11-30", "subject": "Zaklęcia", "period": "1", "teacher": school.teacher.pk}
    path = desk.post("/register/lessons/new/", fields)["Location"]
    lesson = Lesson.objects.get()
    assert path == f"/register/lessons/{lesson.pk}/" and lesson.teacher == school.teacher
    again = desk.post("/register/lessons/new/", fields)
    assert again.status_code == 422 and f'href="{path}"' in again.text
    wrong = desk.post("/register/lessons/new/", {**fields, "held_on": "31.02.2026", "period": "99"})
    assert wrong.status_code == 422 and wrong.text.count("invalid-feedback") == 2
    outside = desk.post("/register/lessons/new/", {**fields, "held_on": "2020-01-01"})
    assert "lasts from 1 September 2026 to 30 June 2027" in outside.text and 'value="Zaklęcia"' in outside.text
    desk.post(f"{path}change/", {**fields, "subject": "Eliksiry", "revision": "0"})
    lesson.refresh_from_db()
    assert lesson.subject == "Eliksiry"
    assert desk.post(f"{path}change/", {**fields, "revision": "0"}).status_code == 422
    Attendance.objects.create(lesson=lesson, person=school.jan)
    assert "1 mark goes with it" in desk.get(f"{path}delete/").text
    assert desk.post(f"{path}delete/", {"revision": "1"}).status_code == 422
    assert desk.post(f"{path}delete/", {"revision": "1", "confirmed": "yes"}).status_code == 302
    assert desk.get(path).status_code == desk.post(path).status_code == 404


def test_the_grid_is_a_form_that_saves_the_whole_page(school, desk):
    lesson = school.lesson(jan="present")
    path = f"/register/lessons/{lesson.pk}/"
    page = desk.get(path + "?house=red").text
    assert "Ewa" not in page and f"mark-{school.jan.pk}" in page and "Wacława Mięta</bdi></li>" not in page
    seen = f"{school.jan.pk}:p,{school.lucja.pk}:"
    fields = {"revision": "0", "house": "red", "page": "1", "seen": seen, f"mark-{school.jan.pk}": "present"}
    filled = desk.post(path, {**fields, f"mark-{school.lucja.pk}": "", "fill": "present"})
    assert (
        filled.status_code == 200
        and "Nothing is saved yet" in filled.text
        and marks_of(lesson) == {"Jan Kowal": "present"}
    )
    saved = desk.post(path, {**fields, f"mark-{school.lucja.pk}": "late"})
    assert saved["Location"] == path + "?house=red&page=1"
    assert marks_of(lesson) == {"Jan Kowal": "present", "Łucja Ogonowska": "late"}


def test_a_stale_page_shows_both_values_and_loses_nothing(school, desk):
    lesson = school.lesson()
    path = f"/register/lessons/{lesson.pk}/"
    seen = f"{school.jan.pk}:,{school.lucja.pk}:,{school.ewa.pk}:"
    desk.post(
        path, {"revision": "0", "seen": seen, f"mark-{school.jan.pk}": "present", f"mark-{school.ewa.pk}": "late"}
    )
    mine = {f"mark-{school.jan.pk}": "absent", f"mark-{school.lucja.pk}": "excused", f"mark-{school.ewa.pk}": ""}
    stale = desk.post(path, {"revision": "0", "seen": seen, **mine})
    assert stale.status_code == 409
    assert "In the register now: <strong>present</strong>. Yours: <strong>absent</strong>" in stale.text
    assert "Saved by somebody else meanwhile: late." in stale.text
    assert f'id="m{school.lucja.pk}-e" value="excused" checked' in stale.text
    assert f'id="m{school.jan.pk}-a" value="absent" checked' in stale.text
    assert 'name="revision" value="1"' in stale.text
    now = f"{school.jan.pk}:p,{school.lucja.pk}:,{school.ewa.pk}:l"
    assert 'name="seen" value="' in stale.text and all(pair in stale.text for pair in now.split(","))
    desk.post(path, {"revision": "1", "seen": now, **mine, f"mark-{school.ewa.pk}": "late"})
    assert marks_of(lesson) == {"Ewa Sówka": "late", "Jan Kowal": "absent", "Łucja Ogonowska": "excused"}


def test_a_request_that_no_form_sends_changes_nothing(school, desk):
    lesson = school.lesson(jan="present")
    path = f"/register/lessons/{lesson.pk}/"
    for fields in ({"mark-x": "late"}, {"mark-²": "late"}, {f"mark-{school.jan.pk}": "<b>"}, {"seen": "::,x:y"}):
        assert desk.post(path, {"revision": "0", **fields}).status_code in (302, 422)
    assert marks_of(lesson) == {"Jan Kowal": "present"}


def test_the_month_has_every_mark_and_the_threshold(school, desk):
    school.lesson(jan="present", ewa="late")
    school.lesson(datetime.date(2026, 10, 5), jan="absent")
    page = desk.get("/register/month/").text
    assert "November 2026" in page and ">1/10" in page and "10 lessons are needed" in page
    assert ">5.10<" in desk.get("/register/month/?month=2026-10&house=red").text
    for month in ("2026-13", "x", "0001-01", ""):
        assert desk.get(f"/register/month/?month={month}").status_code == 200


def test_pages_cost_the_same_with_one_row_and_with_three(school, desk):
    House.objects.filter(pk=school.red.pk).update(head=school.jan)
    lesson = school.lesson(jan="present")
    user = User.objects.create_user("pupil")
    Person.objects.filter(pk=school.ewa.pk).update(user=user)
    pupil = Client()
    pupil.force_login(user)
    paths = [
        (desk, "/register/"),
        (desk, f"/register/lessons/{lesson.pk}/"),
        (desk, "/register/month/"),
        (desk, "/register/houses/red/"),
        (desk, "/register/uploads/"),
        (desk, "/register/lessons/new/"),
        (pupil, "/register/mine/"),
    ]
    one = [cost(browser, path) for browser, path in paths]
    for number in range(3):
        house = House.objects.create(name=f"H{number}", command="x")
        school.lesson(datetime.date(2026, 11, number + 1), ewa="late", jan="late", lucja="present")
        for kind in ("pupil", "staff"):
            Person.objects.create(name=f"P {kind} {number}", house=house if kind == "pupil" else None, kind=kind)
        Person.objects.create(name=f"Q {number}", house=school.red)
        RegisterUpload.objects.create(
            season=school.season, uploaded_by=school.user, file_name=f"{number}.csv", contents=b"x", digest="x"
        )
    three = [cost(browser, path) for browser, path in paths]
    assert three == one
    assert max(one) <= 12, dict(zip([path for _browser, path in paths], one, strict=True))


def test_a_school_of_hundreds_comes_in_pages(school, desk):
    Person.objects.bulk_create(Person(name=f"Pupil {number:03}", house=school.blue) for number in range(160))
    lesson = school.lesson()
    page = desk.get(f"/register/lessons/{lesson.pk}/").text
    assert page.count("data-row") == 150 and "Next pupils" in page
    assert desk.get(f"/register/lessons/{lesson.pk}/?page=2").text.count("data-row") == 13
    assert desk.get("/register/month/").text.count('scope="row"') == 100


# --- a file -----------------------------------------------------------------------------------------------------------

TEXT = "Uczeń;Data;Przedmiot;Obecność\n<b>Ewa</b> Sówka;05/11/26;=1+1;п\nEwa Sowka;30/11/26;A;ob\n"


def send(browser: Client, text: str | bytes, name: str = "dziennik.csv") -> str:
    data = text.encode() if isinstance(text, str) else text
    answer = browser.post("/register/uploads/", {"file": SimpleUploadedFile(name, data)})
    assert answer.status_code == 302, answer.text
    return str(answer["Location"])


def test_a_file_goes_through_its_questions_into_the_register(school, desk):
    path = send(desk, TEXT)
    page = desk.get(path).text
    assert "<b>Ewa" not in page and "&lt;b&gt;Ewa&lt;/b&gt;" in page
    assert "In which order are the days written?" in page and "What does the sign «п» say?" in page
    assert "the same person?" in page and 'data-testid="import"' not in page
    upload = RegisterUpload.objects.get()
    names = page.split('name="')[1:]
    sign = next(name.split('"')[0] for name in names if name.startswith("sign-"))
    people = {name.split('"')[0] for name in names if name.startswith("person-")}
    answers = {"part": "answers", "order": "dmy", sign: "late", **dict.fromkeys(people, "new")}
    desk.post(path, answers)
    page = desk.get(path).text
    assert "2 pupils are created" in page and "2 lessons are added" in page
    upload.refresh_from_db()
    fingerprint = page.split('name="fingerprint" value="')[1].split('"')[0]
    moved = desk.post(f"{path}import/", {"fingerprint": "old"})
    assert moved.status_code == 409 and "look at it once more" in moved.text
    assert desk.post(f"{path}import/", {"fingerprint": fingerprint}).status_code == 302
    assert "Imported on" in desk.get(path).text
    assert desk.post(f"{path}import/", {"fingerprint": fingerprint}).status_code == 302
    assert Attendance.objects.count() == 2
    again = desk.get(send(desk, TEXT)).text
    assert "changes nothing" in again and "This very file was imported" in again


def test_how_a_file_is_read_can_be_corrected(school, desk):
    path = send(desk, "Kto;Kiedy;Co;Był\nJan Kowal;30.11.2026;Zaklęcia;tak\n".encode("cp1250"))
    page = desk.get(path).text
    assert "Windows, Central European (1250), semicolon" in page
    desk.post(path, {"part": "format", "encoding": "cp1251", "separator": ";", "header": "1"})
    assert RegisterUpload.objects.get().answers["encoding"] == "cp1251"
    desk.post(path, {"part": "format", "encoding": "cp1250", "separator": ";", "header": "1"})
    columns = {f"column-{index}": role for index, role in enumerate(("name", "day", "subject", "mark"))}
    desk.post(path, {"part": "format", "encoding": "cp1250", "separator": ";", "header": "1", **columns})
    assert 'data-testid="import"' in desk.get(path).text
    desk.post(path, {"part": "format", "encoding": "utf-8", "separator": ";", "header": "1"})
    page = desk.get(path)
    assert page.status_code == 200 and "Line 1 cannot be read as UTF-8" in page.text


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is empty."),
        (b"  \n", "The file is empty."),
        (b"x" * (5 * 1024 * 1024 + 1), "larger than 5 MB"),
    ],
)
def test_a_file_that_is_no_use_is_refused_at_once(school, desk, data, sentence):
    answer = desk.post("/register/uploads/", {"file": SimpleUploadedFile("a.csv", data)})
    assert answer.status_code == 422 and sentence in answer.text and not RegisterUpload.objects.exists()
    assert "Choose a file." in desk.post("/register/uploads/").text


def test_a_file_of_another_kind_says_what_to_do(school, desk):
    page = desk.get(send(desk, b"%PDF-1.7", "x.csv")).text
    assert "This is no spreadsheet" in page and 'data-testid="import"' not in page
    assert (
        "Line 2, column B «Data»: «31.02.2026» is no day"
        in desk.get(send(desk, "Uczeń;Data;Przedmiot;Obecność\nJan Kowal;31.02.2026;A;ob\n")).text
    )
    upload = RegisterUpload.objects.latest("pk")
    assert desk.post(f"/register/uploads/{upload.pk}/discard/").status_code == 302
    assert desk.get(f"/register/uploads/{upload.pk}/").status_code == 404
