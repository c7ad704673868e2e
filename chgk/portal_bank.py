"""What waits around packages of questions: one that came back, one handed in, a game near without any."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from chgk.models import Fixture, Package
from chgk.season_words import fixture_title
from tournaments.models import Person, User
from tournaments.selectors.offices import principals_of
from tournaments.selectors.waiting import Waiting

NEAR = timedelta(days=14)  # before its game a package should be there
UNDER_WAY = (Package.State.DRAFT, Package.State.TESTING)


def waiting(user: User, person: Person | None, now: datetime) -> Iterator[Waiting]:
    """Of editors: packages returned to them; of curators: those handed in, and games without one. Three queries."""
    curators = {user.pk, *principals_of(user, "curator")}
    handed_in = Q(handed_in_at__isnull=False, season__club__curator__in=curators, season__club__closed_at=None)
    returned = Q(handed_in_at=None, returned_at__isnull=False, editor=person) if person is not None else Q(pk=None)
    for package in Package.objects.filter(handed_in | returned, state__in=UNDER_WAY).order_by("pk"):
        if package.handed_in_at is None:
            yield _package(package, _("The package «%(title)s» was returned: put it right and hand it in again"))
        else:
            yield _package(package, _("The package «%(title)s» was handed in: approve or return it"))
    for fixture in _without_package(curators, now):
        values = {"game": fixture_title(fixture), "season": fixture.club.season.name}
        text = _("%(game)s, %(season)s: no package is approved for it yet") % values
        yield Waiting(text, reverse("chgk:bank"), fixture.planned_at, key=f"no-package-{fixture.pk}")


def _without_package(curators: set[int], now: datetime) -> Iterator[Fixture]:
    """Games to come soon whose table is not laid and for which nothing is approved or sealed. One query."""
    ready = Package.objects.filter(state__in=(Package.State.APPROVED, Package.State.SEALED), fixture__isnull=False)
    games = Fixture.objects.filter(
        club__curator__in=curators,
        club__closed_at=None,
        game=None,
        no_show_at=None,
        planned_at__gte=now,
        planned_at__lte=now + NEAR,
    )
    yield from games.exclude(pk__in=ready.values("fixture")).select_related("club__season").order_by("planned_at")


def _package(package: Package, text: str) -> Waiting:
    url = reverse("chgk:bank_package", args=[package.pk])
    return Waiting(text % {"title": package.title}, url, key=f"package-{package.pk}")
