"""Beta-tests for tests: an open season of four houses, a package in testing with its editor, two testers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.test import Client

from chgk.models import BlindAnswer, ClubSeason, Package, Question, TestAssignment
from chgk.selectors.testing import digest_of, find_test
from chgk.services.testers import approve_tester
from chgk.services.testing import ask_tester, give_answer, open_question
from tests.club_games import make_package
from tests.club_seasons import curator_of, make_club
from tournaments.models import Person, Season, Team, TeamMember, User
from tournaments.services.actors import Actor

SECRETS = ("text", "answer", "accepted", "rejected", "comment", "source")


@dataclass
class World:
    """Everybody around a package of so many questions; ``owls`` play its game unless it is for none."""

    club: ClubSeason
    curator: User
    package: Package
    editor: Person
    testers: list[Person]
    questions: list[Question] = field(default_factory=list)

    @property
    def boss(self) -> Actor:
        return curator_of(self.curator)

    def actor(self, person: Person) -> Actor:
        return Actor(key=f"user:{person.user_id}", role="player", name=str(person))

    def test_of(self, person: Person) -> TestAssignment:
        test = find_test(person, self.package.pk)
        assert test is not None
        return test

    def player(self, house: str) -> Person:
        return TeamMember.objects.filter(team__house__key=house).select_related("person")[0].person

    def join(self, person: Person, house: str) -> None:
        TeamMember.objects.create(team=Team.objects.get(house__key=house), person=person)

    def ask(self, person: Person) -> TestAssignment:
        return ask_tester(package_id=self.package.pk, person_id=person.pk, actor=self.actor(self.editor))

    def answer(self, person: Person, question: Question, text: str = "сова", **more: Any) -> BlindAnswer:
        who: dict[str, Any] = {"package_id": self.package.pk, "person": person, "actor": self.actor(person)}
        open_question(question_id=question.pk, **who)
        question.refresh_from_db()
        fields = {"answer": text, "passed": not text, "seen": digest_of(question), **more}
        return give_answer(question_id=question.pk, **who, **fields)

    def at(self, person: Person, question: Question) -> dict[str, Any]:
        """The arguments of a tester's step."""
        return {
            "package_id": self.package.pk,
            "question_id": question.pk,
            "tester": person,
            "actor": self.actor(person),
        }

    def browser(self, who: Person | User) -> Client:
        browser = Client()
        user = who.user if isinstance(who, Person) else who
        assert user is not None
        browser.force_login(user)
        return browser


def make_person(name: str, **more: Any) -> Person:
    """Somebody of the school with an account and an address."""
    user = User.objects.create(username=f"user-{name}", email=f"{name.lower()}@example.org", password="!")
    return Person.objects.create(name=name, user=user, email=user.email, **{"kind": "staff", **more})


def make_world(season: Season, curator: User, *, questions: int = 3, asked: bool = True) -> World:
    """``asked``: whether both testers have been asked already."""
    User.objects.filter(pk=curator.pk).update(email="curator@example.org")
    club = make_club(season, curator)
    package = make_package(season, table=questions, spares=0, title="Тайный пакет")
    editor, testers = make_person("Edyta"), [make_person("Tadek"), make_person("Tosia")]
    Package.objects.filter(pk=package.pk).update(state="testing", editor=editor)
    package.refresh_from_db()
    world = World(club, curator, package, editor, testers, list(package.questions.order_by("number")))
    for person in testers:
        approve_tester(club_id=club.pk, person_id=person.pk, actor=world.boss)
        if asked:
            world.ask(person)
    return world


def secrets_of(question: Question) -> set[str]:
    """What nobody may find before their answer: everything of the question."""
    return {str(getattr(question, part)) for part in SECRETS}
