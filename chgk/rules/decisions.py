"""What every decision of the curator needs: a reason that others can read (§1.5)."""

from __future__ import annotations

from tournaments.rules.engine import Refusal


def with_words(reason: str) -> str:
    """The reason without white space around it, if there is a letter in it; else refused."""
    if not any(letter.isalpha() for letter in reason):
        raise Refusal("1.5", "reason_without_words")
    return reason.strip()
