"""Cells of spreadsheets that start no formula, and what they were before. Pure."""

from __future__ import annotations

import re

_FORMULA = re.compile(r"[=+\-@|%\t\r\n]")
_GUARDED = re.compile(r"'+[=+\-@|%\t\r\n]")


def guard_cell(text: str) -> str:
    """The text so that no spreadsheet takes it for a formula; :func:`unguard_cell` gives it back."""
    return f"'{text}" if _FORMULA.match(text) or _GUARDED.match(text) else text


def unguard_cell(text: str) -> str:
    """A cell as it was before :func:`guard_cell`; any other one as it is."""
    return text[1:] if _GUARDED.match(text) else text
