"""Who may read, edit and decide on packages and questions of the club (chapter 4): plain predicates, asked by views.

A closed package (sealed, or on the table of a game that is not over) is read by two kinds of people alone, both by
their own accounts: the season's curator and the hosts of its game. Neither deputies nor superusers are among them.
"""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from chgk.models import ClubSeason, Package, Question, QuestionOffer
from chgk.permissions import can_curate
from chgk.rules.packages import Role
from tournaments.models import User
from tournaments.permissions import can_manage_people
from tournaments.selectors.offices import person_of


def can_curate_bank(user: User | AnonymousUser, package: Package) -> bool:
    """Who approves, seals and archives a package: its season's curator or a deputy; without a club, the office."""
    club = ClubSeason.objects.filter(season=package.season_id).first()
    return can_manage_people(user) if club is None else can_curate(user, club)


def can_open_sealed(user: User | AnonymousUser, package: Package) -> bool:
    """Whether a closed package may be read by the account; every reading is logged. Two queries at most."""
    if not isinstance(user, User) or not user.is_active:
        return False
    if ClubSeason.objects.filter(season=package.season_id, curator=user).exists():
        return True
    return package.game is not None and package.game.hosts.filter(pk=user.pk).exists()


def is_editor(user: User | AnonymousUser, package: Package) -> bool:
    """Whether the package is the account's to edit. One query at most."""
    person = person_of(user)
    return person is not None and package.editor_id == person.pk


def can_know_package(user: User | AnonymousUser, package: Package) -> bool:
    """Whether the account may know of the package at all: whoever reads it, and whoever did before it was closed."""
    if not isinstance(user, User) or not user.is_active:
        return False
    if can_read_package(user, package) or is_editor(user, package) or can_manage_people(user):
        return True
    return can_curate_bank(user, package)


def roles_of(user: User | AnonymousUser, package: Package) -> frozenset[Role]:
    """Which steps of the package are the account's. The school's office does what an editor does. Three queries."""
    found = set()
    if is_editor(user, package) or can_manage_people(user):
        found.add(Role.EDITOR)
    if can_curate_bank(user, package):
        found.add(Role.CURATOR)
    if isinstance(user, User) and ClubSeason.objects.filter(season=package.season_id, curator=user).exists():
        found.add(Role.KEEPER)
    return frozenset(found)


def can_read_package(user: User | AnonymousUser, package: Package) -> bool:
    """Whether the account reads the package's texts in the bank. A closed one: :func:`can_open_sealed`, and no other.

    Played ones are open to whoever is somebody in the club, as the games themselves are.
    """
    if not isinstance(user, User) or not user.is_active:
        return False
    if package.is_closed:
        return can_open_sealed(user, package)
    if package.state in (Package.State.PLAYED, Package.State.ARCHIVED) and person_of(user) is not None:
        return True
    return is_editor(user, package) or can_manage_people(user) or can_curate_bank(user, package)


def can_edit_package(user: User | AnonymousUser, package: Package) -> bool:
    """Whether the account may change questions of the package, while its state lets anybody do so."""
    if not isinstance(user, User) or not user.is_active or package.is_closed:
        return False
    return is_editor(user, package) or can_manage_people(user) or can_curate_bank(user, package)


def can_read_question(user: User | AnonymousUser, question: Question) -> bool:
    """Whether the account reads the question: as its package; a draft outside any, its author, the office, and the
    editor with whom it waits.
    """
    if question.package is not None:
        return can_read_package(user, question.package)
    return can_edit_question(user, question) or _waits_with(user, question)


def can_edit_question(user: User | AnonymousUser, question: Question) -> bool:
    """Whether the account may change the question: as its package; a draft outside any, its author and the office."""
    if question.package is not None:
        return can_edit_package(user, question.package)
    person = person_of(user)
    return (person is not None and question.written_by_id == person.pk) or can_manage_people(user)


def _waits_with(user: User | AnonymousUser, question: Question) -> bool:
    """Whether the draft waits for the account's word: offered to a package that it edits."""
    waiting = QuestionOffer.State.WAITING
    offer = QuestionOffer.objects.select_related("package").filter(question=question, state=waiting).first()
    return offer is not None and can_edit_package(user, offer.package)
