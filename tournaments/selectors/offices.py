"""Who an account is at the school, and in whose place it may act."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q
from django.utils import timezone

from tournaments.models import Deputy, House, Person, User


def person_of(user: User | AnonymousUser | None) -> Person | None:
    """The person that the account is bound to. At most one query."""
    if not isinstance(user, User) or not user.is_active:
        return None
    return Person.objects.select_related("house").filter(user=user).first()


def principals_of(user: User | AnonymousUser | None, office: str, at: datetime | None = None) -> dict[int, Deputy]:
    """In whose place the account acts in the ``office`` at this moment, by the principal's account. One query."""
    if not isinstance(user, User) or not user.is_active:
        return {}
    at = at or timezone.now()
    rows = Deputy.objects.select_related("principal").filter(
        Q(ended_at=None) | Q(ended_at__gt=at), deputy=user, office=office, starts_at__lte=at, ends_at__gt=at
    )
    return {row.principal_id: row for row in rows}


def deputies_of(users: Iterable[User], office: str, at: datetime | None = None) -> list[User]:
    """Who stands in for these accounts in the ``office`` at this moment. One query."""
    at = at or timezone.now()
    rows = Deputy.objects.select_related("deputy").filter(
        Q(ended_at=None) | Q(ended_at__gt=at), principal__in=users, office=office, starts_at__lte=at, ends_at__gt=at
    )
    return [row.deputy for row in rows]


def headed_houses(
    user: User | AnonymousUser | None, at: datetime | None = None
) -> dict[int, tuple[House, Deputy | None]]:
    """The houses whose head the account is or stands in for, by number: the house, and as whose deputy. Two queries."""
    principals = principals_of(user, "head", at)
    if not isinstance(user, User) or not user.is_active:
        return {}
    houses = House.objects.filter(Q(head__user=user) | Q(head__user__in=principals)).select_related("head")
    return {
        house.pk: (
            house,
            None if house.head is None or house.head.user_id == user.pk else principals[house.head.user_id],
        )
        for house in houses
        if house.head is not None and house.head.user_id is not None
    }
