"""What the curator's desk of appeals shows: groups by what they wait for, juries with the council's votes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from appeals.enums import JuryState
from appeals.models import CouncilVote, Jury
from appeals.my_page import Line
from appeals.rules.projection import Audience, Reader, Status, project
from appeals.selectors.folds import read_state
from appeals.selectors.juries import juries_of, jury_motions
from appeals.selectors.lists import filed_appeals
from chgk.models import ClubSeason, Motion
from tournaments.models import LiveGame, Person
from tournaments.rules.votes import JURY, Count, decide_vote
from tournaments.vote_words import decision_word, result_words

GROUPS: tuple[tuple[str, str | Promise, tuple[Status, ...]], ...] = (
    ("receive", _("To be received or returned"), (Status.FILED,)),
    ("waiting", _("Waiting for a jury"), (Status.WAITING,)),
    ("decide", _("Left to you"), (Status.CURATOR,)),
    ("announce", _("To be announced"), (Status.DECIDED,)),
    ("jury", _("With the jury"), (Status.SPEAKING, Status.VOTING)),
    ("team", _("With the team"), (Status.RETURNED,)),
    ("over", _("Done"), (Status.ANNOUNCED, Status.WITHDRAWN)),
)


@dataclass(frozen=True, slots=True)
class Group:
    """Appeals that wait for the same."""

    key: str
    title: str | Promise
    lines: list[Line]


@dataclass(frozen=True, slots=True)
class VoteLine:
    """A meeting of the council."""

    vote: CouncilVote
    figures: str
    decision: str


@dataclass(frozen=True, slots=True)
class JuryLine:
    """A jury with its members and the council's votes on it."""

    jury: Jury
    names: list[str]
    votes: list[VoteLine]
    motion: Motion | None = None

    @property
    def is_proposed(self) -> bool:
        """Whether it waits for the council."""
        return self.jury.state == JuryState.PROPOSED

    @property
    def is_over(self) -> bool:
        """Whether it is history."""
        return self.jury.state in (JuryState.REJECTED, JuryState.REPLACED)


def read_desk(club: ClubSeason) -> dict[str, Any]:
    """The context of the desk; five queries, however many appeals and juries there are."""
    lines = []
    for row in filed_appeals(club):
        seen = project(read_state(row), Audience(Reader.CURATOR))
        if seen is not None:
            lines.append(Line(row, seen))
    groups = [
        Group(key, title, [line for line in lines if line.seen.status in wanted]) for key, title, wanted in GROUPS
    ]
    motions = jury_motions(club)
    juries = [_jury(jury, motions.get(jury.pk)) for jury in juries_of(club)]
    return {
        "groups": [group for group in groups if group.lines],
        "overdue": [line for line in lines if line.time is not None and line.time.over],
        "complaints": [line for line in lines if any(one.finding is None for one in line.seen.complaints)],
        "juries": [line for line in juries if not line.is_over],
        "past_juries": [line for line in juries if line.is_over],
    }


def possible_members() -> QuerySet[Person]:
    """Whom a jury may be chosen from: everybody of the school who has not left. Who has an interest is refused."""
    return Person.objects.filter(left_at=None).order_by("name", "pk")


def season_games(club: ClubSeason) -> QuerySet[LiveGame]:
    """The games that a jury of their own may be composed for."""
    return LiveGame.objects.filter(fixture__club=club).order_by("fixture__number")


def _jury(jury: Jury, motion: Motion | None) -> JuryLine:
    names = [seat.person.public_name for seat in sorted(jury.seats.all(), key=lambda seat: seat.position)]
    votes = []
    for vote in sorted(jury.votes.all(), key=lambda vote: vote.pk):
        result = decide_vote(JURY, Count(vote.composition, vote.in_favour, vote.against, vote.abstained))
        votes.append(VoteLine(vote, result_words(result), decision_word(result.decision)))
    return JuryLine(jury, names, votes, motion)
