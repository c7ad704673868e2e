"""Registers written as tables, and what they must be read as."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tournaments.register_files.days import Span
from tournaments.register_files.proposals import Choices, Proposal, propose
from tournaments.register_files.tables import read_table

AUTUMN = Span(datetime.date(2026, 9, 1), datetime.date(2027, 6, 30))


def read(text: str | bytes, saved_as: str = "utf-8", span: Span = AUTUMN, **choices: Any) -> Proposal:
    """What the file is taken for; ``choices`` as somebody would make them in the preview."""
    data = text if isinstance(text, bytes) else text.encode(saved_as)
    made = Choices(**choices)
    table = read_table(data, encoding=made.encoding, separator=made.separator, sheet=made.sheet)
    return propose(table, made, span)


def told(proposal: Proposal) -> list[tuple[str, str, str, str, int, str]]:
    """Name, house, day, subject, period, mark of every entry, in order."""
    return sorted(
        (one.pupil.name, one.pupil.house, one.lesson.day.isoformat(), one.lesson.subject, one.lesson.period, one.mark)
        for one in proposal.entries
    )


def codes(proposal: Proposal) -> list[tuple[str, int, str]]:
    """Code, line and column of every problem."""
    return [(one.code, one.line, one.column) for one in proposal.problems]


def quoted(cells: Iterable[str], separator: str) -> str:
    """A line as a spreadsheet writes it."""
    return separator.join(
        '"' + cell.replace('"', '""') + '"' if any(sign in cell for sign in (separator, '"', "\n", "\r")) else cell
        for cell in cells
    )


def as_text(rows: Sequence[Sequence[str]], separator: str, end: str) -> str:
    """A table as separated values."""
    return end.join(quoted(row, separator) for row in rows) + end


def as_workbook(
    rows: Sequence[Sequence[object]], *, more: Mapping[str, Sequence[Sequence[object]]] | None = None
) -> bytes:
    """The same as .xlsx; ``more``: sheets that stand before it."""
    import io

    import openpyxl

    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, lines in {**(more or {}), "Dziennik": rows}.items():
        page = book.create_sheet(name)
        for line in lines:
            page.append(list(line))
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
