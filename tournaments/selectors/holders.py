"""What holds a row, so that nobody has to guess why it cannot be deleted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import PROTECT, RESTRICT, ManyToManyRel, Model, QuerySet

SHOWN = 3
TIES = ("hosts",)  # ties of many to many that hold as well: a game would lose who stands by it


@dataclass(frozen=True, slots=True)
class Hold:
    """Rows of one table that point to what is to go: how many, and the first of them by name."""

    model: type[Model]
    field: str  # of ``model``, by which it holds
    count: int
    examples: tuple[str, ...]

    @property
    def label(self) -> str:
        """What the rows are called; with the tie by which they hold, where it is one of several to several."""
        named = str(self.model._meta.verbose_name_plural)
        field: Any = self.model._meta.get_field(self.field)
        return f"{named} · {field.verbose_name}" if self.field in TIES else named


def find_holds(rows: Sequence[Model]) -> list[Hold]:
    """Which rows hold these (all of one table), table by table; at most two queries for each table that may."""
    keys = [row.pk for row in rows]
    holds = []
    for model, field in holding_tables(type(rows[0])) if rows else ():
        found = model._base_manager.filter(**{f"{field}__in": keys}).distinct()
        count = found.count()
        if count:
            examples = tuple(str(row) for row in _with_names(found)[:SHOWN])
            holds.append(Hold(model, field, count, examples))
    return holds


def holding_tables(model: type[Model]) -> Iterator[tuple[type[Model], str]]:
    """Tables that hold rows of this one, each with the field that does."""
    relation: Any
    for relation in model._meta.get_fields(include_hidden=True):
        if not (relation.is_relation and relation.auto_created and not relation.concrete):
            continue
        is_tie = isinstance(relation, ManyToManyRel) and relation.field.name in TIES
        if is_tie or getattr(relation, "on_delete", None) in (PROTECT, RESTRICT):
            yield relation.related_model, relation.field.name


def _with_names(rows: QuerySet[Any]) -> QuerySet[Any]:
    """With what their names may name, in the same query."""
    single = [field.name for field in rows.model._meta.concrete_fields if field.is_relation]
    return rows.select_related(*single).order_by("pk")
