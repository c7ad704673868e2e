"""From bytes to letters: what Polish and Russian spreadsheets write, recognised by what the letters would be."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable

from tournaments.register_files.problems import FileError

ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be", "cp1250", "cp1251", "koi8-r", "iso8859-2")
EIGHT_BIT = ("cp1250", "cp1251", "koi8-r", "iso8859-2")
SAMPLE = 200_000  # bytes are enough to tell encodings apart
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_POLISH = set("ąćęłńóśźżĄĆĘŁŃÓŚŹŻ")
_FREQUENT = set("оеаинтсрвлкмдпуОЕАИНТСРВЛКМДПУ")
_RUSSIAN = re.compile(r"[А-Яа-яЁё]")
_LATIN = re.compile(r"[A-Za-z]")
_QUIET = set("«»„”“’‘–—…№•✓✔€\u00a0")
_WORD = re.compile(r"[^\s,;|\"'()\[\]/.:+=0-9_-]+")


def guess_encoding(data: bytes) -> str:
    """One of :data:`ENCODINGS`. FileError ``binary`` for what is no text."""
    for bom, name in _BOMS:
        if data.startswith(bom):
            return name
    if b"\0" in data:
        return _guess_utf16(data[:SAMPLE])
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return max(EIGHT_BIT, key=lambda name: _likelihood(data[:SAMPLE], name))
    return "utf-8"


def decode(data: bytes, encoding: str) -> str:
    """The text without its byte order mark. FileError ``undecodable`` with the line, if a byte means nothing."""
    for bom, name in _BOMS:
        if name == encoding and data.startswith(bom):
            data = data[len(bom) :]
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(encoding, errors="replace")
        raise FileError("undecodable", line=before.count("\n") + 1, encoding=encoding) from None
    if "\0" in text:
        raise FileError("binary")
    return text.removeprefix("\ufeff")


def _guess_utf16(data: bytes) -> str:
    """Separators and line breaks have a zero byte on one side; which one tells the order."""
    data = data[: len(data) // 2 * 2]
    found = {}
    for name in ("utf-16-le", "utf-16-be"):
        text = data.decode(name, errors="replace")
        plain = sum((letter.isalnum() and ord(letter) < 0x530) or letter in "\r\n\t;,.-/: \"'+()«»–" for letter in text)
        found[name] = plain / max(1, len(text))
    best = max(found, key=lambda name: found[name])
    if found[best] < 0.9:
        raise FileError("binary")
    return best


def _likelihood(data: bytes, encoding: str) -> float:
    """How much the words would look like Polish or Russian ones."""
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        text = data.decode(encoding, errors="replace")
        return _worth(text) - 5
    return _worth(text)


def _worth(text: str) -> float:
    return sum(map(_worth_of_word, _foreign_words(text)))


def _foreign_words(text: str) -> Iterable[str]:
    return (word for word in _WORD.findall(text) if not word.isascii())


def _worth_of_word(word: str) -> float:
    russian, latin = len(_RUSSIAN.findall(word)), len(_LATIN.findall(word))
    worth = 0.0
    for letter in word:
        if letter.isascii() or letter in _QUIET:
            continue
        if letter in _POLISH:
            worth += 1.5
        elif _RUSSIAN.match(letter):
            worth += 1.0 + 0.5 * (letter in _FREQUENT)
        else:
            worth -= 2.0
    if russian and (latin or any(letter in _POLISH for letter in word)):
        worth -= 3.0 * russian
    if not (word.islower() or word.isupper() or word.istitle()):
        worth -= 2.0 * len(word) / 3
    return worth
