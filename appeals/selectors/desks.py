"""What lies with a curator."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import AnonymousUser

from appeals.models import Appeal
from appeals.rules.state import WITH_THE_CURATOR
from chgk.models import ClubSeason
from tournaments.models import User
from tournaments.selectors.offices import principals_of


def curated_clubs(user: User | AnonymousUser) -> list[ClubSeason]:
    """The seasons that the account curates, or stands in at; superusers curate all. Two queries."""
    if not isinstance(user, User) or not user.is_active:
        return []
    clubs = ClubSeason.objects.select_related("season", "curator")
    if user.is_superuser:
        return list(clubs)
    return list(clubs.filter(curator__in=[user.pk, *principals_of(user, "curator")]))


def left_to_curator(clubs: Sequence[ClubSeason]) -> list[Appeal]:
    """The appeals of these seasons that wait for their curator, the nearest deadline first; one query."""
    if not clubs:
        return []
    phases = [phase.value for phase in WITH_THE_CURATOR]
    rows = Appeal.objects.filter(club__in=clubs, phase__in=phases).select_related("club__season")
    return list(rows.order_by("decide_by", "pk"))
