"""What is still open in a season whose games are played: other apps say so, the club's calendar knows none of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from chgk.models import ClubSeason


@dataclass(frozen=True, slots=True)
class OpenMatter:
    """Something that closing the season would leave undecided: what, and where it is decided."""

    text: str
    url: str


Reader = Callable[[ClubSeason], Iterable[OpenMatter]]
_readers: dict[str, Reader] = {}


def register_open_matters(name: str, reader: Reader) -> None:
    """``reader(club)`` answers in the active language, with a fixed number of queries; called from ``ready()``."""
    _readers[name] = reader


def open_matters(club: ClubSeason) -> list[OpenMatter]:
    """All of them, in the order of the apps."""
    return [one for reader in _readers.values() for one in reader(club)]
