"""The duel «Jeden na jednego» as it stands on the stage (§25): categories struck, two duellists, and who was first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

MOST_CATEGORIES = 7
WINDOW = 250  # ms, from the first press: how long presses are collected
TIE = 25  # ms: less than that apart, nobody was first
LOCK = 1_000  # ms that a false start costs
SLACK = 30  # ms beyond the phone's own uncertainty
MOST_BACK = 200  # ms: no press is dated back further
FAIR, ARRIVAL = "fair", "arrival"
ORDERS = (FAIR, ARRIVAL)


@dataclass(frozen=True, slots=True)
class Strike:
    """A category that a side has struck off."""

    team: str
    category: str


@dataclass(frozen=True, slots=True)
class Press:
    """A press of the buzzer, in ms since the epoch: received ``at``, and by the player's own clock ``adjusted``."""

    team: str
    player: str
    at: int
    adjusted: int

    def moment(self, order: str) -> int:
        """When it was pressed, by the order that the game is played in."""
        return self.at if order == ARRIVAL else self.adjusted


@dataclass(frozen=True, slots=True)
class Decision:
    """Who was first; no ``team`` is a tie. ``reason``: the host's, where the host decided."""

    team: str | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Duel:
    """``sides``: the two teams, the one that strikes first in front. ``gone``: the buzzers have been open before."""

    sides: tuple[str, ...]
    categories: tuple[str, ...]
    struck: tuple[Strike, ...] = ()
    duellists: Mapping[str, str] = field(default_factory=dict)  # team -> a player's id
    gone: bool = False
    go_at: int | None = None  # «go»: ms since the epoch; None while the buzzers are closed
    presses: tuple[Press, ...] = ()  # of this try
    locked: Mapping[str, int] = field(default_factory=dict)  # team -> until when a false start keeps it out
    decision: Decision | None = None

    @property
    def offered(self) -> tuple[str, ...]:
        """The categories not struck yet."""
        gone = {strike.category for strike in self.struck}
        return tuple(category for category in self.categories if category not in gone)

    @property
    def left(self) -> str | None:
        """The category that is played, once the others are struck."""
        offered = self.offered
        return offered[0] if len(offered) == 1 else None

    @property
    def turn(self) -> str | None:
        """The side that strikes next; None once one category is left."""
        return None if self.left is not None else self.sides[len(self.struck) % len(self.sides)]

    @property
    def is_tie(self) -> bool:
        """Whether both pressed at the same moment, as far as anybody can tell."""
        return self.decision is not None and self.decision.team is None

    @property
    def is_collecting(self) -> bool:
        """Whether somebody has pressed and nothing is decided yet: nobody may learn of it."""
        return bool(self.presses) and self.decision is None

    @property
    def window_ends(self) -> int | None:
        """The moment from which no further press is waited for."""
        return min(press.at for press in self.presses) + WINDOW if self.presses else None

    def press_of(self, team: str) -> Press | None:
        """The press of a side in this try."""
        return next((press for press in self.presses if press.team == team), None)

    def closed(self) -> Duel:
        """The buzzers closed, as before «go»; a buzz that was taken stays."""
        if self.decision is not None and self.decision.team is not None:
            return self
        return replace(self, go_at=None, presses=(), decision=None)


def adjust_press(at: int, pressed_at: int | None, uncertainty: int) -> int:
    """When a press received ``at`` was made: by the phone's estimate, within what the way to here can have taken."""
    if pressed_at is None:
        return at
    back = min(max(0, uncertainty) + SLACK, MOST_BACK)
    return max(at - back, min(at, pressed_at))


def find_first(presses: Iterable[Press], order: str) -> str | None:
    """The side that pressed first; None for a tie."""
    ranked = sorted(presses, key=lambda press: press.moment(order))
    if len(ranked) > 1:
        apart = ranked[1].moment(order) - ranked[0].moment(order)
        if apart < (TIE if order == FAIR else 1):
            return None
    return ranked[0].team
