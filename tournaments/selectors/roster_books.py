"""What each game asks of a roster: a discipline registers its book, and the desk of the heads knows no game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

from tournaments.models import Deputy, Season, User
from tournaments.rules.engine import Refusal
from tournaments.rules.rosters import CheckRoster, JudgePerson


@dataclass(frozen=True, slots=True)
class Approver:
    """An account that decides on rosters, in the place of somebody else if it is a ``deputy``."""

    deputy: Deputy | None = None


@dataclass(frozen=True, slots=True)
class RosterBook:
    """A game's own of it all. Its rules are pure; sentences come in the active language.

    ``asks_lessons``: whether the class register counts (§1 of the auction game).
    ``has_guests``: whether a captain invites people of other houses. ``stays``: an approved roster is not returned.
    ``approver(user, season)`` answers whether the account decides, ``write_to(season)`` who hears of a new roster.
    """

    discipline: str
    name: str | Promise
    guide: str | Promise  # what a roster is, in two sentences
    paragraphs: Sequence[str]  # that say so
    judge_person: JudgePerson
    check_roster: CheckRoster
    explain: Callable[[Refusal], str]
    rules_url: Callable[[str], str]
    approver: Callable[[User, Season], Approver | None]
    write_to: Callable[[Season], Sequence[User]]
    asks_lessons: bool = False
    has_guests: bool = False
    most_guests: int = 0
    stays: bool = False


_books: dict[str, RosterBook] = {}


def register_roster_book(book: RosterBook) -> None:
    """Called once a game app from its ``AppConfig.ready()``."""
    _books[book.discipline] = book


def roster_books() -> Mapping[str, RosterBook]:
    """Every game that is played by teams of houses, in the order of the apps."""
    return dict(_books)


def roster_book(discipline: str) -> RosterBook | None:
    """The game's book, if it has one."""
    return _books.get(discipline)
