"""Which format a file is in, told by its content, and reading it: the door through which every question file comes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from chgk.formats import db_text, four_s, rulebook_form
from chgk.formats.docx_package import is_docx
from chgk.formats.docx_reader import read_docx
from chgk.formats.encodings import decode
from chgk.formats.labels import Field, find_label
from chgk.formats.lines import LONGEST_LINE, MOST_BYTES, MOST_LINES, split_lines
from chgk.formats.problems import FormatError, Problem, Reading, fatal

TEXT_READERS: Mapping[str, Callable[[str], Reading]] = {
    rulebook_form.NAME: rulebook_form.read_rulebook_form,
    db_text.NAME: db_text.read_db_text,
    four_s.NAME: four_s.read_four_s,
}
DOCX = "docx"
FORMATS = (*TEXT_READERS, DOCX)
SURE = 0.9  # less confidence in an encoding is worth a question to the editor

_SAMPLE = 3_000  # lines
_MARK = re.compile(r"(?:[?!=/^@]|!=|№№?|#{1,3}|#EDITOR|#DATE)(?:\s|$)")
_FOREIGN = (
    (b"\xd0\xcf\x11\xe0", "old_word"),
    (b"{\\rtf", "rtf"),
    (b"%PDF", "pdf"),
    (b"\x89PNG", "picture"),
    (b"PK\3\4", "zip"),
)
_HTML = re.compile(rb"\s{0,100}<(?:!doctype html|html|\?xml)", re.IGNORECASE)


def read_file(data: bytes, *, format: str = "", encoding: str = "") -> Reading:  # noqa: A002  # the word for it
    """What the file holds. ``format`` and ``encoding``, if given, are taken instead of guessed.

    Never raises for what is in a file: a file that cannot be read comes back with one fatal problem and no questions.
    """
    try:
        return _read(data, format, encoding)
    except FormatError as error:
        return Reading(problems=error.problems, format=format, encoding=encoding)


def detect_format(text: str) -> str:
    """4s by its marks, the base's format by labels that stand alone in their lines, else the rulebook's form."""
    lines = [line for line in split_lines(text)[:_SAMPLE] if line.strip()]
    labels = [label for label in map(find_label, lines) if label is not None]
    marks = sum(bool(_MARK.match(line)) for line in lines)
    parts = [label for label in labels if label.field in (Field.QUESTION, Field.ANSWER)]
    if marks > len(parts) and any(line.startswith(("? ", "! ")) or line in ("?", "!") for line in lines):
        return four_s.NAME
    alone = sum(not label.rest and label.has_colon for label in parts)
    if parts and alone * 4 >= len(parts) * 3 and any(label.field is Field.QUESTION for label in parts):
        return db_text.NAME
    return rulebook_form.NAME


def _read(data: bytes, name: str, encoding: str) -> Reading:
    if name and name not in FORMATS:
        raise fatal("format_unknown", format=name)
    if not data.strip(b"\0 \t\r\n"):
        raise fatal("empty_file")
    if name == DOCX or (not name and is_docx(data)):
        return read_docx(data)
    _refuse_foreign(data)
    if len(data) > MOST_BYTES:
        raise fatal("file_too_large", most=MOST_BYTES, bytes=len(data))
    decoded = decode(data, encoding)
    _check_lines(decoded.text)
    reading = TEXT_READERS[name or detect_format(decoded.text)](decoded.text)
    problems = reading.problems
    if decoded.confidence < SURE:
        facts = {"encoding": decoded.encoding, "others": ", ".join(decoded.others)}
        problems = (Problem("encoding_guessed", 0, facts), *problems)
    if "\ufffd" in decoded.text:
        line = decoded.text.count("\n", 0, decoded.text.index("\ufffd")) + 1
        problems = (Problem("letters_unreadable", line, {"encoding": decoded.encoding}), *problems)
    return replace(reading, problems=problems, encoding=decoded.encoding, confidence=decoded.confidence)


def _refuse_foreign(data: bytes) -> None:
    for mark, kind in _FOREIGN:
        if data.startswith(mark):
            raise fatal("foreign_file", kind=kind)
    if _HTML.match(data):
        raise fatal("foreign_file", kind="html")


def _check_lines(text: str) -> None:
    if "\0" in text:
        raise fatal("not_text")
    lines = split_lines(text)
    if len(lines) > MOST_LINES:
        raise fatal("too_many_lines", most=MOST_LINES)
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise fatal("line_too_long", number, most=LONGEST_LINE)
