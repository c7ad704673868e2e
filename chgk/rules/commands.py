"""The commands of a game and their JSON form, the one that records are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chgk.rules.fields import Label, is_label
from chgk.rules.questions import Side, Verdict
from tournaments.rules.engine import Refusal
from tournaments.rules.fields import is_text
from tournaments.rules.serial import to_json


@dataclass(frozen=True, slots=True)
class Ask:
    """§3.1.5: a question is played."""

    question: Label


@dataclass(frozen=True, slots=True)
class Judge:
    """§3.1.3: the host's verdict."""

    correct: bool


@dataclass(frozen=True, slots=True)
class TakeDecidingRound:
    """§3.1.4: the captain takes the deciding round."""


@dataclass(frozen=True, slots=True)
class CloseGame:
    """§1.5: the curator ends a game that rulings have left undecided."""

    winner: Side


@dataclass(frozen=True, slots=True)
class Rule:
    """§5.2.2: an appeal is decided; ``none`` withdraws an earlier ruling."""

    question: Label
    verdict: Verdict


Command = Ask | Judge | TakeDecidingRound | CloseGame | Rule

COMMANDS: dict[str, type[Command]] = {
    "ask": Ask,
    "judge": Judge,
    "take_deciding_round": TakeDecidingRound,
    "close_game": CloseGame,
    "rule": Rule,
}
_DO = {shape: do for do, shape in COMMANDS.items()}


def parse_command(data: Mapping[str, object]) -> Command:
    """Read the JSON form; what cannot be read as a command is refused, unknown keys are ignored."""
    match data.get("do"):
        case "ask":
            return Ask(_label(data, "3.1.3"))
        case "judge":
            return Judge(_truth(data, "3.1.3"))
        case "take_deciding_round":
            return TakeDecidingRound()
        case "close_game":
            return CloseGame(_side(data, "1.5"))
        case "rule":
            return Rule(_label(data, "5.2.1"), _verdict(data, "5.2.2"))
        case do if is_text(do):
            raise Refusal("3.1.3", "command_unknown", {"do": do})
    raise Refusal("3.1.3", "command_missing")


def dump_command(command: Command) -> dict[str, Any]:
    """The JSON form."""
    return {"do": _DO[type(command)], **to_json(command)}


def _field(data: Mapping[str, object], field: str, paragraph: str) -> object:
    if field not in data:
        raise Refusal(paragraph, "field_missing", {"do": data["do"], "field": field})
    return data[field]


def _label(data: Mapping[str, object], paragraph: str) -> Label:
    value = _field(data, "question", paragraph)
    if not is_label(value):
        raise Refusal(paragraph, "question_not_label", {"do": data["do"]})
    return value


def _truth(data: Mapping[str, object], paragraph: str) -> bool:
    value = _field(data, "correct", paragraph)
    if not isinstance(value, bool):
        raise Refusal(paragraph, "field_not_boolean", {"do": data["do"], "field": "correct"})
    return value


def _side(data: Mapping[str, object], paragraph: str) -> Side:
    value = _field(data, "winner", paragraph)
    if not isinstance(value, str) or value not in list(Side):
        raise Refusal(paragraph, "winner_unknown")
    return Side(value)


def _verdict(data: Mapping[str, object], paragraph: str) -> Verdict:
    value = _field(data, "verdict", paragraph)
    if not isinstance(value, str) or value not in list(Verdict):
        raise Refusal(paragraph, "verdict_unknown")
    return Verdict(value)
