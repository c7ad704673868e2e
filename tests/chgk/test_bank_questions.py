"""Writing questions (§4.1.1): drafts, changes, pictures, the way to an editor."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from chgk.models import Package, Question, QuestionImage, QuestionOffer
from chgk.rules.sizes import LONGEST
from chgk.selectors import missing_of
from chgk.services import bank_questions
from chgk.services.bank_pictures import put_image, remove_image
from chgk.services.bank_questions import (
    QuestionParts,
    delete_question,
    move_question,
    register_follower,
    save_question,
)
from chgk.services.question_offers import offer_question, return_offer, take_offer, withdraw_offer
from tests.chgk.bank import PAGE, WHOLE, actor_of, make_bank_package, make_draft, make_person, picture_bytes
from tests.chgk.test_seasons import refused
from tournaments.models import AuditEntry, Letter, Person
from tournaments.rules.citations import Book, Other, as_json

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def ada() -> Person:
    return make_person("Ada")


@pytest.fixture
def editor() -> Person:
    return make_person("Egor")


def test_a_draft_may_lack_anything_and_keeps_its_sources_letter_for_letter(ada):
    empty = make_draft(ada, text="Кто?")
    assert [one.code for one in missing_of(empty)] == [
        "question_answer_missing",
        "question_comment_missing",
        "question_source_missing",
    ]
    whole = Question.objects.get(pk=make_draft(ada).pk)
    assert missing_of(whole) == () and whole.citations == [as_json(PAGE)] and whole.source == "сайт о совах"
    assert whole.written_by == ada and whole.package is None and whole.number is None


def test_a_source_without_a_typed_text_is_shown_as_its_reference(ada):
    book = Book(title="Совы", author="А. Б. Авин", place="М.", publisher="Наука", year="1999", pages="5")
    question = make_draft(ada, citations=(book, Other(text="Вывеска на доме 5", raw="вывеска\nна доме")))
    first, second = question.source.splitlines()
    assert "Совы" in first and "Наука" in first and second == "вывеска на доме"


def test_a_change_counts_up_and_is_audited_without_a_word_of_the_text(ada, editor, season):
    package = make_bank_package(season, editor)
    actor = actor_of(editor)
    question = save_question(question_id=None, parts=WHOLE, package_id=package.pk, author=editor, actor=actor)
    assert question.number == 1
    changed = replace(WHOLE, answer="Филин")
    save_question(question_id=question.pk, parts=changed, seen=0, actor=actor)
    again = save_question(question_id=question.pk, parts=changed, seen=1, actor=actor)  # pressed twice
    assert again.revision == 1 and Package.objects.get().revision == 2
    entries = list(AuditEntry.objects.filter(target=f"question:{question.pk}").order_by("pk"))
    assert [entry.action for entry in entries] == ["write_question", "change_question"]
    assert entries[1].details["parts"] == ["answer"]
    told = json.dumps([entry.details for entry in entries], ensure_ascii=False)
    assert "Филин" not in told and "Сова" not in told and "полночь" not in told


def test_a_stale_page_changes_nothing(ada):
    question = make_draft(ada)
    save_question(question_id=question.pk, parts=replace(WHOLE, answer="Сыч"), seen=0, actor=actor_of(ada))
    stale = {"question_id": question.pk, "parts": replace(WHOLE, text="Что?"), "seen": 0, "actor": actor_of(ada)}
    assert refused(save_question, **stale) == ("4.1.1", "question_changed_meanwhile")
    assert Question.objects.get().text == WHOLE.text


def test_what_does_not_fit_is_refused_by_its_name(ada):
    for parts, code in (
        (QuestionParts(answer="ы" * (LONGEST["answer"] + 1)), "question_part_too_long"),
        (QuestionParts(citations=(Other(text="ы" * 1001),)), "citation_field_too_long"),
        (QuestionParts(citations=(PAGE,) * 21), "citations_too_many"),
    ):
        assert refused(save_question, question_id=None, parts=parts, author=ada, actor=actor_of(ada))[1] == code
    assert not Question.objects.exists()


def test_nothing_changes_once_the_texts_stand(ada, editor, season):
    package = make_bank_package(season, editor)
    actor = actor_of(editor)
    question = save_question(question_id=None, parts=WHOLE, package_id=package.pk, actor=actor)
    image = put_image(question_id=question.pk, name="a.png", data=picture_bytes(), description="", actor=actor)
    draft = make_draft(ada)
    Package.objects.update(state="approved")
    stands = ("4.1.1", "question_texts_stand")
    other = replace(WHOLE, text="Что?")
    assert refused(save_question, question_id=question.pk, parts=other, seen=1, actor=actor) == stands
    assert refused(save_question, question_id=None, parts=other, package_id=package.pk, actor=actor) == stands
    assert refused(delete_question, question_id=question.pk, actor=actor) == stands
    assert refused(move_question, question_id=question.pk, package_id=None, seen=1, actor=actor) == stands
    assert refused(move_question, question_id=draft.pk, package_id=package.pk, seen=0, actor=actor) == stands
    assert refused(remove_image, question_id=question.pk, image_id=image.pk, actor=actor) == stands
    offered = {"question_id": draft.pk, "package_id": package.pk, "word": "", "author": ada, "actor": actor}
    assert refused(offer_question, **offered) == stands


def test_a_question_moves_to_the_end_of_another_package_and_back_into_the_bank(editor, season):
    here, there = make_bank_package(season, editor), make_bank_package(season, editor)
    actor = actor_of(editor)
    save_question(question_id=None, parts=WHOLE, package_id=there.pk, actor=actor)
    question = save_question(question_id=None, parts=WHOLE, package_id=here.pk, actor=actor)
    moved = move_question(question_id=question.pk, package_id=there.pk, seen=0, actor=actor)
    assert (moved.package_id, moved.number) == (there.pk, 2)
    out = move_question(question_id=question.pk, package_id=None, seen=1, actor=actor)
    assert (out.package_id, out.number) == (None, None)
    assert list(Package.objects.order_by("pk").values_list("revision", flat=True)) == [2, 3]


def test_a_draft_goes_to_its_editor_and_comes_back_with_a_word(ada, editor, season):
    package, draft = make_bank_package(season, editor), make_draft(ada)
    fields = {"question_id": draft.pk, "package_id": package.pk, "author": ada, "actor": actor_of(ada)}
    offer = offer_question(word="посмотри", **fields)
    assert offer_question(word="ещё раз", **fields) == offer
    other = make_bank_package(season, editor)
    assert refused(offer_question, word="", **{**fields, "package_id": other.pk})[1] == "question_offered_already"
    assert refused(return_offer, offer_id=offer.pk, word=" … ", actor=actor_of(editor))[1] == "reason_without_words"
    return_offer(offer_id=offer.pk, word="слишком легко", actor=actor_of(editor))
    assert refused(take_offer, offer_id=offer.pk, actor=actor_of(editor))[1] == "question_offer_decided"
    second = offer_question(word="", **fields)
    withdraw_offer(question_id=draft.pk, actor=actor_of(ada))
    third = offer_question(word="", **fields)
    take_offer(offer_id=third.pk, actor=actor_of(editor))
    taken = take_offer(offer_id=third.pk, actor=actor_of(editor))  # pressed twice
    assert (taken.package_id, taken.number, taken.written_by) == (package.pk, 1, ada)
    states = QuestionOffer.objects.order_by("pk").values_list("pk", "state")
    assert dict(states) == {offer.pk: "returned", second.pk: "withdrawn", third.pk: "taken"}
    assert not Letter.objects.filter(body__contains="полночь").exists()


def test_followers_hear_of_every_question_that_is_saved(ada, monkeypatch):
    monkeypatch.setattr(bank_questions, "_followers", {})
    heard: list[tuple[int, str]] = []
    register_follower("test", lambda question: heard.append((question.pk, question.text)))
    question = make_draft(ada)
    save_question(question_id=question.pk, parts=replace(WHOLE, text="Что?"), seen=0, actor=actor_of(ada))
    assert heard == [(question.pk, WHOLE.text), (question.pk, "Что?")]


def test_a_picture_is_kept_once_and_leaves_with_its_question(ada):
    draft, actor = make_draft(ada), actor_of(ada)
    fields: dict[str, Any] = {"question_id": draft.pk, "name": "сова.png", "actor": actor}
    image = put_image(data=picture_bytes(), description="", **fields)
    put_image(data=picture_bytes(), description="Птица", **fields)
    assert QuestionImage.objects.get() == image and QuestionImage.objects.get().description == "Птица"
    for width in (41, 42, 43):
        put_image(data=picture_bytes(size=(width, 9)), description="", **fields)
    assert refused(put_image, data=picture_bytes(size=(9, 9)), description="", **fields)[1] == "pictures_too_many"
    remove_image(question_id=draft.pk, image_id=image.pk, actor=actor)
    remove_image(question_id=draft.pk, image_id=image.pk, actor=actor)
    assert Question.objects.get().revision == 6
    delete_question(question_id=draft.pk, actor=actor)
    assert not QuestionImage.objects.exists()
