"""The doors of the beta-tests: of a tester to a package, of its editor and the curator to what the tests came to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache

from chgk.bank_permissions import can_curate_bank, is_editor
from chgk.models import ClubSeason, Package, TestAssignment
from chgk.selectors.testing import Access, access_of, find_test
from chgk.services.testing import end_barred_tests
from chgk.views.curators import curator_actor
from tournaments.models import Person, User
from tournaments.permissions import can_manage_people
from tournaments.selectors.offices import person_of
from tournaments.services.actors import Actor, account_actor
from tournaments.views.answers import no_seat

Rest = ParamSpec("Rest")
View = Callable[..., HttpResponse]


@dataclass(frozen=True, slots=True)
class Visit:
    """A tester before a package that they were asked to test. ``access``: what they may do with it now."""

    test: TestAssignment
    access: Access
    person: Person
    actor: Actor

    @property
    def package(self) -> Package:
        """What is tested."""
        return self.test.package


def tester_actor(user: User, person: Person) -> Actor:
    """A tester as others read the name: by the public one."""
    return replace(account_actor(user), role="player", name=person.public_name)


def tester_page(inner: Callable[Concatenate[HttpRequest, Visit, Rest], HttpResponse]) -> View:
    """404 for whoever was not asked, whether there is such a package or not; strangers are sent to the login.

    Somebody who has come to play, to lead or to edit is noticed here, too: their test ends, and the editor hears of it.
    """

    @wraps(inner)
    def view(request: HttpRequest, package_id: int, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
        if not isinstance(request.user, User):
            return no_seat(request, host=True)
        person = person_of(request.user)
        test = find_test(person, package_id)
        if person is None or test is None:
            raise Http404
        access = access_of(test)
        if access is Access.ENDED and test.ended_at is None:
            end_barred_tests(package_id=package_id)
            test.refresh_from_db(fields=["ended_at", "ended_why"])
        visit = Visit(test, access, person, tester_actor(request.user, person))
        return inner(request, visit, *args, **kwargs)

    return never_cache(view)


def can_run_tests(user: User | AnonymousUser, package: Package) -> bool:
    """Who asks testers and reads what they found: the editor, the office, the curator. Three queries at most."""
    if not isinstance(user, User) or not user.is_active:
        return False
    return is_editor(user, package) or can_manage_people(user) or can_curate_bank(user, package)


def tests_desk(inner: Callable[Concatenate[HttpRequest, Package, Actor, Rest], HttpResponse]) -> View:
    """404 for everybody else, whether there is such a package or not; strangers are sent to the login."""

    @wraps(inner)
    def view(request: HttpRequest, package_id: int, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
        if not isinstance(request.user, User):
            return no_seat(request, host=True)
        rows = Package.objects.select_related("season", "fixture__team__house", "game", "editor")
        package = get_object_or_404(rows, pk=package_id)
        if not can_run_tests(request.user, package):
            raise Http404
        return inner(request, package, _desk_actor(request.user, package), *args, **kwargs)

    return never_cache(view)


def _desk_actor(user: User, package: Package) -> Actor:
    """An editor by the own name, a curator's deputy with whose place it is."""
    if is_editor(user, package):
        return account_actor(user)
    return curator_actor(user, ClubSeason.objects.filter(season=package.season_id).first())
