"""A seed that draws what a test needs: chance is a function, so it can be searched."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from itertools import count

import pytest

from tournaments.rules.draw import Choice, draw, draw_key


def seed_that_draws(*results: tuple[str, Sequence[Choice]], nonces: Iterable[str] = ()) -> str:
    """A seed whose first draws, one after the other, are these (result, choices)."""
    added = list(nonces)
    for seed in (f"{number:064x}" for number in count()):
        key = draw_key(seed, added)
        if all(draw(key, n, choices) == result for n, (result, choices) in enumerate(results, 1)):
            return seed
    raise AssertionError("there is always another seed")


def promise(monkeypatch: pytest.MonkeyPatch, seed: str) -> None:
    """The next rounds are promised this seed."""

    class Secrets:
        @staticmethod
        def token_hex(size: int) -> str:
            return seed if size == 32 else secrets.token_hex(size)

    monkeypatch.setattr("tournaments.services.draws.secrets", Secrets)
