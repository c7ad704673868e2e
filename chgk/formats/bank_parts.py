"""A question of a file as the bank keeps it, and back: the same parts under the bank's names, nothing lost between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from chgk.formats.package import Image, Kind, ParsedPackage, ParsedQuestion, Tour, implied_kind


@dataclass(frozen=True, slots=True)
class BankParts:
    """A question as the bank has it; ``number`` is its place in the package, None while nobody has given one."""

    number: int | None = None
    category: int | None = None
    kind: str = Kind.ORDINARY.value
    text: str = ""
    handout: str = ""
    images: tuple[Image, ...] = ()
    answer: str = ""
    accepted: str = ""
    rejected: str = ""
    comment: str = ""
    sources: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()


def parts_of(question: ParsedQuestion) -> BankParts:
    """What the bank keeps. It has no field for labels of other bases: they end the comment, each in a line."""
    notes = [f"{label}: {value}" for label, value in question.extra]
    return BankParts(
        number=question.number,
        category=question.category,
        kind=question.kind.value,
        text=question.text,
        handout=question.handout,
        images=question.images,
        answer=question.answer,
        accepted=question.accepted,
        rejected=question.rejected,
        comment="\n".join(filter(None, [question.comment, *notes])),
        sources=question.sources,
        authors=tuple(" ".join(author.split("\n")) for author in question.authors),
    )


def question_of(parts: BankParts) -> ParsedQuestion:
    """The question as a file says it. An ordinary one whose words say «duplet» is one: a file could not say no."""
    kind = Kind(parts.kind)
    implied = implied_kind(parts.number, parts.text, parts.answer)
    return ParsedQuestion(
        number=parts.number,
        category=parts.category,
        text=parts.text,
        handout=parts.handout,
        images=parts.images,
        answer=parts.answer,
        accepted=parts.accepted,
        rejected=parts.rejected,
        comment=parts.comment,
        sources=parts.sources,
        authors=parts.authors,
        kind=implied if kind is Kind.ORDINARY else kind,
    )


def package_of(title: str, editor: str, info: str, questions: Sequence[BankParts]) -> ParsedPackage:
    """A package of the bank as a file holds it: one tour without a title."""
    tour = Tour(questions=tuple(map(question_of, questions)))
    return ParsedPackage(title=title, editors=editor, info=info, tours=(tour,) if questions else ())


def number_questions(questions: Sequence[ParsedQuestion], taken: frozenset[int]) -> Iterator[ParsedQuestion]:
    """The questions with numbers for a package that has ``taken``: their own if all of them are free and different.

    Otherwise they follow the highest number there, in the order of the file: tours begin again at 1.
    """
    own = [question.number for question in questions]
    if (
        None not in own
        and len(set(own)) == len(own)
        and taken.isdisjoint(number for number in own if number is not None)
    ):
        yield from questions
        return
    first = max(taken, default=0) + 1
    for number, question in enumerate(questions, first):
        yield replace(question, number=number)
