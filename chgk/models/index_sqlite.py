"""The index of word stems on SQLite: FTS5 tables beside the columns, kept by triggers, asked word by word.

The tokenizer divides at ASCII signs alone, which no stem has, so a stem is a token as it stands. Neither positions nor
lengths are kept (``detail=none``): who stands in which question is all that is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

INDEXED = {
    "chgk_referencequestion": ("id", ("stems",)),
    "chgk_questionwords": ("question_id", ("stems", "search_stems")),
}


def index_of(table: str, column: str) -> str:
    """The FTS5 table of a column."""
    return f"{table}_{column}_fts"


def laying_sql() -> Iterable[str]:
    """The statements that lay every index and its triggers."""
    for table, (key, columns) in INDEXED.items():
        for column in columns:
            yield (
                f"CREATE VIRTUAL TABLE {index_of(table, column)} USING fts5("
                f"{column}, content='{table}', content_rowid='{key}', tokenize='ascii', detail='none', columnsize=0)"
            )
        yield from trigger_sql(table)


def trigger_sql(table: str) -> Iterable[str]:
    """The triggers of one table; laid again after Django has rebuilt it."""
    key, columns = INDEXED[table]
    for column in columns:
        index = index_of(table, column)
        put = f"INSERT INTO {index}(rowid, {column}) VALUES (new.{key}, new.{column});"  # noqa: S608
        take = f"INSERT INTO {index}({index}, rowid, {column}) VALUES ('delete', old.{key}, old.{column});"  # noqa: S608
        yield f"CREATE TRIGGER {index}_in AFTER INSERT ON {table} BEGIN {put} END"
        yield f"CREATE TRIGGER {index}_out AFTER DELETE ON {table} BEGIN {take} END"
        yield f"CREATE TRIGGER {index}_new AFTER UPDATE OF {column} ON {table} BEGIN {take} {put} END"


def matching(table: str, column: str, stems: Sequence[str]) -> tuple[str, list[Any]]:
    """SQL that selects the keys of the rows with all these stems, and its parameters."""
    index = index_of(table, column)
    said = " AND ".join(f'"{stem}"' for stem in stems)
    return f"SELECT rowid FROM {index} WHERE {index} MATCH %s", [said]  # noqa: S608 - our own names


def counting_sql() -> Iterable[str]:
    """The statements that fill chgk_stemcount from the index of the reference questions."""
    index = index_of("chgk_referencequestion", "stems")
    yield f"CREATE VIRTUAL TABLE IF NOT EXISTS temp.chgk_words USING fts5vocab('main', '{index}', 'row')"
    yield "DELETE FROM chgk_stemcount"
    yield "INSERT INTO chgk_stemcount(stem, questions) SELECT term, doc FROM temp.chgk_words WHERE doc > 1"
    yield "DROP TABLE temp.chgk_words"
