"""Which parts of a question are still missing (§4.1.1, §4.1.2): what a draft tells its author, and an approval refuses.

A warm-up question counts for nothing and needs no category; a duplet has two small questions and two answers, a blitz
three, each with its number in front.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.rules.citations import Citation, check_citation
from tournaments.rules.engine import Refusal

CATEGORIES = (1, 2, 3)
SMALL_QUESTIONS = {"duplet": 2, "blitz": 3}

_NUMBERED = re.compile(r"(?:^|[\s;/(«\"])([1-9])[.)](?=\s|$)")


@dataclass(frozen=True, slots=True)
class Parts:
    """What there is of a question so far. ``kind`` is one of :class:`chgk.formats.package.Kind`."""

    category: int | None = None
    number: int | None = None
    in_package: bool = False
    kind: str = "ordinary"
    text: str = ""
    answer: str = ""
    comment: str = ""
    citations: tuple[Citation, ...] = ()


def judge_parts(parts: Parts) -> tuple[Refusal, ...]:
    """Everything that the regulation still asks for, in its own order; empty: the question is complete.

    A refusal about a source has ``source`` among its ``params``, its place from 1 on, beside what
    :func:`tournaments.rules.citations.check_citation` says.
    """
    return (*_head(parts), *_body(parts), *_sources(parts))


def _head(parts: Parts) -> Iterator[Refusal]:
    if parts.category not in CATEGORIES and parts.kind != "warm-up":
        yield Refusal("4.1.1", "question_category_missing", {})
    if parts.in_package and parts.number is None:
        yield Refusal("4.1.1", "question_number_missing", {})


def _body(parts: Parts) -> Iterator[Refusal]:
    needed = SMALL_QUESTIONS.get(parts.kind, 0)
    if not _has_words(parts.text):
        yield Refusal("4.1.1", "question_text_missing", {})
    elif needed and _numbered(parts.text) != needed:
        yield Refusal("4.1.1", "question_small_texts", {"needed": needed, "found": _numbered(parts.text)})
    if not _says_something(parts.answer):
        yield Refusal("4.1.1", "question_answer_missing", {})
    elif needed and _numbered(parts.answer) != needed:
        yield Refusal("4.1.1", "question_small_answers", {"needed": needed, "found": _numbered(parts.answer)})
    if not _has_words(parts.comment):
        yield Refusal("4.1.1", "question_comment_missing", {})


def _sources(parts: Parts) -> Iterator[Refusal]:
    if not parts.citations:
        yield Refusal("4.1.1", "question_source_missing", {})
    for place, citation in enumerate(parts.citations, 1):
        for refusal in check_citation(citation):
            paragraph, code = refusal.paragraph, refusal.code
            yield Refusal(paragraph, code, {**refusal.params, "source": place})


def _numbered(text: str) -> int:
    """How many parts «1. … 2. …» follow each other."""
    count = 0
    for found in _NUMBERED.finditer(text):
        if int(found[1]) == count + 1:
            count += 1
    return count


def _has_words(text: str) -> bool:
    return any(letter.isalnum() for letter in text)


def _says_something(text: str) -> bool:
    """An answer may be a sign alone: «?» is one, a blank that has no width is none."""
    return any(unicodedata.category(letter)[0] in "LNPS" for letter in text)
