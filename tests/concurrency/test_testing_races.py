"""Beta-tests under a race: one decision a proposal, one answer a tester, one letter a request, one move."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from chgk.models import BlindAnswer, CategoryChange, Package, TestAssignment
from chgk.rules.testing import Part
from chgk.selectors.testing import digest_of
from chgk.services import proposals, testing, testing_notes
from tests.chgk.testing.world import World, make_world
from tests.concurrency.test_season_races import codes
from tournaments.models import Letter, Season, User

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


@pytest.fixture
def world(season: Season, host_user: User) -> World:
    return make_world(season, host_user, asked=False)


def test_whatever_is_pressed_at_once_is_done_once(world: World) -> None:
    person, question = world.testers[0], world.questions[0]
    assert codes([partial(world.ask, person)] * 3) == ["", "", ""]
    assert TestAssignment.objects.count() == 1
    assert Letter.objects.filter(to=person.email, about=f"package:{world.package.pk}").count() == 1

    at: dict[str, Any] = {
        "package_id": world.package.pk,
        "question_id": question.pk,
        "person": person,
        "actor": world.actor(person),
    }
    assert codes([partial(testing.open_question, **at)] * 3) == ["", "", ""]
    answer = partial(testing.give_answer, passed=False, seen=digest_of(question), **at)
    outcome = codes([partial(answer, answer=text) for text in ("сова", "филин", "сыч")])
    assert sorted(outcome) == ["", "blind_answer_locked", "blind_answer_locked"]
    assert BlindAnswer.objects.count() == 1

    move = partial(testing_notes.change_category, category=3, **world.at(person, question))
    assert codes([move] * 3) == ["", "", ""] and CategoryChange.objects.count() == 1


def test_two_editors_decide_on_one_proposal(world: World) -> None:
    person, question = world.testers[0], world.questions[0]
    world.ask(person)
    world.answer(person, question)
    seen = proposals.part_digest(question, Part.TEXT)
    made = proposals.make_proposal(part=Part.TEXT, after="Новый текст?", seen=seen, **world.at(person, question))
    desk: dict[str, Any] = {"package_id": world.package.pk, "proposal_id": made.pk, "actor": world.boss}
    take = partial(proposals.take_proposal, **desk)
    before = Package.objects.get().revision
    outcome = codes([take, take, partial(proposals.decline_proposal, **desk)])
    question.refresh_from_db()
    taken = question.text == "Новый текст?"
    assert outcome == (["", "", "proposal_decided"] if taken else ["proposal_decided", "proposal_decided", ""])
    assert Package.objects.get().revision == before + taken
