"""Word forms of Russian and Polish as one stem, by the Snowball algorithms; a word's letters tell the language."""

from __future__ import annotations

import threading
from functools import lru_cache

from Stemmer import Stemmer

from chgk.rules import word_forms

# «музей» loses its «ей», «музеях» only «ях»: what the algorithms leave of an ending is taken off as well. Among the
# words of tests/benchmarks/corpus.py, pairs of forms with one stem rise from 88 to 92 % (Polish: from 88 to 90), and
# less than one stem in a hundred comes to be shared by two words.
ENDINGS = frozenset("аеиоуыэюяьйaąeęioóuy")
SHORTEST = 2

_lock = threading.Lock()  # a stemmer keeps the word that it works on
_russian, _polish = Stemmer("russian"), Stemmer("polish")


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The stem of a folded word; Latin letters are taken for Polish, numbers stay."""
    if word.isdigit() or len(word) > 3 * word_forms.LONGEST_STEM:
        return word
    with _lock:
        found: str = (_russian if "а" <= word[0] <= "я" else _polish).stemWord(word)
    while len(found) > SHORTEST and found[-1] in ENDINGS:
        found = found[:-1]
    return found or word


def stems_of(*texts: str) -> list[str]:
    """The stems that tell the texts from others, each once."""
    return word_forms.stems_of("\n".join(texts), stem)
