"""What the pages of beta-tests show: to a tester one question, to the editor what all tests came to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from chgk.models import BlindAnswer, CategoryChange, Package, Proposal, Question, Remark
from chgk.models.packages import author_of, lines_of
from chgk.rules.packages import EDITABLE
from chgk.rules.testing import Part, Piece, word_diff
from chgk.selectors.testing import Summary, Tested, last_answers, testing_summary
from chgk.services.proposals import part_digest, part_of
from chgk.testing_words import LINES, PARTS, decided, took, verdict


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """A blind answer with its words."""

    row: BlindAnswer
    verdict: str
    took: str


@dataclass(frozen=True, slots=True)
class Thread:
    """A remark and its replies."""

    first: Remark
    replies: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class ProposalLine:
    """A proposal as a way from one text to the other. ``now``: what stands there, if it is not ``before`` any more."""

    row: Proposal
    part: str
    pieces: tuple[Piece, ...]
    state: str
    is_stale: bool
    now: str


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of a part that a tester may edit; ``typed`` what they sent, if it was refused."""

    part: str
    label: str
    text: str
    seen: str
    typed: str
    words: str
    is_open: bool
    is_list: bool
    rows: int


@dataclass(frozen=True, slots=True)
class Notes:
    """What was said about one question."""

    question: Question
    answers: tuple[AnswerLine, ...]
    threads: tuple[Thread, ...]
    proposals: tuple[ProposalLine, ...]
    changes: tuple[CategoryChange, ...]

    @property
    def is_silent(self) -> bool:
        """Whether nobody has said anything about it."""
        return not (self.answers or self.threads or self.proposals or self.changes)


def read_notes(questions: Sequence[Question]) -> list[Notes]:
    """Everything that testers said about these questions. Four queries, however many there are."""
    answers = last_answers(questions)
    remarks = list(Remark.objects.filter(question__in=questions).order_by("pk"))
    proposals = list(Proposal.objects.filter(question__in=questions).select_related("person").order_by("pk"))
    changes = list(CategoryChange.objects.filter(question__in=questions).order_by("pk"))
    return [
        Notes(
            question,
            tuple(_answer(row) for row in answers.get(question.pk, ())),
            tuple(_threads(row for row in remarks if row.question_id == question.pk)),
            tuple(_proposal(row, question) for row in proposals if row.question_id == question.pk),
            tuple(row for row in changes if row.question_id == question.pk),
        )
        for question in questions
    ]


def copies(question: Question, *, part: str = "", typed: str = "", words: str = "") -> list[Copy]:
    """The parts of the question, each to be edited; what was refused stays as it was typed."""
    found = []
    for one in Part:
        text, mine = part_of(question, one), one.value == part
        rows = min(14, max(2, len(text) // 60 + text.count("\n") + 1))
        found.append(
            Copy(
                one.value,
                str(PARTS[one]),
                text,
                part_digest(question, one),
                typed if mine else text,
                words if mine else "",
                mine,
                one in LINES,
                rows,
            )
        )
    return found


def facts_of(question: Question) -> dict[str, Any]:
    """A question with its lists as lists."""
    return {
        "accepted": lines_of(question.accepted),
        "rejected": lines_of(question.rejected),
        "sources": lines_of(question.source),
        "authors": [author_of(line) for line in lines_of(question.authors)],
    }


def tester_context(tested: Tested, person_id: int, **more: Any) -> dict[str, Any]:
    """The page of a question that the tester has answered: everything about it, and what others said."""
    question = tested.question
    (notes,) = read_notes([question])
    return {
        "facts": facts_of(question),
        "mine": next((line for line in notes.answers if line.row.person_id == person_id), None),
        "others": [line for line in notes.answers if line.row.person_id != person_id],
        "notes": notes,
        "copies": copies(question, **more),
        "categories": Question.Category.choices,
    }


def desk_context(package: Package, *, with_texts: bool) -> dict[str, Any]:
    """The editor's page; of a closed package only figures."""
    summary: Summary = testing_summary(package)
    notes = read_notes([line.question for line in summary.lines]) if with_texts else []
    return {
        "testing": summary,
        "notes": notes,
        "noted": {note.question.pk for note in notes if not note.is_silent},
        "may_take": with_texts and package.state in EDITABLE,
        "with_texts": with_texts,
    }


def _answer(row: BlindAnswer) -> AnswerLine:
    return AnswerLine(row, verdict(row.would_count), took(row.seconds))


def _threads(remarks: Iterable[Remark]) -> Iterable[Thread]:
    rows = list(remarks)
    for first in rows:
        if first.thread_id is None:
            yield Thread(first, tuple(row for row in rows if row.thread_id == first.pk))


def _proposal(row: Proposal, question: Question) -> ProposalLine:
    part = Part(row.part)
    now = part_of(question, part)
    is_stale = row.state == Proposal.State.OPEN and now != row.before
    pieces = word_diff(row.before, row.after)
    return ProposalLine(row, str(PARTS[part]), pieces, decided(row), is_stale, now if is_stale else "")
