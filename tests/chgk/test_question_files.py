"""Question files of a package: previewed, imported as a whole or not at all, exported without loss."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from hypothesis import given, settings

from chgk.formats.bank_parts import BankParts, number_questions, package_of, parts_of
from chgk.formats.detect import read_file
from chgk.formats.package import Image, ParsedPackage, ParsedQuestion, Tour
from chgk.formats.writing import write_file
from chgk.models import ClubSeason, Package, PackageReading, Question, QuestionImage, QuestionUpload
from chgk.selectors.question_files import preview_upload, read_upload
from chgk.services.bank_questions import _followers, register_follower
from chgk.services.question_uploads import import_upload, keep_upload, wipe_old_uploads
from tests.chgk.formats.packages import PNG, packages
from tests.chgk.formats.test_round_trips import QUICK
from tournaments.models import AuditEntry, Person, Season, User
from tournaments.rules.engine import Refusal
from tournaments.services.actors import account_actor

FILE = """Кубок сов
Редактор: Ева Сыч

Тур 1
Категория: 2
Вопрос № 1: Какая птица видит в темноте?
Ответ: Сова. Зачёт: филин. Незачёт: сыч
Комментарии: любая из семейства.
Источник(и): 1. http://example.org/a_b%20c?x=1
2. Устав школы
с. 4
Автор: Ян Клен (Томск)

что это за строка

Вопрос № 2: Снятый.
Ответ: да
Вопрос снят: ошибка в факте

Тур 2
Вопрос № 1: Второй тур?
Ответ: <b>да</b>
"""


@pytest.fixture
def package(season: Season, host_user: User) -> Package:
    """A draft whose editor is the host."""
    editor = Person.objects.create(name="Ewa Sowa", user=host_user)
    return Package.objects.create(title="Осень", season=season, editor=editor)


@pytest.fixture
def browser(client: Client, host_user: User) -> Client:
    """The editor's."""
    client.force_login(host_user)
    return client


def send(client: Client, package: Package, data: bytes | str, name: str = "совы.txt") -> Any:
    data = data.encode() if isinstance(data, str) else data
    file = SimpleUploadedFile(name, data)
    return client.post(reverse("chgk:bank_files", args=[package.pk]), {"file": file}, follow=True)


def confirm(client: Client, response: Any) -> Any:
    upload, preview = response.context["upload"], response.context["preview"]
    url = reverse("chgk:bank_file_import", args=[upload.pk])
    return client.post(url, {"fingerprint": preview.fingerprint}, follow=True)


def page(response: Any) -> str:
    return str(response.content.decode())


# --- numbers and parts ------------------------------------------------------------------------------------------------


def test_questions_keep_their_numbers_only_if_all_of_them_can() -> None:
    def numbered(numbers: list[int | None], taken: set[int]) -> list[int | None]:
        questions = [ParsedQuestion(number=number) for number in numbers]
        return [one.number for one in number_questions(questions, frozenset(taken))]

    assert numbered([3, 1, 7], set()) == [3, 1, 7]
    assert numbered([3, 1], {2}) == [3, 1]
    assert numbered([1, 2, 1, 2], set()) == [1, 2, 3, 4]
    assert numbered([1, None], set()) == [1, 2]
    assert numbered([1, 2], {2, 9}) == [10, 11]
    assert numbered([], {2}) == []


@settings(QUICK, max_examples=40)
@given(package=packages())
def test_a_package_that_was_exported_comes_back_the_same(package: ParsedPackage) -> None:
    parts = [parts_of(replace(one, removed=None, extra=())) for one in package.questions]
    parts = [replace(one, number=number) for number, one in enumerate(parts, 1)]
    kept = [parts_of(one) for one in package_of("Совы", "", "", parts).questions]
    for name in ("four_s", "db_text"):
        back = read_file(write_file(package_of("Совы", "", "", kept), name), format=name).package
        assert [parts_of(one) for one in number_questions(back.questions, frozenset())] == kept


def test_labels_without_a_field_end_the_comment() -> None:
    question = ParsedQuestion(comment="Просто.", extra=(("Рейтинг", "87/122"),), authors=("Ян\nКлен",))
    assert parts_of(question) == BankParts(comment="Просто.\nРейтинг: 87/122", authors=("Ян Клен",))


# --- the pages --------------------------------------------------------------------------------------------------------


def test_a_file_is_seen_whole_before_anything_is_stored(browser: Client, package: Package) -> None:
    response = send(browser, package, FILE)
    text = page(response)
    assert "что это за строка" in text  # nothing is dropped
    assert "ошибка в факте" in text
    assert "&lt;b&gt;да&lt;/b&gt;" in text
    assert [one.is_taken for one in response.context["preview"].questions] == [True, False, True]
    assert not Question.objects.exists()

    done = confirm(browser, response)
    assert done.context["upload"].questions == 2
    first, second = Question.objects.order_by("number")
    assert (first.number, first.category, first.answer, first.accepted, first.rejected) == (
        1,
        2,
        "Сова.",
        "филин.",
        "сыч",
    )
    assert first.source == "http://example.org/a_b%20c?x=1\nУстав школы с. 4"
    assert [one["raw"] for one in first.citations] == ["http://example.org/a_b%20c?x=1", "Устав школы\nс. 4"]
    assert first.citations[0]["address"] == "http://example.org/a_b%20c?x=1"
    assert first.authors == "Ян Клен (Томск)"
    assert (second.number, second.text, second.answer) == (2, "Второй тур?", "<b>да</b>")  # the tour began again at 1
    package.refresh_from_db()
    assert "Кубок сов" in package.note
    assert "Ева Сыч" in package.note
    assert package.revision == 1
    upload = QuestionUpload.objects.get()
    assert bytes(upload.contents) == b""
    entry = AuditEntry.objects.get(action="import_questions")
    assert "птица" not in str(entry.details)
    assert entry.details["questions"] == 2


def test_a_question_can_be_left_out_and_taken_again(browser: Client, package: Package) -> None:
    response = send(browser, package, FILE)
    url = reverse("chgk:bank_file", args=[response.context["upload"].pk])
    fields = {"part": "take", "shown": ["0", "1", "2"], "take": ["1"]}
    response = browser.post(url, fields, follow=True)
    assert [one.is_taken for one in response.context["preview"].questions] == [False, True, False]
    confirm(browser, response)
    assert [one.text for one in Question.objects.all()] == ["Снятый."]


def test_encoding_and_format_can_be_said(browser: Client, package: Package) -> None:
    data = "Вопрос 1: Ё?\nОтвет: да\n".encode("koi8-r")
    response = send(browser, package, data)
    url = reverse("chgk:bank_file", args=[response.context["upload"].pk])
    response = browser.post(url, {"part": "format", "format": "rulebook_form", "encoding": "koi8-r"}, follow=True)
    assert response.context["preview"].questions[0].parts.text == "Ё?"
    response = browser.post(url, {"part": "format", "format": "four_s", "encoding": "utf-8"}, follow=True)
    assert "file-error" in page(response)
    assert confirm(browser, response).status_code == 409
    browser.post(url, {"part": "format", "format": "nonsense", "encoding": "koi8-r"})
    assert QuestionUpload.objects.get().answers["format"] == "four_s"  # what is no choice changes nothing


@pytest.mark.parametrize("data", [b"", b"  \n", b"%PDF-1.4", b"\xd0\xcf\x11\xe0", b"<html><body>?</body></html>"])
def test_what_is_no_question_file_says_why_and_stores_no_question(
    browser: Client, package: Package, data: bytes
) -> None:
    text = page(send(browser, package, data))
    assert "file-error" in text or "invalid-feedback" in text
    assert not Question.objects.exists()


def test_a_file_is_its_senders_alone(browser: Client, package: Package, client: Client) -> None:
    upload = send(browser, package, FILE).context["upload"]
    other = User.objects.create_superuser("root")
    stranger = Client()
    stranger.force_login(other)
    urls = [
        reverse(f"chgk:{name}", args=[upload.pk]) for name in ("bank_file", "bank_file_import", "bank_file_discard")
    ]
    assert [stranger.get(urls[0]).status_code, *(stranger.post(url).status_code for url in urls[1:])] == [404, 404, 404]
    assert "птица" not in page(stranger.get(reverse("chgk:bank_files", args=[package.pk])))
    Package.objects.update(state="sealed")
    assert [browser.get(urls[0]).status_code, browser.post(urls[1]).status_code] == [404, 404]
    assert not Question.objects.exists()


def test_nobody_else_brings_questions_in(package: Package) -> None:
    pupil, url = Client(), reverse("chgk:bank_files", args=[package.pk])
    assert pupil.get(url).status_code == 302
    pupil.force_login(User.objects.create_user("jan"))
    assert (pupil.get(url).status_code, pupil.post(url).status_code) == (403, 403)


def test_lists_of_files_cost_the_same_with_one_row_and_three(
    browser: Client, package: Package, host_user: User
) -> None:
    def cost(files: int) -> int:
        for number in range(files):
            data = FILE.encode() + b"\n" * number
            keep_upload(package=package, user=host_user, file_name=f"{number}.txt", data=data)
        with CaptureQueriesContext(connection) as seen:
            assert browser.get(reverse("chgk:bank_files", args=[package.pk])).context["waiting"].count() == files
        return len(seen)

    assert cost(1) == cost(3)


# --- what changes meanwhile -------------------------------------------------------------------------------------------


@pytest.mark.database
@pytest.mark.django_db
def test_an_import_is_done_once_and_only_as_it_was_seen(package: Package, host_user: User) -> None:
    actor = account_actor(host_user)
    upload = keep_upload(package=package, user=host_user, file_name="a", data=FILE.encode())
    assert keep_upload(package=package, user=host_user, file_name="b", data=FILE.encode()) == upload

    def fingerprint() -> str:
        row = QuestionUpload.objects.select_related("package").get(pk=upload.pk)
        return preview_upload(row, read_upload(bytes(row.contents), row.answers)).fingerprint

    old = fingerprint()
    Question.objects.create(package=package, number=1)
    with pytest.raises(Refusal, match="upload_moved_on"):
        import_upload(upload_id=upload.pk, fingerprint=old, actor=actor)
    assert Question.objects.count() == 1
    assert not import_upload(upload_id=upload.pk, fingerprint=fingerprint(), actor=actor).repeated
    assert import_upload(upload_id=upload.pk, fingerprint=old, actor=actor).repeated
    assert list(Question.objects.order_by("number").values_list("number", flat=True)) == [1, 2, 3]


@pytest.mark.database
@pytest.mark.django_db
@pytest.mark.parametrize("state", ["approved", "sealed", "played", "archived"])
def test_nothing_comes_into_a_package_that_is_no_draft(package: Package, host_user: User, state: str) -> None:
    upload = keep_upload(package=package, user=host_user, file_name="a", data=FILE.encode())
    Package.objects.update(state=state)
    for act in (
        lambda: keep_upload(package=package, user=host_user, file_name="b", data=b"?"),
        lambda: import_upload(upload_id=upload.pk, fingerprint="", actor=account_actor(host_user)),
    ):
        with pytest.raises(Refusal, match="package_not_open"):
            act()


@pytest.mark.django_db
def test_a_file_that_nobody_imports_goes_after_a_week(package: Package, host_user: User) -> None:
    keep_upload(package=package, user=host_user, file_name="a", data=FILE.encode())
    now = timezone.now()
    assert wipe_old_uploads(now + datetime.timedelta(days=6)) == 0
    assert wipe_old_uploads(now + datetime.timedelta(days=8)) == 1


# --- the way out ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["docx", "four_s", "db_text", "html"])
def test_a_package_goes_out_and_html_is_text(browser: Client, package: Package, kind: str) -> None:
    confirm(browser, send(browser, package, FILE))
    response = browser.post(reverse("chgk:bank_export", args=[package.pk]), {"format": kind})
    assert response.headers["Content-Disposition"].startswith("attachment")
    assert "no-store" in response.headers["Cache-Control"]
    if kind == "html":
        assert "&lt;b&gt;да&lt;/b&gt;" in page(response)
        return
    back = read_file(response.content).package
    assert [one.answer for one in back.questions] == ["Сова.", "<b>да</b>"]
    assert back.questions[0].sources == ("http://example.org/a_b%20c?x=1", "Устав школы\nс. 4")


def test_what_leaves_a_sealed_package_is_written_down_first(browser: Client, package: Package, host_user: User) -> None:
    Question.objects.create(package=package, number=1, text="тайна", answer="да")
    Package.objects.update(state="sealed")
    url = reverse("chgk:bank_export", args=[package.pk])
    assert browser.post(url, {"format": "four_s"}).status_code == 403  # the editor reads it no more
    root = Client()
    root.force_login(User.objects.create_superuser("root"))
    assert (root.get(url).status_code, root.post(url, {"format": "four_s"}).status_code) == (403, 403)
    assert not PackageReading.objects.exists()
    ClubSeason.objects.create(season=package.season, curator=host_user)
    assert "logged" in page(browser.get(url))
    assert not PackageReading.objects.exists()
    assert "тайна" in page(browser.post(url, {"format": "four_s"}))
    assert PackageReading.objects.get().what == "export"
    assert browser.post(url, {"format": "exe"}).status_code == 400


def test_pictures_come_with_their_question_written_anew_and_followers_hear(browser: Client, package: Package) -> None:
    question = ParsedQuestion(number=1, text="Что это?", answer="сова", images=(Image("сова.png", PNG),))
    parsed = ParsedPackage(tours=(Tour(questions=(question,)),))
    heard: list[int | None] = []
    register_follower("test", lambda one: heard.append(one.number))
    confirm(browser, send(browser, package, write_file(parsed, "docx"), "совы.docx"))
    _followers.pop("test")
    (image,) = QuestionImage.objects.all()
    assert (image.name, image.media_type, image.question.number) == ("сова.png", "image/png", 1)
    assert heard == [1]
    back = read_file(browser.post(reverse("chgk:bank_export", args=[package.pk]), {"format": "docx"}).content).package
    assert back.questions[0].images[0].data == bytes(image.data)
    refused = browser.post(reverse("chgk:bank_export", args=[package.pk]), {"format": "four_s"})
    assert "without-pictures" in page(refused)
    named = browser.post(reverse("chgk:bank_export", args=[package.pk]), {"format": "four_s", "pictures": "named"})
    assert "сова.png" in page(named)


def test_what_no_field_holds_is_said_and_nothing_is_cut_off(browser: Client, package: Package) -> None:
    response = send(browser, package, f"Вопрос 7: Кто?\nОтвет: {'да ' * 400}\n")
    assert 'data-testid="blocked"' in page(response)
    assert confirm(browser, response).status_code == 409
    assert not Question.objects.exists()
