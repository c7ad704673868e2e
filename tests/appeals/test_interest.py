"""§5.1.1: whoever wrote, edited or tested the questions concerned has an interest in their outcome."""

from __future__ import annotations

import pytest

from appeals.rules.interest import Why, interests_of
from appeals.selectors.people import candidate, parties_of
from chgk.models import BlindAnswer, Question, TestAssignment
from tests.appeals.evening import make_person
from tests.club_seasons import fixture_of, play_fixture

pytestmark = pytest.mark.django_db


def whys(club, person, game=None):
    return [one.why for one in interests_of(candidate(person), parties_of(club, game))]


def test_editor_author_and_testers_of_the_questions_concerned(evening, host_user):
    editor, author, tester, idle = (make_person(name) for name in ("Edyta", "Autor", "Tester", "Lenny"))
    package = evening.game.package
    package.editor = editor
    package.save()
    question = package.questions.first()
    Question.objects.filter(pk=question.pk).update(written_by=author)
    for person in (tester, idle):
        TestAssignment.objects.create(package=package, person=person)
    BlindAnswer.objects.create(question=question, person=tester, digest="x")  # has read it, answered or not
    other = play_fixture(fixture_of(evening.club, "lions"), host_user, "AAAA")
    for game in (None, evening.game):
        found = [whys(evening.club, person, game) for person in (editor, author, tester, idle)]
        assert found == [[Why.EDITOR], [Why.AUTHOR], [Why.TESTER], []]
    assert [whys(evening.club, person, other) for person in (editor, author, tester)] == [[], [], []]


def test_the_cost_does_not_grow(evening, django_assert_num_queries):
    package = evening.game.package
    for number, question in enumerate(package.questions.all()[:3]):
        person = make_person(f"T{number}")
        BlindAnswer.objects.create(question=question, person=person, digest="x")
        Question.objects.filter(pk=question.pk).update(written_by=person)
    with django_assert_num_queries(7):
        parties_of(evening.club, evening.game)
