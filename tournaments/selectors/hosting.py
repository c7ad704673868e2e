"""Who hosts a game, and who could."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.models import LiveGame, User


def possible_hosts(game: LiveGame) -> QuerySet[User]:
    """The accounts that the game's console may be handed to (permissions.can_be_given_the_console), without whoever
    has it now.
    """
    hosting = LiveGame.hosts.through.objects.filter(user_id=OuterRef("pk"), livegame__season_id=game.season_id)
    found = User.objects.filter(Q(is_staff=True) | Q(is_superuser=True) | Exists(hosting), is_active=True)
    kind, _colon, pk = str(game.conductor.get("key", "")).partition(":")
    if kind == "user":
        found = found.exclude(pk=int(pk))
    return found.select_related("person").order_by("last_name", "first_name", "username")
