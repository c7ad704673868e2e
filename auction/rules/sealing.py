"""The seal on an evening's questions: what is published beforehand, and how anyone checks it afterwards.

Each question has a digest of its own, so that what was played can be shown without showing what was not:

    digest      SHA-256 of  salt + newline + the question as JSON (keys sorted, no spaces, UTF-8, without its id)
    line        category, tab, «main» or «spare», tab, digest
    commitment  SHA-256 of  the lines, sorted, joined by newlines
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

MARK_DIGITS = 12


@dataclass(frozen=True, slots=True)
class SealedLine:
    """One question of a set, for everybody: nothing of its text is in it."""

    category: str
    is_spare: bool
    digest: str

    def __str__(self) -> str:
        return f"{self.category}\t{'spare' if self.is_spare else 'main'}\t{self.digest}"


def canonical(question: Mapping[str, Any]) -> str:
    """The question as the digest reads it."""
    bare = {key: value for key, value in question.items() if key != "id"}
    return json.dumps(bare, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def question_digest(salt: str, question: Mapping[str, Any]) -> str:
    """What the seal vouches for; without the salt it tells nothing, not even to whoever knows the bank."""
    return hashlib.sha256(f"{salt}\n{canonical(question)}".encode()).hexdigest()


def mark_of(digest: str) -> str:
    """What a sealed question is called in draws and logs: the beginning of its digest, never a number alone."""
    return f"q-{digest[:MARK_DIGITS]}"


def commitment(lines: Iterable[SealedLine]) -> str:
    """What is published when the set is sealed."""
    return hashlib.sha256("\n".join(sorted(map(str, lines))).encode()).hexdigest()
