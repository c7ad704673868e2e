"""Draws that anyone can check: a function of a secret seed, the players' nonces, a number and the sorted choices.

Before a round the server publishes :func:`commitment`; the captains' devices add nonces to it, and
from the first draw on :func:`draw_key` is fixed though nobody in the hall knows it. After the round the
seed is published. Everything is text, so that a shell can do the same (docs/draws.md).
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable
from itertools import count
from typing import NamedTuple

Choice = str | tuple[str, int]  # what can be drawn, and with which weight; 1 if none is named
Weighted = tuple[tuple[str, int], ...]

_SEED = re.compile(r"[0-9a-f]{64}", re.ASCII)
_NONCE = re.compile(r"[0-9a-f]{32}", re.ASCII)
_BLOCK = 2**256  # values that one HMAC-SHA256 can have


class Ticket(NamedTuple):
    """How a draw came about: the value in hexadecimal digits; modulo ``total`` it is ``place``, one of ``name``."""

    attempt: int
    value: str
    place: int
    total: int
    name: str


def is_seed(text: object) -> bool:
    """Whether the text can be a seed, or a commitment: 64 small hexadecimal digits."""
    return isinstance(text, str) and _SEED.fullmatch(text) is not None


def is_nonce(text: object) -> bool:
    """Whether the text can be a device's nonce: 32 small hexadecimal digits."""
    return isinstance(text, str) and _NONCE.fullmatch(text) is not None


def commitment(seed: str) -> str:
    """What is published before the round: it binds the server to the seed and tells nothing about it."""
    return hashlib.sha256(seed.encode()).hexdigest()


def draw_key(seed: str, nonces: Iterable[str]) -> str:
    """The seed and the nonces in one: whoever knows only the one or only the others cannot choose it.

    It is no plain hash of them: without any nonce that would be the commitment, which everybody knows.
    """
    return _hmac(seed, "\n".join(sorted(nonces))).hex()


def sort_choices(choices: Iterable[Choice]) -> Weighted:
    """The choices in the order in which they are counted: by the code points of their names.

    ValueError if there is none, if two have one name, or if a weight is no whole number above zero (all
    of them together: not above 2**256).
    """
    weighted = tuple(sorted((choice, 1) if isinstance(choice, str) else (choice[0], choice[1]) for choice in choices))
    if not weighted:
        raise ValueError("there is nothing to draw from")
    if len({name for name, _ in weighted}) < len(weighted):
        raise ValueError("two choices have one name")
    if any(type(weight) is not int or weight < 1 for _, weight in weighted):
        raise ValueError("a weight is a whole number above zero")
    if sum(weight for _, weight in weighted) > _BLOCK:
        raise ValueError("the weights add up to more than can be drawn from")
    return weighted


def draw(key: str, n: int, choices: Iterable[Choice]) -> str:
    """The name that the n-th draw with this key takes: of two with weights 3 and 1 the first in three of four draws."""
    return find_ticket(key, n, choices).name


def find_ticket(key: str, n: int, choices: Iterable[Choice]) -> Ticket:
    """The n-th draw with its working. A value too large to be divided evenly among the tickets is passed over."""
    weighted = sort_choices(choices)
    total = sum(weight for _, weight in weighted)
    values = ((attempt, int.from_bytes(_hmac(key, f"{n}.{attempt}"), "big")) for attempt in count())
    attempt, value = next(each for each in values if each[1] < _BLOCK - _BLOCK % total)
    return Ticket(attempt, f"{value:064x}", value % total, total, _name_at(weighted, value % total))


def _name_at(weighted: Weighted, place: int) -> str:
    """Whose ticket lies at this place, if each name has as many as its weight, in their order."""
    for name, weight in weighted:
        if place < weight:
            return name
        place -= weight
    raise AssertionError("a place is below the sum of the weights")


def _hmac(key: str, message: str) -> bytes:
    return hmac.digest(key.encode(), message.encode(), "sha256")
