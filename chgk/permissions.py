"""Who may do what around the club's seasons: plain predicates, asked by views."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from chgk.models import ClubSeason
from tournaments.models import User


def can_set_up_seasons(user: User | AnonymousUser) -> bool:
    """Whether a season may be opened by the account: staff and superusers. No query."""
    return isinstance(user, User) and user.is_active and (user.is_staff or user.is_superuser)


def can_curate(user: User | AnonymousUser, club: ClubSeason) -> bool:
    """Whether the season's desk is the account's: its curator, and superusers. No query."""
    return isinstance(user, User) and user.is_active and (user.is_superuser or user.pk == club.curator_id)
