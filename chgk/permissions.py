"""Who may do what around the club's seasons: plain predicates, asked by views."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.models import AnonymousUser

from chgk.models import ClubSeason
from tournaments.models import Deputy, Season, User
from tournaments.selectors.offices import deputies_of, in_force, principals_of
from tournaments.selectors.roster_books import Approver


def can_set_up_seasons(user: User | AnonymousUser) -> bool:
    """Whether a season may be opened by the account: staff and superusers. No query."""
    return isinstance(user, User) and user.is_active and (user.is_staff or user.is_superuser)


def can_curate(user: User | AnonymousUser, club: ClubSeason) -> bool:
    """Whether the season's desk is the account's: its curator, a deputy in force, superusers. One query for others."""
    return is_curator(user, club) or curator_deputy(user, club) is not None


def can_curate_one(user: User | AnonymousUser, clubs: Iterable[ClubSeason]) -> bool:
    """Whether one of these desks is the account's. At most one query, however many there are."""
    curators = {club.curator_id for club in clubs}
    if not isinstance(user, User) or not user.is_active or not curators:
        return False
    return user.is_superuser or user.pk in curators or not curators.isdisjoint(principals_of(user, "curator"))


def is_curator(user: User | AnonymousUser, club: ClubSeason) -> bool:
    """The same without deputies. No query."""
    return isinstance(user, User) and user.is_active and (user.is_superuser or user.pk == club.curator_id)


def roster_approver(user: User, season: Season) -> Approver | None:
    """Whether the account approves the season's rosters: its curator, or their deputy.

    Until the club has opened the season: the curator of its last one, and staff. A handful of queries.
    """
    club = ClubSeason.objects.filter(season=season).first()
    if club is None:
        if can_set_up_seasons(user):
            return Approver()
        club = ClubSeason.objects.order_by("-season__created_at").first()
    if club is None:
        return None
    if is_curator(user, club):
        return Approver()
    deputy = curator_deputy(user, club)
    return Approver(deputy) if deputy is not None else None


def told_of_rosters(season: Season) -> list[User]:
    """Who hears that a roster was submitted: the curator, as above, and who stands in for them; else staff."""
    clubs = ClubSeason.objects.select_related("curator")
    club = clubs.filter(season=season).first() or clubs.order_by("-season__created_at").first()
    if club is None or not club.curator.is_active:
        return list(User.objects.filter(is_staff=True, is_active=True))
    return [club.curator, *deputies_of([club.curator], "curator")]


def curator_deputy(user: User | AnonymousUser, club: ClubSeason) -> Deputy | None:
    """As whose deputy the account curates the season at this moment; None if as nobody's. At most one query."""
    if not isinstance(user, User) or not user.is_active:
        return None
    rows = in_force("curator").filter(deputy=user, principal=club.curator_id)
    return rows.select_related("principal__person").order_by("-ends_at", "pk").first()


def curates_a_season(user: User) -> bool:
    """Whether a season is in the account's hands itself. One query."""
    return ClubSeason.objects.filter(curator=user).exists()
