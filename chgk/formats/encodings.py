"""Bytes as text: which encoding they are in, told by their content, and how sure that is.

An editor may confirm the guess or name another; then that one is taken, or an error names the first wrong byte.
"""

from __future__ import annotations

import codecs
import math
from dataclasses import dataclass

from chgk.formats.problems import fatal

CYRILLIC = ("cp1251", "koi8-r", "cp866")
CENTRAL_EUROPEAN = ("cp1250", "iso8859-2")
CHOICES = ("utf-8", "utf-16", "utf-16-le", "utf-16-be", *CYRILLIC, *CENTRAL_EUROPEAN)

# how often a letter stands in a Russian text, in tenths of a percent
_RUSSIAN = dict(
    zip(
        "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё",
        (
            110,
            85,
            80,
            74,
            67,
            63,
            55,
            47,
            45,
            44,
            35,
            32,
            30,
            28,
            26,
            20,
            19,
            17,
            17,
            16,
            16,
            14,
            12,
            10,
            9,
            7,
            6,
            5,
            4,
            3,
            3,
            1,
            1,
        ),
        strict=True,
    )
)
_POLISH = dict(zip("ąęółśżźćń", (10, 11, 9, 18, 7, 8, 1, 4, 2), strict=True))
_MARKS = "«»„“”–—…№’‘ \u00a0°§·•"
_SAMPLE = 200_000  # bytes; the rest of a longer file is in the same encoding


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text, the encoding, how sure it is (0 to 1), and what else it may be, most probable first."""

    text: str
    encoding: str
    confidence: float = 1.0
    others: tuple[str, ...] = ()


def decode(data: bytes, encoding: str = "", *, candidates: tuple[str, ...] = CYRILLIC) -> Decoded:
    """The bytes as text; ``encoding``, if given, was confirmed by somebody.

    FormatError `encoding_unknown` for a name that is not among CHOICES, `encoding_wrong` with the ``line`` of the first
    byte that does not fit, `not_text` for a file that is no text at all.
    """
    if encoding:
        return Decoded(_decode_as(data, encoding), encoding)
    for mark, name in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ):
        if data.startswith(mark):
            return Decoded(_decode_as(data, name), name)
    if (wide := _wide(data)) is not None:
        return Decoded(_decode_as(data, wide), wide, 0.9)
    if b"\0" in data:
        raise fatal("not_text")
    try:
        return Decoded(data.decode("utf-8"), "utf-8")
    except UnicodeDecodeError as error:
        if error.reason == "unexpected end of data" and error.start >= len(data) - 3 and not _is_short(data):
            raise fatal("encoding_cut_off", encoding="utf-8") from error
    return _guess(data, candidates)


def _decode_as(data: bytes, encoding: str) -> str:
    if encoding not in CHOICES:
        raise fatal("encoding_unknown", encoding=encoding)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise fatal("encoding_wrong", line, encoding=encoding) from error
    return text.removeprefix("\ufeff")


def _is_short(data: bytes) -> bool:
    """Whether nearly nothing of it would be UTF-8: then a broken end is no sign of UTF-8."""
    return sum(byte >= 0x80 for byte in data[:200]) < 8


def _wide(data: bytes) -> str | None:
    """UTF-16 without its mark: half of the bytes are the same high byte (0 for Latin, 4 for Cyrillic)."""
    sample = data[:4_000]
    if len(sample) < 4 or len(data) % 2:
        return None
    high = frozenset(b"\0\4")
    even = sum(byte in high for byte in sample[0::2]) * 2 / len(sample)
    odd = sum(byte in high for byte in sample[1::2]) * 2 / len(sample)
    if max(even, odd) < 0.8 or min(even, odd) > 0.4 or b"\0" not in sample:
        return None
    return "utf-16-le" if odd > even else "utf-16-be"


def _guess(data: bytes, candidates: tuple[str, ...]) -> Decoded:
    scores = sorted(((_score(data[:_SAMPLE], name), name) for name in candidates), reverse=True)
    best, name = scores[0]
    try:
        text = data.decode(name)
    except UnicodeDecodeError:
        text = data.decode(name, "replace")
    foreign = sum(byte >= 0x80 for byte in data[:_SAMPLE])
    lead = best - scores[1][0] if len(scores) > 1 else 5.0
    confidence = 1 / (1 + math.exp(-min(lead * min(foreign, 60) / 10, 30)))
    return Decoded(text, name, round(confidence, 2), tuple(other for _, other in scores[1:]))


def _score(sample: bytes, encoding: str) -> float:
    """How much like Russian or Polish the foreign bytes of the sample read: the mean of their letters' logarithms."""
    total = count = 0.0
    before = " "
    for letter in sample.decode(encoding, "replace"):
        if letter >= "\x80":
            count += 1
            total += _weight(letter, before)
        before = letter
    return total / count if count else 0.0


def _weight(letter: str, before: str) -> float:
    small = letter.lower()
    often = _RUSSIAN.get(small) or _POLISH.get(small)
    if often is None:
        return math.log(3) if letter in _MARKS else math.log(0.05)
    if letter == small:
        return math.log(often)
    # a capital behind a small letter betrays a wrong encoding; behind another one it may be a whole LOUD text
    return math.log(often / (20 if before.islower() else 1 if before.isupper() else 2))
