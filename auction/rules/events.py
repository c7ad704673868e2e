"""What happened, in the past tense: facts and amounts, so that a log reads by itself and folds without any rule.

Where points move, the event says how many, from whom and where to: ``to`` is a :class:`Place`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, get_type_hints

from auction.rules.state import Kind
from tournaments.rules.serial import kind_of


class Place(StrEnum):
    """Where points go that leave a team's account or a lot."""

    POT = "pot"
    LOT = "lot"  # a special lot keeps its stakes apart (§6)
    BANK = "bank"


@dataclass(frozen=True, slots=True)
class CategoryDrawn:
    """§9: a lot is up."""

    category: str
    lot_kind: Kind


@dataclass(frozen=True, slots=True)
class CategoryUsedUp:
    """§6: a category that will not come again in this round."""

    category: str


@dataclass(frozen=True, slots=True)
class AntesPaid:
    """§9: every team paid; ``solvent`` had points left after it (§16)."""

    amounts: Mapping[str, int]
    solvent: tuple[str, ...]
    to: Place


@dataclass(frozen=True, slots=True)
class TeamDroppedOut:
    """§12 or §15: a team left the game, with ``points`` on its account."""

    team: str
    paragraph: str
    points: int


@dataclass(frozen=True, slots=True)
class PotToppedUp:
    """§20: the host added to the pot."""

    points: int


@dataclass(frozen=True, slots=True)
class BiddingOpened:
    """§9: captains may bid."""


@dataclass(frozen=True, slots=True)
class DuelStarted:
    """§25: one against one; ``category`` is what striking left, if it was named."""

    category: str | None


@dataclass(frozen=True, slots=True)
class BidPlaced:
    """§11: the team's total in the lot is now ``total``, for which it paid ``paid`` more."""

    team: str
    total: int
    paid: int
    to: Place


@dataclass(frozen=True, slots=True)
class WentVaBanque:
    """§15: the team put in all it had left."""

    team: str
    total: int
    paid: int
    to: Place


@dataclass(frozen=True, slots=True)
class TeamReprimanded:
    """§16: a warning (``paid`` is 0) or a penalty, to the bank."""

    team: str
    paid: int


@dataclass(frozen=True, slots=True)
class TeamExcused:
    """§16: the host spared a team that did not bid."""

    team: str


@dataclass(frozen=True, slots=True)
class LotSold:
    """§14: the team answers; ``total`` is its stake."""

    team: str
    total: int


@dataclass(frozen=True, slots=True)
class LotVoided:
    """Nobody bid. ``stakes`` left a special lot (0 in others: there the antes lie in the pot and stay)."""

    stakes: int
    to: Place


@dataclass(frozen=True, slots=True)
class PrizeWon:
    """§6: a special lot was sold: a hint token or the black box, and the stakes left the lot."""

    team: str
    prize: Kind
    stakes: int
    to: Place


@dataclass(frozen=True, slots=True)
class HintBought:
    """§19: the team paid ``price`` to the bank."""

    team: str
    price: int


@dataclass(frozen=True, slots=True)
class HintTokenUsed:
    """§6, §19: the team spent a token instead."""

    team: str


@dataclass(frozen=True, slots=True)
class BuzzTaken:
    """§25: this side of the duel answers."""

    team: str


@dataclass(frozen=True, slots=True)
class QuestionWon:
    """§18: a right answer: ``points`` went from the pot to the team."""

    team: str
    points: int


@dataclass(frozen=True, slots=True)
class QuestionLost:
    """§18: a wrong answer, or none (``team`` null, §25); ``points`` lay in the pot."""

    team: str | None
    points: int


@dataclass(frozen=True, slots=True)
class PotAwarded:
    """The pot went to a team, or to the bank (``team`` null) as nobody was left to take it (§18)."""

    team: str | None
    points: int


@dataclass(frozen=True, slots=True)
class TieDeclared:
    """§21: these teams lead together after the last question of the first round."""

    teams: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TieBroken:
    """§21: the host decided for this team."""

    team: str


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """§21: the first round is over; ``finalist`` won it."""

    finalist: str


@dataclass(frozen=True, slots=True)
class FinalOpened:
    """§23, §24: the Masters came in with ``points``, as many as the finalist has."""

    masters: str
    command: str
    house: str | None
    points: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """§26: the game is over; nobody won it (``winner`` null) if the first round left no team."""

    winner: str | None


@dataclass(frozen=True, slots=True)
class ScoreAdjusted:
    """§8: the host corrected an account; the bank gave or took the difference."""

    team: str
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class TeamReinstated:
    """§12: a team that was out is in again."""

    team: str
    reason: str


Event = (
    CategoryDrawn | CategoryUsedUp | AntesPaid | TeamDroppedOut | PotToppedUp | BiddingOpened | DuelStarted | BidPlaced
    | WentVaBanque | TeamReprimanded | TeamExcused | LotSold | LotVoided | PrizeWon | HintBought | HintTokenUsed
    | BuzzTaken | QuestionWon | QuestionLost | PotAwarded | TieDeclared | TieBroken | RoundEnded | FinalOpened
    | GameEnded | ScoreAdjusted | TeamReinstated
)  # fmt: skip


EVENTS: dict[str, type[Event]] = {kind_of(shape): shape for shape in Event.__args__}
_KINDS = {shape: kind for kind, shape in EVENTS.items()}
_NAMES = {shape: tuple(f.name for f in fields(shape)) for shape in EVENTS.values()}
# JSON knows neither tuples nor our enumerations
_FROM_JSON: dict[object, Any] = {tuple[str, ...]: tuple, Kind: Kind, Place: Place}
_READERS = {
    shape: {name: _FROM_JSON[hint] for name, hint in get_type_hints(shape).items() if hint in _FROM_JSON}
    for shape in EVENTS.values()
}


def dump_event(event: Event) -> dict[str, Any]:
    """The event as JSON, with its ``kind``."""
    data: dict[str, Any] = {"kind": _KINDS[type(event)]}
    for name in _NAMES[type(event)]:
        value = getattr(event, name)
        if isinstance(value, StrEnum):
            value = str(value)
        elif isinstance(value, tuple):
            value = list(value)
        elif isinstance(value, Mapping):
            value = dict(value)
        data[name] = value
    return data


def load_event(data: Mapping[str, Any]) -> Event:
    """The inverse of :func:`dump_event`; a ValueError for an event that the game does not know."""
    shape = EVENTS.get(data["kind"])
    if shape is None:
        raise ValueError(f"unknown event: {data['kind']}")
    readers = _READERS[shape]
    values = {name: data[name] for name in _NAMES[shape]}
    return shape(**{name: readers[name](value) if name in readers else value for name, value in values.items()})
