"""The list of packages, as one account may know them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Case, Count, IntegerField, Q, QuerySet, Value, When

from chgk.models import ClubSeason, Package, Question
from chgk.package_page import say_fixture
from chgk.selectors.packages import packages_for
from tournaments.models import Person, Season, User
from tournaments.permissions import can_manage_people
from tournaments.selectors.offices import person_of, principals_of

ON_A_PAGE = 60


@dataclass(frozen=True, slots=True)
class Line:
    """A package in the list. ``waits``: for whoever reads it."""

    package: Any
    fixture: str
    waits: bool


def read_list(user: User, page: str) -> dict[str, Any]:
    """What the page of all packages shows; a fixed number of queries, and no text is read."""
    person, office = person_of(user), can_manage_people(user)
    curated = {user.pk, *principals_of(user, "curator")}
    rows = Paginator(_in_order(packages_for(user, person, office=office)), ON_A_PAGE).get_page(page)
    lines = [
        Line(row, "" if row.fixture is None else say_fixture(row.fixture), _waits(row, user, person, curated))
        for row in rows
    ]
    return {
        "page": rows,
        "seasons": [(season, by_state(group)) for season, group in groupby(lines, lambda line: line.package.season)],
        "waiting": [line for line in lines if line.waits],
        "may_make": bool(seasons_to_fill(user)),
    }


def by_state(lines: Iterable[Line]) -> list[tuple[str, list[Line]]]:
    """The packages of a season, state by state."""
    return [(state, list(group)) for state, group in groupby(lines, lambda line: line.package.get_state_display())]


def seasons_to_fill(user: User) -> list[Season]:
    """Where the account may make a package: in the club's open seasons that it curates, the office in all of them and
    in the current one; the newest first. Three queries at most.
    """
    clubs = ClubSeason.objects.filter(closed_at=None)
    if can_manage_people(user):
        found = Season.objects.filter(Q(club__in=clubs) | Q(is_current=True, club=None))
    else:
        found = Season.objects.filter(club__in=clubs.filter(curator__in=[user.pk, *principals_of(user, "curator")]))
    return list(found.order_by("-created_at", "-pk"))


def _in_order(packages: QuerySet[Package]) -> QuerySet[Package]:
    """The newest season first, in it by state: what is worked on before what is over."""
    states = [When(state=state, then=Value(place)) for place, state in enumerate(Package.State.values)]
    envelopes = Q(questions__is_spare=False) & ~Q(questions__kind=Question.Kind.WARM_UP)
    counted = packages.annotate(
        place=Case(*states, output_field=IntegerField()),
        on_table=Count("questions", filter=envelopes, distinct=True),
        spare=Count("questions", filter=Q(questions__is_spare=True), distinct=True),
    )
    return counted.distinct().order_by("-season__created_at", "-season_id", "place", "pk")


def _waits(package: Package, user: User, person: Person | None, curated: set[int]) -> bool:
    """Whether the next step is this reader's: a package handed in, or returned, or without anything done yet."""
    club = getattr(package.season, "club", None)
    if package.state not in (Package.State.DRAFT, Package.State.TESTING):
        return False
    if package.handed_in_at is not None:
        return club is not None and (club.curator_id in curated or user.is_superuser)
    return person is not None and package.editor_id == person.pk and package.returned_at is not None
