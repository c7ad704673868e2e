"""What hangs on a motion in another app: a jury, a complaint. Each app says what the council's decision does there."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass

from chgk.models import ClubSeason, Motion
from tournaments.rules.votes import Decision
from tournaments.services.actors import Actor

Decided = Callable[[Motion, Decision, Actor, datetime.datetime], None]


@dataclass(frozen=True, slots=True)
class Subject:
    """``decided`` is called in the transaction that ends the vote; ``address`` is the page that shows the subject."""

    decided: Decided
    address: Callable[[Motion], str]


@dataclass(frozen=True, slots=True)
class Matter:
    """Something that a decision of the curator could be about; ``is_final``: nobody may touch it any more (§5.4.1)."""

    key: str
    label: str
    is_final: bool = False


_subjects: dict[str, Subject] = {}
_matters: dict[str, Callable[[ClubSeason], list[Matter]]] = {}


def register_subject(name: str, subject: Subject) -> None:
    """``name`` is what a motion's subject begins with: «jury» for «jury:7». Called from ``ready()``."""
    _subjects[name] = subject


def subject_of(motion: Motion) -> Subject | None:
    """Whose business the motion is besides the council's."""
    return _subjects.get(motion.subject.partition(":")[0]) if motion.subject else None


def register_matters(name: str, reader: Callable[[ClubSeason], list[Matter]]) -> None:
    """``reader(club)`` names what the season has that a curator might decide on. Called from ``ready()``."""
    _matters[name] = reader


def matters_of(club: ClubSeason) -> list[Matter]:
    """Everything that other apps name."""
    return [matter for reader in _matters.values() for matter in reader(club)]
