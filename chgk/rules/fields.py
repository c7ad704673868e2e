"""A question's label: what a game of the club calls its questions by."""

from __future__ import annotations

from typing import TypeGuard

from tournaments.rules.fields import is_text, is_whole_number

Label = str | int  # 1 and "1" are two questions


def is_label(value: object) -> TypeGuard[Label]:
    """A text or a whole number."""
    return is_text(value) or is_whole_number(value)
