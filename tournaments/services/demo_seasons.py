"""What a demo season holds beside its first game: each app may plant something of its own, and knows no other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

from tournaments.enums import PersonKind
from tournaments.models import Season, User

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


Pages = Callable[[], Sequence[DemoPage]]
_plants: dict[str, tuple[Plant, Pages]] = {}


def register_demo(app: str, plant: Plant, pages: Pages = tuple) -> None:
    """``plant(season, host)`` is called once the demo's houses and accounts are there; called from ``ready()``.

    ``pages()`` are the pages that the demo's home page and its list of addresses name beside the app's game.
    """
    _plants[app] = plant, pages


def demo_apps() -> tuple[str, ...]:
    """The apps whose tables a demo fills, and empties when it starts anew."""
    return tuple(_plants)


def plant_demos(season: Season, host: User) -> None:
    """Every app's part of the demo season."""
    for plant, _pages in _plants.values():
        plant(season, host)


def demo_pages(app: str) -> Sequence[DemoPage]:
    """What there is to see of this app beside its game."""
    return _plants[app][1]() if app in _plants else ()


def demo_accounts() -> dict[str, User]:
    """Whom a demo's one-click entries log in: the head of the first house, the first pupil; none with staff rights."""
    plain = User.objects.filter(is_active=True, is_staff=False, is_superuser=False, person__left_at=None)
    found = {
        "head": plain.filter(person__headed_houses__isnull=False).order_by("person__headed_houses__position", "pk"),
        "pupil": plain.filter(person__kind=PersonKind.PUPIL).order_by("pk"),
    }
    return {role: user for role, users in found.items() if (user := users.first()) is not None}
