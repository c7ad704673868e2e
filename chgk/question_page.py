"""What the pages of a question show: its parts, what is missing, its sources as references."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from chgk.models import Question, QuestionImage
from chgk.models.packages import lines_of
from chgk.refusal_words import Refused, refused
from chgk.rules.packages import EDITABLE
from chgk.selectors import citations_of, missing_of
from tournaments.citation_words import KINDS
from tournaments.rules.citation_references import as_reference
from tournaments.rules.citations import Citation, Internet, kind_of


@dataclass(frozen=True, slots=True)
class ShownSource:
    """A source as it is printed, and as somebody typed it where that differs. ``address`` of a page, never changed."""

    reference: str
    raw: str
    kind: str
    address: str


def shown_source(citation: Citation) -> ShownSource:
    """The citation for a page; printed in Russian, the language of the club's questions."""
    reference = as_reference(citation, "ru")
    raw = citation.raw if citation.raw.strip() and citation.raw.strip() != reference else ""
    address = citation.address.strip() if isinstance(citation, Internet) else ""
    safe = address if address.casefold().startswith(("http://", "https://")) else ""
    return ShownSource(reference or citation.raw, raw, str(KINDS[kind_of(citation)]), safe)


def missing_words(question: Question) -> list[Refused]:
    """What the question lacks, as sentences with their paragraphs."""
    return [refused(refusal, {}) for refusal in missing_of(question)]


def texts_stand(question: Question) -> bool:
    """Whether nothing in it changes any more, because of the state of its package."""
    package = question.package
    return package is not None and (package.state not in EDITABLE or package.game_id is not None)


def question_context(question: Question) -> dict[str, Any]:
    """The reading view. One query for the pictures."""
    return {
        "question": question,
        "sources": [shown_source(citation) for citation in citations_of(question)],
        "accepted": lines_of(question.accepted),
        "rejected": lines_of(question.rejected),
        "authors": lines_of(question.authors),
        "missing": missing_words(question),
        "pictures": pictures_of(question),
        "texts_stand": texts_stand(question),
    }


def pictures_of(question: Question) -> list[QuestionImage]:
    """Its pictures without their bytes. One query."""
    return list(question.images.defer("data"))
