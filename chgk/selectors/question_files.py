"""What an uploaded file would bring into its package: its questions with their new numbers, and what to look at."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from chgk.formats.bank_parts import BankParts, number_questions, parts_of
from chgk.formats.detect import read_file
from chgk.formats.package import ParsedQuestion
from chgk.formats.problems import Problem, Reading
from chgk.models import Package, QuestionUpload
from chgk.rules.sizes import HIGHEST_NUMBER, LONGEST, MOST_PICTURES
from tournaments.rules.citation_proposals import propose_citation
from tournaments.rules.citation_sizes import check_sizes
from tournaments.rules.engine import Refusal


@dataclass(frozen=True, slots=True)
class FoundQuestion:
    """A question of the file. ``place`` counts from 0 in the file; ``parts`` are those it will have in the bank.

    ``number`` is the file's own; ``blocked``: why it cannot be taken as it is.
    """

    place: int
    number: int | None
    parts: BankParts
    is_taken: bool
    removed: str | None
    line: int
    extra: tuple[tuple[str, str], ...]
    blocked: Problem | None = None


@dataclass(frozen=True, slots=True)
class FilePreview:
    """The file as it was read. ``fingerprint``: of what an import would do; another package state gives another."""

    reading: Reading
    questions: tuple[FoundQuestion, ...]
    notes: str
    fingerprint: str

    @property
    def taken(self) -> tuple[FoundQuestion, ...]:
        """Those that the import brings in."""
        return tuple(one for one in self.questions if one.is_taken)


def read_upload(data: bytes, answers: Mapping[str, Any]) -> Reading:
    """The file as its sender wants it read; slow, and without the database."""
    return read_file(data, format=str(answers.get("format", "")), encoding=str(answers.get("encoding", "")))


def preview_upload(upload: QuestionUpload, reading: Reading) -> FilePreview:
    """What the import would do with the package as it is now. One query."""
    numbers = frozenset(
        number for number in upload.package.questions.values_list("number", flat=True) if number is not None
    )
    left_out = _left_out(upload.answers, reading)
    parsed = reading.package.questions
    wanted = [one for place, one in enumerate(parsed) if place not in left_out]
    numbered = iter(number_questions(wanted, numbers))
    found = tuple(
        _found(place, one, one if place in left_out else next(numbered), place not in left_out)
        for place, one in enumerate(parsed)
    )
    notes = tour_notes(reading)
    seal = hashlib.sha256(
        repr((upload.digest, reading.format, reading.encoding, sorted(left_out), upload.package.revision)).encode()
    )
    seal.update(repr(sorted(numbers)).encode())
    return FilePreview(reading, found, notes, seal.hexdigest()[:24])


def tour_notes(reading: Reading) -> str:
    """What the file says besides its questions: it goes with the editor's note."""
    package = reading.package
    lines = [package.title, package.editors, package.date, package.info]
    lines += [f"{label}: {value}" for label, value in package.extra]
    for tour in package.tours:
        lines += [tour.title, tour.editors, tour.info]
    return "\n".join(filter(None, lines))


def digests_imported(package: Package) -> frozenset[str]:
    """Files that the package has already got questions from."""
    rows = QuestionUpload.objects.filter(package=package).exclude(imported_at=None)
    return frozenset(rows.values_list("digest", flat=True))


def _left_out(answers: Mapping[str, Any], reading: Reading) -> frozenset[int]:
    """Until the sender has chosen: questions that the file itself takes out («Вопрос снят»)."""
    chosen = answers.get("left_out")
    if isinstance(chosen, list):
        return frozenset(place for place in chosen if isinstance(place, int))
    return frozenset(place for place, one in enumerate(reading.package.questions) if one.removed is not None)


def _found(place: int, parsed: ParsedQuestion, numbered: ParsedQuestion, is_taken: bool) -> FoundQuestion:
    parts = parts_of(numbered)
    blocked = next(_blocks(parts, parsed), None)
    return FoundQuestion(place, parsed.number, parts, is_taken, parsed.removed, parsed.line, parsed.extra, blocked)


def _blocks(parts: BankParts, parsed: ParsedQuestion) -> Iterator[Problem]:
    """Why the bank cannot take it: its fields have an end, and nothing is cut off silently."""
    texts = {name: getattr(parts, name) for name in LONGEST if name != "authors"}
    texts["authors"] = "\n".join(parts.authors)
    for name, text in texts.items():
        if len(text) > LONGEST[name]:
            facts = {"number": parsed.number, "part": name, "most": LONGEST[name]}
            yield Problem("part_too_long", parsed.line, facts)
    try:
        check_sizes([propose_citation(source) for source in parts.sources])
    except Refusal:
        yield Problem("source_too_long", parsed.line, {"number": parsed.number})
    if parts.number is not None and parts.number > HIGHEST_NUMBER:
        yield Problem("number_unreadable", parsed.line, {"number": parts.number})
    if sum(bool(image.data) for image in parts.images) > MOST_PICTURES:
        yield Problem("pictures_too_many", parsed.line, {"number": parsed.number, "most": MOST_PICTURES})
