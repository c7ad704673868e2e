"""Separated values: which separator, and rows with the lines that they begin in."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator

from tournaments.register_files.problems import FileError

SEPARATORS = (";", ",", "\t", "|")
LONGEST_CELL = 2_000  # letters; a name or a mark has far fewer
_SEP_LINE = re.compile(r'\A"?sep=(.)"?(?:\r\n|\r|\n|\Z)', re.IGNORECASE)
_TEXT_FORMULA = re.compile(r'\A="(.*)"\Z', re.DOTALL)
SAMPLE_ROWS = 60


def announced_separator(text: str) -> str:
    """What the first line ``sep=;`` says; "" without one."""
    found = _SEP_LINE.match(text)
    return found[1] if found else ""


def guess_separator(text: str) -> str:
    """The one with which most lines have equally many cells, more than one."""
    announced = announced_separator(text)
    if announced:
        return announced
    return max(SEPARATORS, key=lambda separator: _evenness(text[:100_000], separator))


def split_rows(text: str, separator: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Every row with the line that it begins in; quoted line breaks stay, any end of line ends a row.

    FileError ``quote_open`` with the line where a quotation is opened that nothing closes, ``cell_too_long``.
    """
    skipped = _SEP_LINE.match(text)
    first, body = (2, text[skipped.end() :]) if skipped else (1, text)
    for line, cells in _read(body, separator):
        for cell in cells:
            if len(cell) > LONGEST_CELL:
                raise FileError("cell_too_long", line=first + line - 1, limit=LONGEST_CELL)
        yield first + line - 1, tuple(_plain(cell) for cell in cells)


def _read(body: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    closed = _is_closed(body, separator)
    reader = csv.reader(io.StringIO(body, newline=""), delimiter=separator, strict=False)
    begin = 1
    while True:
        try:
            cells = next(reader, None)
        except csv.Error:  # a cell beyond the reader's own limit
            raise FileError("cell_too_long", line=begin, limit=LONGEST_CELL) from None
        if cells is None:
            return
        if not closed and reader.line_num - begin > 0 and _is_rest(body, reader.line_num):
            raise FileError("quote_open", line=begin)
        yield begin, cells
        begin = reader.line_num + 1


def _is_closed(body: str, separator: str) -> bool:
    """Whether every quotation that is opened is closed again."""
    reader = csv.reader(io.StringIO(body, newline=""), delimiter=separator, strict=True)
    try:
        for _row in reader:
            pass
    except csv.Error as error:
        return "unexpected end" not in str(error)
    return True


def _is_rest(body: str, lines: int) -> bool:
    return lines >= len(io.StringIO(body, newline="").readlines())


def _evenness(text: str, separator: str) -> tuple[float, int]:
    """How many of the first rows have as many cells as most, and how many cells that is."""
    if separator not in text:
        return (0.0, 0)
    sizes: list[int] = []
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
        for row in reader:
            if any(row):
                sizes.append(len(row))
            if len(sizes) == SAMPLE_ROWS:
                break
    except csv.Error:
        return (0.0, 0)
    counts = Counter(size for size in sizes if size > 1)
    if not counts:
        return (0.0, 0)
    size, rows = max(counts.items(), key=lambda item: (item[1], item[0]))
    return (round(rows / len(sizes), 1), size)


def _plain(cell: str) -> str:
    """The cell as it is read; ``="007"`` is how spreadsheets keep a text from being reckoned with."""
    found = _TEXT_FORMULA.match(cell.strip())
    return found[1].replace('""', '"') if found else cell
