"""A package of the bank as a question file says it."""

from __future__ import annotations

from chgk.formats.bank_parts import BankParts, package_of
from chgk.formats.package import Image, ParsedPackage
from chgk.models import Package, Question
from chgk.models.packages import lines_of

_ENDINGS = {"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp"}


def read_package(package: Package) -> ParsedPackage:
    """Title, editor, the editor's note and every question with its pictures. Two queries.

    Whoever calls this hands out texts: permission and the log of readings come first.
    """
    rows = package.questions.order_by("number").prefetch_related("images")
    editor = package.editor.public_name if package.editor is not None else ""
    return package_of(package.title, editor, package.note, [bank_parts(row) for row in rows])


def bank_parts(question: Question) -> BankParts:
    """The question as the formats know it; sources letter for letter, as they were typed."""
    return BankParts(
        number=question.number,
        category=question.category,
        kind=question.kind,
        text=question.text,
        handout=question.handout,
        images=tuple(
            Image(_file_name(question, place, image.name, image.media_type), bytes(image.data))
            for place, image in enumerate(question.images.all(), 1)
        ),
        answer=question.answer,
        accepted=question.accepted,
        rejected=question.rejected,
        comment=question.comment,
        sources=tuple(sources_of(question)),
        authors=tuple(lines_of(question.authors)),
    )


def sources_of(question: Question) -> list[str]:
    """Every source as it was typed; its structure keeps it, else the lines that games show."""
    raw = [str(one.get("raw", "")) for one in question.citations if isinstance(one, dict)]
    return [source for source in raw if source.strip()] or lines_of(question.source)


def _file_name(question: Question, place: int, name: str, media_type: str) -> str:
    """A name that says nothing but where the picture belongs, if it has none of its own."""
    return name or f"{question.number or question.pk}-{place}{_ENDINGS.get(media_type, '.png')}"
