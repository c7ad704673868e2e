"""How a typed answer compares with the ones that count: a suggestion to the host, who may follow it or not."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from enum import StrEnum

from tournaments.rules.spelling import edit_distance


class Likeness(StrEnum):
    """What the comparison suggests."""

    SAME = "same"
    CLOSE = "close"
    DIFFERENT = "different"


_STROKED = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ß": "ss", "ё": "е", "æ": "ae"})
_NOT_WORD = re.compile(r"[\W_]+")
LONGEST_COMPARED = 200  # letters of an answer; beyond it the edit distance is not worth its time


def normalise(text: str) -> str:
    """The letters and digits of a text, without case, accents, punctuation or the kind of white space."""
    folded = unicodedata.normalize("NFKD", text.casefold().translate(_STROKED))
    bare = "".join(char for char in folded if not unicodedata.combining(char))
    return _NOT_WORD.sub(" ", bare).strip()


def compare(text: str, wanted: Iterable[str]) -> Likeness:
    """How the typed ``text`` compares with the answers that count."""
    given = normalise(text)[:LONGEST_COMPARED]
    answers = [normalise(answer)[:LONGEST_COMPARED] for answer in wanted]
    if not given:
        return Likeness.DIFFERENT
    if given in answers:
        return Likeness.SAME
    return Likeness.CLOSE if any(_is_close(given, answer) for answer in answers if answer) else Likeness.DIFFERENT


def _is_close(given: str, answer: str) -> bool:
    """One slip in five letters, or the answer with words around it; numbers are never merely close."""
    if given.replace(" ", "").isdigit() or answer.replace(" ", "").isdigit():
        return False
    if f" {answer} " in f" {given} ":
        return True
    return edit_distance(given, answer) <= max(len(answer) // 5, 1 if len(answer) > 3 else 0)
