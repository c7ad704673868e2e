"""What waits for somebody: sheets and appeals of a captain, appeals that a member of a jury considers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser

from appeals import words
from appeals.models import Appeal
from appeals.rules.projection import Audience, Reader, Seen, project
from appeals.selectors.desks import curated_clubs
from appeals.selectors.folds import read_state
from appeals.selectors.lists import appeals_of_captain, appeals_of_juror, games_of_captain
from appeals.selectors.people import ids_of
from tournaments.models import Person, User


@dataclass(frozen=True, slots=True)
class Line:
    """An appeal in a list, as its reader may see it."""

    row: Appeal
    seen: Seen
    todo: str = ""  # what the reader has to do now

    @property
    def kind(self) -> str:
        """What it asks for."""
        return self.row.get_kind_display()

    @property
    def status(self) -> str:
        """In words; the outcome once it is announced."""
        if self.seen.announcement is not None:
            return words.outcome_word(self.seen.announcement.granted)
        return str(words.STATUSES[self.seen.status])

    @property
    def time(self) -> words.Time | None:
        """What is left of the week."""
        return None if self.seen.status in words.TIMELESS else words.time_words(self.row.decide_by)


def read_mine(user: User | AnonymousUser, person: Person | None, seats: Mapping[str, int]) -> dict[str, Any]:
    """The context of the page; eight queries at most, however many appeals there are."""
    ids = ids_of(person)
    return {
        "own": list(_lines(appeals_of_captain(person, seats), lambda row: Audience(Reader.TEAM))),
        "jury": list(_jury_lines(appeals_of_juror(person), ids)),
        "may_file": bool(games_of_captain(person, seats)),
        "clubs": curated_clubs(user),
    }


def _lines(rows: Iterable[Appeal], audience: Any) -> Iterable[Line]:
    for row in rows:
        seen = project(read_state(row), audience(row))
        if seen is not None:
            yield Line(row, seen)


def _jury_lines(rows: Iterable[Appeal], ids: frozenset[str]) -> Iterable[Line]:
    for row in rows:
        state = read_state(row)
        member = next((one for one in state.members if one.id in ids), None)
        seen = project(state, Audience(Reader.JUROR, member.id)) if member is not None else None
        if seen is not None:
            yield Line(row, seen, words.next_step(seen))
