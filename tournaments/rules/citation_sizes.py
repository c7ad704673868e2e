"""How long the fields of a citation may be, so that forms, services and files agree on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields

from tournaments.rules.citations import Citation, kind_of
from tournaments.rules.engine import Refusal

MOST_CITATIONS = 20
LONGEST = {"raw": 2000, "address": 2000, "text": 1000}
LONGEST_FIELD = 300


def longest_of(field: str) -> int:
    """How many characters the field takes."""
    return LONGEST.get(field, LONGEST_FIELD)


def check_sizes(citations: Sequence[Citation]) -> None:
    """Refused if there are too many, or the first field that is too long; ``source`` in its params is the place."""
    if len(citations) > MOST_CITATIONS:
        raise Refusal("4.1.2", "citations_too_many", {"most": MOST_CITATIONS, "count": len(citations)})
    for place, citation in enumerate(citations, 1):
        for refusal in judge_sizes(citation):
            raise Refusal(refusal.paragraph, refusal.code, {**refusal.params, "source": place})


def judge_sizes(citation: Citation) -> Iterator[Refusal]:
    """What is too long in it."""
    for field in fields(citation):
        value = getattr(citation, field.name)
        if isinstance(value, str) and len(value) > longest_of(field.name):
            facts = {"kind": kind_of(citation), "field": field.name}
            sizes = {"most": longest_of(field.name), "length": len(value)}
            yield Refusal("4.1.2", "citation_field_too_long", {**facts, **sizes})
