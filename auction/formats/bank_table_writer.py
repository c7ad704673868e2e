"""The auction's bank written as CSV or XLSX, safe to open: no cell is a formula, and all of it is read back."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from auction.formats.bank_table import BankRow, read_bank_table
from tournaments.register_files.problems import FileError
from tournaments.rules.fields import is_text
from tournaments.rules.sheet_text import guard_cell

HEADINGS: Mapping[str, tuple[str, ...]] = {
    "pl": (
        "Kategoria",
        "Pytanie",
        "Odpowiedź",
        "Uznawane",
        "Wariant A",
        "Wariant B",
        "Wariant C",
        "Wariant D",
        "Poprawny",
        "Komentarz",
        "Źródło",
    ),
    "ru": (
        "Категория",
        "Вопрос",
        "Ответ",
        "Зачёт",
        "Вариант А",
        "Вариант Б",
        "Вариант В",
        "Вариант Г",
        "Верный",
        "Комментарий",
        "Источник",
    ),
    "en": (
        "Category",
        "Question",
        "Answer",
        "Accepted",
        "Variant A",
        "Variant B",
        "Variant C",
        "Variant D",
        "Right",
        "Comment",
        "Source",
    ),
}
_ENCODINGS: Mapping[str, str] = {"utf-8": "utf-8-sig", "utf-16": "utf-16", "cp1250": "cp1250", "cp1251": "cp1251"}
_WIDTHS = (16, 60, 24, 24, 20, 20, 20, 20, 10, 40, 40)


def write_csv(rows: Sequence[BankRow], language: str, *, encoding: str = "utf-8", separator: str = ";") -> bytes:
    """The rows as CSV, with the mark by which spreadsheets know UTF-8.

    FileError `letters_not_in_encoding` with the ``line``, `not_kept` with the ``line`` of the first row that would not
    be read back the same.
    """
    output = io.StringIO(newline="")
    writer = csv.writer(output, delimiter=separator, lineterminator="\r\n")
    writer.writerow(_headings(language))
    for row in rows:
        writer.writerow(map(guard_cell, _cells(row)))
    try:
        data = output.getvalue().encode(_ENCODINGS[encoding])
    except UnicodeEncodeError as error:
        line = output.getvalue().count("\n", 0, error.start) + 1
        raise FileError("letters_not_in_encoding", line=line, encoding=encoding) from None
    _check_kept(rows, data, encoding="" if encoding.startswith("utf") else encoding, separator=separator)
    return data


def write_xlsx(rows: Sequence[BankRow], language: str) -> bytes:
    """The rows as a workbook whose cells are texts. FileError as of :func:`write_csv`."""
    import openpyxl  # late: only who writes workbooks needs it
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
    from openpyxl.styles import Alignment, Font

    lines = [_headings(language), *map(_cells, rows)]
    for number, cells in enumerate(lines, 1):
        if any(ILLEGAL_CHARACTERS_RE.search(text) or not is_text(text) for text in cells):
            raise FileError("letters_not_in_encoding", line=number, encoding="xlsx")
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title, sheet.freeze_panes = "Sowa", "A2"
    for index, width in enumerate(_WIDTHS):
        sheet.column_dimensions["ABCDEFGHIJK"[index]].width = width
    for number, cells in enumerate(lines, 1):
        for column, text in enumerate(cells, 1):
            cell = sheet.cell(number, column, text or None)
            if text:
                cell.data_type = "s"  # a text, whatever it begins with
            cell.alignment = Alignment(wrap_text=True, vertical="top")
            cell.font = Font(bold=number == 1)
    output = io.BytesIO()
    book.save(output)
    data = output.getvalue()
    _check_kept(rows, data)
    return data


def _headings(language: str) -> tuple[str, ...]:
    return HEADINGS.get(language.partition("-")[0], HEADINGS["en"])


def _cells(row: BankRow) -> tuple[str, ...]:
    right = "ABCD"[row.right - 1]
    accepted = "\n".join(row.accepted)
    return (row.category, row.text, row.answer, accepted, *row.variants, right, row.comment, row.source)


def _check_kept(rows: Sequence[BankRow], data: bytes, *, encoding: str = "", separator: str = "") -> None:
    if not rows:
        return
    back = read_bank_table(data, encoding=encoding, separator=separator)
    if back.rows == tuple(rows):
        return
    kept = dict(enumerate(back.rows))
    first = next((place for place, row in enumerate(rows) if kept.get(place) != row), len(rows))
    code = back.problems[0].code if back.problems else ""
    raise FileError("not_kept", line=first + 2, why=code)
