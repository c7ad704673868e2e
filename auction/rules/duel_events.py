"""What happens in a duel on the stage (§25), and what each event makes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from auction.rules.duel import Decision, Duel, Press, Strike
from auction.rules.questions import Question
from auction.rules.stage import Stage


@dataclass(frozen=True, slots=True)
class DuelSet:
    """Chance chose the categories and who strikes first: the side in front."""

    sides: tuple[str, ...]
    categories: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DuellistNamed:
    """Who stands up for the team."""

    team: str
    player: str


@dataclass(frozen=True, slots=True)
class CategoryStruck:
    """One category fewer."""

    team: str
    category: str


@dataclass(frozen=True, slots=True)
class DuelQuestionDealt:
    """A question of the category that is left; it stays face down."""

    question: Question


@dataclass(frozen=True, slots=True)
class BuzzersOpened:
    """«Go»."""

    at: int


@dataclass(frozen=True, slots=True)
class BuzzPressed:
    """A press that counts; others may still come."""

    press: Press


@dataclass(frozen=True, slots=True)
class FalseStart:
    """A press before «go»: this side cannot press until then."""

    team: str
    player: str
    at: int
    locked_until: int


@dataclass(frozen=True, slots=True)
class BuzzDecided:
    """Who was first, from which presses; no team is a tie. ``reason``: the host's own decision."""

    team: str | None
    presses: tuple[Press, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class BuzzRepeated:
    """After a tie: the buzzers are closed until the next «go»."""


DuelingEvent = (
    DuelSet
    | DuellistNamed
    | CategoryStruck
    | DuelQuestionDealt
    | BuzzersOpened
    | BuzzPressed
    | FalseStart
    | BuzzDecided
    | BuzzRepeated
)


def _changed(change: Callable[[Duel, Any], Duel]) -> Callable[[Stage, Any], Stage]:
    """A change of the duel; a stage without one (a record that does not tell of it) stays as it is."""
    return lambda stage, event: stage if stage.duel is None else replace(stage, duel=change(stage.duel, event))


CHANGES: Mapping[type, Callable[[Stage, Any], Stage]] = {
    DuelSet: lambda stage, event: replace(stage, duel=Duel(event.sides, event.categories)),
    DuellistNamed: _changed(lambda duel, event: replace(duel, duellists={**duel.duellists, event.team: event.player})),
    CategoryStruck: _changed(
        lambda duel, event: replace(duel, struck=(*duel.struck, Strike(event.team, event.category)))
    ),
    DuelQuestionDealt: lambda stage, event: replace(stage, question=event.question),
    BuzzersOpened: _changed(lambda duel, event: replace(duel, gone=True, go_at=event.at, presses=(), decision=None)),
    BuzzPressed: _changed(lambda duel, event: replace(duel, presses=(*duel.presses, event.press))),
    FalseStart: _changed(lambda duel, event: replace(duel, locked={**duel.locked, event.team: event.locked_until})),
    BuzzDecided: _changed(
        lambda duel, event: replace(duel, presses=event.presses, decision=Decision(event.team, event.reason))
    ),
    BuzzRepeated: _changed(lambda duel, event: replace(duel, go_at=None, presses=(), decision=None)),
}
