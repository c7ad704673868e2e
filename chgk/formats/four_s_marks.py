"""The marks inside the texts of a 4s file: what is escaped, what is italics, what only the host or the screen shows."""

from __future__ import annotations

import re
from collections.abc import Callable

_ESCAPED = re.compile(r"\\(?:([\\_~()\[\]|?!=/^@#<>№-])|(?=4SCOUNTER))")
_SPECIAL = re.compile(
    r"[\\_~]|4SCOUNTER|(?i:<(?=раздатка>)|\((?=(?:img|pic)\b))|\((?=(?:screen|hidden-comment|PAGEBREAK|LINEBREAK)\b)"
)
_MARKUP = re.compile(
    r"\\.|(?P<runs>_{1,6}|~)|\((?P<name>screen|hidden-comment|PAGEBREAK|LINEBREAK)(?P<inside>[^()\n]{0,2000})\)"
)


def escape(text: str) -> str:
    """The text without marks: every letter of it stands for itself."""
    return _SPECIAL.sub(lambda found: f"\\{found[0]}", text)


def escape_brackets(text: str) -> str:
    """The text of a handout, which ends at its bracket."""
    return re.sub(r"[\[\]]", lambda found: f"\\{found[0]}", escape(text))


def escape_line(line: str, markers: frozenset[str] | set[str]) -> str:
    """A line of a text, so that it is not taken for the beginning of a part or of a list item; empty: a backslash."""
    if not line:
        return "\\"
    return f"\\{line}" if line.split(None, 1)[0] in markers or line[0] == "-" else line


def unescape(text: str) -> str:
    """The inverse of the three; a backslash before any other letter is one."""
    return _ESCAPED.sub(lambda found: found[1] or "", text)


def without_markup(text: str, drop: Callable[[str], None]) -> str:
    """The words alone: no italics, of «(screen host|screen)» the host's words; ``drop`` gets what goes."""
    return "\n".join(_plain_line(line, drop) for line in text.split("\n"))


def _plain_line(line: str, drop: Callable[[str], None]) -> str:
    if "_" not in line and "~" not in line and "(" not in line:
        return line
    parts: list[str] = []
    opened: dict[str, int] = {}  # a run of underscores -> where among the parts it stands
    end = 0
    for found in _MARKUP.finditer(line):
        parts.append(line[end : found.start()])
        end = found.end()
        if found["runs"]:
            _pair(found, line, parts, opened)
        elif found["name"]:
            parts.append(_directive(found["name"], found["inside"], drop))
        else:
            parts.append(found[0])
    return "".join((*parts, line[end:]))


def _pair(found: re.Match[str], line: str, parts: list[str], opened: dict[str, int]) -> None:
    """Italics begin before a word and end behind one; a lonely underscore, or one in a word, stays."""
    run = found["runs"]
    before, after = line[max(found.start() - 1, 0) : found.start()], line[found.end() : found.end() + 1]
    closes = bool(before.strip()) and not after.isalnum()
    opens = bool(after.strip()) and not before.isalnum()
    if closes and run in opened:
        parts[opened.pop(run)] = ""
        parts.append("")
        return
    if opens:
        opened[run] = len(parts)
    parts.append(run)


def _directive(name: str, inside: str, drop: Callable[[str], None]) -> str:
    if name == "screen":
        return inside.strip().split("|", 1)[0]
    if name == "LINEBREAK":
        return "\n"
    drop(f"({name}{inside})")
    return ""
