"""Words of Russian and Polish texts: told apart, folded together, compared by how rare they are (§4.1.3)."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

LONGEST_STEM = 40
_WORD = re.compile(r"[^\W_]+")
_STRESS = dict.fromkeys(range(0x300, 0x370))  # marks left over once letters are composed: «за́мок»
_FOLD = str.maketrans({"ё": "е", "ѐ": "е", "ѝ": "и"})

# Words that stand in every other text and tell none from another.
_FUNCTION_WORDS = (
    "как какая какие каким каких какого какое какой каком какому какую "
    "jaka jaką jaki jakie jakiego jakiej jakim "
    "а без бы был была были было быть в вам вас ваш во вот все всех всего вы где да для до его ее ей ему если есть "
    "еще же за и из или им ими их к как ко когда кого которая которого которой которое которую которые которых "
    "который котором которым кто ли мы на над нам нас не него нее ней нем нет ни ним них но ну о об однако он она они "
    "оно от перед по под при про с со так также там то того тоже той только том тому тот ту ты у уже чего чем через "
    "что чтобы эта эти это этого этой этом эту этот я вопрос ответ назовите именно a aby ale albo bez bo by był była "
    "było były być ci co czy dla do gdy gdzie go i ich ile im jak jako jego jej jest już ją kiedy kto która które "
    "którego której którą który których którym ku lub ma mu na nad nie niego niej nim nimi nich o od on ona one oni "
    "ono oraz po pod przed przez przy są się także tam te tego tej ten to tu tym tych tylko u w we z za ze że pytanie "
    "odpowiedź the of and in to is"
)
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())


def fold(text: str) -> str:
    """The text as it is compared: small letters, ё as е, without stresses, compatible signs as one."""
    composed = unicodedata.normalize("NFKC", text).casefold()
    return unicodedata.normalize("NFC", composed).translate(_STRESS).translate(_FOLD)


def words_of(text: str) -> list[str]:
    """The words of the text, folded, in its order."""
    return _WORD.findall(fold(text))


def stems_of(text: str, stem: Callable[[str], str]) -> list[str]:
    """The stems of its words that mean something, each once, in its order; ``stem`` knows the languages."""
    return list(dict.fromkeys(stem(word)[:LONGEST_STEM] for word in words_of(text) if word not in FUNCTION_WORDS))


def weight(count: int, total: int) -> float:
    """How much it says that two questions share a word which occurs in ``count`` of ``total``."""
    return math.log(1 + (total + 1) / (count + 1))


def overlap(one: Collection[str], other: Collection[str], weigh: Callable[[str], float]) -> float:
    """How much two sets of stems share, 0 to 1, by weight.

    Half of it is what the smaller one has in common with the other, so that a question is found in a longer one; half
    what both have in common, so that three shared words do not make a sentence equal to a page.
    """
    left, right = set(one), set(other)
    common = sum(map(weigh, left & right))
    weights = sorted((sum(map(weigh, left)), sum(map(weigh, right))))
    if not common:
        return 0.0
    return 0.5 * common / weights[0] + common / (weights[0] + weights[1])


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a text; ``shared`` if the other text has the word, too. Blanks and stops are shared with nobody."""

    text: str
    shared: bool
    is_word: bool


def pieces_of(text: str, others: Collection[str], stem: Callable[[str], str]) -> list[Piece]:
    """The text in pieces, each word with whether its stem is among ``others``; joined they are the text again."""
    pieces: list[Piece] = []
    end = 0
    for found in _WORD.finditer(text):
        if found.start() > end:
            pieces.append(Piece(text[end : found.start()], shared=False, is_word=False))
        words = words_of(found[0])
        function = all(word in FUNCTION_WORDS for word in words)
        shared = not function and any(stem(word)[:LONGEST_STEM] in others for word in words)
        pieces.append(Piece(found[0], shared, is_word=not function))
        end = found.end()
    if end < len(text):
        pieces.append(Piece(text[end:], shared=False, is_word=False))
    return pieces


def choose_groups(stems: Iterable[str], counts: dict[str, int], total: int, budget: int) -> list[tuple[str, ...]]:
    """What an index is asked for so that about ``budget`` questions come back: the rarest stems alone, then common
    ones in pairs. Absent from ``counts`` means rare.
    """
    ordered = sorted(set(stems), key=lambda stem: (counts.get(stem, 1), -len(stem), stem))[:24]
    groups: list[tuple[str, ...]] = []
    spent = 0
    singles = 0
    for stem in ordered:
        if len(groups) >= 12 or spent + counts.get(stem, 1) > budget:
            break
        spent += counts.get(stem, 1)
        singles += 1
        groups.append((stem,))
    if singles >= 4:
        return groups
    common = ordered[singles : singles + 6]
    pairs = [(one, other) for place, one in enumerate(common) for other in common[place + 1 :]]
    pairs.sort(key=lambda pair: counts.get(pair[0], 1) * counts.get(pair[1], 1))
    for pair in pairs[:8]:
        spent += counts.get(pair[0], 1) * counts.get(pair[1], 1) // max(total, 1)
        if spent > budget and groups:
            break
        groups.append(pair)
    return groups or [(stem,) for stem in ordered[:3]]
