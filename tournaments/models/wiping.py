"""The one door through which rows of history leave: those of a rehearsal, all together, and of nothing else.

Every statement names the rehearsal twice, by its number and by being one: for a real game it finds no row.
"""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Model

from tournaments.models.games import LiveGame


def tables_of_a_game() -> list[tuple[type[Model], str]]:
    """Every table with rows of a game and the path from such a row to the game, the farthest from it first."""
    found: dict[type[Model], str] = {}
    waiting: list[type[Model]] = [LiveGame]
    while waiting:
        parent = waiting.pop(0)
        for field in _keys_to(parent):
            child = field.model
            if child is not LiveGame and child not in found:
                found[child] = field.name if parent is LiveGame else f"{field.name}__{found[parent]}"
                waiting.append(child)
    return list(reversed(found.items()))


def wipe_rows(rehearsal_id: int) -> dict[str, int]:
    """Deletes a rehearsal with every row that belongs to it; {table: rows deleted}. Of a real game it deletes nothing.

    The caller holds the game's lock and has asked whether it is a rehearsal.
    """
    counts = {}
    for model, path in tables_of_a_game():
        rows = model._base_manager.filter(**{path: rehearsal_id, f"{path}__rehearsal_of__isnull": False})
        counts[model._meta.label] = _delete(rows)
    counts[LiveGame._meta.label] = _delete(LiveGame.objects.filter(pk=rehearsal_id, rehearsal_of__isnull=False))
    return {label: count for label, count in counts.items() if count}


def _keys_to(model: type[Model]) -> list[models.ForeignKey[Any, Any]]:
    """The foreign keys that other tables have to this one, those of many-to-many tables too."""
    relations = model._meta.get_fields(include_hidden=True)
    return [
        relation.field
        for relation in relations
        if isinstance(relation, models.ManyToOneRel) and isinstance(relation.field, models.ForeignKey)
    ]


def _delete(rows: models.QuerySet[Any]) -> int:
    """In one statement: the tables of history refuse every other way."""
    deleted: int = rows._raw_delete(rows.db)
    return deleted
