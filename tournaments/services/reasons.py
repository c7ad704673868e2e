"""Reasons that people give: others will read them, so they are words."""

from __future__ import annotations

from tournaments.rules.engine import Refusal

LONGEST_REASON = 300


def read_reason(text: str) -> str:
    """The reason in one line. Raises :class:`Refusal` for one without a letter or a digit."""
    reason = " ".join(text.split())[:LONGEST_REASON].strip()
    if not any(letter.isalnum() for letter in reason):
        raise Refusal("", "reason_missing")
    return reason
