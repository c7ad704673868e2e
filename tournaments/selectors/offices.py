"""Who an account is at the school, and in whose place it may act."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.enums import PersonKind
from tournaments.models import Deputy, House, Person, User


def person_of(user: User | AnonymousUser | None) -> Person | None:
    """The person that the account is bound to. At most one query."""
    if not isinstance(user, User) or not user.is_active:
        return None
    return Person.objects.select_related("house", "user").filter(user=user).first()


def in_force(office: str, at: datetime | None = None) -> QuerySet[Deputy]:
    """Whoever stands in for somebody in the ``office`` at this moment: for nobody whose account is closed."""
    at = at or timezone.now()
    going_on = Q(ended_at=None) | Q(ended_at__gt=at)
    return Deputy.objects.filter(going_on, office=office, starts_at__lte=at, ends_at__gt=at, principal__is_active=True)


def principals_of(user: User | AnonymousUser | None, office: str, at: datetime | None = None) -> dict[int, Deputy]:
    """In whose place the account acts in the ``office`` at this moment, by the principal's account. One query."""
    if not isinstance(user, User) or not user.is_active:
        return {}
    rows = in_force(office, at).filter(deputy=user).select_related("principal__person")
    return {row.principal_id: row for row in rows}


def deputies_of(users: Iterable[User], office: str, at: datetime | None = None) -> list[User]:
    """Who stands in for these accounts in the ``office`` at this moment, each once. One query."""
    rows = in_force(office, at).filter(principal__in=users, deputy__is_active=True).select_related("deputy")
    return list(dict.fromkeys(row.deputy for row in rows))


def readers_of(house: House, at: datetime | None = None) -> list[Person]:
    """Who reads what is sent to the head of this house: the head, then the deputies in force who are people; nobody
    once the head has left. One query if ``house.head`` is at hand.
    """
    head = house.leader
    if head is None:
        return []
    if head.user_id is None:
        return [head]
    rows = in_force("head", at).filter(principal=head.user_id)  # one row is both in force and for this head
    people = Person.objects.select_related("user").filter(user__deputy_for__in=rows, user__is_active=True)
    return [head, *people.distinct()]


def headed_houses(
    user: User | AnonymousUser | None, at: datetime | None = None
) -> dict[int, tuple[House, Deputy | None]]:
    """The houses whose head the account is or stands in for, by number: the house, and as whose deputy. A head who has
    left the school leads none. Two queries.
    """
    principals = principals_of(user, "head", at)
    if not isinstance(user, User) or not user.is_active:
        return {}
    mine = Q(head__user=user) | Q(head__user__in=principals)
    houses = House.objects.filter(mine, head__left_at=None).select_related("head")
    return {
        house.pk: (
            house,
            None if house.head is None or house.head.user_id == user.pk else principals[house.head.user_id],
        )
        for house in houses
        if house.head is not None and house.head.user_id is not None
    }


Holds = Callable[[User], bool]
_offices: dict[str, Holds] = {}


def register_office(office: str, holds: Holds) -> None:
    """``holds(user)`` says whether the account has the ``office`` itself, with one query; called from ``ready()``."""
    _offices[office] = holds


def offices_of(user: User | AnonymousUser | None) -> tuple[str, ...]:
    """The offices that the account holds itself, not as anybody's deputy. One query an office."""
    if not isinstance(user, User) or not user.is_active:
        return ()
    return tuple(office for office, holds in _offices.items() if holds(user))


def heads_a_house(user: User) -> bool:
    """Whether the account's person, still at the school, is the head of a house. One query."""
    return House.objects.filter(head__user=user, head__left_at=None).exists()


def hosts_games(user: User) -> bool:
    """Whether the account is a host of a game. One query."""
    return user.hosted_games.exists()


def possible_deputies(user: User) -> QuerySet[User]:
    """Whom the account may name: active accounts of the school's staff, not itself. One query."""
    people = Person.objects.filter(kind=PersonKind.STAFF, left_at=None, user__isnull=False)
    found = User.objects.filter(is_active=True, pk__in=people.values("user")).exclude(pk=user.pk)
    return found.select_related("person").order_by("last_name", "first_name", "username")


@dataclass(frozen=True, slots=True)
class Around:
    """Deputies as one account sees them: who stands in for it, for whom it does; the newest first, past ones last."""

    mine: tuple[Deputy, ...]
    theirs: tuple[Deputy, ...]
    now: datetime


def deputies_around(user: User, now: datetime) -> Around:
    """One query."""
    rows = Deputy.objects.filter(Q(principal=user) | Q(deputy=user)).select_related(
        "principal__person", "deputy__person"
    )
    ordered = sorted(rows.order_by("-starts_at", "-pk"), key=lambda row: row.is_over(now))
    return Around(
        mine=tuple(row for row in ordered if row.principal_id == user.pk),
        theirs=tuple(row for row in ordered if row.deputy_id == user.pk),
        now=now,
    )
