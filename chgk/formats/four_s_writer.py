"""A package as a 4s file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chgk.formats.entries import CATEGORY, KIND_WORDS, category_of
from chgk.formats.fields import read_authors, read_sources
from chgk.formats.four_s import MARKERS
from chgk.formats.four_s_marks import escape, escape_brackets, escape_line
from chgk.formats.labels import find_label
from chgk.formats.lines import Line
from chgk.formats.package import ParsedPackage, ParsedQuestion, implied_kind

_MARKS = frozenset(MARKERS)


def write_four_s(package: ParsedPackage) -> bytes:
    """The text of a clean package; whether all of it comes back is for ``writing.py`` to say."""
    return ("\n".join(_Writer().lines(package)) + "\n").encode()


class _Writer:
    def __init__(self) -> None:
        self.counter = 1

    def lines(self, package: ParsedPackage) -> Iterator[str]:
        """The whole file."""
        if package.title:
            yield f"### {escape(package.title)}"
        if package.date:
            yield f"#DATE {escape(package.date)}"
        if package.editors:
            yield from _field("#EDITOR", package.editors)
        for label, value in package.extra:
            yield from _field("#", f"{label}: {value}")
        yield from _notes(package.info)
        yield ""
        for number, tour in enumerate(package.tours):
            if number or tour.title or tour.editors or tour.info:
                yield f"## {escape(tour.title)}".rstrip()
            if tour.editors:
                yield from _field("#EDITOR", tour.editors)
            yield from _notes(tour.info)
            yield ""
            for question in tour.questions:
                yield from self._question(question)
                yield ""

    def _question(self, question: ParsedQuestion) -> Iterator[str]:
        if category := category_of(question):
            yield f"# {CATEGORY}: {escape(category)}"
        if question.removed is not None:
            yield f"# Вопрос снят: {escape(question.removed)}" if question.removed else "# Вопрос снят"
        for label, value in question.extra:
            if label != CATEGORY:
                yield from _field("#", f"{label}: {value}")
        yield from self._number(question)
        yield from _question_text(question)
        for mark, text in (
            ("!", question.answer),
            ("=", question.accepted),
            ("!=", question.rejected),
            ("/", question.comment),
        ):
            if text:
                yield from _field(mark, text)
        if question.sources:
            single = question.sources[0]
            is_plain = "\n" not in single and read_sources([Line(0, single)]) == question.sources
            yield from _list("^", question.sources, is_plain=is_plain)
        if question.authors:
            joined = ", ".join(question.authors)
            is_plain = "\n" not in joined and read_authors([Line(0, joined)]) == question.authors
            yield from _list("@", (joined,) if is_plain else question.authors, is_plain=is_plain)

    def _number(self, question: ParsedQuestion) -> Iterator[str]:
        number = question.number
        kind = (
            ""
            if question.kind is implied_kind(number, question.text, question.answer)
            else f" ({KIND_WORDS[question.kind]})"
        )
        if number is None:
            yield "№"
            if kind:
                yield f"№{kind}"
        elif number == 0:
            yield f"№ 0{kind}"
        elif number == self.counter:
            if kind:
                yield f"№{kind}"
            self.counter += 1
        else:
            yield f"№№ {number}{kind}"
            self.counter = number + 1


def _question_text(question: ParsedQuestion) -> Iterator[str]:
    lines = [f"(img {image.name})" for image in question.images]
    if question.handout:
        handed = (escape_line(escape_brackets(line), _MARKS) for line in question.handout.split("\n"))
        lines += ["[Раздаточный материал:", *handed, "]"]
    if question.text:
        lines += [escape_line(_outside(line), _MARKS) for line in question.text.split("\n")]
    yield f"? {lines[0]}" if lines else "?"
    yield from lines[1:]


def _outside(line: str) -> str:
    """A line of the text, in which no handout begins."""
    return escape_brackets(line) if "раздат" in line.lower() else escape(line)


def _field(mark: str, text: str) -> Iterator[str]:
    first, *more = text.split("\n")
    yield f"{mark} {escape(first) if first[:1] != '-' else escape_line(escape(first), _MARKS)}"
    yield from (escape_line(escape(line), _MARKS) for line in more)


def _notes(text: str) -> Iterator[str]:
    """Each line a note; two blanks before one that looks like a label."""
    if not text:
        return
    for line in text.split("\n"):
        yield f"#{'  ' if find_label(line) else ' '}{escape(line)}" if line else "#"


def _list(mark: str, items: Sequence[str], *, is_plain: bool) -> Iterator[str]:
    if is_plain:
        yield from _field(mark, items[0])
        return
    yield mark
    for item in items:
        first, *more = item.split("\n")
        yield f"- {escape(first)}"
        yield from (escape_line(escape(line), _MARKS) for line in more)
