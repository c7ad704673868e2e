"""One appeal: what was filed, who considers it, what they said, and what came of it. The phase follows from these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from appeals.rules.settings import Settings

JURY = 3  # §5.1.1
DECIDES = 2  # §5.3.2: two of three
MOST_SOURCES = 20


class Kind(StrEnum):
    """§5.2.2: what an appeal may ask for."""

    ACCEPT = "accept"  # the team's answer fits the question as well
    REMOVE = "remove"  # the question or its answer has an error of fact


class Choice(StrEnum):
    """§5.3.2: what a member writes on the sheet."""

    AGREE = "agree"
    DISAGREE = "disagree"
    ABSTAIN = "abstain"


class Phase(StrEnum):
    """How far an appeal is."""

    DRAFT = "draft"
    FILED = "filed"  # the curator has to receive it, or to return it
    RETURNED = "returned"  # for a formal fault; it may be filed again
    WITHDRAWN = "withdrawn"
    WAITING = "waiting"  # received, but there is no jury yet
    SPEAKING = "speaking"  # members read it and state their views
    VOTING = "voting"
    CURATOR = "curator"  # the votes leave it to the curator
    DECIDED = "decided"
    ANNOUNCED = "announced"


BEFORE_THE_JURY = frozenset({Phase.DRAFT, Phase.FILED, Phase.RETURNED, Phase.WITHDRAWN})
AT_WORK = frozenset({Phase.SPEAKING, Phase.VOTING})  # the jury
WITH_THE_JURY = AT_WORK | {Phase.WAITING}
WITH_THE_CURATOR = frozenset({Phase.FILED, Phase.WAITING, Phase.CURATOR, Phase.DECIDED})  # who has to do something


@dataclass(frozen=True, slots=True)
class Source:
    """A citation by the rules for questions (§5.2.3.2); ``raw`` is the whole of it as it was typed.

    ``citation``: its parts, as :func:`tournaments.rules.citations.as_json` writes them; older logs have none.
    """

    raw: str
    citation: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """§5.2.3.1: what stands on the sheet of an appeal."""

    season: str
    game: str
    team: str
    question: int
    text: str
    answer: str
    given: str
    kind: Kind
    reasoning: str
    sources: tuple[Source, ...] = ()
    captain: str = ""
    accepted: tuple[str, ...] = ()  # what the team asks to be accepted, each on its own


@dataclass(frozen=True, slots=True)
class Member:
    """A member of the jury. ``id`` names the person."""

    id: str
    name: str
    recused: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """What a member thinks of the appeal."""

    juror: str
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Vote:
    """What a member wrote on the sheet, with the date."""

    juror: str
    choice: Choice
    date: str
    at: int


@dataclass(frozen=True, slots=True)
class Fault:
    """§5.2.3: why the curator sent an appeal back."""

    paragraph: str
    reason: str
    at: int


@dataclass(frozen=True, slots=True)
class OwnDecision:
    """§5.3.2: the curator's, where the votes do not decide."""

    granted: bool
    reason: str
    at: int


@dataclass(frozen=True, slots=True)
class Announcement:
    """What everybody was told. ``accepted``: the answers that count from now on."""

    granted: bool
    accepted: tuple[str, ...]
    at: int
    complain_until: int


@dataclass(frozen=True, slots=True)
class Finding:
    """What the council found on a complaint."""

    upheld: bool
    text: str
    at: int
    composition: int
    in_favour: int
    against: int
    abstained: int
    repeat: bool = False


@dataclass(frozen=True, slots=True)
class Complaint:
    """§5.4.2: about what the jury did, not about what it found."""

    number: int
    by: str
    name: str
    text: str
    at: int
    finding: Finding | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """A procedure that was repeated after its ruling had been announced."""

    members: tuple[Member, ...]
    views: tuple[View, ...]
    votes: tuple[Vote, ...]
    own: OwnDecision | None
    announcement: Announcement


@dataclass(frozen=True, slots=True)
class Appeal:
    """The state of an appeal."""

    sheet: Sheet | None = None
    settings: Settings = field(default_factory=Settings)
    filed_at: int | None = None
    decide_by: int | None = None  # §5.3.1
    fault: Fault | None = None
    withdrawn: bool = False
    received: bool = False
    members: tuple[Member, ...] = ()  # in the order of their votes
    read: frozenset[str] = frozenset()
    views: tuple[View, ...] = ()
    votes: tuple[Vote, ...] = ()
    own: OwnDecision | None = None
    announcement: Announcement | None = None
    complaints: tuple[Complaint, ...] = ()
    former: tuple[Round, ...] = ()

    @property
    def voters(self) -> tuple[Member, ...]:
        """§5.3.2: the members who have a vote."""
        return tuple(member for member in self.members if not member.recused)

    @property
    def spoken(self) -> frozenset[str]:
        """Who has stated a view."""
        return frozenset(view.juror for view in self.views)

    @property
    def voted(self) -> frozenset[str]:
        """Who has voted."""
        return frozenset(vote.juror for vote in self.votes)

    @property
    def all_spoken(self) -> bool:
        """Whether every voting member has stated a view."""
        return bool(self.members) and self.spoken >= {member.id for member in self.voters}

    @property
    def all_voted(self) -> bool:
        """Whether every voting member has voted."""
        return bool(self.members) and self.voted >= {member.id for member in self.voters}

    @property
    def next_voter(self) -> Member | None:
        """Whose turn it is (§5.3.2)."""
        if not self.all_spoken:
            return None
        return next((member for member in self.voters if member.id not in self.voted), None)

    @property
    def by_jury(self) -> bool | None:
        """What the votes decide; None while they are not all there, and where they leave it to the curator."""
        return count_votes([vote.choice for vote in self.votes]) if self.all_voted else None

    @property
    def granted(self) -> bool | None:
        """What was decided, announced or not."""
        if self.announcement is not None:
            return self.announcement.granted
        return self.own.granted if self.own is not None else self.by_jury

    @property
    def phase(self) -> Phase:
        """How far it is."""
        if self.announcement is not None:
            return Phase.ANNOUNCED
        if self.withdrawn:
            return Phase.WITHDRAWN
        if not self.received:
            return self._before_receipt()
        if not self.members:
            return Phase.WAITING
        if not self.all_voted:
            return Phase.VOTING if self.all_spoken else Phase.SPEAKING
        return Phase.DECIDED if self.granted is not None else Phase.CURATOR

    def _before_receipt(self) -> Phase:
        if self.sheet is None:
            return Phase.DRAFT
        return Phase.RETURNED if self.fault is not None else Phase.FILED

    def member(self, juror: str) -> Member | None:
        """The member with this id."""
        return next((member for member in self.members if member.id == juror), None)


def count_votes(choices: list[Choice]) -> bool | None:
    """§5.3.2: two «agree» grant the appeal, two «disagree» deny it; everything else is the curator's to decide."""
    if choices.count(Choice.AGREE) >= DECIDES:
        return True
    if choices.count(Choice.DISAGREE) >= DECIDES:
        return False
    return None
