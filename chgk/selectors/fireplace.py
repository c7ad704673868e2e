"""What lies on the table's scratch list. Read for the table alone: whoever calls has asked who looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from chgk.models import Version
from tournaments.models import LiveGame


@dataclass(frozen=True, slots=True)
class VersionLine:
    """A version as the table sees it. ``place``: its number in the question's list, from 1; ``struck``: by whom.

    ``favours``: voice -> name of those who are for it, in the order in which they said so.
    """

    number: int
    question: int
    place: int
    text: str
    author: str
    at: datetime
    is_struck: bool
    struck: str
    chosen: bool
    favours: Mapping[str, str]

    @property
    def voices(self) -> str:
        """The voices for it, as a page's script reads them."""
        return " ".join(self.favours)

    @property
    def supporters(self) -> str:
        """The names of those who are for it."""
        return ", ".join(filter(None, self.favours.values()))


def versions_of(game: LiveGame, question: int | None = None) -> tuple[VersionLine, ...]:
    """The versions of a question, or of the whole game, in the order in which they came; two queries."""
    rows = Version.objects.filter(game=game).order_by("number").prefetch_related("favours")
    if question is not None:
        rows = rows.filter(question=question)
    places: dict[int, int] = {}
    lines = []
    for row in rows:
        places[row.question] = place = places.get(row.question, 0) + 1
        lines.append(
            VersionLine(
                number=row.number,
                question=row.question,
                place=place,
                text=row.text,
                author=row.author_name,
                at=row.proposed_at,
                is_struck=row.struck_at is not None,
                struck=row.struck_by,
                chosen=row.chosen_at is not None,
                favours={favour.voice: favour.name for favour in row.favours.all()},
            )
        )
    return tuple(lines)
