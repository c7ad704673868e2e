"""What a demo season holds beside its first game: each app may plant something of its own, and knows no other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

from tournaments.disciplines import disciplines
from tournaments.enums import PersonKind
from tournaments.models import Lesson, Season, TeamMember, User

Plant = Callable[[Season, User], None]


@dataclass(frozen=True, slots=True)
class DemoPage:
    """A page worth seeing that is nobody's screen. ``key`` tells it apart, ``label`` is what a link says.

    ``as_host``: it opens to the demo's host alone, so its button logs in first.
    """

    key: str
    label: str | Promise
    path: str
    as_host: bool = False


@dataclass(frozen=True, slots=True)
class DemoPerson:
    """Somebody whom one click logs in, without staff rights. ``path``: the page that the button opens."""

    role: str
    account: User
    label: str | Promise
    text: str | Promise
    path: str


Pages = Callable[[], Sequence[DemoPage]]
People = Callable[[], Sequence[DemoPerson]]
_plants: dict[str, tuple[Plant, Pages, People]] = {}


def register_demo(app: str, plant: Plant, pages: Pages = tuple, people: People = tuple) -> None:
    """``plant(season, host)`` is called once the demo's houses and accounts are there; called from ``ready()``.

    ``pages()`` are the pages that the demo's home page and its list of addresses name beside the app's game;
    ``people()`` are those of the app's accounts that a click enters as.
    """
    _plants[app] = plant, pages, people


def demo_apps() -> tuple[str, ...]:
    """The apps whose tables a demo fills, and empties when it starts anew."""
    return tuple(_plants)


def plant_demos(season: Season, host: User) -> None:
    """Every app's part of the demo season."""
    for plant, _pages, _people in _plants.values():
        plant(season, host)


def demo_pages(app: str) -> Sequence[DemoPage]:
    """What there is to see of this app beside its game."""
    return _plants[app][1]() if app in _plants else ()


def demo_people(app: str = "") -> list[DemoPerson]:
    """Whom the entries of this app log in, or those of all apps, beside :func:`demo_accounts`."""
    return [person for key, (_plant, _pages, people) in _plants.items() if app in ("", key) for person in people()]


def demo_accounts() -> dict[str, User]:
    """Whom a demo's one-click entries log in, none with staff rights: the head of the first house, a captain of it, and
    a teacher who is nobody's head.

    The captain's team is the one of the first game that is installed; other accounts may have been planted before.
    """
    plain = User.objects.filter(is_active=True, is_staff=False, is_superuser=False, person__left_at=None)
    heads = plain.filter(person__headed_houses__isnull=False)
    head = heads.order_by("person__headed_houses__position", "pk").first()
    if head is None:
        return {}
    captains = TeamMember.objects.filter(is_captain=True, season__is_current=True, discipline=disciplines()[0])
    pupils = plain.filter(person__kind=PersonKind.PUPIL, person__house__head__user=head)
    pupil = pupils.filter(person__in=captains.values("person")).order_by("pk").first()
    teachers = plain.filter(person__kind=PersonKind.STAFF, person__headed_houses=None)
    teacher = teachers.filter(person__in=Lesson.objects.values("teacher")).order_by("pk").first()
    people = {"head": head, "pupil": pupil, "teacher": teacher}
    return {role: account for role, account in people.items() if account is not None}
