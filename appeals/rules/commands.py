"""What people do with an appeal. ``at``: ms since the epoch; deadlines come with the commands that start them."""

from __future__ import annotations

from dataclasses import dataclass

from appeals.rules.settings import Settings
from appeals.rules.state import Choice, Member, Sheet
from tournaments.rules.votes import JURY, Count, Rule


@dataclass(frozen=True, slots=True)
class File:
    """§5.2.3: the captain hands it in, for the first time or again after a return."""

    sheet: Sheet
    settings: Settings
    decide_by: int
    at: int


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The team does not insist."""

    at: int


@dataclass(frozen=True, slots=True)
class Receive:
    """§5.2.4: the curator takes it on."""

    at: int


@dataclass(frozen=True, slots=True)
class Return:
    """§5.2.3: the curator sends it back for a formal fault."""

    paragraph: str
    reason: str
    at: int


@dataclass(frozen=True, slots=True)
class SeatJury:
    """§5.1: these three consider it; if others did so far, from the beginning."""

    members: tuple[Member, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Recuse:
    """§5.1.1: a member turns out to have an interest, and has no vote."""

    juror: str
    reason: str
    at: int


@dataclass(frozen=True, slots=True)
class ConfirmRead:
    """§5.3.2, 1."""

    juror: str
    at: int


@dataclass(frozen=True, slots=True)
class StateView:
    """§5.3.2, 2."""

    juror: str
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class CastVote:
    """§5.3.2, 3: with the date by the school's clocks."""

    juror: str
    choice: Choice
    date: str
    at: int


@dataclass(frozen=True, slots=True)
class Decide:
    """§5.3.2, 4: the curator's own decision."""

    granted: bool
    reason: str
    at: int


@dataclass(frozen=True, slots=True)
class Announce:
    """The ruling is made known and takes effect. ``accepted``: the answers that count, for a granted «accept»."""

    accepted: tuple[str, ...]
    complain_until: int
    at: int


@dataclass(frozen=True, slots=True)
class Complain:
    """§5.4.2: somebody of the club, to the council. ``on_procedure``: not about the merits."""

    by: str
    name: str
    text: str
    on_procedure: bool
    at: int


@dataclass(frozen=True, slots=True)
class HearComplaint:
    """§5.4.2: the council has heard it and voted on whether it is right."""

    number: int
    count: Count
    finding: str
    repeat: bool
    decide_by: int  # if the procedure is repeated
    at: int
    rule: Rule = JURY


Command = (
    File
    | Withdraw
    | Receive
    | Return
    | SeatJury
    | Recuse
    | ConfirmRead
    | StateView
    | CastVote
    | Decide
    | Announce
    | Complain
    | HearComplaint
)
