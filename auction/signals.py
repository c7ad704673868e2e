"""Whoever becomes a host of a sealed game, by whatever page, is written into the log of its questions."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import m2m_changed, post_save

from auction.services.seals import note_conductor, note_new_hosts
from tournaments.models import LiveGame, User


def connect() -> None:
    """Listens for hosts being added; called once, from the app's ``ready()``."""
    m2m_changed.connect(_hosts_changed, sender=LiveGame.hosts.through, dispatch_uid="hosts_of_sealed_games")
    post_save.connect(_game_saved, sender=LiveGame, dispatch_uid="conductors_of_sealed_games")


def _hosts_changed(instance: Any, action: str, reverse: bool, pk_set: set[int] | None, **_more: Any) -> None:
    if action != "post_add" or not pk_set:
        return
    if reverse:  # user.hosted_games.add(game)
        for game in LiveGame.objects.filter(pk__in=pk_set, is_sealed=True):
            note_new_hosts(game=game, users=[instance])
    elif LiveGame.objects.filter(pk=instance.pk, is_sealed=True).exists():  # a form may hold an older row
        instance.is_sealed = True
        note_new_hosts(game=instance, users=User.objects.filter(pk__in=pk_set))


def _game_saved(instance: LiveGame, update_fields: frozenset[str] | None, **_more: Any) -> None:
    if update_fields and "conductor" in update_fields and instance.is_sealed:
        note_conductor(game=instance)
