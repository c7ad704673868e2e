"""What people type, as it is kept: whole, or refused. Nothing is cut off without a word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from appeals.rules.state import MOST_SOURCES
from tournaments.rules.engine import Refusal

LONGEST: Mapping[str, int] = {
    "reasoning": 6000,
    "given": 300,
    "accepted": 300,  # each of them
    "sources": 1000,  # each of them
    "fault": 1000,
    "decision": 2000,
    "view": 6000,
    "recusal": 500,
    "complaint": 4000,
    "finding": 4000,
}
MOST_ANSWERS = 20
_MOST = {"accepted": (MOST_ANSWERS, "too_many_answers"), "sources": (MOST_SOURCES, "too_many_sources")}


def clean_text(field: str, text: Any, paragraph: str) -> str:
    """The text with the line breaks that it is kept with; refused if it is longer than its field takes."""
    whole = unify_breaks(str(text)).strip()
    if len(whole) > LONGEST[field]:
        params = {"field": field, "length": len(whole), "most": LONGEST[field]}
        raise Refusal(paragraph, "text_too_long", params)
    return whole


def clean_lines(field: str, lines: Iterable[Any], paragraph: str) -> list[str]:
    """A list that is typed one a line, without empty ones; refused for one too long, and for too many."""
    found = [line for line in (" ".join(str(line).split()) for line in lines) if line]
    for number, line in enumerate(found, 1):
        if len(line) > LONGEST[field]:
            params = {"field": field, "line": number, "length": len(line), "most": LONGEST[field]}
            raise Refusal(paragraph, "line_too_long", params)
    most, code = _MOST[field]
    if len(found) > most:
        raise Refusal(paragraph, code, {"most": most, "count": len(found)})
    return found


def has_words(text: str) -> bool:
    """Whether there is a letter or a figure in it."""
    return any(char.isalnum() for char in text)


def has_letters(text: str) -> bool:
    """Whether it is said in words: figures and signs alone are no reason."""
    return any(char.isalpha() for char in text)


def unify_breaks(text: str) -> str:
    """Browsers send CR LF; a break counts as one letter, as it does in the page's own counter."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
