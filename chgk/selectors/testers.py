"""§4.2.2: the season's list of testers, and whom the curator may put on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from chgk.models import BlindAnswer, ClubSeason, Package, TestAssignment, Tester
from chgk.rules.testing import Bar, bar_of
from chgk.selectors.testing import DISCIPLINE, bars_of, is_author
from tournaments.models import House, Person, TeamMember
from tournaments.rules.names import contains_words

MOST_FOUND = 20


@dataclass(frozen=True, slots=True)
class Listed:
    """Somebody on the list. ``plays``, ``leads``: the house for which they play, or that they lead, this season."""

    row: Tester
    plays: str
    leads: str


@dataclass(frozen=True, slots=True)
class TesterList:
    """A season's testers: offers that wait, who is approved, who was."""

    offers: tuple[Listed, ...]
    approved: tuple[Listed, ...]
    past: tuple[Listed, ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who may be put on the list."""

    person: Person
    plays: str
    leads: str


@dataclass(frozen=True, slots=True)
class Offer:
    """A season in progress as one person stands to its list. ``row``: their newest one there."""

    club: ClubSeason
    row: Tester | None

    @property
    def is_on(self) -> bool:
        """On the list, or waiting for the curator."""
        return self.row is not None and self.row.state in (Tester.State.OFFERED, Tester.State.APPROVED)


def list_testers(club: ClubSeason) -> TesterList:
    """Three queries."""
    plays, leads = _sides(club)
    rows = Tester.objects.filter(club=club).select_related("person__house").order_by("person__name", "pk")
    listed = [Listed(row, plays.get(row.person_id, ""), leads.get(row.person_id, "")) for row in rows]
    return TesterList(
        tuple(one for one in listed if one.row.state == Tester.State.OFFERED),
        tuple(one for one in listed if one.row.state == Tester.State.APPROVED),
        tuple(
            sorted((one for one in listed if one.row.state in (Tester.State.DECLINED, Tester.State.ENDED)), key=_over)
        ),
    )


def find_candidates(club: ClubSeason, text: str) -> list[Candidate]:
    """People of the school by name who are not on the list. Four queries."""
    plays, leads = _sides(club)
    on = set(Tester.objects.filter(club=club, state=Tester.State.APPROVED).values_list("person_id", flat=True))
    people = Person.objects.filter(left_at=None).select_related("house").order_by("name", "pk")
    found = [one for one in people if one.pk not in on and contains_words(f"{one.name} {one.display_name}", text)]
    return [Candidate(one, plays.get(one.pk, ""), leads.get(one.pk, "")) for one in found[:MOST_FOUND]]


def my_offers(person: Person) -> list[Offer]:
    """The open seasons of the club, the newest first, with how the person stands to their lists. Two queries."""
    clubs = list(ClubSeason.objects.filter(closed_at=None).select_related("season").order_by("-opened_at", "-pk"))
    rows = {row.club_id: row for row in Tester.objects.filter(person=person, club__in=clubs).order_by("pk")}
    return [Offer(club, rows.get(club.pk)) for club in clubs]


def waiting_offers(clubs: Sequence[ClubSeason]) -> Mapping[int, int]:
    """By season: how many offers wait for its curator. One query."""
    found: dict[int, int] = {}
    for club in Tester.objects.filter(club__in=clubs, state=Tester.State.OFFERED).values_list("club_id", flat=True):
        found[club] = found.get(club, 0) + 1
    return found


def _sides(club: ClubSeason) -> tuple[dict[int, str], dict[int, str]]:
    """Who plays for which house this season, and who leads one that plays."""
    members = TeamMember.objects.filter(team__season=club.season_id, team__discipline=DISCIPLINE)
    houses = House.objects.filter(teams__season=club.season_id, teams__discipline=DISCIPLINE, head__isnull=False)
    return dict(members.values_list("person_id", "team__house__name")), dict(houses.values_list("head_id", "name"))


def _over(one: Listed) -> tuple[datetime, int]:
    return one.row.ended_at or one.row.decided_at or one.row.made_at, one.row.pk


@dataclass(frozen=True, slots=True)
class Invitee:
    """Somebody of the list as an editor may ask them. ``why_not``: a bar and the house it is about."""

    person: Person
    why_not: tuple[Bar, str] | None


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody who was asked, how many questions they have answered, and of how many."""

    test: TestAssignment
    answered: int
    total: int


def invitees(package: Package) -> tuple[list[Asked], list[Invitee]]:
    """Who was asked to test the package, and who of the season's list may be. Eight queries at most."""
    questions = list(package.questions.all())
    tests = list(TestAssignment.objects.filter(package=package).select_related("person").order_by("asked_at", "pk"))
    given: dict[int, set[int]] = {}
    answers = BlindAnswer.objects.filter(question__in=questions).exclude(answered_at=None)
    for person, question in answers.values_list("person_id", "question_id"):
        given.setdefault(person, set()).add(question)
    asked = [
        Asked(
            test,
            len(given.get(test.person_id, ())),
            sum(not is_author(test.person, question) for question in questions),
        )
        for test in tests
    ]
    bars = bars_of(package)
    on = {test.person_id for test in tests if test.ended_at is None}
    people = Person.objects.filter(pk__in=bars.listed - on).order_by("name", "pk")
    return asked, [Invitee(one, bar_of(one.pk, bars, left=one.left_at is not None)) for one in people]
