"""Spreadsheets of Excel and LibreOffice (.xlsx): values of cells, never formulas; safe from files made to choke on."""

from __future__ import annotations

import datetime
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from zipfile import BadZipFile, LargeZipFile, ZipFile

from tournaments.register_files.problems import FileError

LARGEST_UNPACKED = 40 * 1024 * 1024
MOST_PARTS = 1_000
MOST_COLUMNS = 400
MOST_ROWS = 100_000  # written in the file, with or without a value
LAST_ROW = 1_048_576  # of any spreadsheet
_OLE = bytes.fromhex("d0cf11e0a1b11ae1")
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_ENTITIES = tuple(
    word.encode(code) for word in ("<!DOCTYPE", "<!ENTITY") for code in ("utf-8", "utf-16-le", "utf-16-be")
)
_UNSAVED = re.compile(
    rb'<c r="([A-Z]{1,3})(\d{1,7})"[^>]*>\s*(?:<f[^>]*/>|<f[^>]*>[^<]*</f>)\s*(?:<v\s*/>|<v>\s*</v>)?\s*</c>'
)


def is_workbook(data: bytes) -> bool:
    """Whether it is a spreadsheet and no text; FileError for a file of another kind, with what can be done."""
    if data.startswith(_OLE):
        raise FileError("encrypted" if _ENCRYPTED in data else "old_excel")
    if data.startswith((b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"{\\rtf")):
        raise FileError("not_a_table")
    if re.match(rb"\A(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|table|\?xml)", data[:200], re.IGNORECASE):
        raise FileError("web_page")
    return data.startswith(b"PK\x03\x04")


def sheet_names(data: bytes) -> tuple[str, ...]:
    """The names of the sheets. FileError for what is no spreadsheet, is locked, has macros or unpacks to too much."""
    _check(data)
    book = _open(data)
    try:
        return tuple(str(name) for name in book.sheetnames)
    finally:
        book.close()


def sheet_rows(data: bytes, sheet: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The rows of a sheet with their numbers; dates as 2026-11-30, whole numbers without a point."""
    book = _open(data)
    try:
        page = book[sheet]
        page.reset_dimensions()  # what the file says of its size may be wrong
        yield from _read_rows(page.iter_rows(values_only=True, max_row=LAST_ROW))
    except FileError:
        raise
    except Exception:  # noqa: BLE001 - whatever a damaged part makes the library say
        raise FileError("damaged") from None
    finally:
        book.close()


def _read_rows(rows: Iterable[Sequence[object]]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Every row with a value. Rows that the file leaves out come as one and the same object, however many they are."""
    before: Sequence[object] | None = None
    written = 0
    for number, row in enumerate(rows, 1):
        if row is before:
            continue
        before, written = row, written + 1
        if written > MOST_ROWS:
            raise FileError("too_many_lines", limit=MOST_ROWS)
        cells = [_text(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        if len(cells) > MOST_COLUMNS:
            raise FileError("too_many_columns", limit=MOST_COLUMNS)
        if cells:
            yield number, tuple(cells)


def unsaved_formulas(data: bytes) -> list[tuple[str, int]]:
    """Cells (column, line) that hold a formula without its value: the program that wrote them did not reckon."""
    found = []
    with ZipFile(io.BytesIO(data)) as pack:
        for name in pack.namelist():
            if name.startswith("xl/worksheets/") and name.endswith(".xml"):
                found += [(column.decode(), int(line)) for column, line in _UNSAVED.findall(pack.read(name))]
    return found


def _check(data: bytes) -> None:
    try:
        with ZipFile(io.BytesIO(data)) as pack:
            _check_parts(pack)
    except (BadZipFile, LargeZipFile, RuntimeError, OSError, EOFError, ValueError) as error:
        if isinstance(error, FileError):
            raise
        raise FileError("damaged") from None


def _check_parts(pack: ZipFile) -> None:
    parts = pack.infolist()
    names = {part.filename for part in parts}
    if "mimetype" in names and b"opendocument" in pack.read("mimetype")[:100]:
        raise FileError("open_document")
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > LARGEST_UNPACKED:
        raise FileError("unpacks_too_large", limit=LARGEST_UNPACKED // (1024 * 1024))
    if any(part.flag_bits & 1 for part in parts):
        raise FileError("encrypted")
    if any(name.lower().endswith("vbaproject.bin") for name in names):
        raise FileError("macros")
    if not any(name.startswith("xl/") for name in names) or "[Content_Types].xml" not in names:
        raise FileError("not_a_table")
    for part in parts:
        if part.filename.endswith((".xml", ".rels")):
            contents = pack.read(part)
            if any(word in contents for word in _ENTITIES):
                raise FileError("damaged")


def _open(data: bytes) -> Any:
    import openpyxl  # late: it costs a third of a second and few requests need it

    try:
        return openpyxl.load_workbook(
            io.BytesIO(data), read_only=True, data_only=True, keep_links=False, keep_vba=False
        )
    except Exception:  # noqa: BLE001 - whatever a damaged part makes the library say
        raise FileError("damaged") from None


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, datetime.datetime):
        return value.date().isoformat()
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)
