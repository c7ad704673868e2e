"""Names as they stand in sentences: never turned around."""

from __future__ import annotations

import unicodedata

_TURNING = frozenset({"R", "AL", "AN", "RLE", "RLO", "LRE", "LRO", "RLI", "LRI", "FSI", "PDF", "PDI"})


def isolate(name: str) -> str:
    """A name that cannot turn the sentence around it: right-to-left ones are set between isolating marks."""
    if any(unicodedata.bidirectional(char) in _TURNING for char in name):
        return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    return name
