"""Seats: the private links of a game, and the one that somebody holds."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import QuerySet

from tournaments.enums import SeatRole
from tournaments.models import AccessLink, LiveGame, User


def game_links(game: LiveGame) -> QuerySet[AccessLink]:
    """All links of the game, team by team."""
    return AccessLink.objects.filter(game=game).order_by("team", "role", "pk")


def seats_of_audiences(game: LiveGame, audiences: Collection[str]) -> dict[str, frozenset[str]]:
    """The seats (``seat:5``) that audiences like ``captain:red`` consist of now; one query, none without such ones."""
    asked = {audience for audience in audiences if audience.partition(":")[0] in (SeatRole.CAPTAIN, SeatRole.PLAYER)}
    if not asked:
        return {}
    found: dict[str, set[str]] = {audience: set() for audience in asked}
    for link in AccessLink.objects.filter(game=game, revoked_at=None).only("role", "team"):
        found.get(f"{link.role}:{link.team}", set()).add(link.seat_key)
    return {audience: frozenset(seats) for audience, seats in found.items()}


def find_link(game_id: int, pk: int) -> AccessLink | None:
    """The link, if it is one of this game's."""
    return AccessLink.objects.filter(game_id=game_id, pk=pk).first()


def twin_link(link: AccessLink, game: LiveGame) -> AccessLink | None:
    """The open seat of the same person in another game: in a rehearsal of the evening, or back."""
    same = AccessLink.objects.filter(
        game=game, role=link.role, team=link.team, player=link.player, name=link.name, revoked_at=None
    )
    return same.order_by("pk").first()


def rehearsal_seat(link: AccessLink) -> AccessLink | None:
    """The seat of the same person in the open rehearsal of a game that has not started; None if there is none."""
    if link.game.started_at is not None:
        return None
    rehearsal = LiveGame.objects.only("pk").filter(rehearsal_of=link.game_id, finished_at=None).first()
    return twin_link(link, rehearsal) if rehearsal is not None else None


def hosts_of(game: LiveGame) -> list[User]:
    """The game's hosts with whom they are, for «ask …». One query."""
    return list(game.hosts.select_related("person").order_by("pk"))
