"""The numbers of Word's automatic lists: they stand in no text, yet a question's sources are counted by them."""

from __future__ import annotations

from typing import Any

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_DEEPEST = 9  # levels that Word has
_HIGHEST = 9_999


class Lists:
    """Counts the paragraphs of each list, as Word does when it shows the document."""

    def __init__(self, document: Any) -> None:
        self._abstract: dict[str, str] = {}  # a list -> the kind of list it is one of
        self._levels: dict[tuple[str, int], tuple[str, str, int]] = {}  # format, pattern, first number
        self._restarts: dict[tuple[str, int], int] = {}
        self._counts: dict[tuple[str, int], int] = {}
        self._begun: set[tuple[str, int]] = set()
        self._styles: dict[str, tuple[str, int]] = {}
        numbering = _part(document, "numbering")
        if numbering is not None:
            self._read(numbering)
        self._read_styles(document)

    def sign(self, paragraph: Any) -> str:
        """«2. » for the second item of a list; "" for a paragraph of no list."""
        place = self._place(paragraph)
        if place is None:
            return ""
        number, level = place
        kind = self._abstract.get(number, number)
        shape, pattern, first = self._levels.get((kind, level), ("decimal", f"%{level + 1}.", 1))
        if shape in ("none", "bullet"):
            return "• " if shape == "bullet" else ""
        if (number, level) in self._restarts and (number, level) not in self._begun:
            self._counts[kind, level] = self._restarts[number, level] - 1
        self._begun.add((number, level))
        count = self._counts[kind, level] = min(self._counts.get((kind, level), first - 1) + 1, _HIGHEST)
        for deeper in range(level + 1, _DEEPEST):
            self._counts.pop((kind, deeper), None)
        closer = ")" if pattern.rstrip().endswith(")") else "."
        return f"{_shown(count, shape)}{closer} "

    def _place(self, paragraph: Any) -> tuple[str, int] | None:
        properties = paragraph.find(f"{_W}pPr")
        if properties is None:
            return None
        style = properties.find(f"{_W}pStyle")
        inherited = self._styles.get(style.get(f"{_W}val") or "") if style is not None else None
        own = properties.find(f"{_W}numPr")
        if own is None:
            return inherited
        number, level = _value(own, "numId"), _value(own, "ilvl")
        if number is None:
            number = inherited[0] if inherited else None
        if number in (None, "0"):
            return None
        return str(number), min(int(level), _DEEPEST - 1) if level and level.isdigit() else 0

    def _read(self, numbering: Any) -> None:
        for kind in numbering.findall(f"{_W}abstractNum"):
            name = kind.get(f"{_W}abstractNumId") or ""
            for level in kind.findall(f"{_W}lvl"):
                self._levels[name, _number(level.get(f"{_W}ilvl"), 0)] = (
                    _value(level, "numFmt") or "decimal",
                    _value(level, "lvlText") or "",
                    _number(_value(level, "start"), 1),
                )
        for number in numbering.findall(f"{_W}num"):
            name = number.get(f"{_W}numId") or ""
            self._abstract[name] = _value(number, "abstractNumId") or ""
            for override in number.findall(f"{_W}lvlOverride"):
                start = _value(override, "startOverride")
                if start is not None:
                    self._restarts[name, _number(override.get(f"{_W}ilvl"), 0)] = _number(start, 1)

    def _read_styles(self, document: Any) -> None:
        styles = _part(document, "styles")
        for style in styles.findall(f"{_W}style") if styles is not None else ():
            own = style.find(f"{_W}pPr/{_W}numPr")
            number = _value(own, "numId") if own is not None else None
            if number not in (None, "0"):
                self._styles[style.get(f"{_W}styleId") or ""] = (
                    str(number),
                    _number(_value(own, "ilvl"), 0),
                )


def _part(document: Any, kind: str) -> Any:
    for relation in document.part.rels.values():
        if relation.reltype.endswith(f"/{kind}") and not relation.is_external:
            return getattr(relation.target_part, "element", None)
    return None


def _value(element: Any, name: str) -> str | None:
    child = element.find(f"{_W}{name}")
    return None if child is None else child.get(f"{_W}val")


def _number(text: str | None, otherwise: int) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 6 else otherwise


def _shown(count: int, shape: str) -> str:
    if shape in ("lowerLetter", "upperLetter"):
        letter = chr(ord("a") + (count - 1) % 26)
        return letter if shape == "lowerLetter" else letter.upper()
    return f"{count:02}" if shape == "decimalZero" else str(count)
