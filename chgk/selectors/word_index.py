"""The index of word stems, on whichever database this is: who has these words (§4.1.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from django.db import connection
from django.db.models.expressions import RawSQL

from chgk.models import index_postgres, index_sqlite


class Backend(Protocol):
    """What the module of a database answers with: SQL and its parameters."""

    def matching(self, table: str, column: str, stems: Sequence[str]) -> tuple[str, list[Any]]:
        """Selects the keys of the rows with all the stems."""

    def counting_sql(self) -> Iterable[str]:
        """Fills the table of frequencies."""


def matching(table: str, column: str, stems: Sequence[str]) -> RawSQL:
    """The keys of the rows that have all these stems, for ``filter(pk__in=…)``; at least one stem."""
    sql, params = _backend().matching(table, column, stems)
    return RawSQL(sql, params)  # noqa: S611 - names from the code, stems as parameters


def postings(table: str, column: str, groups: Sequence[Sequence[str]], most: int) -> list[list[int]]:
    """For each group of stems the keys of rows that have all of them, at most ``most`` each. One query."""
    if not groups:
        return []
    sql, params = postings_sql(table, column, groups, most)
    found: list[list[int]] = [[] for _ in groups]
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        for place, key in cursor.fetchall():
            found[place].append(key)
    return found


def postings_sql(table: str, column: str, groups: Sequence[Sequence[str]], most: int) -> tuple[str, list[Any]]:
    """The query of :func:`postings`."""
    parts: list[str] = []
    params: list[Any] = []
    key = "rowid" if connection.vendor == "sqlite" else index_sqlite.INDEXED[table][0]
    for place, stems in enumerate(groups):
        inner, values = _backend().matching(table, column, stems)
        parts.append(f"SELECT {place}, {key} FROM ({inner} LIMIT {most}) AS found{place}")  # noqa: S608
        params += values
    return " UNION ALL ".join(parts), params


def counting_sql() -> Iterable[str]:
    """The statements that count anew how often each stem occurs in the reference questions."""
    return _backend().counting_sql()


def _backend() -> Backend:
    return index_sqlite if connection.vendor == "sqlite" else index_postgres
