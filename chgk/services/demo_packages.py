"""The demo's packages of games to come: one sealed, one in testing, one draft in which something is missing."""

from __future__ import annotations

from collections.abc import Sequence

from chgk.models import Fixture, Package, Question
from chgk.rules.packages import Move, Role
from chgk.services.package_moves import move_package, seal_package
from chgk.services.packages import Assignment, change_package
from tournaments.enums import PersonKind
from tournaments.models import Person, User
from tournaments.services.actors import Actor, account_actor

EDITOR = "redaktor"
NAME = "Вероника Штольц"
ROLES = frozenset({Role.EDITOR, Role.CURATOR, Role.KEEPER})


def prepare_packages(packages: Sequence[Package], fixtures: Sequence[Fixture], curator: Actor, host: User) -> None:
    """The packages of the games to come, the final's last, each a step behind the one before it."""
    editor = _editor(host)
    for package in packages:
        Package.objects.filter(pk=package.pk).update(state=Package.State.DRAFT)
    for package, fixture in zip(packages, fixtures, strict=True):
        _assign(package, editor, fixture, curator)
    coming, tested, final = packages
    own = account_actor(editor.user) if editor.user is not None else curator
    for package in (coming, tested):
        _move(package, Move.TEST, own)
    _move(coming, Move.APPROVE, curator)
    seen = Package.objects.get(pk=coming.pk).revision
    seal_package(package_id=coming.pk, fixture_id=fixtures[0].pk, seen=seen, actor=curator, roles=ROLES)
    unfinished = Question.objects.filter(package=final)
    unfinished.filter(number=3).update(comment="", category=None)
    unfinished.filter(number=6).update(source="", citations=[])


def _editor(host: User) -> Person:
    """Somebody of the school's staff, with the host's password: hashing is slow on purpose. No address, no letters."""
    first, _space, last = NAME.partition(" ")
    account = User.objects.create(
        username=EDITOR,
        first_name=first,
        last_name=last,
        password=host.password,
    )
    return Person.objects.create(name=NAME, kind=PersonKind.STAFF, user=account, language="ru")


def _assign(package: Package, editor: Person, fixture: Fixture, curator: Actor) -> None:
    change_package(
        package_id=package.pk,
        title=package.title,
        note="",
        seen=package.revision,
        assignment=Assignment(editor, Fixture.objects.select_related("club").get(pk=fixture.pk)),
        actor=curator,
    )


def _move(package: Package, move: Move, actor: Actor) -> None:
    seen = Package.objects.get(pk=package.pk).revision
    move_package(package_id=package.pk, move=move, seen=seen, actor=actor, roles=ROLES)
