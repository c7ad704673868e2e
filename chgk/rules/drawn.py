"""Which draws the commands of the game need, for the check of a record (tournaments/rules/draw_check.py)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.rules.draw_check import Claim

DRAWN = "envelope"  # what the top draws


def needed_draws(command: Mapping[str, Any]) -> Mapping[str, Claim]:
    """An envelope for every question, by its number."""
    if command.get("do") != "ask":
        return {}
    question = command.get("question")
    return {DRAWN: str(question) if isinstance(question, str | int) else None}
