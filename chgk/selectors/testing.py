"""Who tests what, how far they are, and what their tests came to (§4.2)."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import QuerySet

from chgk.models import BlindAnswer, CategoryChange, Package, Proposal, Question, Remark, TestAssignment, Tester
from chgk.models.packages import author_of, lines_of
from chgk.rules.testing import Bars, Share, bar_of, read_digest, share_of, wrote
from tournaments.models import House, Person, TeamMember

DISCIPLINE = "chgk"


class Access(StrEnum):
    """What somebody who was asked to test a package may do with it now."""

    OPEN = "open"  # to test
    READING = "reading"  # approved: what was answered may be read again
    DRAFT = "draft"  # the editor has taken it back
    CLOSED = "closed"  # sealed, or on a table: a secret
    OVER = "over"  # played
    ENDED = "ended"  # asked no more


READS = frozenset({Access.OPEN, Access.READING})


def bars_of(package: Package) -> Bars:
    """Whom the package may not be shown to: who plays its game, of a final or of no game yet the season's teams, and
    the heads of their houses; and whom the curator has approved as testers. Four queries at most.
    """
    members = TeamMember.objects.filter(team__season=package.season_id, team__discipline=DISCIPLINE)
    houses = House.objects.filter(teams__season=package.season_id, teams__discipline=DISCIPLINE)
    fixture = package.fixture
    if fixture is not None and not fixture.is_final and fixture.team_id is not None:
        members, houses = members.filter(team=fixture.team_id), houses.filter(teams=fixture.team_id)
    listed = Tester.objects.filter(club__season=package.season_id, state=Tester.State.APPROVED)
    return Bars(
        players=dict(members.values_list("person_id", "team__house__name")),
        deans=dict(houses.filter(head__isnull=False).values_list("head_id", "name")),
        editor=package.editor_id,
        listed=frozenset(listed.values_list("person_id", flat=True)),
    )


def find_test(person: Person | None, package_id: int) -> TestAssignment | None:
    """Whether this person was asked to test the package, also if they are not any more. One query."""
    if person is None:
        return None
    rows = TestAssignment.objects.select_related("package__fixture", "package__game", "package__season", "person")
    return rows.filter(person=person, package=package_id).first()


def access_of(test: TestAssignment, bars: Bars | None = None) -> Access:
    """What the tester may do now; somebody who has come to play, to lead or to edit may nothing. No query with bars."""
    package = test.package
    if test.ended_at is not None:
        return Access.ENDED
    if package.is_closed or package.state == Package.State.SEALED:
        return Access.CLOSED
    if package.state in (Package.State.PLAYED, Package.State.ARCHIVED):
        return Access.OVER
    if bar_of(test.person_id, bars or bars_of(package), left=test.person.left_at is not None) is not None:
        return Access.ENDED
    if package.state == Package.State.DRAFT:
        return Access.DRAFT
    return Access.OPEN if package.state == Package.State.TESTING else Access.READING


def outer_access_of(test: TestAssignment) -> Access:
    """The same for a list, which shows no text: who may not test any more is noticed when they open it. No query."""
    return access_of(test, Bars(listed=frozenset({test.person_id})))


def digest_of(question: Question, pictures: Iterable[str] | None = None) -> str:
    """What a blind answer to the question depends on. One query, unless the pictures' digests are given."""
    if pictures is None:
        pictures = question.images.order_by("position", "pk").values_list("digest", flat=True)
    return read_digest((question.text, question.handout, question.answer, question.accepted), pictures)


def names_of(person: Person) -> tuple[str, ...]:
    """Every name that the person goes by."""
    return tuple(dict.fromkeys((person.name, person.display_name, person.public_name)))


def is_author(person: Person, question: Question) -> bool:
    """Whether the question is the person's own: written by their account, or under their name. No query."""
    authors = (author_of(line)["name"] for line in lines_of(question.authors))
    return question.written_by_id == person.pk or wrote(names_of(person), authors)


@dataclass(frozen=True, slots=True)
class Tested:
    """A question as one tester stands to it. ``answer``: the last attempt; ``changed``: it is another question now."""

    question: Question
    answer: BlindAnswer | None
    is_own: bool
    changed: bool
    attempts: int = 0

    @property
    def is_open(self) -> bool:
        """Read, not answered yet."""
        return self.answer is not None and self.answer.answered_at is None

    @property
    def is_answered(self) -> bool:
        """The tester may read everything."""
        return self.attempts > 1 or (self.answer is not None and self.answer.answered_at is not None)

    @property
    def waits(self) -> bool:
        """Whether the tester has still to answer it."""
        return not self.is_own and not self.is_answered


@dataclass(frozen=True, slots=True)
class Progress:
    """A tester's way through a package, in its order."""

    questions: tuple[Tested, ...]

    @property
    def answered(self) -> int:
        """How many are done."""
        return sum(one.is_answered and not one.is_own for one in self.questions)

    @property
    def total(self) -> int:
        """Of how many: the tester's own questions are not tested."""
        return sum(not one.is_own for one in self.questions)

    @property
    def following(self) -> Tested | None:
        """The one to go on with: that is open, else the next one that waits."""
        waiting = [one for one in self.questions if one.waits]
        return next((one for one in waiting if one.is_open), waiting[0] if waiting else None)


def progress_of(person: Person, package: Package) -> Progress:
    """Three queries."""
    questions = list(package.questions.order_by("number").prefetch_related("images"))
    answers = BlindAnswer.objects.filter(person=person, question__in=questions).order_by("attempt")
    last: dict[int, BlindAnswer] = {}
    tried: dict[int, int] = {}
    for answer in answers:
        last[answer.question_id] = answer
        tried[answer.question_id] = answer.attempt
    return Progress(tuple(tested(person, one, last.get(one.pk), tried.get(one.pk, 0)) for one in questions))


def tested(person: Person, question: Question, answer: BlindAnswer | None, attempts: int) -> Tested:
    """One question; its ``images`` should be at hand."""
    now = digest_of(question, [image.digest for image in question.images.all()])
    changed = answer is not None and answer.answered_at is not None and answer.digest != now
    return Tested(question, answer, is_author(person, question), changed, attempts)


def has_answered(person: Person, question_id: int) -> bool:
    """Whether the person has answered it blind, so that nothing of it is kept from them. One query."""
    rows = BlindAnswer.objects.filter(person=person, question=question_id)
    return rows.exclude(answered_at=None).exists()


def tests_of(person: Person) -> list[TestAssignment]:
    """Every package that the person was asked to test, the newest first. One query."""
    rows = TestAssignment.objects.filter(person=person).order_by("-asked_at", "-pk")
    return list(rows.select_related("package__fixture", "package__game", "package__season", "person"))


# --- what the editor sees ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """What the tests of one question came to. ``seconds``: the middle one of the times that answers took."""

    question: Question
    answered: int
    asked: int
    share: Share
    seconds: int | None
    remarks: int
    proposals: int
    changes: int


@dataclass(frozen=True, slots=True)
class Summary:
    """What the tests of a package came to; advice (§4.2.1)."""

    lines: tuple[Line, ...]
    testers: int

    @property
    def remarks(self) -> int:
        """Threads that are not settled."""
        return sum(line.remarks for line in self.lines)

    @property
    def proposals(self) -> int:
        """Proposals that wait for the editor."""
        return sum(line.proposals for line in self.lines)

    @property
    def answered(self) -> int:
        """How many answers there are."""
        return sum(line.answered for line in self.lines)

    @property
    def share(self) -> Share:
        """Of all answers."""
        shares = [line.share for line in self.lines]
        return Share(sum(s.right for s in shares), sum(s.judged for s in shares), sum(s.waiting for s in shares))


def testing_summary(package: Package) -> Summary:
    """The figures of a package's tests, no text among them. Six queries, however many there are."""
    questions = list(package.questions.order_by("number"))
    tests = list(TestAssignment.objects.filter(package=package).select_related("person"))
    answers = last_answers(questions)
    people = {test.person_id: test.person for test in tests if test.ended_at is None}
    people |= {one.person_id: one.person for rows in answers.values() for one in rows}
    remarks = _count(Remark.objects.filter(thread=None, settled_at=None), questions)
    proposals = _count(Proposal.objects.filter(state=Proposal.State.OPEN), questions)
    changes = _count(CategoryChange.objects.all(), questions)
    lines = []
    for question in questions:
        given = answers.get(question.pk, [])
        lines.append(
            Line(
                question,
                answered=len(given),
                asked=sum(not is_author(person, question) for person in people.values()),
                share=share_of([one.would_count for one in given]),
                seconds=_middle([one.seconds for one in given]),
                remarks=remarks.get(question.pk, 0),
                proposals=proposals.get(question.pk, 0),
                changes=changes.get(question.pk, 0),
            )
        )
    return Summary(tuple(lines), len(people))


def last_answers(questions: Sequence[Question]) -> dict[int, list[BlindAnswer]]:
    """By question: each tester's last answer that was given. One query."""
    rows = BlindAnswer.objects.filter(question__in=questions).exclude(answered_at=None)
    last: dict[tuple[int, int], BlindAnswer] = {}
    for row in rows.select_related("person").order_by("attempt"):
        last[row.question_id, row.person_id] = row
    found: dict[int, list[BlindAnswer]] = {}
    for (question, _person), row in last.items():
        found.setdefault(question, []).append(row)
    return found


def questions_left(person: Person) -> list[tuple[Package, int]]:
    """Packages in testing that the person is asked to test, with how many questions wait. Three queries at most."""
    state = {"package__state": Package.State.TESTING, "package__game": None}
    tests = TestAssignment.objects.filter(person=person, ended_at=None, **state).select_related("package")
    packages = [test.package for test in tests.order_by("asked_at", "pk")]
    if not packages:
        return []
    done = set(
        BlindAnswer.objects.filter(
            person=person, question__package__in=packages, answered_at__isnull=False
        ).values_list("question_id", flat=True)
    )
    left: dict[int | None, int] = {}
    for question in Question.objects.filter(package__in=packages).only("package_id", "authors", "written_by_id"):
        if question.pk not in done and not is_author(person, question):
            left[question.package_id] = left.get(question.package_id, 0) + 1
    return [(package, left[package.pk]) for package in packages if left.get(package.pk)]


def editors_news(person: Person) -> list[tuple[Package, int, int]]:
    """The person's packages that are worked on, with how many proposals and threads wait. Three queries at most."""
    states = (Package.State.DRAFT, Package.State.TESTING)
    packages = list(Package.objects.filter(editor=person, state__in=states, game=None).order_by("pk"))
    if not packages:
        return []
    proposals = Proposal.objects.filter(question__package__in=packages, state=Proposal.State.OPEN)
    threads = Remark.objects.filter(question__package__in=packages, thread=None, settled_at=None, by_tester=True)
    offered = Counter(proposals.values_list("question__package", flat=True))
    said = Counter(threads.values_list("question__package", flat=True))
    return [
        (package, offered[package.pk], said[package.pk])
        for package in packages
        if offered[package.pk] or said[package.pk]
    ]


def _count(rows: QuerySet, questions: Sequence[Question]) -> dict[int, int]:
    found: dict[int, int] = {}
    for pk in rows.filter(question__in=questions).values_list("question_id", flat=True):
        found[pk] = found.get(pk, 0) + 1
    return found


def _middle(values: Sequence[int]) -> int | None:
    return sorted(values)[(len(values) - 1) // 2] if values else None


def news_since(package: Package, since: datetime.datetime) -> dict[str, int]:
    """How much testers have added to the package since then. Four queries."""
    mine = {"question__package": package}
    return {
        "answers": BlindAnswer.objects.filter(**mine, answered_at__gt=since).count(),
        "remarks": Remark.objects.filter(**mine, at__gt=since, by_tester=True).count(),
        "proposals": Proposal.objects.filter(**mine, made_at__gt=since).count(),
        "changes": CategoryChange.objects.filter(**mine, at__gt=since).count(),
    }
