"""Spreadsheets that people send and take: read as the register reads them, written so that no cell is a formula."""

from __future__ import annotations

import csv
import datetime
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import openpyxl
from django.http import HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.register_files.encodings import ENCODINGS
from tournaments.register_files.problems import FileError
from tournaments.register_files.tables import read_table
from tournaments.register_texts import ENCODING_NAMES, explain_file
from tournaments.rules.sheet_text import guard_cell, unguard_cell

__all__ = ["ENCODINGS", "ENCODING_NAMES", "MOST_ROWS", "Sheet", "SheetError", "read_sheet", "write_sheet"]

MOST_ROWS = 10_000
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")


class SheetError(ValueError):
    """Why a file is no table; the message is for whoever sent it."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table as it was sent: the first line's cells, every other line with its number; ``encoding`` is "" of XLSX."""

    headers: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    encoding: str = ""


def read_sheet(data: bytes, encoding: str = "") -> Sheet:
    """The table in the file. ``encoding``: what the sender says; "" guesses. Raises :class:`SheetError`."""
    try:
        table = read_table(data, encoding=encoding)
    except FileError as error:
        raise SheetError(explain_file(error)) from error
    (_line, headers), *rest = table.rows
    if len(rest) > MOST_ROWS:
        raise SheetError(_("The table has more than %(limit)s lines: send it in parts.") % {"limit": MOST_ROWS})
    rows = tuple((line, tuple(unguard_cell(cell) for cell in cells)) for line, cells in rest)
    return Sheet(headers, rows, table.encoding)


def write_sheet(kind: str, name: str, headers: Sequence[str], rows: Iterable[Sequence[Any]]) -> HttpResponse:
    """A download: ``csv`` as the reader's own Excel opens it, or ``xlsx``. No cell starts a formula."""
    if kind == "xlsx":
        response = HttpResponse(_write_xlsx(headers, rows), content_type=XLSX)
    else:
        out = io.StringIO()
        out.write("\ufeff")  # without it Excel reads UTF-8 as the letters of another country
        writer = csv.writer(out, delimiter="," if get_language() == "en" else ";", lineterminator="\r\n")
        writer.writerow([_cell(cell) for cell in headers])
        writer.writerows([_cell(cell) for cell in row] for row in rows)
        response = HttpResponse(out.getvalue(), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.{"xlsx" if kind == "xlsx" else "csv"}"'
    return response


def _cell(value: Any) -> Any:
    if isinstance(value, bool | int | float):
        return value
    if isinstance(value, datetime.date):
        return value.isoformat()
    return guard_cell("" if value is None else str(value))


def _write_xlsx(headers: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet()
    for row in (headers, *rows):
        sheet.append([_CONTROL.sub("\ufffd", cell) if isinstance(cell := _cell(one), str) else cell for one in row])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
