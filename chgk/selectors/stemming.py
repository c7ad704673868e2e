"""Word forms of Russian and Polish as one stem, by the Snowball algorithms; a word's letters tell the language."""

from __future__ import annotations

import threading
from functools import lru_cache

from Stemmer import Stemmer

from chgk.rules import word_forms

_lock = threading.Lock()  # a stemmer keeps the word that it works on
_russian, _polish = Stemmer("russian"), Stemmer("polish")


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The stem of a folded word; Latin letters are taken for Polish, numbers stay."""
    if word.isdigit() or len(word) > 3 * word_forms.LONGEST_STEM:
        return word
    with _lock:
        found: str = (_russian if "а" <= word[0] <= "я" else _polish).stemWord(word)
    return found.replace("ё", "е") or word


def stems_of(*texts: str) -> list[str]:
    """The stems that tell the texts from others, each once."""
    return word_forms.stems_of("\n".join(texts), stem)
