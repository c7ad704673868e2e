"""What a question file holds, whatever its format: a package with its tours and questions, as the file says it.

Two packages are equal if they say the same; in which line of which file it stood is not compared. The clean form of a
package (:func:`clean_package`) has no blanks around lines, no empty lines around texts, and one kind of line break.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import StrEnum

from chgk.formats.lines import BREAKS


class Kind(StrEnum):
    """How a question is played."""

    ORDINARY = "ordinary"
    WARM_UP = "warm-up"  # number 0, counts for nothing
    DUPLET = "duplet"  # two small questions, one answer sheet
    BLITZ = "blitz"  # three


@dataclass(frozen=True, slots=True)
class Image:
    """A picture handed out. A text file only names it; ``data`` is empty then."""

    name: str
    data: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, slots=True)
class ParsedQuestion:
    """A question with all the parts of §4.1.1 that the file has; sources are kept letter for letter."""

    number: int | None = None
    category: int | None = None  # 1 easy, 2 medium, 3 hard
    text: str = ""
    handout: str = ""
    images: tuple[Image, ...] = ()
    answer: str = ""
    accepted: str = ""  # «зачёт»
    rejected: str = ""  # «незачёт»
    comment: str = ""
    sources: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    kind: Kind = Kind.ORDINARY
    removed: str | None = None  # why it was taken out («Вопрос снят»); "" says that it was, without a reason
    extra: tuple[tuple[str, str], ...] = ()  # labels that Sowa has no field for: («Рейтинг», «87/122»)
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Tour:
    """A part of the package; questions before the first heading stand in a tour without a title."""

    title: str = ""
    editors: str = ""
    info: str = ""
    questions: tuple[ParsedQuestion, ...] = ()
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class ParsedPackage:
    """A whole file."""

    title: str = ""
    editors: str = ""
    date: str = ""
    info: str = ""
    extra: tuple[tuple[str, str], ...] = ()
    tours: tuple[Tour, ...] = ()

    @property
    def questions(self) -> tuple[ParsedQuestion, ...]:
        """All of them, in the order of the file."""
        return tuple(question for tour in self.tours for question in tour.questions)


_EDITORS = re.compile(r"Редактор(?:ы|\(ы\))?(?:\s(?:пакета|тура|турнира))?\s?[:—–-]\s*", re.IGNORECASE)
_DOUBLE = re.compile(
    r"(?:вопрос\s?[-—:]\s?)?(?:супер)?(?P<duplet>дуплет|duplet)|(?:супер)?(?:блиц|blitz)", re.IGNORECASE
)

_UNNAMED = frozenset(("не указан", "не указаны", "не указано", "неизвестен", "нет", "-", "—", "brak", "nie podano"))
_PART = re.compile(r"^[123][.)] ", re.MULTILINE)


def clean_text(text: str) -> str:
    """With one kind of line break, no blanks around lines, no empty lines around all of it, at most one inside."""
    lines = [line.strip() for line in BREAKS.sub("\n", text.replace("\r\n", "\n")).split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines).strip("\n"))


def clean_line(text: str) -> str:
    """The text in one line."""
    return " ".join(clean_text(text).split("\n")).strip()


def clean_item(text: str) -> str:
    """A source or an author: lines, none of them empty."""
    return "\n".join(line for line in clean_text(text).split("\n") if line)


def clean_editors(text: str) -> str:
    """Who edited, without the word «Редактор» before the name."""
    text = clean_text(text)
    while found := _EDITORS.match(text):
        text = text[found.end() :].lstrip()
    return "" if names_nobody(text) else text


def names_nobody(text: str) -> bool:
    """«Редактор: не указан» names no editor."""
    return text.casefold().strip(" .") in _UNNAMED


def implied_kind(number: int | None, text: str, answer: str) -> Kind:
    """What the question says itself: «Дуплет. …» is one, as is one with two numbered parts; number 0 is a warm-up."""
    for line in text.split("\n", 3)[:3]:
        bare = line.lstrip("[(_ ")
        if found := _DOUBLE.match(bare):
            return Kind.DUPLET if found["duplet"] else Kind.BLITZ
        if not line.startswith("["):
            break
    parts = len(_PART.findall(text))
    if parts in (2, 3) and parts == len(_PART.findall(answer)):
        return Kind.DUPLET if parts == 2 else Kind.BLITZ
    return Kind.WARM_UP if number == 0 else Kind.ORDINARY


def clean_question(question: ParsedQuestion) -> ParsedQuestion:
    """The question in its clean form."""
    return replace(
        question,
        text=clean_text(question.text),
        handout=clean_text(question.handout),
        images=tuple(replace(image, name=clean_line(image.name)) for image in question.images),
        answer=clean_text(question.answer),
        accepted=clean_text(question.accepted),
        rejected=clean_text(question.rejected),
        comment=clean_text(question.comment),
        sources=tuple(filter(None, map(clean_item, question.sources))),
        authors=tuple(filter(None, map(clean_item, question.authors))),
        removed=None if question.removed is None else clean_line(question.removed),
        extra=_clean_extra(question.extra),
    )


def clean_package(package: ParsedPackage) -> ParsedPackage:
    """The package in its clean form: what a writer writes and a reader reads."""
    tours = tuple(
        replace(
            tour,
            title=clean_line(tour.title),
            editors=clean_editors(tour.editors),
            info=clean_text(tour.info),
            questions=tuple(map(clean_question, tour.questions)),
        )
        for tour in package.tours
    )
    while tours and tours[0] == Tour():
        tours = tours[1:]
    return ParsedPackage(
        title=clean_line(package.title),
        editors=clean_editors(package.editors),
        date=clean_line(package.date),
        info=clean_text(package.info),
        extra=_clean_extra(package.extra),
        tours=tours,
    )


def _clean_extra(extra: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    return tuple((clean_line(label), clean_text(value)) for label, value in extra)
