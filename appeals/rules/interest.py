"""§5.1.1: three people without an interest in the outcome, and why somebody has one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from appeals.rules.state import JURY
from tournaments.rules.engine import Refusal
from tournaments.rules.likeness import normalise


class Why(StrEnum):
    """What makes somebody interested in the outcome."""

    PLAYER = "player"  # of a team of the season
    DEAN = "dean"  # of its house
    AUTHOR = "author"
    EDITOR = "editor"
    TESTER = "tester"
    CURATOR = "curator"  # who decides where the jury does not


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who may sit in the jury."""

    person: int
    name: str
    also: tuple[str, ...] = ()  # other names that the person goes by


@dataclass(frozen=True, slots=True)
class Writer:
    """Who had a hand in the questions concerned; ``person`` if it is known who that is, else the name has to do."""

    why: Why
    name: str
    person: int | None = None


@dataclass(frozen=True, slots=True)
class Parties:
    """Everybody with an interest. ``players``, ``deans``: by person, what their team or house is called."""

    players: Mapping[int, str] = field(default_factory=dict)
    deans: Mapping[int, str] = field(default_factory=dict)
    writers: tuple[Writer, ...] = ()
    curator: int | None = None


@dataclass(frozen=True, slots=True)
class Interest:
    """One reason; ``of``: the team, the house, or the name under which a question was written."""

    why: Why
    of: str


def interests_of(candidate: Candidate, parties: Parties) -> tuple[Interest, ...]:
    """Every reason why the candidate may not sit in the jury; none for whoever may."""
    found = []
    if candidate.person in parties.players:
        found.append(Interest(Why.PLAYER, parties.players[candidate.person]))
    if candidate.person in parties.deans:
        found.append(Interest(Why.DEAN, parties.deans[candidate.person]))
    names = {_key(name) for name in (candidate.name, *candidate.also)}
    for writer in parties.writers:
        same = writer.person == candidate.person if writer.person is not None else _key(writer.name) in names
        interest = Interest(writer.why, writer.name)
        if same and interest not in found:
            found.append(interest)
    if candidate.person == parties.curator:
        found.append(Interest(Why.CURATOR, ""))
    return tuple(found)


def check_jury(candidates: Sequence[Candidate], parties: Parties) -> None:
    """§5.1.1: refused unless they are three different people without an interest."""
    if len(candidates) != JURY or len({one.person for one in candidates}) != JURY:
        raise Refusal("5.1.1", "jury_of_three")
    interested = names_of_interested(candidates, parties)
    if interested:
        raise Refusal("5.1.1", "jury_interested", {"names": interested})


def names_of_interested(candidates: Iterable[Candidate], parties: Parties) -> list[str]:
    """Who of them may not sit in the jury."""
    return [one.name for one in candidates if interests_of(one, parties)]


def _key(name: str) -> tuple[str, ...]:
    """A name without case, accents and the order of its words: «Rowan, Ewa» is «Ewa Rowan»."""
    return tuple(sorted(normalise(name).split()))
