"""What happened to an appeal, in the past tense: the rows of its log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from appeals.rules.settings import Settings
from appeals.rules.state import Choice, Complaint, Finding, Member, Sheet
from tournaments.rules.serial import from_json, kind_of, to_json


@dataclass(frozen=True, slots=True)
class Filed:
    """§5.2.3, §5.3.1: the week has begun."""

    sheet: Sheet
    settings: Settings
    decide_by: int
    at: int


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """By the team."""

    at: int


@dataclass(frozen=True, slots=True)
class Received:
    """§5.2.4."""

    at: int


@dataclass(frozen=True, slots=True)
class Returned:
    """§5.2.3: the week has ended with it."""

    paragraph: str
    reason: str
    at: int


@dataclass(frozen=True, slots=True)
class JurySeated:
    """§5.1: whatever others had said and voted is void."""

    members: tuple[Member, ...]
    at: int


@dataclass(frozen=True, slots=True)
class MemberRecused:
    """§5.1.1."""

    juror: str
    reason: str
    at: int


@dataclass(frozen=True, slots=True)
class ReadingConfirmed:
    """§5.3.2, 1."""

    juror: str
    at: int


@dataclass(frozen=True, slots=True)
class ViewStated:
    """§5.3.2, 2."""

    juror: str
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class VoteCast:
    """§5.3.2, 3."""

    juror: str
    choice: Choice
    date: str
    at: int


@dataclass(frozen=True, slots=True)
class CuratorDecided:
    """§5.3.2, 4."""

    granted: bool
    reason: str
    at: int


@dataclass(frozen=True, slots=True)
class RulingAnnounced:
    """It is in force, and final (§5.4.1)."""

    granted: bool
    accepted: tuple[str, ...]
    complain_until: int
    at: int


@dataclass(frozen=True, slots=True)
class ComplaintMade:
    """§5.4.2."""

    complaint: Complaint


@dataclass(frozen=True, slots=True)
class ComplaintHeard:
    """§5.4.2: ``finding.repeat`` withdraws the ruling; the jury starts anew and has until ``decide_by``."""

    number: int
    finding: Finding
    decide_by: int


Event = (
    Filed
    | Withdrawn
    | Received
    | Returned
    | JurySeated
    | MemberRecused
    | ReadingConfirmed
    | ViewStated
    | VoteCast
    | CuratorDecided
    | RulingAnnounced
    | ComplaintMade
    | ComplaintHeard
)

EVENTS: dict[str, type[Event]] = {kind_of(shape): shape for shape in Event.__args__}


def dump_event(event: Event) -> tuple[str, dict[str, Any]]:
    """The event's kind and its JSON."""
    return kind_of(type(event)), to_json(event)


def load_event(kind: str, data: Mapping[str, Any]) -> Event:
    """The inverse of :func:`dump_event`; a ValueError for an event that no appeal knows."""
    if kind not in EVENTS:
        raise ValueError(f"unknown event: {kind}")
    event: Event = from_json(EVENTS[kind], data)
    return event
