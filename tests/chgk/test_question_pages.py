"""The pages of questions: an author's drafts, the form with its sources, pictures, the editor's desk of drafts."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from chgk.models import Package, Question, QuestionOffer
from tests.chgk.bank import PAGE, account_of, make_bank_package, make_draft, make_person, picture_bytes
from tournaments.models import Person

pytestmark = pytest.mark.django_db
MINE = "/club/bank/questions/"
ADDRESS = "http://Example.org/%7Euser/?b=2&a=1#_x_"


@pytest.fixture
def ada(client: Client) -> Person:
    person = make_person("Ada")
    client.force_login(account_of(person))
    return person


def typed(**more: Any) -> dict[str, Any]:
    """A form with one source from the internet."""
    source = {"source-count": "1", "source-1-kind": "internet", "source-1-address": ADDRESS}
    return {"category": "1", "kind": "ordinary", "text": "Кто?", "answer": "Сова", "comment": "…", **source, **more}


def test_a_draft_is_written_and_says_what_is_missing(client, ada):
    answer = client.post(f"{MINE}new/", typed(), follow=True)
    question = Question.objects.get()
    assert answer.redirect_chain[-1][0] == f"{MINE}{question.pk}/"
    assert question.citations[0]["address"] == ADDRESS and question.written_by == ada
    page = answer.content.decode()
    assert "The comment is missing" in page and "#p4.1.1" in page and "Кто?" not in page.partition("</title>")[0]
    listed = client.get(MINE).content.decode()
    assert "The comment is missing" in listed and f'href="{MINE}{question.pk}/"' in listed


def test_buttons_of_the_rows_work_without_javascript_and_save_nothing(client, ada):
    pasted = typed(rows="propose", **{"source-pasted": "В. Л. Глазычев. Гемма Коперника. — М.: Наука, 1990. — С. 12."})
    page = client.post(f"{MINE}new/", pasted)
    rows = page.context["sources"].rows
    assert [row.kind for row in rows] == ["internet", "book"] and rows[1].is_proposed
    assert rows[1].values["publisher"] == "Наука" and rows[0].values["address"] == ADDRESS
    assert page.context["form"]["text"].value() == "Кто?" and not Question.objects.exists()
    fewer = client.post(f"{MINE}new/", typed(rows="remove-1"))
    assert [row.is_blank for row in fewer.context["sources"].rows] == [True]
    unread = client.post(f"{MINE}new/", typed(**{"source-pasted": "http://a.example/"}))  # pasted, and saved at once
    assert len(unread.context["sources"].rows) == 2 and not Question.objects.exists()


def test_another_kind_keeps_what_was_typed_for_the_first(client, ada):
    switched = typed(rows="kind", **{"source-1-kind": "book", "source-1-title": "Совы"})
    page = client.post(reverse("chgk:citations"), switched)
    assert f'type="hidden" name="source-1-address" value="{ADDRESS.replace("&", "&amp;")}"' not in page.content.decode()
    assert page.context["sources"].rows[0].values["address"] == ADDRESS  # a book may have one, too
    other = client.post(reverse("chgk:citations"), {**switched, "source-1-kind": "other"}).content.decode()
    assert 'type="hidden" name="source-1-title" value="Совы"' in other
    check = client.post(reverse("chgk:citations"), {**switched, "rows": "preview-1"}).content.decode()
    assert "Not given: year" in check and "#p4.1.2.1" in check and 'hx-swap-oob="true"' in check


def test_nothing_typed_is_executed(client, ada):
    evil = "<script>alert(1)</script>{{ 7*7 }}"
    client.post(f"{MINE}new/", typed(text=evil, answer=evil, **{"source-1-address": "javascript:alert(1)"}))
    question = Question.objects.get()
    page = client.get(f"{MINE}{question.pk}/").content.decode()
    assert evil not in page and "&lt;script&gt;" in page and 'href="javascript' not in page


def test_a_stale_page_keeps_what_was_typed_and_shows_what_stands_now(client, ada):
    question = make_draft(ada)
    client.post(f"{MINE}{question.pk}/edit/", typed(seen="0"))
    stale = client.post(f"{MINE}{question.pk}/edit/", typed(seen="0", text="Что?", answer="Филин"))
    page = stale.content.decode()
    assert stale.status_code == 422 and "Somebody has changed the question" in page
    assert 'data-testid="stands-now"' in page and "Что?" in page and "Филин" in page
    assert stale.context["seen"] == 1 and Question.objects.get().text == "Кто?"


def test_only_its_author_reads_a_draft_until_an_editor_is_asked(client, ada, season):
    question = make_draft(ada)
    editor = make_person("Egor")
    package = make_bank_package(season, editor)
    door, other = Client(), Client()
    door.force_login(account_of(editor))
    other.force_login(account_of(make_person("Olga")))
    address = f"{MINE}{question.pk}/"
    assert door.get(address).status_code == 404
    answer = client.post(f"{address}do/offer/", {"package": package.pk, "word": "посмотри"}, follow=True)
    assert "Пакет" in answer.content.decode()
    assert door.get(address).status_code == 200 and other.get(address).status_code == 404
    assert door.post(f"{address}edit/", typed()).status_code == 403
    desk = door.get(f"/club/bank/packages/{package.pk}/offers/").content.decode()
    assert "посмотри" in desk and "Кто кричит" in desk
    offer = QuestionOffer.objects.get()
    empty = door.post(f"/club/bank/offers/{offer.pk}/return/", {"word": ""})
    assert empty.status_code == 422
    door.post(f"/club/bank/offers/{offer.pk}/take/")
    question.refresh_from_db()
    assert question.package == package
    assert client.get(address).status_code == 404  # it is the editor's now
    mine = client.get(MINE).content.decode()
    assert "«Пакет»" in mine and "Кто кричит" not in mine


def test_a_sealed_question_opens_for_nobody_here(client, ada, season, host_user):
    package = make_bank_package(season, ada)
    question = make_draft(ada)
    Question.objects.update(package=package, number=1)
    Package.objects.update(state="sealed")
    host_user.is_superuser = True
    host_user.save()
    for user in (account_of(ada), host_user):
        client.force_login(user)
        assert client.get(f"{MINE}{question.pk}/").status_code == 404


def test_a_picture_is_added_shown_and_taken_away(client, ada):
    question = make_draft(ada)
    address = f"{MINE}{question.pk}/pictures/"
    svg = SimpleUploadedFile("a.png", b"<svg onload='alert(1)'/>", "image/png")
    refused = client.post(address, {"picture": svg, "description": "Птица"})
    assert refused.status_code == 422 and "This is no picture" in refused.content.decode()
    assert refused.context["picture_form"]["description"].value() == "Птица"
    good = SimpleUploadedFile("сова.gif", picture_bytes("GIF"), "image/gif")
    client.post(address, {"picture": good, "description": "Птица"})
    image = question.images.get()
    shown = client.get(f"{address}{image.pk}/")
    assert shown["Content-Type"] == "image/png" and shown["X-Content-Type-Options"] == "nosniff"
    assert "no-store" in shown["Cache-Control"] and "default-src 'none'" in shown["Content-Security-Policy"]
    assert 'alt="Птица"' in client.get(f"{MINE}{question.pk}/").content.decode()
    client.post(address, {"remove": image.pk})
    assert not question.images.exists()


def test_sources_are_shown_as_references_with_what_was_typed_beside(client, ada):
    page = client.get(f"{MINE}{make_draft(ada).pk}/").content.decode()
    assert "URL: https://ru.wikipedia.org/wiki/%D0%A1" in page and "сайт о совах" in page
    assert f'href="{PAGE.address.replace("&", "&amp;")}"' in page


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_asks_the_database_as_often_for_one_question_as_for_three(client, ada, season, count):
    package = make_bank_package(season, make_person("Egor"))
    for _number in range(count):
        draft = make_draft(ada)
        QuestionOffer.objects.create(question=draft, package=package, offered_by=ada, state="returned", answer="ещё")
    client.get(MINE)
    with CaptureQueriesContext(connection) as queries:
        client.get(MINE)
    assert len(queries) == 4
