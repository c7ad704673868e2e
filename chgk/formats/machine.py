"""The line machine: labelled lines to a package. Each line is looked at once; what belongs to nothing is handed back.

A line without a label goes on with the part before it. After an empty line that is doubtful once a question has its
answer, so such lines wait (``_loose``) until the next label tells whose they are: the title and notes of a tour, a
question without a heading, a further paragraph of a comment, or nothing (then they are listed as not understood).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from chgk.formats.drafts import Draft, PackageDraft, TourDraft
from chgk.formats.fields import handout_end
from chgk.formats.labels import Field, Label, find_label, find_number, read_category, split_editors
from chgk.formats.lines import MOST_QUESTIONS, Line
from chgk.formats.package import ParsedPackage
from chgk.formats.problems import Problem, Unread, fatal

_HEAD = frozenset({Field.TITLE, Field.DATE, Field.INFO, Field.EDITORS})
_PARTS = frozenset({Field.ANSWER, Field.ACCEPTED, Field.REJECTED, Field.COMMENT, Field.SOURCES, Field.AUTHORS})


class LineMachine:
    """Reads lines; afterwards ``problems`` and ``unread`` say what an editor should look at."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.problems: list[Problem] = []
        self.unread: list[Unread] = []
        self._lines = lines
        self._labels = [None if line.literal or line.opaque else find_label(line.text) for line in lines]
        self._by_number = not any(label and label.field is Field.QUESTION for label in self._labels)
        self._package = PackageDraft()
        self._tour: TourDraft | None = None
        self._question: Draft | None = None
        self._field: Field | None = None
        self._loose: list[Line] = []
        self._after_blank = True
        self._last_number = 0
        self._category: Line | None = None  # of the question that comes next
        self._editors: list[Line] = []  # of the tour that comes next

    def read(self) -> ParsedPackage:
        """The package. FormatError if there are more questions than a file may hold."""
        following = self._following()
        handed_until = 0
        for place, (line, label) in enumerate(zip(self._lines, self._labels, strict=True)):
            after = next(following)
            if place < handed_until:
                self._append(replace(line, text=line.text or " "), paragraph=False)
            elif line.is_blank:
                self._blank(line)
            elif label is not None:
                self._labelled(line, label, after)
                self._after_blank = False
            else:
                self._plain(line)
                self._after_blank = False
            if self._field is Field.TEXT and self._question is not None and place >= handed_until:
                handed_until = handout_end(self._lines, place)
        self._settle()
        self._close_question()
        self._give_back_category()
        for line in self._editors:
            self._not_understood(line)
        package = self._package.finish(self.problems)
        self.problems.sort(key=lambda problem: problem.line)
        self.unread.sort(key=lambda unread: unread.line)
        return package

    def _following(self) -> Iterator[Field | None]:
        """For each line, the label that comes next after it: which part a category or an editor belongs to."""
        after: list[Field | None] = [None] * len(self._lines)
        coming: Field | None = None
        for place in range(len(self._lines) - 1, -1, -1):
            after[place] = coming
            label = self._labels[place]
            if label is not None and label.field is not Field.EXTRA:
                coming = label.field
        return iter(after)

    # lines without a label

    def _blank(self, line: Line) -> None:
        self._after_blank = True
        if self._loose:
            self._loose.append(line)
        elif self._question is not None and self._field is Field.HANDOUT and self._question.has(Field.HANDOUT):
            self._field = Field.TEXT  # a handout announced by a label ends with its paragraph

    def _plain(self, line: Line) -> None:
        if self._starts_by_number(line):
            return
        question = self._question
        if self._category is not None and not self._category.text and read_category(line.text) is not None:
            self._category = replace(line, text=line.text.strip())  # «Категория:» and the figure below it
        elif line.opaque and not self._loose and self._field is not None:
            self._append(line, paragraph=False)
        elif self._loose:
            self._loose.append(line)
        elif question is not None and self._field is not None:
            started = question.has(self._field)
            if not (self._after_blank and started):
                self._append(line, paragraph=False)
            elif not question.is_answered or line.literal:
                self._append(line, paragraph=True)
            else:
                self._loose.append(line)
        elif self._field is not None and not self._after_blank:
            self._append(line, paragraph=False)
        elif self._field is Field.INFO:
            self._append(line, paragraph=True)
        else:
            self._loose.append(line)

    def _append(self, line: Line, *, paragraph: bool) -> None:
        if self._field is None:
            return
        owner = self._question or self._tour or self._package
        if paragraph:
            owner.add(self._field, Line(line.number, "", opaque=True))
        owner.add(self._field, line)

    def _starts_by_number(self, line: Line) -> bool:
        """In a file without the word «Вопрос»: whether this is «5» or «5. …», the beginning of the next question."""
        if not self._by_number or line.literal or line.opaque or not self._after_blank:
            return False
        found = find_number(line.text)
        question = self._question
        if found is None or found[0] <= self._last_number or not (question is None or question.is_answered):
            return False
        if question is None and self._loose and self._last_number == 0 and found[0] > 1 and not found[1]:
            return False  # a year or a page in the heading
        self._settle()
        self._open_question(line, Label(Field.QUESTION, found[1], number=found[0]))
        return True

    # lines with one

    def _labelled(self, line: Line, label: Label, after: Field | None) -> None:
        field = label.field
        if not label.has_colon and self._is_waiting_for_value():
            self._append(line, paragraph=False)
        elif field is Field.QUESTION:
            self._settle()
            self._open_question(line, label)
        elif field is Field.TOUR and self._may_start_tour(label):
            self._settle()
            self._open_tour(line, label)
        elif field is Field.CATEGORY:
            self._settle()
            self._set_category(line, label, after)
        elif field in _PARTS and self._set_part(line, label):
            pass
        elif self._question is not None and (
            field in (Field.HANDOUT, Field.REMOVED) or (field is Field.EXTRA and self._question.is_answered)
        ):
            self._settle()
            self._set_aside(line, label)
        elif field is Field.EDITORS and self._is_answered() and (after is Field.TOUR or label.has_colon):
            self._settle()
            self._set_editors_aside(line, after)
        elif field in _HEAD and self._question is None:
            self._settle()
            self._set_head(line, label)
        elif field is Field.EXTRA and self._tour is None and self._question is None:
            self._settle()
            self._package.extra.append((label.word, [Line(line.number, label.rest)]))
            self._field = Field.EXTRA
        else:
            self._plain(line)

    def _is_waiting_for_value(self) -> bool:
        """«Тур:» alone in its line, and then «2 тур»: the second line is what the first one announced."""
        owner = self._tour or self._package
        return self._question is None and self._field in _HEAD and not owner.has(self._field) and not self._after_blank

    def _is_answered(self) -> bool:
        return self._question is not None and self._question.is_answered

    def _may_start_tour(self, label: Label) -> bool:
        """«2 тур» inside a question that has no answer yet is its text."""
        return self._question is None or self._question.is_answered or (label.has_colon and self._after_blank)

    def _set_editors_aside(self, line: Line, after: Field | None) -> None:
        """Behind a question: of the tour that comes next; if none does, nobody can tell whose editor it is."""
        if after is Field.TOUR:
            self._editors.append(line)
        else:
            self._not_understood(line)
        self._field = None

    def _open_tour(self, line: Line, label: Label) -> None:
        self._close_question()
        self._tour = self._package.open_tour(line.number, label.rest)
        for waiting in self._editors:
            found = find_label(waiting.text)
            self._tour.add(Field.EDITORS, replace(waiting, text=found.rest if found else waiting.text))
        self._editors = []
        self._last_number = 0
        self._field = Field.TITLE if not label.rest else None

    def _open_question(self, line: Line, label: Label) -> None:
        self._close_question()
        for waiting in self._editors:
            self._not_understood(waiting)
        self._editors = []
        if self._package.count >= MOST_QUESTIONS:
            raise fatal("too_many_questions", line.number, most=MOST_QUESTIONS)
        self._tour = self._tour or self._package.open_tour(0, "")
        question = self._question = self._tour.open_question(line.number, label)
        self._package.count += 1
        self._field = Field.TEXT
        if label.rest:
            inner = find_label(label.rest)
            if inner is not None and inner.field is Field.REMOVED:
                question.take_out(inner.rest)
            else:
                question.add(Field.TEXT, Line(line.number, label.rest, line.literal))
        if self._category is not None:
            self._read_category(self._category, question)
            self._category = None
        if self._by_number and label.number and self._last_number and label.number > self._last_number + 1:
            self.problems.append(
                Problem("numbers_skipped", line.number, {"before": self._last_number, "number": label.number})
            )
        if label.number:
            self._last_number = label.number

    def _close_question(self) -> None:
        self._question = None
        self._field = None

    def _set_part(self, line: Line, label: Label) -> bool:
        """Answer, comment, sources …; False if there is no question to which it could belong."""
        question = self._question
        if label.field is Field.ANSWER and (question is None or (question.is_answered and self._loose)):
            if not self._loose:
                return False
            self._open_without_heading()
            question = self._question
        elif question is None:
            return False
        self._settle()
        if question is None:
            return False
        if question.has(label.field):
            self.problems.append(Problem("label_repeated", line.number, {"label": line.text.strip()[:40]}))
        question.touch(label.field)
        self._field = label.field
        if label.rest:
            question.add(label.field, Line(line.number, label.rest, line.literal))
        return True

    def _open_without_heading(self) -> None:
        """«Ответ» after a paragraph that follows no «Вопрос»: the paragraph is the question."""
        while self._loose and self._loose[-1].is_blank:
            self._loose.pop()
        start = next((n + 1 for n in range(len(self._loose) - 1, -1, -1) if self._loose[n].is_blank), 0)
        paragraph, self._loose = self._loose[start:], self._loose[:start]
        self._settle()
        self.problems.append(Problem("question_without_heading", paragraph[0].number))
        self._open_question(replace(paragraph[0], text=""), Label(Field.QUESTION))
        for line in paragraph:
            self._append(line, paragraph=False)

    def _set_aside(self, line: Line, label: Label) -> None:
        question = self._question
        if question is None:
            return
        if label.field is Field.REMOVED:
            question.take_out(label.rest)
            self._field = self._field or Field.TEXT
        elif label.field is Field.EXTRA:
            question.extra.append((label.word, [Line(line.number, label.rest)]))
            self._field = Field.EXTRA
        else:
            self._field = Field.HANDOUT
            if label.rest:
                question.add(Field.HANDOUT, Line(line.number, label.rest))
                question.guessed_handout = line.number
                self._field = Field.TEXT

    def _set_head(self, line: Line, label: Label) -> None:
        owner = self._tour or self._package
        if self._tour is not None and label.field in (Field.TITLE, Field.DATE):
            owner.add(Field.INFO, line)
            self._field = Field.INFO
            return
        self._field = label.field
        if not label.rest:
            owner.touch(label.field)
            return
        owner.add(label.field, Line(line.number, label.rest))
        if label.field is not Field.INFO:
            self._field = None  # the line below «Редактор: И. Сыч» is a note

    def _set_category(self, line: Line, label: Label, after: Field | None) -> None:
        if self._question is None or after is Field.QUESTION or self._is_answered():
            self._give_back_category()
            self._category = Line(line.number, label.rest)
            self._field = None if self._question is None or self._is_answered() else self._field
        else:
            self._read_category(Line(line.number, label.rest), self._question)
            self._field = Field.TEXT if not self._question.has(Field.TEXT) else self._field

    def _read_category(self, line: Line, question: Draft) -> None:
        category = read_category(line.text)
        if category is None:
            question.extra.append(("Категория", [line]))
            self.problems.append(Problem("category_unknown", line.number, {"category": line.text[:40]}))
        question.category = category

    def _give_back_category(self) -> None:
        if self._category is not None:
            self._not_understood(replace(self._category, text=f"Категория: {self._category.text}"))
            self._category = None

    # lines that waited

    def _settle(self) -> None:
        """Says whose the waiting lines are, now that a label has come after them."""
        loose, self._loose = self._loose, []
        while loose and loose[-1].is_blank:
            loose.pop()
        if not loose:
            return
        if self._question is None:
            self._settle_head(loose)
            return
        if self._field is Field.COMMENT:
            self._append(Line(loose[0].number, "", opaque=True), paragraph=False)
            for line in loose:
                self._append(line, paragraph=False)
            return
        for line in loose:
            if not line.is_blank:
                self._not_understood(line)

    def _settle_head(self, loose: list[Line]) -> None:
        owner = self._tour or self._package
        if self._tour is None and not self._package.has(Field.TITLE):
            first, *editors = split_editors(loose[0].text)
            self._package.add(Field.TITLE, replace(loose[0], text=first))
            for text in editors:
                label = find_label(text)
                self._package.add(Field.EDITORS, replace(loose[0], text=label.rest if label else text))
            loose = loose[1:]
        elif owner.has(Field.INFO):
            owner.add(Field.INFO, Line(0, "", opaque=True))
        for line in loose:
            owner.add(Field.INFO, line)

    def _not_understood(self, line: Line) -> None:
        self.unread.append(Unread(line.number, line.text.strip()))
        self.problems.append(Problem("line_not_understood", line.number))
