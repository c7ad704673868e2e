"""What stands in the parts of a question: handouts and pictures in its text, sources and authors in their lists."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from chgk.formats.lines import Line
from chgk.formats.package import Image, clean_item, clean_text

LONGEST_HANDOUT = 100  # lines

_ITEM = re.compile(r"\s*(\d{1,3})[.)]\s+(?=\S)")
_BULLET = re.compile(r"\s*[•▪●◦·*–—-]\s+(?=\S)")
_OPEN = re.compile(r"(?<!\\)<раздатка>|(?<!\\)\[\s?раздат(?:очн\w{1,3} материал\w{0,2}|ка)\s?[:.]?\s?", re.IGNORECASE)
_CLOSE = re.compile(r"</раздатка>", re.IGNORECASE)
_PICTURE = re.compile(
    r"(?<!\\)\((?:pic:|img\s)\s{0,3}([^()\n]{1,200}(?:\([^()\n]{0,100}\)[^()\n]{0,100})?)\)", re.IGNORECASE
)
_OPTION = re.compile(r"(?:\w{1,9}=\S{1,20}|big|inline)\s{1,3}")
_BETWEEN = re.compile(r"[,;]\s{1,3}(?=https?://)")
_AND = " и "
_NO_AUTHOR = ("в редакции", "по идее", "при участии", "под редакцией", "с благодарностью")
_STOP = re.compile(r"(?<=[^\W\d_]{3})\.$")
_PAIRS = {"(": ")", "[": "]", "«": "»", "„": "”", "“": "”"}


@dataclass(frozen=True, slots=True)
class Handout:
    """What is given out with a question, and the text that is left; ``is_open``: its end mark is missing."""

    text: str = ""
    images: tuple[Image, ...] = ()
    rest: tuple[Line, ...] = ()
    is_open: bool = False


def split_list(lines: Sequence[Line], *, plain_is_list: bool) -> tuple[str, ...]:
    """The items of a list: numbered 1, 2, 3 (or 1, 1, 1, as some editors leave it), bulleted, or a line each.

    Whatever is not a new item goes on with the one before; without any number or bullet each line is an item if
    ``plain_is_list``, else all of them are one. Item texts are kept letter for letter.
    """
    lines = [line for line in lines if line.text.strip()]
    numbers = [None if line.opaque else _ITEM.match(line.text) for line in lines]
    bullets = bool(lines) and all(line.opaque or _BULLET.match(line.text) for line in lines) and not lines[0].opaque
    items: list[list[str]] = []
    expected = 1
    listed = any(found and int(found[1]) <= 2 for found in numbers[:2])
    for line, found in zip(lines, numbers, strict=True):
        text = line.text.strip()
        if found and (line.is_item or (listed and (int(found[1]) == expected or (int(found[1]) == 1 and items)))):
            items.append([line.text[found.end() :].strip()])
        elif bullets and not line.opaque:
            items.append([_BULLET.sub("", line.text, count=1).strip()])
        elif not items or (plain_is_list and not listed and not line.opaque):
            items.append([text])
        else:
            items[-1].append(text)
            continue
        expected = len(items) + 1
    return tuple(filter(None, (clean_item("\n".join(item)) for item in items)))


def read_sources(lines: Sequence[Line]) -> tuple[str, ...]:
    """The sources (§4.1.2), each exactly as it was typed; several addresses in one line are several."""
    return split_list([piece for line in lines for piece in _addresses(line)], plain_is_list=True)


def _addresses(line: Line) -> list[Line]:
    """A line of nothing but addresses with commas or semicolons between them in its parts; any other as it is."""
    pieces = _BETWEEN.split(line.text.strip())
    if line.opaque or len(pieces) < 2 or any(not piece.startswith("http") or " " in piece for piece in pieces):
        return [line]
    return [replace(line, text=piece) for piece in pieces]


def read_authors(lines: Sequence[Line]) -> tuple[str, ...]:
    """The authors: a list as it stands, or names with commas or «и» between them."""
    filled = [line for line in lines if line.text.strip()]
    if filled and not filled[0].opaque and _ITEM.match(filled[0].text):
        return split_list(filled, plain_is_list=True)
    return tuple(name for line in filled for name in _names(line.text.strip()))


def read_handout(lines: Sequence[Line]) -> Handout:
    """Handout and pictures taken out of a question's lines; spelt <раздатка>…</раздатка>, […: …] or (pic: …)."""
    rest: list[Line] = []
    handed: list[str] = []
    images: list[Image] = []
    closer, depth = "", 0
    for line in lines:
        if line.opaque:
            if closer:
                handed.append(line.text)
            else:
                rest.append(line)
            continue
        text, opened_here = line.text, False
        while text:
            if closer:
                inside, text, depth = _until_closed(text, closer, depth)
                handed.append(_without_pictures(inside, images))
                closer = closer if depth else ""
                continue
            found = _OPEN.search(text)
            if found is None:
                break
            opened_here = True
            before = text[: found.start()].strip()
            if before:
                rest.append(Line(line.number, before, line.literal))
            closer, depth, text = ("]" if found[0][0] == "[" else "<"), 1, text[found.end() :]
        if text.strip() or (not opened_here and not closer and not line.text.strip()):
            left = _without_pictures(text, images)
            if left.strip() or not text.strip():
                rest.append(Line(line.number, left, line.literal))
    return Handout(clean_text("\n".join(handed)), tuple(images), tuple(rest), is_open=bool(closer))


def handout_end(lines: Sequence[Line], place: int) -> int:
    """Behind which line the handout ends that is opened in the line at ``place``: no label begins inside it.

    Without a handout, or without its end mark near enough, that is the next line.
    """
    line = lines[place]
    found = None if line.opaque else _OPEN.search(line.text)
    if found is None:
        return place + 1
    closer = "]" if found[0][0] == "[" else "<"
    _text, _rest, depth = _until_closed(line.text[found.end() :], closer, 1)
    end = place + 1
    while depth and end < min(len(lines), place + LONGEST_HANDOUT):
        if not lines[end].opaque:
            _text, _rest, depth = _until_closed(lines[end].text, closer, depth)
        end += 1
    return place + 1 if depth else end


def _until_closed(text: str, closer: str, depth: int) -> tuple[str, str, int]:
    """What belongs to the handout, what follows it, and how many brackets are still open."""
    if closer == "<":
        found = _CLOSE.search(text)
        return (text[: found.start()], text[found.end() :], 0) if found else (text, "", depth)
    for place, letter in enumerate(text):
        if letter not in "[]" or (place and text[place - 1] == "\\"):
            continue
        depth += 1 if letter == "[" else -1
        if depth == 0:
            return text[:place], text[place + 1 :], 0
    return text, "", depth


def _without_pictures(text: str, images: list[Image]) -> str:
    def keep(found: re.Match[str]) -> str:
        name = found[1].strip()
        while option := _OPTION.match(name):
            name = name[option.end() :]
        images.append(Image(name))
        return ""

    return _PICTURE.sub(keep, text)


def _names(text: str) -> list[str]:
    """The names of one line; what stands in brackets or quotes is not divided."""
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        if letter in _PAIRS:
            depth += 1
        elif letter in _PAIRS.values():
            depth = max(0, depth - 1)
        elif depth == 0 and (letter == "," or text.startswith(_AND, place)):
            tail = text[place + (1 if letter == "," else 3) : place + 24].lstrip()
            if place >= start and not tail.lower().startswith(_NO_AUTHOR):
                parts.append(text[start:place])
                start = place + (1 if letter == "," else 3)
    names = [part.strip() for part in (*parts, text[start:])]
    return [_STOP.sub("", name) for name in names if name]
