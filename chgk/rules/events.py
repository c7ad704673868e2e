"""What happened, in the past tense. No event names a score: an appeal may change it, and it is always counted anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chgk.rules.fields import Label
from chgk.rules.questions import Side, Verdict
from tournaments.rules.serial import kind_of, to_json


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    """§3.1.5: a question is open."""

    question: Label


@dataclass(frozen=True, slots=True)
class QuestionJudged:
    """§3.1.3: the host's verdict on the open question."""

    question: Label
    correct: bool


@dataclass(frozen=True, slots=True)
class DecidingRoundTaken:
    """§3.1.4: the captain risked the points for one question."""


@dataclass(frozen=True, slots=True)
class GameClosed:
    """§1.5: the curator ended a game that rulings had left undecided."""

    winner: Side


@dataclass(frozen=True, slots=True)
class RulingMade:
    """§5.2.2: an appeal was decided."""

    question: Label
    verdict: Verdict


Event = QuestionAsked | QuestionJudged | DecidingRoundTaken | GameClosed | RulingMade


EVENTS: dict[str, type[Event]] = {kind_of(shape): shape for shape in Event.__args__}


def dump_event(event: Event) -> dict[str, Any]:
    """The event as JSON, with its ``kind``."""
    return {"kind": kind_of(type(event)), **to_json(event)}


def load_event(data: Mapping[str, Any]) -> Event:
    """The inverse of :func:`dump_event`; a ValueError for an event that the game does not know."""
    match data["kind"]:
        case "question_asked":
            return QuestionAsked(data["question"])
        case "question_judged":
            return QuestionJudged(data["question"], data["correct"])
        case "deciding_round_taken":
            return DecidingRoundTaken()
        case "game_closed":
            return GameClosed(Side(data["winner"]))
        case "ruling_made":
            return RulingMade(data["question"], Verdict(data["verdict"]))
    raise ValueError(f"unknown event: {data['kind']}")
