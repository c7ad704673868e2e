"""Writing a package in a format, with the promise that reading it gives the same package back.

The promise is kept by reading: whatever does not come back the same is named, and nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace

from chgk.formats import db_text, four_s
from chgk.formats.db_text_writer import write_db_text
from chgk.formats.detect import DOCX, read_file
from chgk.formats.docx_writer import write_docx
from chgk.formats.four_s_writer import write_four_s
from chgk.formats.package import Image, ParsedPackage, ParsedQuestion, clean_package
from chgk.formats.problems import FormatError, Problem, fatal

WRITERS: Mapping[str, Callable[[ParsedPackage], bytes]] = {
    four_s.NAME: write_four_s,
    db_text.NAME: write_db_text,
    DOCX: write_docx,
}
ENDINGS: Mapping[str, str] = {four_s.NAME: ".4s", db_text.NAME: ".txt", DOCX: ".docx"}


def write_file(package: ParsedPackage, format: str) -> bytes:  # noqa: A002  # the word for it
    """The package in this format, in its clean form (blanks around lines are not kept).

    FormatError if anything would be lost: `picture_left_out` (a text file only names pictures; see
    :func:`without_pictures`), `lost_in_format` with the number and the part of a question, `letters_not_writable`.
    """
    if format not in WRITERS:
        raise fatal("format_unknown", format=format)
    package = clean_package(package)
    if format != DOCX:
        left = [
            Problem("picture_left_out", 0, {"number": question.number, "name": image.name})
            for question in package.questions
            for image in question.images
            if image.data
        ]
        if left:
            raise FormatError(left)
    try:
        data = WRITERS[format](package)
    except UnicodeEncodeError as error:
        raise FormatError([Problem("letters_not_writable")]) from error
    back = read_file(data, format=format)
    if not back.is_readable:
        raise FormatError(back.problems)
    if back.package != package:
        raise FormatError(differences(package, back.package))
    return data


def without_pictures(package: ParsedPackage) -> ParsedPackage:
    """The package with its pictures only named, as a text file needs it."""
    tours = tuple(
        replace(tour, questions=tuple(_named_pictures(question) for question in tour.questions))
        for tour in package.tours
    )
    return replace(package, tours=tours)


def differences(wanted: ParsedPackage, found: ParsedPackage) -> Iterator[Problem]:
    """In which parts two packages differ."""
    for name in ("title", "editors", "date", "info", "extra"):
        if getattr(wanted, name) != getattr(found, name):
            yield Problem("lost_in_format", 0, {"number": None, "part": name})
    if len(wanted.questions) != len(found.questions):
        yield Problem("lost_in_format", 0, {"number": None, "part": "questions"})
    for one, other in zip(wanted.questions, found.questions, strict=False):
        for field in fields(ParsedQuestion):
            if field.compare and getattr(one, field.name) != getattr(other, field.name):
                yield Problem("lost_in_format", 0, {"number": one.number, "part": field.name})
    if [replace(tour, questions=()) for tour in wanted.tours] != [replace(tour, questions=()) for tour in found.tours]:
        yield Problem("lost_in_format", 0, {"number": None, "part": "tours"})


def _named_pictures(question: ParsedQuestion) -> ParsedQuestion:
    return replace(question, images=tuple(Image(image.name) for image in question.images))
