"""A file as a table: rows of cells with the lines that they stand in, and how it was read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.register_files.encodings import ENCODINGS, decode, guess_encoding
from tournaments.register_files.problems import FileError, Problem, column_letter
from tournaments.register_files.separated import SEPARATORS, announced_separator, guess_separator, split_rows
from tournaments.register_files.workbooks import MOST_COLUMNS, is_workbook, sheet_names, sheet_rows, unsaved_formulas

LARGEST_FILE = 5 * 1024 * 1024
MOST_LINES = 20_000
TEXT, WORKBOOK = "text", "workbook"
Row = tuple[int, tuple[str, ...]]
_INVISIBLE = dict.fromkeys((*range(32), 127, *range(128, 160)), " ")  # control characters


@dataclass(frozen=True, slots=True)
class Table:
    """The rows that hold anything. Of a text: ``encoding``, ``separator``; of a workbook: ``sheet`` of ``sheets``."""

    kind: str
    rows: tuple[Row, ...]
    encoding: str = ""
    separator: str = ""
    sheet: str = ""
    sheets: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


def read_table(
    data: bytes, *, encoding: str = "", separator: str = "", sheet: str = "", keep_breaks: bool = False
) -> Table:
    """The file as a table; what is not said is recognised. Raises FileError for what cannot be read as a whole.

    Blanks in a cell become one; with ``keep_breaks`` its lines stay lines.
    """
    if len(data) > LARGEST_FILE:
        raise FileError("file_too_large", limit=LARGEST_FILE // (1024 * 1024))
    if not data.strip():
        raise FileError("file_empty")
    table = (
        _read_workbook(data, sheet, keep_breaks=keep_breaks)
        if is_workbook(data)
        else _read_text(data, encoding, separator, keep_breaks=keep_breaks)
    )
    if not table.rows:
        raise FileError("file_empty")
    return table


def _read_text(data: bytes, encoding: str, separator: str, *, keep_breaks: bool) -> Table:
    encoding = encoding if encoding in ENCODINGS else guess_encoding(data)
    text = decode(data, encoding)
    separator = separator if separator in SEPARATORS else announced_separator(text) or guess_separator(text)
    if len(separator.encode()) != 1 or separator in '\r\n"':
        separator = guess_separator(text.split("\n", 1)[-1])
    rows = tuple(_limited(split_rows(text, separator), keep_breaks=keep_breaks))
    return Table(TEXT, rows, encoding=encoding, separator=separator)


def _read_workbook(data: bytes, sheet: str, *, keep_breaks: bool) -> Table:
    sheets = sheet_names(data)
    if not sheets:
        raise FileError("file_empty")
    chosen = [sheet] if sheet in sheets else list(sheets)
    rows: tuple[Row, ...] = ()
    for name in chosen:  # the first with anything on it
        rows = tuple(_limited(sheet_rows(data, name), keep_breaks=keep_breaks))
        if rows:
            return Table(WORKBOOK, rows, sheet=name, sheets=sheets, problems=_unsaved(data, rows))
    return Table(WORKBOOK, rows, sheet=chosen[0], sheets=sheets)


def _unsaved(data: bytes, rows: tuple[Row, ...]) -> tuple[Problem, ...]:
    lines = dict(rows)
    letters = {column_letter(index): index for index in range(MOST_COLUMNS)}
    found = []
    for column, line in unsaved_formulas(data):
        index = letters.get(column)
        cells = lines.get(line)
        if index is not None and cells is not None and not (index < len(cells) and cells[index]):
            found.append(Problem("formula_without_value", line, column))
    return tuple(found)


def _limited(rows: Iterator[Row], *, keep_breaks: bool) -> Iterator[Row]:
    kept = 0
    for line, cells in rows:
        if not any(cell.strip() for cell in cells):
            continue
        kept += 1
        if kept > MOST_LINES + 1:  # the headings' row besides
            raise FileError("too_many_lines", limit=MOST_LINES)
        if len(cells) > MOST_COLUMNS:
            raise FileError("too_many_columns", limit=MOST_COLUMNS)
        yield line, tuple(_clean(cell, keep_breaks=keep_breaks) for cell in cells)


def _clean(cell: str, *, keep_breaks: bool) -> str:
    if not keep_breaks:
        return " ".join(cell.translate(_INVISIBLE).split())
    lines = (" ".join(line.translate(_INVISIBLE).split()) for line in cell.splitlines())
    return "\n".join(filter(None, lines))
