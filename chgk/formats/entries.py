"""A package as labelled entries in their order: what the writers of labelled formats (db text, Word) have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from chgk.formats.fields import read_authors, read_sources
from chgk.formats.labels import Field, find_label, find_number, split_editors, split_inside
from chgk.formats.lines import Line
from chgk.formats.package import Image, Kind, ParsedPackage, ParsedQuestion, Tour, implied_kind

CATEGORY = "Категория"
KIND_WORDS = {Kind.DUPLET: "дуплет", Kind.BLITZ: "блиц", Kind.WARM_UP: "разминка", Kind.ORDINARY: "обычный"}
_INSIDE = (Field.ANSWER, Field.ACCEPTED, Field.REJECTED)


@dataclass(frozen=True, slots=True)
class Entry:
    """A label and its lines. ``handout`` and ``images`` stand above the text of a question.

    A line is literal if a reader would take it for something else; items after the first line of a list are numbered
    already, and lines that go on with an item are opaque.
    """

    field: Field
    label: str
    lines: tuple[Line, ...] = ()
    handout: tuple[str, ...] = ()
    images: tuple[Image, ...] = ()
    removal: str = ""  # «Вопрос снят: …», the first line of a question that was taken out


def entries_of(package: ParsedPackage) -> Iterator[Entry]:
    """The whole package, from its title to its last question."""
    if package.title or package.info:
        yield _entry(Field.TITLE, "Пакет", package.title)
    if package.date:
        yield _entry(Field.DATE, "Дата", package.date)
    if package.editors:
        yield _entry(Field.EDITORS, "Редактор", package.editors)
    for label, value in package.extra:
        yield _entry(Field.EXTRA, label, value)
    if package.info:
        yield _entry(Field.INFO, "Инфо", package.info)
    for number, tour in enumerate(package.tours):
        yield from _tour(tour, is_first=number == 0)


def number_label(question: ParsedQuestion) -> str:
    """«Вопрос 5», «Вопрос 5 (дуплет)» if its text does not say so itself."""
    label = "Вопрос" if question.number is None else f"Вопрос {question.number}"
    if question.kind is not implied_kind(question.number, question.text, question.answer):
        label += f" ({KIND_WORDS[question.kind]})"
    return label


def category_of(question: ParsedQuestion) -> str:
    """The category as it is written above the question; a file may have had one that does not exist."""
    own = next((value for label, value in question.extra if label == CATEGORY), "")
    return str(question.category) if question.category is not None else own


def is_plain(text: str, field: Field) -> bool:
    """Whether a reader takes this line for what it is, a line of ``field``."""
    if not text or find_label(text) is not None:
        return False
    if field in _INSIDE:
        return split_inside(text) == [text]
    return field not in (Field.TITLE, Field.INFO) or (find_number(text) is None and split_editors(text) == [text])


def list_lines(items: Sequence[str], read: Callable[[Sequence[Line]], tuple[str, ...]], joint: str) -> tuple[Line, ...]:
    """The items as lines: as one plain line if they can be read from it, else numbered."""
    plain = Line(0, joint.join(items))
    if "\n" not in plain.text and find_label(plain.text) is None and read([plain]) == tuple(items):
        return (plain,)
    lines: list[Line] = []
    for number, item in enumerate(items, 1):
        first, *more = item.split("\n")
        lines.append(Line(0, f"{number}. {first}"))
        lines += [Line(0, text, literal=True, opaque=True) for text in more]
    return tuple(lines)


def _tour(tour: Tour, *, is_first: bool) -> Iterator[Entry]:
    if not is_first or tour.title or tour.editors or tour.info:
        yield _entry(Field.TOUR, "Тур", tour.title)
    if tour.editors:
        yield _entry(Field.EDITORS, "Редактор", tour.editors)
    if tour.info:
        yield _entry(Field.INFO, "Инфо", tour.info)
    for question in tour.questions:
        yield from _question(question)


def _question(question: ParsedQuestion) -> Iterator[Entry]:
    if category := category_of(question):
        yield _entry(Field.CATEGORY, CATEGORY, category)
    yield Entry(
        Field.QUESTION,
        number_label(question),
        _lines(Field.TEXT, question.text),
        tuple(question.handout.split("\n")) if question.handout else (),
        question.images,
        _removal(question),
    )
    extra = [(label, value) for label, value in question.extra if label != CATEGORY]
    parts = [
        (Field.ANSWER, "Ответ", question.answer),
        (Field.ACCEPTED, "Зачёт", question.accepted),
        (Field.REJECTED, "Незачёт", question.rejected),
        (Field.COMMENT, "Комментарий", question.comment),
    ]
    later = any(text for _field, _label, text in parts[1:]) or question.sources or question.authors
    for field, label, text in parts:
        if text or (field is Field.ANSWER and extra and not later):
            yield _entry(field, label, text)
    if question.sources:
        label = "Источник" if len(question.sources) == 1 else "Источники"
        yield Entry(Field.SOURCES, label, list_lines(question.sources, read_sources, "\n"))
    if question.authors:
        label = "Автор" if len(question.authors) == 1 else "Авторы"
        yield Entry(Field.AUTHORS, label, list_lines(question.authors, read_authors, ", "))
    for label, text in extra:
        yield _entry(Field.EXTRA, label, text)


def _removal(question: ParsedQuestion) -> str:
    if question.removed is None:
        return ""
    return f"Вопрос снят: {question.removed}" if question.removed else "Вопрос снят"


def _entry(field: Field, label: str, text: str) -> Entry:
    return Entry(field, label, _lines(field, text))


def _lines(field: Field, text: str) -> tuple[Line, ...]:
    if not text:
        return ()
    return tuple(Line(0, line, literal=not is_plain(line, field)) for line in text.split("\n"))
