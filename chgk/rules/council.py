"""The council of captains (§1.6, §5.1.2, §5.4.2): who has a voice at a moment, what a motion needs to be adopted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tournaments.rules.engine import Refusal
from tournaments.rules.serial import from_json, to_json
from tournaments.rules.votes import AMENDMENT, JURY, NOBODY, Count, Of, Result, Rule, Share, Step, decide_vote


class Kind(StrEnum):
    """What a motion is about."""

    AMENDMENT = "amendment"  # §1.6.3
    JURY = "jury"  # §5.1.2
    COMPLAINT = "complaint"  # §5.4.2
    OTHER = "other"


class Choice(StrEnum):
    """What stands on a ballot; the order is the one in which a sealed ballot counts them."""

    FOR = "for"
    AGAINST = "against"
    ABSTAINED = "abstained"


@dataclass(frozen=True, slots=True)
class Seat:
    """A team of the season: its captain by the roster, and when the roster was approved (None: from the beginning)."""

    team: int
    house: str
    captain: int | None
    name: str = ""
    approved_at: int | None = None


@dataclass(frozen=True, slots=True)
class Acting:
    """Somebody leads the team from ``since`` until just before ``until`` (milliseconds)."""

    team: int
    person: int
    since: int
    until: int
    name: str = ""

    def holds(self, at: int) -> bool:
        """Whether this is the captain at that moment."""
        return self.since <= at < self.until


@dataclass(frozen=True, slots=True)
class Voice:
    """A voice in the council: a team's, exercised by whoever is its captain."""

    team: int
    house: str
    person: int
    name: str
    acting: bool = False


def voices_at(seats: Iterable[Seat], acting: Iterable[Acting], at: int) -> tuple[Voice, ...]:
    """The council at a moment, one voice a team in the order of ``seats``; a team that nobody leads has none."""
    stand_ins = {one.team: one for one in acting if one.holds(at)}
    found = []
    for seat in seats:
        if seat.approved_at is not None and seat.approved_at > at:
            continue
        stand_in = stand_ins.get(seat.team)
        if stand_in is not None:
            found.append(Voice(seat.team, seat.house, stand_in.person, stand_in.name, acting=True))
        elif seat.captain is not None:
            found.append(Voice(seat.team, seat.house, seat.captain, seat.name))
    return tuple(found)


def check_acting(new: Acting, others: Iterable[Acting]) -> None:
    """§2.2.2: a time that has a length, and one captain at any moment."""
    if new.until <= new.since:
        raise Refusal("2.2.2", "acting_ends_first", {})
    clash = next((one for one in others if one.team == new.team and _overlap(one, new)), None)
    if clash is not None:
        raise Refusal("2.2.2", "acting_overlaps", {"name": clash.name})


def _overlap(one: Acting, other: Acting) -> bool:
    return one.since < other.until and other.since < one.until


COUNCIL, CLUB, EVERYBODY = "council", "club", "everybody"
READERS = (COUNCIL, CLUB, EVERYBODY)
SHARES = ("1/2", ">1/2", "2/3", ">2/3", "3/4", "1/1")  # what the form offers; more are understood
LARGEST = 20  # of a share's numbers
MOST_DAYS = 30
_SHARE = re.compile(r"(>?)([0-9]{1,2})/([0-9]{1,2})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Settings:
    """What a season settles about its council, where the regulation leaves it open.

    Shares are written «2/3» (at least) or «>1/2» (more than): of the composition for an attendance, of those who
    voted for a majority. ``secret_…``: whether nobody ever learns how a captain voted. ``words_for``: who reads the
    discussions besides captains and curator. ``names_public``: whether strangers read the captains' names.
    ``vote_days``: how long the vote on a jury is open.
    """

    complaint_quorum: str = "2/3"
    complaint_majority: str = ">1/2"
    other_quorum: str = "1/2"
    other_majority: str = ">1/2"
    secret_amendment: bool = False
    secret_jury: bool = False
    secret_complaint: bool = False
    secret_other: bool = False
    words_for: str = CLUB
    names_public: bool = True
    vote_days: int = 3

    def is_secret(self, kind: Kind) -> bool:
        """Whether motions of this kind are voted on in secret."""
        return bool(getattr(self, f"secret_{kind.value}"))


QUORUMS = ("complaint_quorum", "complaint_majority", "other_quorum", "other_majority")
FLAGS = (*(f"secret_{kind.value}" for kind in Kind), "names_public")


def read_settings(data: Mapping[str, Any]) -> Settings:
    """The settings of a season; raises a ValueError that begins with the key of the first wrong value."""
    for key, value in data.items():
        if key in QUORUMS:
            try:
                read_share(value)
            except ValueError as error:
                raise ValueError(f"{key}: {error}") from None
        elif key in FLAGS:
            if not isinstance(value, bool):
                raise ValueError(f"{key}: must be true or false")
        elif key == "words_for":
            if value not in READERS:
                raise ValueError(f"{key}: must be one of {', '.join(READERS)}")
        elif key == "vote_days":
            if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST_DAYS:
                raise ValueError(f"{key}: must be a whole number from 1 to {MOST_DAYS}")
        else:
            raise ValueError(f"{key}: there is no such setting")
    return from_json(Settings, dict(data))


def differing(settings: Settings) -> dict[str, Any]:
    """Only what differs from what holds where a season says nothing."""
    usual = to_json(Settings())
    return {key: value for key, value in to_json(settings).items() if value != usual[key]}


def read_share(text: object) -> Share:
    """«2/3», «>1/2»; a ValueError for anything that is no part of a whole."""
    match = _SHARE.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise ValueError("must be written like 2/3 or >1/2")
    more, numerator, denominator = bool(match[1]), int(match[2]), int(match[3])
    if not 1 <= numerator <= denominator <= LARGEST or (more and numerator == denominator):
        raise ValueError("must be a part that can be reached")
    return Share(numerator, denominator, more=more)


def share_text(share: Share) -> str:
    """The share as :func:`read_share` understands it."""
    return f"{'>' if share.more else ''}{share.numerator}/{share.denominator}"


def rule_for(kind: Kind, settings: Settings) -> Rule:
    """How a motion of this kind is decided: by the text (§1.6.3, §5.1.2), else by the season's settings."""
    if kind is Kind.AMENDMENT:
        return AMENDMENT
    if kind is Kind.JURY:
        return JURY
    quorum, majority = (
        (settings.complaint_quorum, settings.complaint_majority)
        if kind is Kind.COMPLAINT
        else (settings.other_quorum, settings.other_majority)
    )
    return Rule((Step(read_share(quorum), read_share(majority), Of.PRESENT),))


def dump_rule(rule: Rule) -> list[dict[str, str]]:
    """A rule as a round keeps it."""
    return [
        {
            "attendance": "" if step.attendance == NOBODY else share_text(step.attendance),
            "majority": share_text(step.majority),
            "of": step.of.value,
        }
        for step in rule.steps
    ]


def load_rule(data: Sequence[Mapping[str, str]]) -> Rule:
    """What :func:`dump_rule` wrote."""
    return Rule(
        tuple(
            Step(
                read_share(step["attendance"]) if step["attendance"] else NOBODY,
                read_share(step["majority"]),
                Of(step["of"]),
            )
            for step in data
        )
    )


def decide_round(rule: Rule, composition: int, choices: Sequence[Choice]) -> Result:
    """What the ballots of a round come to, of a council that had ``composition`` voices when it was opened."""
    return decide_vote(
        rule,
        Count(
            composition,
            choices.count(Choice.FOR),
            choices.count(Choice.AGAINST),
            choices.count(Choice.ABSTAINED),
        ),
    )
