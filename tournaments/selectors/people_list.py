"""The list of the school's people, searched, filtered, by pages."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

from tournaments.enums import PersonKind
from tournaments.models import Person
from tournaments.rules.names import contains_words

ON_A_PAGE = 50
NO_HOUSE = "-"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for. ``house``: a key, ``-`` for those without one; ``lacking``: account or consent."""

    text: str = ""
    house: str = ""
    kind: str = ""
    lacking: str = ""
    left: bool = False


def list_people(wanted: Wanted, page: str = "1", houses: Collection[int] | None = None) -> Page[Person]:
    """A page of the people that fit, by name; of these ``houses`` alone unless None. Three queries at most."""
    people = Person.objects.order_by("name", "pk")
    if houses is not None:
        people = people.filter(house__in=houses)
    people = _filtered(people, wanted)
    if wanted.text.strip():
        rows = people.values_list("pk", "name", "display_name")
        people = Person.objects.order_by("name", "pk").filter(
            pk__in=[pk for pk, name, shown in rows if contains_words(f"{name} {shown}", wanted.text)]
        )
    return Paginator(people.select_related("house", "user"), ON_A_PAGE).get_page(page)


def _filtered(people: QuerySet[Person], wanted: Wanted) -> QuerySet[Person]:
    people = people.exclude(left_at=None) if wanted.left else people.filter(left_at=None)
    if wanted.house == NO_HOUSE:
        people = people.filter(house=None)
    elif wanted.house:
        people = people.filter(house__key=wanted.house)
    if wanted.kind:
        people = people.filter(kind=wanted.kind)
    if wanted.lacking == "account":
        people = people.filter(user=None)
    elif wanted.lacking == "consent":
        people = people.filter(kind=PersonKind.PUPIL, consented_at=None)
    return people
