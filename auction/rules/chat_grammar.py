"""The captains' lines in the main chat (§11, §15 and the note to both): only exact commands count.

``parse_line`` reads the exact ones. ``diagnose_line`` says what is wrong with a line that was probably meant as
one, so that its author sees it at once; it answers None for plain talk, which is nobody's mistake.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from unicodedata import normalize

from auction.rules.commands import GoVaBanque, PlaceBid
from auction.rules.state import Team
from tournaments.rules.spelling import edit_distance

_NUMBER = re.compile(r"[0-9]{1,9}")
_DIGITS = re.compile(r"[0-9]+")
_LOOKS_LIKE_A_NUMBER = re.compile(r"[\W_]*\d")
_GLUED = re.compile(r"([^\W\d_]{2,})(\d+)")
_VA_BANQUE = ("va", "banque!")
_VA_BANQUE_SPELLINGS = ("vabanque", "vabank", "вабанк")
_LONGEST_LINE = 200  # what is longer is talk


def words_of(text: str) -> tuple[str, ...]:
    """The words of a line: letter case and white space do not matter, nor how an accented letter is stored."""
    return tuple(normalize("NFC", text).casefold().split())


def parse_line(text: str, teams: Iterable[Team]) -> PlaceBid | GoVaBanque | None:
    """«Czerwoni 12» or «Czerwoni VA BANQUE!», exactly, for one of ``teams``; else None."""
    words = words_of(text)
    for team in teams:
        name = words_of(team.command)
        if not name or words[: len(name)] != name:
            continue
        rest = words[len(name) :]
        if rest == _VA_BANQUE:
            return GoVaBanque(team.id)
        if len(rest) == 1 and _NUMBER.fullmatch(rest[0]):
            return PlaceBid(team.id, int(rest[0]))
    return None


def diagnose_line(text: str, own_command: str, all_commands: Iterable[str]) -> str | None:
    """What is wrong with a captain's line that was probably meant as a command; None for plain talk.

    Also None for an exact command of the captain's own team.
    """
    if len(text) > _LONGEST_LINE:
        return None
    own, words = words_of(own_command), words_of(text)
    if words == own:
        return "chat_number_missing"
    if words[: len(own)] == own:
        return _wrong_after_name(words[len(own) :])
    if _is_attempt(words) and _wrong_after_name(words) is None:
        return "chat_name_missing"
    others = (words_of(command) for command in all_commands)
    if any(words[: len(name)] == name and _is_attempt(words[len(name) :]) for name in others if name):
        return "chat_other_team"
    return _wrong_name(words, own)


def _wrong_after_name(rest: tuple[str, ...]) -> str | None:
    """What is wrong after the team's name; None if nothing is, or if it is talk about the team."""
    if rest == _VA_BANQUE or not _is_attempt(rest):
        return None
    if rest[:2] == _VA_BANQUE:
        return "chat_text_after"
    if not _LOOKS_LIKE_A_NUMBER.match(rest[0] if len(rest) == 1 else " ".join(rest)):
        return "chat_va_banque_unmarked" if rest == ("va", "banque") else "chat_va_banque_misspelt"
    if not _DIGITS.fullmatch(rest[0]):
        return "chat_not_a_number"
    if len(rest) > 1:
        return "chat_text_after"
    return None if _NUMBER.fullmatch(rest[0]) else "chat_number_too_long"


def _wrong_name(words: tuple[str, ...], own: tuple[str, ...]) -> str | None:
    """A name that is nearly the team's, or runs into its number, before what looks like a bid."""
    name, rest = words[: len(own)], words[len(own) :]
    glued = _GLUED.fullmatch(words[len(own) - 1]) if 0 < len(own) <= len(words) else None
    if glued:
        name, rest = (*name[:-1], glued[1]), (glued[2], *rest)
        if name == own:
            return "chat_space_missing"
    if _is_attempt(rest) and _near(" ".join(name), " ".join(own)):
        return "chat_name_misspelt"
    return None


def _is_attempt(rest: tuple[str, ...]) -> bool:
    """Whether the words look like a number, or like a va banque, with whatever follows."""
    if not rest:
        return False
    if _LOOKS_LIKE_A_NUMBER.match(" ".join(rest)) or rest[:2] == _VA_BANQUE:
        return True
    letters = "".join(filter(str.isalpha, "".join(rest[:3])))
    return any(_near(letters, spelling) for spelling in _VA_BANQUE_SPELLINGS)


def _near(a: str, b: str) -> bool:
    """At most two slips apart, or one in a short word."""
    allowed = 2 if len(b) > 4 else 1
    if abs(len(a) - len(b)) > allowed or len(set(b) - set(a)) > allowed:  # a slip loses one letter at most
        return False
    return edit_distance(a, b) <= allowed
