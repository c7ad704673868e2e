"""What the line machine collects, and how it becomes a package: the lines of each part, joined and looked into."""

from __future__ import annotations

from collections.abc import Iterable

from chgk.formats.fields import read_authors, read_handout, read_sources
from chgk.formats.labels import Field, Label, find_label, split_inside
from chgk.formats.lines import Line
from chgk.formats.package import (
    ParsedPackage,
    ParsedQuestion,
    Tour,
    clean_line,
    clean_package,
    clean_text,
    implied_kind,
    names_nobody,
)
from chgk.formats.problems import Problem

_DIVISIBLE = (Field.ANSWER, Field.ACCEPTED, Field.REJECTED)
Extra = list[tuple[str, list[Line]]]


class Part:
    """Something with parts, each of several lines."""

    def __init__(self) -> None:
        self._parts: dict[Field, list[Line]] = {}
        self.extra: Extra = []

    def add(self, field: Field, line: Line) -> None:
        """One more line of this part; of EXTRA, of the last label that Sowa has no field for."""
        if field is Field.EXTRA:
            self.extra[-1][1].append(line)
        else:
            self._parts.setdefault(field, []).append(line)

    def touch(self, field: Field) -> None:
        """The part's label was there, even if nothing follows."""
        self._parts.setdefault(field, [])

    def has(self, field: Field) -> bool:
        """Whether a line of this part has been read."""
        return bool(self._parts.get(field)) if field is not Field.EXTRA else True

    def replace(self, field: Field, lines: list[Line]) -> None:
        """These lines instead; a part that was not there stays away."""
        if field in self._parts:
            self._parts[field] = lines

    def lines(self, field: Field) -> list[Line]:
        """The lines of this part."""
        return self._parts.get(field, [])

    def text(self, field: Field) -> str:
        """All of them as one text."""
        return clean_text("\n".join(line.text for line in self.lines(field)))

    def finish_extra(self) -> tuple[tuple[str, str], ...]:
        """What Sowa has no field for."""
        return tuple((label, clean_text("\n".join(line.text for line in lines))) for label, lines in self.extra)


class Draft(Part):
    """A question that is being read."""

    def __init__(self, line: int, label: Label) -> None:
        super().__init__()
        self.line = line
        self.number = label.number
        self.kind = label.kind
        self.removed = label.removed
        self.category: int | None = None
        self.guessed_handout = 0
        self.numbers: list[tuple[str, Line]] = []  # marks of a 4s file

    @property
    def is_answered(self) -> bool:
        """Whether «Ответ» was there, or any other part that comes after the question."""
        return any(field in self._parts for field in (*_DIVISIBLE, Field.COMMENT, Field.SOURCES, Field.AUTHORS))

    def take_out(self, reason: str) -> None:
        """«Вопрос снят», perhaps for another reason besides."""
        self.removed = "; ".join(filter(None, (self.removed, reason)))

    def finish(self, problems: list[Problem], *, divides: bool = True) -> ParsedQuestion:
        """The question, and what is wrong with it; ``divides``: labels inside the lines of an answer count."""
        if divides:
            self._divide()
        self._end_handout()
        handout = read_handout(self.lines(Field.TEXT))
        announced = read_handout(self.lines(Field.HANDOUT))
        text = clean_text("\n".join(line.text for line in handout.rest))
        given = [clean_text("\n".join(line.text for line in announced.rest)), announced.text, handout.text]
        question = ParsedQuestion(
            number=self.number,
            category=self.category,
            text=text,
            handout=clean_text("\n".join(filter(None, given))),
            images=announced.images + handout.images,
            answer=self.text(Field.ANSWER),
            accepted=self.text(Field.ACCEPTED),
            rejected=self.text(Field.REJECTED),
            comment=self.text(Field.COMMENT),
            sources=read_sources(self.lines(Field.SOURCES)),
            authors=read_authors(self.lines(Field.AUTHORS)),
            kind=self.kind or implied_kind(self.number, text, self.text(Field.ANSWER)),
            removed=self.removed,
            extra=self.finish_extra(),
            line=self.line,
        )
        problems += look_through(question, handout_is_open=handout.is_open)
        if self.guessed_handout:
            problems.append(Problem("handout_end_guessed", self.guessed_handout))
        return question

    def _end_handout(self) -> None:
        """A handout announced by a label that no empty line ends: the last line of it is the question."""
        lines = self.lines(Field.HANDOUT)
        if len(lines) > 1 and not self.has(Field.TEXT):
            self._parts[Field.HANDOUT], self._parts[Field.TEXT] = lines[:-1], lines[-1:]
            self.guessed_handout = lines[-1].number

    def _divide(self) -> None:
        """Takes apart answers that go on with «Зачёт: …», «Незачёт: …» in the same line."""
        for field in _DIVISIBLE:
            lines, self._parts[field] = self.lines(field), []
            target = field
            for line in lines:
                pieces = [line.text] if line.literal or line.opaque else split_inside(line.text)
                for place, piece in enumerate(pieces):
                    label = find_label(piece) if place else None
                    target = label.field if label else target
                    text = label.rest if label else piece
                    self._parts.setdefault(target, []).append(Line(line.number, text, line.literal, line.opaque))


class TourDraft(Part):
    """A tour that is being read."""

    def __init__(self, line: int, title: str) -> None:
        super().__init__()
        self.line = line
        if title:
            self.add(Field.TITLE, Line(line, title))
        self.questions: list[Draft] = []

    def open_question(self, line: int, label: Label) -> Draft:
        """One more question."""
        self.questions.append(Draft(line, label))
        return self.questions[-1]

    def finish(self, problems: list[Problem], *, divides: bool) -> Tour:
        """The tour with its questions."""
        questions = tuple(question.finish(problems, divides=divides) for question in self.questions)
        problems += repeated_numbers(questions)
        return Tour(
            clean_line(self.text(Field.TITLE)), self.text(Field.EDITORS), self.text(Field.INFO), questions, self.line
        )


class PackageDraft(Part):
    """A package that is being read; ``count`` of its questions."""

    def __init__(self) -> None:
        super().__init__()
        self.tours: list[TourDraft] = []
        self.count = 0

    def open_tour(self, line: int, title: str) -> TourDraft:
        """One more tour."""
        self.tours.append(TourDraft(line, title))
        return self.tours[-1]

    def finish(self, problems: list[Problem], *, divides: bool = True) -> ParsedPackage:
        """The package in its clean form; ``divides`` as of a question."""
        editors = self.text(Field.EDITORS)
        if editors and names_nobody(editors):
            problems.append(Problem("editor_not_named", self.lines(Field.EDITORS)[0].number, {"text": editors[:40]}))
        package = ParsedPackage(
            title=self.text(Field.TITLE),
            editors=editors,
            date=self.text(Field.DATE),
            info=self.text(Field.INFO),
            extra=self.finish_extra(),
            tours=tuple(tour.finish(problems, divides=divides) for tour in self.tours),
        )
        if not self.count:
            problems.append(Problem("no_questions"))
        return clean_package(package)


def look_through(question: ParsedQuestion, *, handout_is_open: bool = False) -> Iterable[Problem]:
    """What an editor should look at in a question, whichever format it came from."""
    facts = {"number": question.number}
    if not question.text and not question.handout and not question.images and question.removed is None:
        yield Problem("text_missing", question.line, facts)
    if not question.answer and question.removed is None:
        yield Problem("answer_missing", question.line, facts)
    if handout_is_open:
        yield Problem("handout_not_closed", question.line, facts)
    if question.removed is not None:
        yield Problem("question_removed", question.line, facts)


def repeated_numbers(questions: Iterable[ParsedQuestion]) -> Iterable[Problem]:
    """Numbers that stand twice in a tour."""
    seen: set[int] = set()
    for question in questions:
        if question.number is None:
            continue
        if question.number in seen:
            yield Problem("number_repeated", question.line, {"number": question.number})
        seen.add(question.number)
