"""The demo's beta-tests: two testers on the package in testing, a thread of remarks, a proposal, a changed category."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.contrib.auth.hashers import make_password
from django.utils import timezone

from chgk.models import BlindAnswer, ClubSeason, Package, Question
from chgk.rules.testing import Part
from chgk.selectors.testing import digest_of
from chgk.services.proposals import make_proposal, part_digest, part_of
from chgk.services.testers import approve_tester, offer_to_test
from chgk.services.testing import ask_tester, give_answer, judge_own_answer, open_question
from chgk.services.testing_notes import add_remark, change_category
from tournaments.enums import PersonKind
from tournaments.models import Person, User
from tournaments.services.actors import Actor

DEMO = Path(__file__).resolve().parent.parent / "demo" / "tests.json"
DEMO_PASSWORD = "sowa-demo"  # noqa: S105 - seeded only with SOWA_DEMO


def plant_tests(club: ClubSeason, actor: Actor) -> None:
    """On the season's package in testing; nothing without one."""
    package = Package.objects.filter(season=club.season_id, state=Package.State.TESTING).order_by("pk").last()
    if package is None:
        return
    entry = json.loads(DEMO.read_text(encoding="utf-8"))
    questions = {question.number: question for question in package.questions.all()}
    testers = [_tester(club, package, each, actor) for each in entry["testers"]]
    for each in entry["answers"]:
        _answer(package, questions[each["question"]], testers[each["by"]], each)
    _remarks(package, questions, testers, entry["thread"], actor)
    _propose(package, questions, testers, entry["proposal"])
    change = entry["category"]
    change_category(
        category=change["to"],
        words=change["words"],
        **_at(package, questions[change["question"]], testers[change["by"]]),
    )
    person = Person.objects.create(name=entry["offer"]["name"], kind=PersonKind.STAFF)
    offer_to_test(club_id=club.pk, person=person, words=entry["offer"]["words"], actor=_actor(person))


def _tester(club: ClubSeason, package: Package, entry: Mapping[str, str], actor: Actor) -> Person:
    account = User.objects.create(username=entry["account"], password=make_password(DEMO_PASSWORD))
    person = Person.objects.create(name=entry["name"], kind=PersonKind.STAFF, user=account)
    approve_tester(club_id=club.pk, person_id=person.pk, actor=actor)
    ask_tester(package_id=package.pk, person_id=person.pk, words=entry["words"], actor=actor)
    return person


def _answer(package: Package, question: Question, person: Person, entry: Mapping[str, Any]) -> None:
    at: dict[str, Any] = {
        "package_id": package.pk,
        "question_id": question.pk,
        "person": person,
        "actor": _actor(person),
    }
    row = open_question(**at)
    text = entry["answer"]
    give_answer(answer=text, passed=not text, seen=digest_of(question), **at)
    if "counts" in entry:
        judge_own_answer(counts=entry["counts"], **at)
    # The services write down when it was done; the demo shows when it would have been.
    opened = timezone.now() - datetime.timedelta(days=1, minutes=20 - question.pk % 10)
    answered = opened + datetime.timedelta(seconds=entry["seconds"])
    BlindAnswer.objects.filter(pk=row.pk).update(opened_at=opened, answered_at=answered)


def _remarks(
    package: Package,
    questions: Mapping[int | None, Question],
    testers: Sequence[Person],
    entries: Sequence[Mapping[str, Any]],
    actor: Actor,
) -> None:
    first, *replies = entries
    question = questions[first["question"]]
    thread = add_remark(text=first["text"], **_at(package, question, testers[first["by"]]))
    editor = package.editor
    who = actor if editor is None else _actor(editor)
    for reply in replies:
        add_remark(
            package_id=package.pk,
            question_id=question.pk,
            text=reply["text"],
            thread_id=thread.pk,
            person=editor,
            actor=who,
        )


def _propose(
    package: Package,
    questions: Mapping[int | None, Question],
    testers: Sequence[Person],
    entry: Mapping[str, Any],
) -> None:
    question, part = questions[entry["question"]], Part(entry["part"])
    after = part_of(question, part).replace(entry["find"], entry["put"])
    make_proposal(
        part=part,
        after=after,
        seen=part_digest(question, part),
        words=entry["words"],
        **_at(package, question, testers[entry["by"]]),
    )


def _at(package: Package, question: Question, person: Person) -> dict[str, Any]:
    return {"package_id": package.pk, "question_id": question.pk, "tester": person, "actor": _actor(person)}


def _actor(person: Person) -> Actor:
    return Actor(key=f"user:{person.user_id}", role="player", name=person.public_name)
