"""Who may do what around the club's seasons: plain predicates, asked by views."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from chgk.models import ClubSeason
from tournaments.models import Season, User
from tournaments.selectors.offices import deputies_of, principals_of
from tournaments.selectors.roster_books import Approver


def can_set_up_seasons(user: User | AnonymousUser) -> bool:
    """Whether a season may be opened by the account: staff and superusers. No query."""
    return isinstance(user, User) and user.is_active and (user.is_staff or user.is_superuser)


def can_curate(user: User | AnonymousUser, club: ClubSeason) -> bool:
    """Whether the season's desk is the account's: its curator, and superusers. No query."""
    return isinstance(user, User) and user.is_active and (user.is_superuser or user.pk == club.curator_id)


def roster_approver(user: User, season: Season) -> Approver | None:
    """Whether the account approves the season's rosters: its curator, their deputy; staff until it has a curator.

    At most two queries.
    """
    club = ClubSeason.objects.filter(season=season).first()
    if club is None:
        return Approver() if can_set_up_seasons(user) else None
    if can_curate(user, club):
        return Approver()
    deputy = principals_of(user, "curator").get(club.curator_id)
    return Approver(deputy) if deputy is not None else None


def told_of_rosters(season: Season) -> list[User]:
    """Who hears that a roster was submitted: the curator and who stands in for them; staff until there is one."""
    club = ClubSeason.objects.select_related("curator").filter(season=season).first()
    if club is None:
        return list(User.objects.filter(is_staff=True, is_active=True))
    return [club.curator, *deputies_of([club.curator], "curator")]
