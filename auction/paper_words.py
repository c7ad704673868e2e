"""What is said of moves that were played on paper and entered afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from auction import name_words
from tournaments.rules.draw_lines import AFTERWARDS, ON_PAPER_AT


def afterwards_mark(command: Mapping[str, Any]) -> str:
    """That a command was played on paper and entered later; empty for all others."""
    if not command.get(AFTERWARDS):
        return ""
    at = command.get(ON_PAPER_AT)
    if isinstance(at, str) and at:
        return _("played on paper at %(time)s, entered afterwards") % {"time": name_words.short_name(at)}
    return _("played on paper, entered afterwards")
