"""A text as numbered lines, within limits: what every reader of a text format starts from."""

from __future__ import annotations

import re
from dataclasses import dataclass

MOST_BYTES = 5_000_000
MOST_LINES = 100_000
MOST_QUESTIONS = 3_000
LONGEST_LINE = 20_000

# what Word, old Macs and web pages use for a line break inside a text; \x85 is one in Unicode
BREAKS = re.compile("[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class Line:
    """A line and its number in the file. ``literal``: no label begins in it; ``opaque``: it is read as it stands,
    without markers and list numbers either, and goes on with what was before. ``is_item``: a word processor counts it.
    """

    number: int
    text: str
    literal: bool = False
    opaque: bool = False
    is_item: bool = False

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing to read; an opaque empty line is a part of its text."""
        return not self.opaque and not self.text.strip()


def split_lines(text: str) -> list[str]:
    """The lines, whichever breaks divide them: LF, CR LF, CR CR LF, CR, form feeds, Unicode's own."""
    text = text.replace("\r\r\n", "\n").replace("\r\n", "\n")
    return BREAKS.sub("\n", text).split("\n")
