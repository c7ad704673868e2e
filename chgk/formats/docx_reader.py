"""Word documents: paragraphs, soft line breaks, numbered lists, tables and pictures as the lines of the line machine.

python-docx opens the file (imported late: most of Sowa runs without it); the text itself is taken from the XML, because
insertions, text boxes and fields count, too. Nothing is fetched: a linked picture is named, not loaded.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from chgk.formats.docx_lists import Lists
from chgk.formats.docx_package import check_package
from chgk.formats.fields import read_handout
from chgk.formats.labels import find_label
from chgk.formats.lines import LONGEST_LINE, MOST_LINES, Line, split_lines
from chgk.formats.machine import LineMachine
from chgk.formats.package import Image, ParsedPackage, ParsedQuestion
from chgk.formats.problems import Problem, Reading, Unread, fatal

NAME = "docx"
LITERAL = "SowaLiteral"  # the style of what a writer of ours marked as text without labels
DEEPEST_TABLE = 5
MOST_IMAGES = 300
LARGEST_IMAGE = 5_000_000

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_WP = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
_V = "{urn:schemas-microsoft-com:vml}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_SKIPPED = frozenset({f"{_W}del", f"{_W}moveFrom", f"{_W}rPr", f"{_W}pPr", f"{_W}instrText", f"{_W}delText", _FALLBACK})
_BREAKS = frozenset({f"{_W}br", f"{_W}cr"})
_ENDINGS = (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp")
_IMAGE_KINDS = ((b"\x89PNG\r\n", "png"), (b"\xff\xd8\xff", "jpg"), (b"GIF8", "gif"), (b"BM", "bmp"), (b"RIFF", "webp"))


@dataclass
class _Text:
    """The text of a paragraph while it is gathered: lines divided by soft breaks, and which of them are literal."""

    lines: list[list[str]] = field(default_factory=lambda: [[]])
    literal: list[bool] = field(default_factory=lambda: [False])

    def add(self, text: str, *, literal: bool) -> None:
        """More of the last line."""
        self.lines[-1].append(text)
        self.literal[-1] = self.literal[-1] or (literal and not any(map(str.strip, self.lines[-1][:-1])))

    def end_line(self, *, literal: bool = False) -> None:
        """A soft break; of a literal empty line, the break itself says so."""
        if literal and not "".join(self.lines[-1]).strip():
            self.literal[-1] = True
        self.lines.append([])
        self.literal.append(False)


def read_docx(data: bytes) -> Reading:
    """Reads a Word document. FormatError if it is damaged, locked, too large or dangerous."""
    check_package(data)
    reader = _Reader(_open(data))
    lines = reader.read()
    machine = LineMachine(lines)
    package = _with_images(machine.read(), reader)
    problems = sorted((*machine.problems, *reader.problems), key=lambda problem: problem.line)
    return Reading(package, tuple(problems), (*machine.unread, *reader.unread), NAME)


def _open(data: bytes) -> Any:
    import docx  # late: only who reads Word files needs it
    from docx.opc.exceptions import OpcError
    from lxml import etree

    broken = (
        OpcError,
        etree.LxmlError,
        zipfile.BadZipFile,
        zlib.error,
        KeyError,
        ValueError,
        TypeError,
        AttributeError,
    )
    try:
        document = docx.Document(io.BytesIO(data))
        _ = document.element.body, document.part.rels
    except (*broken, NotImplementedError, IndexError, EOFError, RuntimeError, OSError) as error:
        raise fatal("docx_damaged") from error
    if document.element.body is None:
        raise fatal("docx_damaged")
    return document


class _Reader:
    def __init__(self, document: Any) -> None:
        self.problems: list[Problem] = []
        self.unread: list[Unread] = []
        self.images: dict[str, Image] = {}
        self.placed: list[tuple[int, str]] = []  # in which line of the document which picture stands
        self._document = document
        self._lists = Lists(document)
        self._lines: list[Line] = []
        self._size = 0

    def read(self) -> list[Line]:
        """The document as lines."""
        self._block(self._document.element.body, 0)
        self._aside()
        return self._lines

    def _block(self, element: Any, depth: int) -> None:
        """Paragraphs and tables in their order; content controls and the like are only wrappers."""
        for child in element:
            if child.tag == f"{_W}p":
                self._paragraph(child)
            elif child.tag == f"{_W}tbl":
                if depth >= DEEPEST_TABLE:
                    raise fatal("docx_too_deep", most=DEEPEST_TABLE)
                self._table(child, depth)
            elif child.tag in (f"{_W}sdt", f"{_W}sdtContent", f"{_W}ins", f"{_W}smartTag", f"{_W}customXml"):
                self._block(child, depth)

    def _table(self, table: Any, depth: int) -> None:
        """A cell after the other; a label in one cell announces the text of the next."""
        for row in table.iter(f"{_W}tr"):
            if next(row.iterancestors(f"{_W}tbl")) is not table:
                continue
            before = len(self._lines)
            for cell in row:
                if cell.tag == f"{_W}tc":
                    self._block(cell, depth + 1)
            if len(self._lines) > before:
                self._lines[before:] = [line for line in self._lines[before:] if not line.is_blank]
        self._add(Line(len(self._lines) + 1, ""))

    def _paragraph(self, paragraph: Any) -> None:
        text = _Text()
        boxes: list[Any] = []
        self._walk(paragraph, text, boxes, literal=False)
        sign = self._lists.sign(paragraph)
        start = len(self._lines)
        for place, (pieces, literal) in enumerate(zip(text.lines, text.literal, strict=True)):
            for line in split_lines("".join(pieces)):
                counted = place == 0 and sign and line.strip() and find_label(line) is None
                shown = f"{sign}{line.strip()}" if counted else line.rstrip()
                self._add(Line(len(self._lines) + 1, shown, literal, literal, is_item=bool(counted)))
        if len(self._lines) > start + 1 and self._lines[-1].is_blank:
            self._lines.pop()  # a soft break at the end of a paragraph
        for box in boxes:
            self._block(box, 1)

    def _walk(self, element: Any, text: _Text, boxes: list[Any], *, literal: bool) -> None:
        """The text below ``element``, in its order. libxml2 has no deeper nesting than 256, so recursion ends."""
        for child in element:
            tag = child.tag
            if tag in _SKIPPED or not isinstance(tag, str):
                continue
            if tag in (f"{_W}t", f"{_M}t"):
                text.add(child.text or "", literal=literal)
            elif tag in _BREAKS:
                text.end_line(literal=literal)
            elif tag == f"{_W}tab":
                text.add("\t", literal=literal)
            elif tag == f"{_W}noBreakHyphen":
                text.add("\u2011", literal=literal)
            elif tag in (f"{_W}drawing", f"{_W}pict", f"{_W}object"):
                self._picture(child, text, boxes)
            elif tag == f"{_W}r":
                style = child.find(f"{_W}rPr/{_W}rStyle")
                self._walk(child, text, boxes, literal=style is not None and style.get(f"{_W}val") == LITERAL)
            else:
                self._walk(child, text, boxes, literal=literal)

    def _picture(self, drawing: Any, text: _Text, boxes: list[Any]) -> None:
        boxes.extend(box for box in drawing.iter(f"{_W}txbxContent") if not _is_fallback(box, drawing))
        for picture in (*drawing.iter(f"{_A}blip"), *drawing.iter(f"{_V}imagedata")):
            if _is_fallback(picture, drawing):
                continue
            target = picture.get(f"{_R}embed") or picture.get(f"{_R}id")
            if target is None:
                self._problem("image_is_link")
                continue
            described = next((item.get("descr") or "" for item in drawing.iter(f"{_WP}docPr")), "")
            name = self._keep(target, described)
            if name:
                text.add(f"(pic: {name})", literal=False)
                self.placed.append((len(self._lines) + len(text.lines), name))

    def _keep(self, target: str, described: str) -> str:
        """Keeps the picture under a name of its own; "" if it cannot be kept."""
        relation = self._document.part.rels.get(target)
        if relation is None or relation.is_external:
            self._problem("image_is_link")
            return ""
        data = relation.target_part.blob
        kind = next((kind for mark, kind in _IMAGE_KINDS if data.startswith(mark)), "")
        if not kind or len(data) > LARGEST_IMAGE or len(self.images) >= MOST_IMAGES:
            self._problem("image_not_taken")
            return ""
        name = described.strip()
        as_text = read_handout([Line(0, f"(pic: {name})")])
        if not name.lower().endswith(_ENDINGS) or "/" in name or as_text.images != (Image(name),):
            name = relation.target_part.partname.rpartition("/")[2]
        known = self.images.get(name)
        if known is not None and known.data != data:
            stem, _dot, ending = name.rpartition(".")
            name = f"{stem}-{len(self.images) + 1}.{ending}"
        self.images[name] = Image(name, data)
        return name

    def _aside(self) -> None:
        """Footnotes and endnotes: no part of a question, so they are handed to the editor."""
        for relation in self._document.part.rels.values():
            kind = relation.reltype.rpartition("/")[2]
            if kind not in ("footnotes", "endnotes") or relation.is_external:
                continue
            for line in _texts_of(relation.target_part.blob):
                self.unread.append(Unread(0, line))
                self._problem("footnote_left_out", text=line[:60])

    def _problem(self, code: str, **params: object) -> None:
        self.problems.append(Problem(code, len(self._lines) + 1, params))

    def _add(self, line: Line) -> None:
        if len(line.text) > LONGEST_LINE:
            raise fatal("line_too_long", line.number, most=LONGEST_LINE)
        if len(self._lines) >= MOST_LINES:
            raise fatal("too_many_lines", most=MOST_LINES)
        self._lines.append(line)


def _is_fallback(element: Any, top: Any) -> bool:
    """Whether this is Word's second version of a picture, for old programs."""
    for ancestor in element.iterancestors():
        if ancestor.tag == _FALLBACK:
            return True
        if ancestor is top:
            return False
    return False


def _texts_of(blob: bytes) -> Iterator[str]:
    from lxml import etree  # late, as above

    try:
        root = etree.fromstring(blob, etree.XMLParser(resolve_entities=False, no_network=True))
    except etree.LxmlError as error:
        raise fatal("docx_damaged") from error
    for note in root:
        text = "".join(piece.text or "" for piece in note.iter(f"{_W}t")).strip()
        if text:
            yield text


def _with_images(package: ParsedPackage, reader: _Reader) -> ParsedPackage:
    """The package with the pictures' bytes; one that stands in a comment or an answer is kept with its question."""
    starts = [question.line for question in package.questions]
    placed: dict[int, list[str]] = {}
    for line, name in reader.placed:
        owner = bisect_right(starts, line) - 1
        if owner < 0:
            reader.problems.append(Problem("image_without_question", line, {"name": name}))
        else:
            placed.setdefault(owner, []).append(name)
    numbers = iter(range(len(starts)))
    tours = tuple(
        replace(
            tour,
            questions=tuple(
                _with_data(question, reader.images, placed.get(next(numbers), [])) for question in tour.questions
            ),
        )
        for tour in package.tours
    )
    return replace(package, tours=tours)


def _with_data(question: ParsedQuestion, images: dict[str, Image], placed: list[str]) -> ParsedQuestion:
    named = {image.name for image in question.images}
    own = tuple(images[image.name] if image.name in placed else image for image in question.images)
    return replace(question, images=own + tuple(images[name] for name in dict.fromkeys(placed) if name not in named))
