"""What a mark in a register means, in Polish, Russian and English; words of a school's own are asked for."""

from __future__ import annotations

import unicodedata

PRESENT, LATE, ABSENT, EXCUSED = MARKS = ("present", "late", "absent", "excused")

_SIGNS = {
    PRESENT: "+ ✓ ✔ • ● ☑ v y x х",
    ABSENT: "- – — − 0 ✗ ✘ ☐",
}
_WORDS = {
    PRESENT: (
        "1 1.0 1,0 ob o obecny obecna obecni obecnosc obecność byl był byla była jest tak prawda "
        "присутствовал присутствовала присутствует присутствие прис присут пр был была есть да истина "
        "p present here yes true attended там"
    ),
    LATE: (
        "sp s sp. spozniony spóźniony spozniona spóźniona spoznienie spóźnienie "
        "оп опоздал опоздала опоздание опозд l late tardy"
    ),
    ABSENT: (
        "0.0 0,0 nb n nob nieob nieobecny nieobecna nieobecnosc nieobecność nie nu nn falsz fałsz brak "
        "н нб нет отсутствовал отсутствовала отсутствует отсутствие отс неявка ложь a ab absent no false"
    ),
    EXCUSED: (
        "u us usp uspr usprawiedliwiony usprawiedliwiona usprawiedliwienie usprawiedliwione zw zwolniony zwolniona "
        "ch chory chora у ув уваж уважительная б бол болел болела болен больна болезнь осв освобожден освобождена "
        "освобождён освобождена e ex excused ill sick"
    ),
}
_ALL = {word: mark for table in (_SIGNS, _WORDS) for mark, words in table.items() for word in words.split()}


def fold_mark(text: str) -> str:
    """The mark without case, white space and the point of an abbreviation."""
    bare = " ".join(unicodedata.normalize("NFC", text).replace("\u200b", "").casefold().split())
    return bare.rstrip(".") or bare


def read_mark(text: str, own: dict[str, str] | None = None) -> str | None:
    """One of :data:`MARKS`, "" where nothing is said, None where it is not known what is meant.

    ``own``: what the school's own signs mean, by their folded form; "" means that a sign says nothing.
    """
    folded = fold_mark(text)
    if not folded:
        return ""
    if own and folded in own:
        return own[folded]
    return _ALL.get(folded)
