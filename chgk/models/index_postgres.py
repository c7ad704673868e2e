"""The index of word stems on PostgreSQL: GIN indexes on the columns' words, nothing besides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from chgk.models.index_sqlite import INDEXED, index_of


def laying_sql() -> Iterable[str]:
    """The statements that lay every index."""
    for table, (_key, columns) in INDEXED.items():
        for column in columns:
            words = f"string_to_array({column}, ' ')"
            yield f"CREATE INDEX {index_of(table, column)} ON {table} USING gin ({words}) WITH (fastupdate = off)"


def matching(table: str, column: str, stems: Sequence[str]) -> tuple[str, list[Any]]:
    """SQL that selects the keys of the rows with all these stems, and its parameters."""
    key = INDEXED[table][0]
    return f"SELECT {key} FROM {table} WHERE string_to_array({column}, ' ') @> %s::text[]", [list(stems)]  # noqa: S608 - our own names


def counting_sql() -> Iterable[str]:
    """The statements that fill chgk_stemcount from the reference questions."""
    yield "DELETE FROM chgk_stemcount"
    yield (
        "INSERT INTO chgk_stemcount(stem, questions) SELECT stem, count(*) FROM chgk_referencequestion,"
        " unnest(string_to_array(stems, ' ')) AS stem GROUP BY stem HAVING count(*) > 1"
    )
    yield "ANALYZE chgk_stemcount"
    yield "ANALYZE chgk_referencequestion"
