"""What a value must be to count as text or as a whole number, wherever rules meet JSON, and views what was typed."""

from __future__ import annotations

from typing import TypeGuard


def is_text(value: object) -> TypeGuard[str]:
    """A string that can be stored and printed: half a surrogate pair or a NUL is no text."""
    if not isinstance(value, str) or "\0" in value:
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_whole_number(value: object) -> TypeGuard[int]:
    """A JSON integer. True is not one (to Python it is), nor is 5.0."""
    return isinstance(value, int) and not isinstance(value, bool)


def read_number(text: str, digits: int = 15) -> int | None:
    """A number as a form or an address has it, at most this long; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None
