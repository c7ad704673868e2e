"""A package as a text of the question base, in UTF-8: what looks like a label is indented, a mark becomes an entity."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from chgk.formats.db_text import encode_entities
from chgk.formats.entries import Entry, entries_of
from chgk.formats.labels import Field
from chgk.formats.package import ParsedPackage

_MARKS = re.compile(r"<(?=/?раздатка>)|\[(?=\s?раздат)|\((?=pic:|img\s)", re.IGNORECASE)
_INDENT, _INNER = "   ", "      "
_EMPTY = "   &#32;"  # an empty line inside a text, which an empty line of the file would end
_LABELS = {Field.TITLE: "Чемпионат"}


def write_db_text(package: ParsedPackage) -> bytes:
    """The text of a clean package; whether all of it comes back is for ``writing.py`` to say."""
    return "\n".join(line for entry in entries_of(package) for line in _lines(entry)).encode()


def _lines(entry: Entry) -> Iterator[str]:
    if entry.field is Field.CATEGORY:
        yield f"{entry.label}: {encode_entities(entry.lines[0].text)}"
        return
    yield f"{_LABELS.get(entry.field, entry.label)}:"
    change: Callable[[str], str] = encode_entities
    if entry.removal:
        yield encode_entities(entry.removal)
    if entry.field is Field.QUESTION:
        change = _text
        yield from (f"{_INDENT}(pic: {encode_entities(image.name)})" for image in entry.images)
        if entry.handout:
            yield f"{_INDENT}<раздатка>"
            yield from (f"{_INDENT}{_text(line)}" if line else _EMPTY for line in entry.handout)
            yield f"{_INDENT}</раздатка>"
    elif entry.field is Field.SOURCES:
        change = str
    is_first = not entry.handout and not entry.images and not entry.removal
    for line in entry.lines:
        text = change(line.text)
        begins_list = entry.field in (Field.SOURCES, Field.AUTHORS) and len(entry.lines) > 1
        plain = is_first and not line.literal and not begins_list
        yield _EMPTY if not text else f"{_INNER if line.opaque else '' if plain else _INDENT}{text}"
        is_first = False
    yield ""


def _text(text: str) -> str:
    return _MARKS.sub(lambda found: f"&#{ord(found[0])};", encode_entities(text))
