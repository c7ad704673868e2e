"""The text format of the question base db.chgk.info: a label a line, below it the text, wrapped at about 72 letters.

A line that begins with three blanks begins a new line of the text; any other goes on with the one before, if the next
word had no room there. Entities (&eacute;) are letters, except in sources: a source stays as it was typed.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from html.entities import html5

from chgk.formats.labels import find_label
from chgk.formats.lines import Line, split_lines
from chgk.formats.machine import LineMachine
from chgk.formats.package import Image, ParsedPackage, ParsedQuestion, clean_package
from chgk.formats.problems import Reading

NAME = "db_text"
WIDEST_WRAPPED = 80
ITEM_INDENT = 6  # from here on a line goes on with its list item, whatever it looks like

_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
_MARKER = re.compile(r"\s*(?:</?раздатка>|\[\s?раздат|\(pic:)", re.IGNORECASE)


def read_db_text(text: str) -> Reading:
    """Reads a package of the base. FormatError beyond the limits."""
    machine = LineMachine(unwrap([_line(number, line) for number, line in enumerate(split_lines(text), 1)]))
    package = clean_package(map_texts(machine.read(), decode_entities))
    return Reading(package, tuple(machine.problems), tuple(machine.unread), NAME)


def decode_entities(text: str) -> str:
    """&eacute; and &#233; as the letter they stand for; what is no entity stays."""
    return _ENTITY.sub(lambda found: html.unescape(found[0]) if _is_entity(found[0]) else found[0], text)


def encode_entities(text: str) -> str:
    """The text so that :func:`decode_entities` gives it back."""
    return _ENTITY.sub(lambda found: f"&amp;{found[0][1:]}" if _is_entity(found[0]) else found[0], text)


def map_texts(package: ParsedPackage, change: Callable[[str], str]) -> ParsedPackage:
    """The package with every text changed but its sources."""
    return replace(
        package,
        title=change(package.title),
        editors=change(package.editors),
        date=change(package.date),
        info=change(package.info),
        extra=tuple((label, change(value)) for label, value in package.extra),
        tours=tuple(
            replace(
                tour,
                title=change(tour.title),
                editors=change(tour.editors),
                info=change(tour.info),
                questions=tuple(_map_question(question, change) for question in tour.questions),
            )
            for tour in package.tours
        ),
    )


def unwrap(lines: Sequence[Line]) -> list[Line]:
    """Joins what was divided only because a line was full: the next word would have made it longer than the longest."""
    width = _width(lines)
    joined: list[Line] = []
    pieces: list[str] = []
    last = ""  # the line of the file before this one

    def close() -> None:
        if pieces:
            joined[-1] = replace(joined[-1], text=" ".join(pieces))

    for line in lines:
        full = len(last) + 1 + len(line.text.split(None, 1)[0] if line.text.strip() else "") > width > 0
        goes_on = (
            full and last.strip() and line.text.strip() and not line.literal and not line.opaque and not _is_alone(last)
        )
        if goes_on and find_label(line.text) is None and not _MARKER.match(line.text) and not _MARKER.match(last):
            pieces.append(line.text.strip())
        else:
            close()
            joined.append(line)
            pieces = [line.text]
        last = line.text
    close()
    return joined


def _line(number: int, text: str) -> Line:
    text = text.rstrip()
    bare = text.lstrip(" \t")
    indent = len(text[: len(text) - len(bare)].expandtabs(3))
    marked = bool(_MARKER.match(text))
    return Line(number, text, literal=indent >= 3, opaque=indent >= ITEM_INDENT and bool(text) and not marked)


def _is_entity(entity: str) -> bool:
    return entity[1] == "#" or entity[1:] in html5


def _is_alone(text: str) -> bool:
    """A label with nothing behind it never goes on."""
    label = find_label(text)
    return label is not None and not label.rest


def _width(lines: Sequence[Line]) -> int:
    """How long the lines of this file become; 0 if some are longer than any wrapped line: then nothing is wrapped."""
    lengths = [len(line.text) for line in lines if " " in line.text.strip() and not _is_address(line.text)]
    width = max(lengths, default=0)
    if not 50 <= width <= WIDEST_WRAPPED:
        return 0
    # the base wraps at 72; for another width one long line is no evidence
    return width if 68 <= width <= 76 or sum(length > width - 10 for length in lengths) >= 3 else 0


def _is_address(text: str) -> bool:
    """An address is not divided, however long: such a line says nothing about the width."""
    return any(len(word) > 40 for word in text.split())


def _map_question(question: ParsedQuestion, change: Callable[[str], str]) -> ParsedQuestion:
    return replace(
        question,
        text=change(question.text),
        handout=change(question.handout),
        images=tuple(Image(change(image.name), image.data) for image in question.images),
        answer=change(question.answer),
        accepted=change(question.accepted),
        rejected=change(question.rejected),
        comment=change(question.comment),
        authors=tuple(map(change, question.authors)),
        removed=None if question.removed is None else change(question.removed),
        extra=tuple((label, change(value)) for label, value in question.extra),
    )
