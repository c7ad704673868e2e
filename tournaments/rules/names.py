"""People's names: folded for searches and «same person?» (nowhere else), and shortened for public pages."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Hashable, Iterator
from enum import StrEnum
from functools import lru_cache
from itertools import combinations
from typing import Generic, TypeVar

from tournaments.rules.engine import Refusal
from tournaments.rules.likeness import normalise

LONGEST_TYPED = 1000
LONGEST_COMPARED = 200
MOST_WORDS = 6
MOST_LETTERS = 4  # of a last name, to tell two people of a table apart
LONGEST_SLIP = 60  # letters of a name that are tried one by one
FEWEST_FOR_A_SLIP = 6  # letters of a name: in a shorter one a letter more or less is another name
# Letters of two alphabets that look alike: whoever types «С» on the wrong keyboard means the same name.
_TWINS = str.maketrans("авеікмнорстухѕј", "abeikmhopctyxsj")
_JOINERS = "\u200c\u200d"  # inside emoji and some scripts
_PATRONYMICS = ("вич", "вна", "чна", "оглы", "кызы")
_INSIDE_WORDS = str.maketrans(dict.fromkeys("'’ʼ`´‘", ""))


class Alike(StrEnum):
    """Why two names may mean one person, the surest first."""

    SAME = "same"  # letter by letter, but for case, accents, spaces and twins of the alphabets
    TURNED = "turned"  # the same words in another order
    LONGER = "longer"  # one has a second name or a patronymic more
    INITIALS = "initials"  # one has an initial where the other has the name
    SLIP = "slip"  # a letter more, less, changed or swapped


ORDER = tuple(Alike)


def fold_name(text: str) -> str:
    """The name for comparing: no case, accents, invisible letters or punctuation, one alphabet for twins.

    A name without a letter or digit (an emoji) stays itself.
    """
    return _folded(text[:LONGEST_TYPED])


@lru_cache(maxsize=16_384)  # the names of a whole school, which every search folds
def _folded(text: str) -> str:
    seen = "".join(char for char in text if unicodedata.category(char) != "Cf").translate(_INSIDE_WORDS)
    seen = seen[:LONGEST_COMPARED]
    return normalise(normalise(seen).translate(_TWINS)) or " ".join(seen.casefold().split())


def contains_words(name: str, text: str) -> bool:
    """Whether each word of ``text`` stands somewhere in the name, both folded."""
    folded = fold_name(name)
    return all(word in folded for word in fold_name(text).split())


Item = TypeVar("Item", bound=Hashable)


class NameIndex(Generic[Item]):
    """Things by name, found by any name that may mean the same; quick for thousands of them."""

    def __init__(self) -> None:
        self._found: dict[str, list[tuple[str, Item]]] = {}

    def add(self, name: str, item: Item) -> None:
        """Remembers the item under the name; one item may have several."""
        folded = fold_name(name)
        if folded:
            for key in set(_keys(folded, "store")):
                self._found.setdefault(key, []).append((folded, item))

    def find(self, name: str) -> list[tuple[Alike, Item]]:
        """Whatever may be meant, the surest first, each once."""
        wanted = fold_name(name)
        near = {pair: None for key in sorted(set(_keys(wanted, "ask"))) for pair in self._found.get(key, ())}
        best: dict[Item, Alike] = {}
        for folded, item in near:
            alike = _why(wanted, folded)
            if alike is not None and (item not in best or ORDER.index(alike) < ORDER.index(best[item])):
                best[item] = alike
        return [(alike, item) for item, alike in sorted(best.items(), key=lambda pair: ORDER.index(pair[1]))]


def compare_names(one: str, other: str) -> Alike | None:
    """Why the two may mean one person; None if nothing speaks for it."""
    first, second = fold_name(one), fold_name(other)
    return _why(first, second) if first and second else None


def _keys(folded: str, what: str) -> Iterator[str]:
    """Two names that may mean one person have one of these in common: what one stores, the other asks for."""
    words = folded.split()
    yield f"={folded}"
    has_initials = any(len(word) == 1 for word in words)
    side = "short" if has_initials == (what == "store") else "whole"
    for one, other in combinations(sorted(set(words))[:MOST_WORDS], 2):
        yield f"+{one} {other}"
        yield f"{side} {one} {other[0]}"
        yield f"{side} {other} {one[0]}"
    if len(words) > 1:
        for spelt in {folded, " ".join(sorted(words))}:
            yield f"~{spelt}"
            yield from (f"~{spelt[:place]}{spelt[place + 1 :]}" for place in range(min(len(spelt), LONGEST_SLIP)))


def _why(one: str, other: str) -> Alike | None:
    first, second = sorted((one.split(), other.split()), key=len)
    if one == other:
        return Alike.SAME
    if sorted(first) == sorted(second):
        return Alike.TURNED
    if len(first) < 2:
        return None
    if set(first) < set(second):
        return Alike.LONGER
    if _fit_initials(first, second):
        return Alike.INITIALS
    turned = (" ".join(sorted(first)), " ".join(sorted(second)))
    return Alike.SLIP if _is_slip(one, other) or _is_slip(*turned) else None


def _fit_initials(first: list[str], second: list[str]) -> bool:
    """«Kowalski J.» and «Jan Kowalski»: at least one whole word in common, an initial for all that the other lacks."""
    shared = {word for word in first if word in second and len(word) > 1}
    rest = [word for word in first if word not in shared]
    others = [word for word in second if word not in shared]
    if not shared or not rest:
        return False
    for word in rest:
        fit = next((one for one in others if one[0] == word[0] and 1 in (len(one), len(word))), None)
        if fit is None:
            return False
        others.remove(fit)
    return True


def _is_slip(one: str, other: str) -> bool:
    """One letter apart; numbers are never merely misspelt («Guest 1», «Guest 2»)."""
    if min(len(one), len(other)) <= FEWEST_FOR_A_SLIP or abs(len(one) - len(other)) > 1:
        return False
    head = next((place for place, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), None)
    if head is None:
        head = min(len(one), len(other))
    tails = zip(reversed(one[head:]), reversed(other[head:]), strict=False)
    tail = next((place for place, pair in enumerate(tails) if pair[0] != pair[1]), None)
    if tail is None:
        tail = min(len(one), len(other)) - head
    first, second = one[head : len(one) - tail], other[head : len(other) - tail]
    near = max(len(first), len(second)) == 1 or (len(first) == 2 and first == second[::-1])
    return near and not any(map(str.isdigit, first + second))


def shorten_name(name: str, letters: int = 1) -> str:
    """The first name with the first letters of the last one, «Jan K.»; a name of one word or number stays as it is.

    Of a name that ends with a patronymic the first word is the family's: «Иванов Пётр Сергеевич» is «Пётр И.».
    """
    words = unicodedata.normalize("NFC", name).split()
    if len(words) > 2 and words[-1].casefold().endswith(_PATRONYMICS):
        words = [words[1], words[0]]
    last = "".join(filter(str.isalpha, words[-1])) if len(words) > 1 else ""
    return f"{words[0]} {last[:letters]}." if last else " ".join(words)


def tell_apart(shown: str, full: str, taken: Collection[str]) -> str:
    """The name beside others: where ``taken`` has it already, with more letters of the last one, else a number.

    ``full`` is the whole name that ``shown`` is short for, "" where it is short for none; it is never the answer.
    """
    seen = {fold_name(name) for name in taken}
    if fold_name(shown) not in seen:
        return shown
    seen.add(fold_name(full))
    longer = (shorten_name(full, letters) for letters in range(2, MOST_LETTERS + 1) if full)
    numbered = (f"{shown} {number}" for number in range(2, len(seen) + 3))
    return next(name for name in (*longer, *numbered) if fold_name(name) not in seen)


def clean_name(text: str, longest: int) -> str:
    """The name as typed, without what nobody sees. Refused: none, an invisible one, one that is too long."""
    name = drop_unseen(text)
    if not text.strip():
        raise Refusal("", "name_missing")
    if not any(unicodedata.category(char)[0] in "LNS" for char in name):
        raise Refusal("", "name_invisible")
    if len(name) > longest:
        raise Refusal("", "name_too_long", {"length": len(name), "limit": longest})
    return name


def drop_unseen(text: str) -> str:
    """One line of what is seen: no control characters, none that turn the direction of what follows."""
    kept = "".join(char if _is_seen(char) or char in _JOINERS else " " for char in unicodedata.normalize("NFC", text))
    return " ".join(kept.split())


def _is_seen(char: str) -> bool:
    return unicodedata.category(char)[0] not in "CZ"


def tells_the_whole(shown: str, full: str) -> bool:
    """Whether a name for public pages gives the full one away, also written as one word."""
    joined = fold_name(shown).replace(" ", "") == fold_name(full).replace(" ", "") != ""
    close = joined or compare_names(shown, full) in (Alike.SAME, Alike.TURNED, Alike.LONGER, Alike.SLIP)
    return close and fold_name(shown) != fold_name(shorten_name(full))
