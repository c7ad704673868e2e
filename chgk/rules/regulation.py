"""The regulation paragraph by paragraph (§1.6): what an amendment makes of it, and how two texts differ."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.rules.engine import Refusal

LANGUAGES = ("pl", "ru", "en")
MOST_CHANGES = 20
_NUMBER = re.compile(r"[1-9][0-9]?(\.[1-9][0-9]?){1,3}", re.ASCII)
_WORDS = re.compile(r"\s+|\w+|[^\w\s]")


class Change(StrEnum):
    """What an amendment does to a paragraph."""

    NEW = "new"
    CHANGED = "changed"
    REPEALED = "repealed"


@dataclass(frozen=True, slots=True)
class Wording:
    """A paragraph in one language. ``items`` is a list below the text."""

    title: str = ""
    text: str = ""
    items: tuple[str, ...] = ()

    @property
    def has_words(self) -> bool:
        """Whether there is something to read."""
        return any(letter.isalpha() for letter in "".join((self.title, self.text, *self.items)))

    @property
    def whole(self) -> str:
        """Everything of it in one text."""
        return "\n".join(filter(None, (self.title, self.text, *self.items)))


@dataclass(frozen=True, slots=True)
class Amended:
    """A paragraph as an amendment has it: in every language, or in none if it is repealed."""

    number: str
    change: Change
    texts: Mapping[str, Wording]


def order(number: str) -> tuple[int, ...]:
    """Where a paragraph stands: 3.10 after 3.9."""
    return tuple(int(part) for part in number.split("."))


def fold_texts(
    base: Mapping[str, Wording], amendments: Iterable[Sequence[Amended]], language: str
) -> dict[str, Wording]:
    """The text in one language after these amendments, each paragraph in its place."""
    text = dict(base)
    for amendment in amendments:
        for one in amendment:
            if one.change is Change.REPEALED:
                text.pop(one.number, None)
            else:
                text[one.number] = one.texts[language]
    return {number: text[number] for number in sorted(text, key=order)}


def check_changes(current: Mapping[str, Mapping[str, Wording]], changes: Sequence[Amended]) -> None:
    """Refused (§1.6.3) unless the changes fit the text that is there: ``current`` by language and number."""
    if not changes:
        raise Refusal("1.6.3", "amendment_empty", {})
    if len(changes) > MOST_CHANGES:
        raise Refusal("1.6.3", "amendment_too_long", {"most": MOST_CHANGES})
    known = set(current[LANGUAGES[0]])
    chapters = {number.partition(".")[0] for number in known}
    seen: set[str] = set()
    for one in changes:
        number = one.number
        if not _NUMBER.fullmatch(number) or number.partition(".")[0] not in chapters:
            raise Refusal("1.6.3", "paragraph_malformed", {"number": number})
        if number in seen:
            raise Refusal("1.6.3", "paragraph_twice", {"number": number})
        seen.add(number)
        if one.change is Change.NEW and number in known:
            raise Refusal("1.6.3", "paragraph_there", {"number": number})
        if one.change is not Change.NEW and number not in known:
            raise Refusal("1.6.3", "paragraph_unknown", {"number": number})
        if one.change is not Change.REPEALED:
            _check_texts(current, one)


def _check_texts(current: Mapping[str, Mapping[str, Wording]], one: Amended) -> None:
    for language in LANGUAGES:
        if language not in one.texts or not one.texts[language].has_words:
            raise Refusal("1.6.3", "paragraph_untranslated", {"number": one.number, "language": language})
    if all(current[language].get(one.number) == one.texts[language] for language in LANGUAGES):
        raise Refusal("1.6.3", "paragraph_unchanged", {"number": one.number})


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a comparison: ``same``, ``ins`` or ``del``."""

    how: str
    text: str


def compare_words(before: str, after: str) -> list[Piece]:
    """How ``after`` differs from ``before``, word by word."""
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    pieces: list[Piece] = []
    for how, i, j, k, m in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if how == "equal":
            pieces.append(Piece("same", "".join(old[i:j])))
            continue
        if i < j:
            pieces.append(Piece("del", "".join(old[i:j])))
        if k < m:
            pieces.append(Piece("ins", "".join(new[k:m])))
    return pieces


@dataclass(frozen=True, slots=True)
class Difference:
    """A paragraph that two texts do not have alike."""

    number: str
    change: Change
    title: list[Piece]
    text: list[Piece]


def differences(before: Mapping[str, Wording], after: Mapping[str, Wording]) -> list[Difference]:
    """What is new, changed or gone, in the order of the paragraphs."""
    found = []
    for number in sorted({*before, *after}, key=order):
        old, new = before.get(number), after.get(number)
        if old == new:
            continue
        change = Change.NEW if old is None else Change.REPEALED if new is None else Change.CHANGED
        old, new = old or Wording(), new or Wording()
        title = compare_words(old.title, new.title)
        found.append(Difference(number, change, title, compare_words(_body(old), _body(new))))
    return found


def _body(wording: Wording) -> str:
    return "\n".join(filter(None, (wording.text, *(f"• {item}" for item in wording.items))))
