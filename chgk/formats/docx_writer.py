"""A package as a Word document that a person can go on writing in, and that reads back the same."""

from __future__ import annotations

import io
from typing import Any

from chgk.formats.docx_reader import LITERAL
from chgk.formats.entries import Entry, entries_of, is_plain
from chgk.formats.fields import read_handout
from chgk.formats.labels import Field
from chgk.formats.lines import Line
from chgk.formats.package import Image, ParsedPackage
from chgk.formats.problems import FormatError, Problem

_WIDEST = 12  # cm; a picture is shown no wider
_HEADINGS = {Field.TITLE: "Title", Field.TOUR: "Heading 1"}
_OF_QUESTION = frozenset(
    {Field.ANSWER, Field.ACCEPTED, Field.REJECTED, Field.COMMENT, Field.SOURCES, Field.AUTHORS, Field.EXTRA}
)


def write_docx(package: ParsedPackage) -> bytes:
    """The document of a clean package; whether all of it comes back is for ``writing.py`` to say.

    FormatError if a text has letters that XML does not know, or if a picture is none.
    """
    import docx  # late: only who writes Word files needs it
    from docx.enum.style import WD_STYLE_TYPE

    document = docx.Document()
    document.styles.add_style(LITERAL, WD_STYLE_TYPE.CHARACTER)
    before: Field | None = None
    for entry in entries_of(package):
        if before is not None and not (entry.field in _OF_QUESTION or before is Field.CATEGORY):
            document.add_paragraph()
        try:
            _write(document, entry)
        except ValueError as error:
            raise FormatError([Problem("letters_not_writable", 0, {"label": entry.label})]) from error
        before = entry.field
    output = io.BytesIO()
    document.save(output)
    return output.getvalue()


def _write(document: Any, entry: Entry) -> None:
    paragraph = document.add_paragraph(style=_HEADINGS.get(entry.field))
    lines = [Line(0, line.text, literal=_is_literal(line, entry.field)) for line in entry.lines]
    bare = entry.field in (Field.TITLE, Field.TOUR) and len(lines) == 1 and not lines[0].literal
    if bare and entry.field is Field.TITLE:
        paragraph.add_run(lines[0].text)
        return
    if entry.field is Field.QUESTION:
        paragraph.add_run(f"{entry.label}.").bold = True
        paragraph.paragraph_format.keep_with_next = True
        if entry.removal:
            _add_line(paragraph, Line(0, entry.removal))
        for image in entry.images:
            paragraph.add_run().add_break()
            _add_image(paragraph, image)
        if entry.handout:
            _add_handout(paragraph, entry.handout)
        for line in lines:
            _add_line(paragraph, line)
        return
    paragraph.add_run(f"{entry.label}: ").bold = entry.field not in _HEADINGS
    for number, line in enumerate(lines):
        if number == 0 and not line.literal and len(lines) == 1:
            paragraph.add_run(line.text)
        else:
            _add_line(paragraph, line)


def _is_literal(line: Line, field: Field) -> bool:
    """Whether a reader of Word files would see more in this line than its text."""
    if line.literal or line.opaque:
        return True
    if field in (Field.SOURCES, Field.AUTHORS):
        return False
    taken = read_handout([line])
    plain = (
        not taken.images and not taken.text and not taken.is_open and [part.text for part in taken.rest] == [line.text]
    )
    return not plain or not is_plain(line.text, field)


def _add_line(paragraph: Any, line: Line) -> None:
    paragraph.add_run().add_break()
    run = paragraph.add_run(line.text)
    if line.literal:
        run.style = LITERAL
    if line.literal and not line.text:
        run.add_text("")


def _add_handout(paragraph: Any, handout: tuple[str, ...]) -> None:
    paragraph.add_run().add_break()
    paragraph.add_run("[Раздаточный материал:")
    for text in handout:
        marked = set(text) & set("[]\\<(") or not is_plain(text, Field.TEXT)
        _add_line(paragraph, Line(0, text, literal=bool(marked)))
    paragraph.add_run().add_break()
    paragraph.add_run("]")


def _add_image(paragraph: Any, image: Image) -> None:
    from docx.image.exceptions import InvalidImageStreamError, UnexpectedEndOfFileError, UnrecognizedImageError
    from docx.shared import Cm

    if not image.data:
        paragraph.add_run(f"(pic: {image.name})")
        return
    try:
        shape = paragraph.add_run().add_picture(io.BytesIO(image.data))
    except (InvalidImageStreamError, UnexpectedEndOfFileError, UnrecognizedImageError, ZeroDivisionError) as error:
        raise FormatError([Problem("picture_not_writable", 0, {"name": image.name})]) from error
    if shape.width > Cm(_WIDEST):
        shape.width, shape.height = Cm(_WIDEST), int(shape.height * Cm(_WIDEST) / shape.width)
    shape._inline.docPr.set("descr", image.name)  # python-docx has no public way to say it
