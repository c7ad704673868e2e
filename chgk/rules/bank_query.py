"""What somebody typed into the search of the bank: words in any form, and phrases in quotes, word for word."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from chgk.rules.word_forms import FUNCTION_WORDS, LONGEST_STEM, words_of

LONGEST_QUERY = 300
MOST_WORDS = 20
_PHRASE = re.compile(r"[\"«„“”]([^\"«»„“”]+)[\"»“”]")


@dataclass(frozen=True, slots=True)
class BankQuery:
    """``stems``: of words that must all be there; ``phrases``: words in this order, one blank between them."""

    stems: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to look for."""
        return not self.stems and not self.phrases


def read_query(text: str, stem: Callable[[str], str]) -> BankQuery:
    """The query in its parts; single letters and words like «и», «czy» are looked for in phrases alone."""
    text = text[:LONGEST_QUERY]
    phrases = [" ".join(words_of(found[1])) for found in _PHRASE.finditer(text)]
    phrases = [phrase for phrase in phrases if len(phrase) > 1]
    words = words_of(_PHRASE.sub(" ", text)) + [word for phrase in phrases for word in phrase.split()]
    stems = [stem(word)[:LONGEST_STEM] for word in words if tells_something(word)]
    return BankQuery(tuple(dict.fromkeys(stems))[:MOST_WORDS], tuple(dict.fromkeys(phrases))[:5])


def tells_something(word: str) -> bool:
    """Whether a word is looked for on its own."""
    return word.isdigit() or (len(word) > 1 and word not in FUNCTION_WORDS)
