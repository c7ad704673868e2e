"""Rows for every table of the backoffice, made from what the tables say of themselves: a new one needs nothing here."""

from __future__ import annotations

import datetime
from typing import Any

from django.db import models

from tests.playing import NOW
from tournaments.models import House, Person, User

Made = dict[type[models.Model], Any]
# What no rule of types can know.
SAID: dict[str, dict[str, Any]] = {
    "LiveGame": {"discipline": "counter", "snapshot": "", "rehearsal_of": None, "finished_at": None},
    "Team": {"discipline": "counter"},
    "LedgerEntry": {"kind": "points", "corrects": None, "reason": {"code": "total"}},
    "Privilege": {"revoked_at": None, "revoke_reason": ""},
    "Question": {"category": 1},
    "Masters": {"entry": {"command": "M", "players": []}},
}
SKIPPED = {"parent", "rehearsal_of", "corrects"}


def make_rows(model: type[models.Model], number: int, made: Made) -> Any:
    """One row of the table, with one of each that it names; ``made`` holds those of this number."""
    if model in made:
        return made[model]
    made[model] = None  # being made: a circle of tables is closed afterwards
    values: dict[str, Any] = {}
    for field in model._meta.concrete_fields:
        said = SAID.get(model.__name__, {})
        if field.name in said:
            values[field.name] = said[field.name]
        elif not field.auto_created and field.name not in SKIPPED:
            value = _value(field, number, made)
            if value is not None:
                values[field.name] = value
    if model.__name__ == "Deputy":
        values["deputy"] = User.objects.create_user(f"deputy{number}")
    made[model] = model._base_manager.create(**values)
    if model is Person and "house" in values:
        House.objects.filter(pk=values["house"].pk).update(head=made[model])
    return made[model]


def _value(field: Any, number: int, made: Made) -> Any:
    if field.is_relation:
        return make_rows(field.related_model, number, made)
    if field.choices:
        return field.choices[0][0]
    if field.has_default() and isinstance(field, models.BooleanField | models.JSONField):
        return None
    day = NOW + datetime.timedelta(days=30 * number + (7 if field.name.startswith(("ends", "expires")) else 0))
    text = "#112233" if field.name == "colour" else f"e{number}{field.name}"[: field.max_length or 200]
    ways: list[tuple[Any, Any]] = [
        (models.DateTimeField, day),
        (models.DateField, day.date()),
        (models.BooleanField, False),
        (models.JSONField, {}),
        (models.EmailField, f"e{number}@example.org"),
        (models.IntegerField, number),
        (models.BinaryField, b"x"),
        (models.CharField, text),
        (models.TextField, text),
    ]
    return next((value for kind, value in ways if isinstance(field, kind)), None)


def is_ours(model: type[models.Model]) -> bool:
    """Whether the table is one of Sowa's own."""
    return model._meta.app_label in ("tournaments", "auction", "chgk", "appeals")
