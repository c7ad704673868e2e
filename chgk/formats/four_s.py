"""The 4s format: a mark at the beginning of a line says what follows; a question ends at an empty line.

`?` question, `!` answer, `=` accepted, `!=` not accepted, `/` comment, `^` sources, `@` authors, `№` its number,
`№№` sets the counter, `>` handout, `-` an item of a list; `###` title, `##` tour, `#EDITOR`, `#DATE`, `#` a note.
Notes beside a question («# Категория: 2», «# Вопрос снят: …», «# Рейтинг: …») belong to it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from chgk.formats.drafts import Draft, PackageDraft, TourDraft
from chgk.formats.four_s_marks import unescape, without_markup
from chgk.formats.labels import Field, Label, find_label, read_category
from chgk.formats.lines import MOST_QUESTIONS, Line, split_lines
from chgk.formats.package import Image, ParsedQuestion, clean_item, clean_package, implied_kind
from chgk.formats.problems import Problem, Reading, Unread, fatal

NAME = "four_s"
MARKERS: dict[str, Field] = {
    "?": Field.TEXT,
    "!": Field.ANSWER,
    "=": Field.ACCEPTED,
    "!=": Field.REJECTED,
    "/": Field.COMMENT,
    "^": Field.SOURCES,
    "@": Field.AUTHORS,
    ">": Field.HANDOUT,
    "№": Field.QUESTION,
    "№№": Field.EXTRA,
    "###": Field.TITLE,
    "###LJ": Field.TITLE,
    "##": Field.TOUR,
    "#EDITOR": Field.EDITORS,
    "#DATE": Field.DATE,
    "#": Field.INFO,
}
_OF_QUESTION = frozenset(
    {"?", "!", "=", "!=", "/", "^", "@", ">", "№", "№№"},
)
_NUMBER = re.compile(r"\s*(\d{1,4})?\s*(?:\((\w[\w-]{0,12})\))?\s*\.?\s*$")
_COUNTER = re.compile(r"(?<!\\)4SCOUNTER(\w{0,20})")


def read_four_s(text: str) -> Reading:
    """Reads a 4s file. FormatError beyond the limits."""
    reader = _Reader()
    for number, line in enumerate(split_lines(text), 1):
        reader.take(number, line)
    reader.end_block()
    return reader.finish()


class _Reader:
    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.unread: list[Unread] = []
        self.package = PackageDraft()
        self.tour: TourDraft | None = None
        self.draft: Draft | None = None
        self.notes: list[tuple[Line, bool]] = []  # of this block; whether a note is literally one
        self.target: tuple[str, Field] | None = None
        self.counter = 1
        self.counters: dict[str, int] = {}
        self.finished: dict[int, ParsedQuestion] = {}

    def take(self, number: int, text: str) -> None:
        """One line of the file."""
        if not text.strip():
            self.end_block()
            return
        text = text.lstrip()
        marker = text.split(None, 1)[0]
        if marker in MARKERS:
            self._marked(number, marker, text[len(marker) :])
        elif self.target is None:
            self.unread.append(Unread(number, text.strip()))
            self.problems.append(Problem("line_not_understood", number))
        else:
            self._goes_on(Line(number, text.strip()))

    def end_block(self) -> None:
        """An empty line: a question is complete, and notes belong to it or to their tour."""
        draft, notes = self.draft, self.notes
        self.draft, self.notes, self.target = None, [], None
        for line, is_literal in notes:
            label = None if is_literal else find_label(line.text)
            if draft is not None and label is not None and self._belongs(draft, label, line):
                continue
            if draft is None and self.tour is None and label is not None and label.field is Field.EXTRA:
                self.package.extra.append(
                    (label.word, [Line(line.number, _plain(label.rest, self._drop(line.number)))])
                )
                continue
            if draft is not None and self.tour is not None and len(self.tour.questions) > 1:
                self.problems.append(Problem("note_moved", line.number))
            owner = self.tour if self.tour is not None and not self._is_first(draft) else self.package
            owner.add(Field.INFO, replace(line, text=_plain(line.text, self._drop(line.number))))
        if draft is not None:
            self._number(draft)

    def finish(self) -> Reading:
        """The package, once the last line was taken."""
        package = self.package.finish([], divides=False)
        numbers = iter([draft for tour in self.package.tours for draft in tour.questions])
        tours = []
        for tour in package.tours:
            questions = tuple(self._question(next(numbers)) for _ in tour.questions)
            tours.append(replace(tour, questions=questions))
        if not self.package.count:
            self.problems.append(Problem("no_questions"))
        self.problems.sort(key=lambda problem: problem.line)
        self.unread.sort(key=lambda unread: unread.line)
        whole = clean_package(replace(package, tours=tuple(tours)))
        return Reading(whole, tuple(self.problems), tuple(self.unread), NAME)

    def _is_first(self, draft: Draft | None) -> bool:
        """A note above the first question of a file without tours is the package's."""
        return draft is not None and self.tour is not None and self.tour.line == 0 and self.tour.questions[0] is draft

    def _marked(self, number: int, marker: str, rest: str) -> None:
        field = MARKERS[marker]
        line = Line(number, rest.strip())
        if marker in _OF_QUESTION:
            self._part(line, marker, field)
        elif field is Field.INFO:
            self.notes.append((line, rest.startswith("  ")))
            self.target = ("note", field)
        elif field is Field.TOUR:
            self.end_block()
            title = _plain(self._counted(line.text), self._drop(number))
            self.tour = self.package.open_tour(number, title)
        elif field is Field.TITLE and self.package.has(Field.TITLE):
            self.unread.append(Unread(number, f"{marker} {line.text}"))
            self.problems.append(Problem("line_not_understood", number))
        else:
            if self.draft is not None:
                self.end_block()
            owner = self.tour if self.tour is not None and field is Field.EDITORS else self.package
            owner.add(field, replace(line, text=_plain(self._counted(line.text), self._drop(number))))
            self.target = ("head", field)

    def _part(self, line: Line, marker: str, field: Field) -> None:
        if self.draft is not None and field in (Field.TEXT, Field.QUESTION, Field.EXTRA) and self.draft.is_answered:
            self.end_block()  # the empty line between two questions is missing
        if self.draft is None:
            if self.package.count >= MOST_QUESTIONS:
                raise fatal("too_many_questions", line.number, most=MOST_QUESTIONS)
            self.tour = self.tour or self.package.open_tour(0, "")
            self.draft = self.tour.open_question(line.number, Label(Field.QUESTION))
            self.package.count += 1
        if marker in ("№", "№№"):
            self.draft.numbers.append((marker, line))
            self.target = None
            return
        self.draft.touch(field)
        self.target = ("part", field)
        if line.text:
            self.draft.add(field, line)

    def _goes_on(self, line: Line) -> None:
        if self.target is None:
            return
        where, field = self.target
        if where == "note":
            before, is_literal = self.notes[-1]
            self.notes[-1] = (replace(before, text=f"{before.text}\n{line.text}"), is_literal)
        elif where == "part" and self.draft is not None:
            self.draft.add(field, line)
        else:
            owner = self.tour if self.tour is not None and field is Field.EDITORS else self.package
            owner.add(field, replace(line, text=_plain(line.text, self._drop(line.number))))

    def _belongs(self, draft: Draft, label: Label, line: Line) -> bool:
        """Whether the note is a part of its question that 4s has no mark for."""
        if label.field is Field.CATEGORY:
            draft.category = read_category(label.rest)
            if draft.category is None:
                draft.extra.insert(0, ("Категория", [Line(line.number, label.rest)]))
                self.problems.append(Problem("category_unknown", line.number, {"category": label.rest[:40]}))
        elif label.field is Field.REMOVED:
            draft.take_out(_plain(label.rest, self._drop(line.number)))
        elif label.field is Field.EXTRA:
            draft.extra.append((label.word, [Line(line.number, label.rest)]))
        else:
            return False
        return True

    def _number(self, draft: Draft) -> None:
        """The counter goes on unless the question has a number of its own."""
        own = False
        for marker, line in draft.numbers:
            found = _NUMBER.match(line.text)
            label = find_label(f"Вопрос 1 ({found[2]})") if found and found[2] else None
            draft.kind = label.kind if label else draft.kind
            if found is None and not line.text.lower().startswith("размин"):
                self.problems.append(Problem("number_unreadable", line.number, {"number": line.text[:40]}))
            elif marker == "№№" and found and found[1]:
                self.counter = int(found[1])
            elif marker == "№" and not (found and found[2] and not found[1]):
                own = True
                draft.number = int(found[1]) if found and found[1] else None if found else 0
        if not own:
            draft.number = self.counter
            self.counter += 1

    def _question(self, draft: Draft) -> ParsedQuestion:
        texts = {field: _numbered(draft.lines(field)) for field in (Field.TEXT, Field.HANDOUT, Field.ANSWER)}
        for field, lines in texts.items():
            draft.replace(field, lines)
        problems: list[Problem] = []
        question = draft.finish(problems, divides=False)  # looked into on the package's own finish, too
        self.problems += problems
        change = self._drop(draft.line)
        text, answer = _plain(question.text, change), _plain(question.answer, change)
        return replace(
            question,
            text=text,
            answer=answer,
            handout=_plain(question.handout, change),
            accepted=_plain(question.accepted, change),
            rejected=_plain(question.rejected, change),
            comment=_plain(question.comment, change),
            kind=draft.kind or implied_kind(question.number, text, answer),
            images=tuple(Image(image.name) for image in question.images),
            sources=_items(draft.lines(Field.SOURCES)) or tuple(map(_unescaped, question.sources)),
            authors=_items(draft.lines(Field.AUTHORS)) or tuple(map(_unescaped, question.authors)),
            extra=tuple((word, _plain(value, change)) for word, value in question.extra),
        )

    def _counted(self, text: str) -> str:
        def count(found: re.Match[str]) -> str:
            self.counters[found[1]] = self.counters.get(found[1], 0) + 1
            return str(self.counters[found[1]])

        return _COUNTER.sub(count, text)

    def _drop(self, number: int) -> _Dropped:
        return _Dropped(self, number)

    def dropped(self, number: int, text: str) -> None:
        """A note of the author's that is no part of the question: listed as not understood."""
        self.unread.append(Unread(number, text))
        self.problems.append(Problem("directive_left_out", number, {"text": text[:60]}))


class _Dropped:
    """What a text leaves out, with the line where its question stands."""

    def __init__(self, reader: _Reader, number: int) -> None:
        self._reader, self._number = reader, number

    def __call__(self, text: str) -> None:
        self._reader.dropped(self._number, text)


def _plain(text: str, drop: _Dropped) -> str:
    lines = ("" if line == "\\" else line for line in text.split("\n"))
    return unescape(without_markup("\n".join(lines), drop))


def _unescaped(text: str) -> str:
    return clean_item(unescape(text))


def _items(lines: Sequence[Line]) -> tuple[str, ...]:
    """The items of a list written with «-»; empty if there is none."""
    items: list[list[str]] = []
    for line in lines:
        if line.text.startswith("-"):
            items.append([line.text[1:].strip()])
        elif items:
            items[-1].append(line.text)
        else:
            return ()
    return tuple(filter(None, (_unescaped("\n".join(item)) for item in items)))


def _numbered(lines: Sequence[Line]) -> list[Line]:
    """The lines with «1.», «2.» for the items of a list; a single item is no list."""
    marked = [line for line in lines if line.text.startswith("-")]
    number, numbered = 0, []
    for line in lines:
        if not line.text.startswith("-"):
            numbered.append(line)
            continue
        number += 1
        sign = f"{number}. " if len(marked) > 1 else ""
        numbered.append(replace(line, text=f"{sign}{line.text[1:].strip()}"))
    return numbered
