"""Beta-tests by the services: the list, who may, blind answers, remarks, categories, proposals."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from chgk.models import BlindAnswer, CategoryChange, Fixture, Package, Proposal, Remark, TestAssignment, Tester
from chgk.rules.testing import Part
from chgk.selectors import testing as figures
from chgk.selectors.testing import Access, access_of, digest_of, progress_of
from chgk.services import proposals, testers, testing, testing_notes
from chgk.services.proposals import part_digest
from tests.chgk.testing.world import make_person
from tests.club_seasons import fixture_of
from tournaments.models import AuditEntry, House, Letter, Person
from tournaments.rules.engine import Refusal

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def refused(code: str, do: Any, *args: Any, **fields: Any) -> None:
    with pytest.raises(Refusal) as caught:
        do(*args, **fields)
    assert caught.value.code == code


def propose(world, person, question, part=Part.TEXT, after="Новый текст?", **more):
    question.refresh_from_db()
    fields = {"part": part, "after": after, "seen": part_digest(question, part), **more}
    return proposals.make_proposal(**world.at(person, question), **fields)


# --- the list ---------------------------------------------------------------------------------------------------------


def test_an_offer_is_approved_or_declined_with_a_word_and_ends_with_a_date(world):
    person, club = make_person("Ula"), world.club.pk
    who: dict[str, Any] = {"club_id": club, "person": person, "actor": world.actor(person)}
    row = testers.offer_to_test(words=" чем\nмогу ", **who)
    assert testers.offer_to_test(words="ещё раз", **who) == row and row.words == "чем могу"
    refused(
        "offer_declined_without_words",
        testers.decline_offer,
        club_id=club,
        tester_id=row.pk,
        word=" ",
        actor=world.boss,
    )
    for _ in range(2):
        declined = testers.decline_offer(club_id=club, tester_id=row.pk, word="мест нет", actor=world.boss)
    assert declined.state == "declined"
    again = testers.offer_to_test(words="", **who)
    for _ in range(2):
        approved = testers.approve_tester(club_id=club, person_id=person.pk, actor=world.boss)
    assert approved.pk == again.pk and approved.state == "approved"
    refused("offer_gone", testers.decline_offer, club_id=club, tester_id=again.pk, word="нет", actor=world.boss)
    for _ in range(2):
        ended = testers.end_tester(club_id=club, tester_id=again.pk, actor=world.boss)
    assert ended.state == "ended" and ended.ended_at is not None
    told = [letter.subject for letter in Letter.objects.filter(to=person.email)]
    assert len(told) == 2
    Person.objects.filter(pk=person.pk).update(left_at=timezone.localdate())
    refused("tester_has_left", testers.approve_tester, club_id=club, person_id=person.pk, actor=world.boss)


def test_a_closed_season_keeps_its_list(world):
    world.club.closed_at = timezone.now()
    world.club.save()
    person = world.testers[0]
    refused("season_closed", testers.offer_to_test, club_id=world.club.pk, person=person, words="", actor=world.boss)
    row = Tester.objects.get(person=person)
    refused("season_closed", testers.end_tester, club_id=world.club.pk, tester_id=row.pk, actor=world.boss)


# --- who may ----------------------------------------------------------------------------------------------------------


def test_players_deans_and_the_editor_are_not_asked(world):
    lions = fixture_of(world.club, "lions")
    owl = world.player("owls")
    lion = world.player("lions")
    dean = make_person("Dziekan")
    House.objects.filter(key="lions").update(head=dean)
    for person in (owl, lion, dean, world.editor):
        testers.approve_tester(club_id=world.club.pk, person_id=person.pk, actor=world.boss)
    refused("tester_plays", world.ask, owl)  # no game yet: it may be the owls'
    refused("tester_leads_house", world.ask, dean)
    refused("tester_is_editor", world.ask, world.editor)
    refused("tester_not_listed", world.ask, make_person("Obcy"))
    Package.objects.filter(pk=world.package.pk).update(fixture=lions)
    refused("tester_plays", world.ask, lion)
    refused("tester_leads_house", world.ask, dean)
    assert world.ask(owl).ended_at is None
    Package.objects.filter(pk=world.package.pk).update(fixture=Fixture.objects.get(club=world.club, is_final=True))
    assert testing.end_barred_tests(package_id=world.package.pk) == 1  # the final may be anybody's
    refused("tester_plays", world.ask, owl)


def test_a_roster_that_changes_later_ends_the_access_and_the_editor_is_told(world):
    person = world.testers[0]
    world.answer(person, world.questions[0])
    world.join(person, "owls")
    assert access_of(world.test_of(person)) is Access.ENDED
    refused("tester_plays", world.answer, person, world.questions[1])
    mail.outbox.clear()
    assert [testing.end_barred_tests(package_id=world.package.pk) for _ in range(2)] == [1, 0]
    test = TestAssignment.objects.get(person=person)
    assert test.ended_why == "player"
    (letter,) = Letter.objects.filter(to=world.editor.email)
    assert "Tadek" in letter.subject
    assert BlindAnswer.objects.filter(person=person).count() == 1  # what was answered is kept


@pytest.mark.parametrize(
    ("state", "access"),
    [
        ("draft", Access.DRAFT),
        ("testing", Access.OPEN),
        ("approved", Access.READING),
        ("sealed", Access.CLOSED),
        ("played", Access.OVER),
        ("archived", Access.OVER),
    ],
)
def test_the_states_of_a_package_open_and_close_it(world, state, access):
    Package.objects.filter(pk=world.package.pk).update(state=state)
    assert access_of(world.test_of(world.testers[0])) is access
    if state != "testing":
        refused("package_not_in_testing", world.answer, world.testers[0], world.questions[0])
        refused("package_not_in_testing", world.ask, world.testers[0])


def test_asked_twice_is_one_letter_and_taken_off_the_list_is_the_end(world):
    person = world.testers[0]
    assert world.ask(person) == world.ask(person)
    assert Letter.objects.filter(to=person.email, about=f"package:{world.package.pk}").count() == 1
    row = Tester.objects.get(person=person)
    testers.end_tester(club_id=world.club.pk, tester_id=row.pk, actor=world.boss)
    assert TestAssignment.objects.get(person=person).ended_why == "off_list"
    refused("test_is_over", world.answer, person, world.questions[0])
    testers.approve_tester(club_id=world.club.pk, person_id=person.pk, actor=world.boss)
    assert world.ask(person).ended_at is None


def test_nobody_tests_their_own_question(world):
    first, second, third = world.questions
    person = world.testers[0]
    first.authors = "Кто-то, Минск\ntadek, Gdynia"
    first.save()
    second.written_by = person
    second.save()
    refused("tester_wrote_it", world.answer, person, first)
    refused("tester_wrote_it", world.answer, person, second)
    world.answer(person, third)
    progress = progress_of(person, world.package)
    assert (progress.answered, progress.total, progress.following) == (1, 1, None)
    lines = figures.testing_summary(world.package).lines
    assert [line.asked for line in lines] == [1, 1, 2]


# --- blind answers ----------------------------------------------------------------------------------------------------


def test_an_answer_is_given_once_with_its_time(world):
    person, question = world.testers[0], world.questions[0]
    who: dict[str, Any] = {
        "package_id": world.package.pk, "question_id": question.pk, "person": person, "actor": world.actor(person)
    }  # fmt: skip
    given: dict[str, Any] = {**who, "passed": False, "seen": digest_of(question)}
    refused("blind_not_opened", testing.give_answer, answer="сова", **given)
    opened = testing.open_question(**who)
    assert testing.open_question(**who) == opened
    BlindAnswer.objects.update(opened_at=timezone.now() - datetime.timedelta(seconds=65))
    refused("blind_answer_empty", testing.give_answer, answer=" ?! ", **given)
    refused("blind_answer_too_long", testing.give_answer, answer="ы" * 501, **given)
    row = testing.give_answer(answer="  белая  сова ", **given)
    assert row.answer == "белая сова" and 64 <= row.seconds <= 70
    assert testing.give_answer(answer="белая сова", **given).answered_at == row.answered_at
    refused("blind_answer_locked", testing.give_answer, answer="филин", **given)
    assert testing.open_question(**who).pk == row.pk


def test_a_question_changed_meanwhile_is_read_again_and_a_changed_one_may_be_answered_anew(world):
    person, question = world.testers[0], world.questions[0]
    who: dict[str, Any] = {
        "package_id": world.package.pk, "question_id": question.pk, "person": person, "actor": world.actor(person)
    }  # fmt: skip
    testing.open_question(**who)
    seen = digest_of(question)
    question.text = "Другой текст?"
    question.save()
    refused("blind_question_changed", testing.give_answer, answer="сова", passed=False, seen=seen, **who)
    testing.give_answer(answer="сова", passed=False, seen=digest_of(question), **who)
    assert not progress_of(person, world.package).questions[0].changed
    question.comment = "только комментарий"
    question.save()
    assert not progress_of(person, world.package).questions[0].changed
    question.handout = "розданный текст"
    question.save()
    assert progress_of(person, world.package).questions[0].changed
    world.answer(person, question, "")
    (first, second) = BlindAnswer.objects.filter(person=person).order_by("attempt")
    assert (first.answer, second.passed, second.attempt) == ("сова", True, 2)
    (line, *_rest) = figures.testing_summary(world.package).lines
    assert (line.answered, line.share.right, line.share.judged) == (1, 0, 1)  # the last attempt alone


def test_the_editors_word_goes_before_the_testers(world):
    person, question = world.testers[0], world.questions[0]
    row = world.answer(person, question)
    at = {key: value for key, value in world.at(person, question).items() if key != "tester"}
    testing.judge_own_answer(person=person, counts=False, **at)
    desk: dict[str, Any] = {"package_id": world.package.pk, "answer_id": row.pk, "actor": world.boss}
    assert figures.testing_summary(world.package).share.percent == 0
    for _ in range(2):
        assert testing.judge_answer(counts=True, **desk).would_count is True
    assert figures.testing_summary(world.package).share.percent == 100
    assert testing.judge_answer(counts=None, **desk).would_count is False
    world.answer(world.testers[1], question, "")
    refused("nothing_to_judge", testing.judge_own_answer, person=world.testers[1], counts=True, **at)
    assert AuditEntry.objects.filter(action="judge_answer").count() == 2
    Package.objects.update(state="sealed")
    refused("tests_closed", testing.judge_answer, counts=True, **desk)


# --- remarks and categories -------------------------------------------------------------------------------------------


def test_remarks_make_threads_that_are_settled_and_opened_again(world):
    (first, second), question = world.testers, world.questions[0]
    refused("answer_first", testing_notes.add_remark, text="так?", **world.at(first, question))
    world.answer(first, question)
    world.answer(second, question)
    for _ in range(2):
        thread = testing_notes.add_remark(text=" Есть\r\nвторой ответ ", **world.at(first, question))
    assert thread.text == "Есть\nвторой ответ" and Remark.objects.count() == 1
    refused("remark_empty", testing_notes.add_remark, text=" … ", **world.at(first, question))
    refused("remark_too_long", testing_notes.add_remark, text="ы" * 4001, **world.at(first, question))
    desk: dict[str, Any] = {"package_id": world.package.pk, "question_id": question.pk, "actor": world.boss}
    settle: dict[str, Any] = {"thread_id": thread.pk, "settled": True}
    refused("thread_of_another", testing_notes.settle_thread, **settle, **world.at(second, question))
    for _ in range(2):
        assert testing_notes.settle_thread(**settle, **desk).settled_at is not None
    assert figures.testing_summary(world.package).remarks == 0
    reply = testing_notes.add_remark(text="Нет, не второй", thread_id=thread.pk, **world.at(second, question))
    assert reply.thread_id == thread.pk and figures.testing_summary(world.package).remarks == 1
    testing_notes.settle_thread(**settle, **world.at(first, question))
    assert figures.testing_summary(world.package).remarks == 0
    assert "второй" not in str(list(AuditEntry.objects.values_list("details", flat=True)))
    with pytest.raises(Remark.DoesNotExist):  # no reply to a reply, none in another question's thread
        testing_notes.add_remark(text="ещё", thread_id=reply.pk, **desk)


def test_a_category_is_changed_at_once_and_logged(world):
    person, question = world.testers[0], world.questions[0]
    refused("answer_first", testing_notes.change_category, category=3, **world.at(person, question))
    world.answer(person, question)
    before = (question.revision, Package.objects.get().revision)
    change = testing_notes.change_category(category=3, words="никто не взял", **world.at(person, question))
    assert change is not None
    assert testing_notes.change_category(category=3, **world.at(person, question)) is None
    question.refresh_from_db()
    assert (change.before, change.after, question.category) == (2, 3, 3)
    assert (question.revision, Package.objects.get().revision) == (before[0] + 1, before[1] + 1)
    refused("category_unknown", testing_notes.change_category, category=4, **world.at(person, question))
    assert CategoryChange.objects.count() == 1
    assert not progress_of(person, world.package).questions[0].changed  # the same question still
    with pytest.raises(TypeError):
        change.delete()


# --- proposals --------------------------------------------------------------------------------------------------------


def test_a_proposal_is_taken_once_by_whoever_presses(world):
    person, question = world.testers[0], world.questions[0]
    refused("answer_first", propose, world, person, question)
    world.answer(person, question)
    row = propose(world, person, question)
    assert propose(world, person, question) == row
    refused("proposal_changes_nothing", propose, world, person, question, after=question.text)
    refused("part_changed_meanwhile", propose, world, person, question, seen="x")
    refused("proposal_too_long", propose, world, person, question, part=Part.ANSWER, after="ы" * 1001)
    desk: dict[str, Any] = {"package_id": world.package.pk, "proposal_id": row.pk, "actor": world.boss}
    revision = Package.objects.get().revision
    for _ in range(2):
        assert proposals.take_proposal(word="спасибо", **desk).state == "taken"
    question.refresh_from_db()
    assert question.text == "Новый текст?" and Package.objects.get().revision == revision + 1
    refused("proposal_decided", proposals.decline_proposal, **desk)
    assert "Новый" not in str(list(AuditEntry.objects.values_list("details", flat=True)))


def test_a_stale_proposal_is_not_written_over_what_stands(world):
    (first, second), question = world.testers, world.questions[0]
    for person in world.testers:
        world.answer(person, question)
    one, other = propose(world, first, question), propose(world, second, question, after="Третий текст?")
    desk: dict[str, Any] = {"package_id": world.package.pk, "actor": world.boss}
    proposals.take_proposal(proposal_id=one.pk, **desk)
    refused("proposal_stale", proposals.take_proposal, proposal_id=other.pk, **desk)
    for _ in range(2):
        assert proposals.note_taken_by_hand(proposal_id=other.pk, **desk).state == "by_hand"
    question.refresh_from_db()
    assert question.text == "Новый текст?"


def test_a_newer_proposal_of_the_same_tester_takes_the_place_of_the_older(world):
    person, question = world.testers[0], world.questions[0]
    world.answer(person, question)
    older = propose(world, person, question)
    newer = propose(world, person, question, after="Ещё новее?")
    assert Proposal.objects.get(pk=older.pk).state == "withdrawn"
    for _ in range(2):
        gone = proposals.withdraw_proposal(proposal_id=newer.pk, **world.at(person, question))
        assert gone.state == "withdrawn"
    desk: dict[str, Any] = {"package_id": world.package.pk, "proposal_id": newer.pk, "actor": world.boss}
    refused("proposal_decided", proposals.take_proposal, **desk)


def test_sources_keep_what_they_were_confirmed_to_cite(world):
    person, question = world.testers[0], world.questions[0]
    known = {"kind": "other", "description": "подтверждено", "raw": "старый источник"}
    question.source, question.citations = "старый источник", [known]
    question.save()
    world.answer(person, question)
    row = propose(world, person, question, part=Part.SOURCE, after="старый источник\nhttps://example.org/a_b")
    proposals.take_proposal(package_id=world.package.pk, proposal_id=row.pk, actor=world.boss)
    question.refresh_from_db()
    assert question.citations[0] == known and question.citations[1]["address"] == "https://example.org/a_b"
    assert question.source == "старый источник\nhttps://example.org/a_b"


def test_past_testing_the_texts_stand(world):
    person, question = world.testers[0], world.questions[0]
    world.answer(person, question)
    row = propose(world, person, question)
    Package.objects.update(state="approved")
    desk: dict[str, Any] = {"package_id": world.package.pk, "proposal_id": row.pk, "actor": world.boss}
    for do in (proposals.take_proposal, proposals.decline_proposal, proposals.note_taken_by_hand):
        refused("texts_stand", do, **desk)
    refused("package_not_in_testing", propose, world, person, question)


# --- from time to time ------------------------------------------------------------------------------------------------


def test_the_editor_hears_of_news_once_an_evening_in_figures(world):
    person, question = world.testers[0], world.questions[0]
    world.answer(person, question, "секретный ответ")
    testing_notes.add_remark(text="секретное замечание", **world.at(person, question))
    evening = timezone.localtime().replace(hour=19)
    assert testing.tell_news(evening.replace(hour=17)) == 0
    mail.outbox.clear()
    assert [testing.tell_news(evening) for _ in range(2)] == [1, 0]
    letter = Letter.objects.filter(to=world.editor.email).latest("pk")
    assert letter.once
    assert not any(word in f"{letter.subject}{letter.body}" for word in ("секрет", "Тайный"))
