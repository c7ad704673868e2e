"""The duel as an audience may see it (§25): that a side has pressed is nobody's before it is decided who was first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from auction.rules import dueling
from auction.rules.duel import Duel, Press
from auction.rules.session import Session
from auction.rules.state import Phase
from tournaments.rules.engine import Refusal
from tournaments.rules.lineup import Player


@dataclass(frozen=True, slots=True)
class PressView:
    """A press, once it is decided who was first: ms after «go», as it arrived and as it counts."""

    team: str
    raw: int
    adjusted: int


@dataclass(frozen=True, slots=True)
class SideView:
    """What the audience's own side can do; a :class:`Refusal` says why not. ``pressed``: its press has arrived."""

    team: str
    name: Refusal | None
    strike: Refusal | None
    press: Refusal | None
    pressed: bool = False


@dataclass(frozen=True, slots=True)
class DuelView:
    """``step``: naming, striking, ready, question, armed, collecting, tie, answering.

    «collecting» is what only those see who may know of a press: the side that pressed, and the host once the time to
    collect presses is over, so that the console can settle it; all others still see «armed».
    """

    step: str
    starter: str
    turn: str | None
    categories: tuple[tuple[str, str | None], ...]  # name, and the team that struck it
    left: str | None
    duellists: Mapping[str, Player | None]  # by team, the one that strikes first in front
    my_side: SideView | None  # of a captain or player of one of the sides
    locked_until: Mapping[str, int] = field(default_factory=dict)  # team -> ms since the epoch
    go_at: int | None = None
    presses: tuple[PressView, ...] = ()
    first: str | None = None  # the side that was first
    tie: bool = False
    by_host: bool = False  # the host decided, not the presses


def view_duel(session: Session, team: str | None, *, captain: bool, host: bool, now: int | None) -> DuelView | None:
    """The duel of this lot; None outside of one."""
    duel = session.stage.duel
    if duel is None or session.game.lot is None:
        return None
    decision = duel.decision
    return DuelView(
        step=_step(session, duel, team, now if host else None),
        starter=duel.sides[0],
        turn=duel.turn,
        categories=tuple((category, _struck_by(duel, category)) for category in duel.categories),
        left=duel.left,
        duellists={side: _player(session, side, duel.duellists.get(side)) for side in duel.sides},
        my_side=_side(session, duel, team, captain) if team in duel.sides else None,
        locked_until=dict(duel.locked),
        go_at=duel.go_at,
        presses=tuple(_press_view(press, duel.go_at) for press in duel.presses) if decision is not None else (),
        first=decision.team if decision is not None else None,
        tie=duel.is_tie,
        by_host=decision is not None and bool(decision.reason),
    )


def is_overdue(duel: Duel, now: int | None) -> bool:
    """Whether the server should have settled the buzz by now: it was stopped in between."""
    return duel.is_collecting and now is not None and duel.window_ends is not None and now >= duel.window_ends


def _step(session: Session, duel: Duel, team: str | None, now: int | None) -> str:
    phase = session.game.phase
    if phase is Phase.DRAWN:
        if dueling.unnamed(session.scene):
            return "naming"
        return "striking" if duel.left is None else "ready"
    if phase is Phase.ANSWERING:
        return "answering"
    if duel.is_tie:
        return "tie"
    if duel.go_at is None:
        return "question"
    knows = is_overdue(duel, now) or (team is not None and duel.press_of(team) is not None)
    return "collecting" if knows else "armed"


def _struck_by(duel: Duel, category: str) -> str | None:
    return next((strike.team for strike in duel.struck if strike.category == category), None)


def _player(session: Session, team: str, player: str | None) -> Player | None:
    return next((each for each in dueling.members(session.scene, team) if each.id == player), None)


def _press_view(press: Press, go_at: int | None) -> PressView:
    go = press.adjusted if go_at is None else go_at
    return PressView(press.team, press.at - go, press.adjusted - go)


def _side(session: Session, duel: Duel, team: str | None, captain: bool) -> SideView:
    side = team or ""
    drawn, duelling = session.game.phase is Phase.DRAWN, session.game.phase is Phase.DUEL
    captains: Refusal | None = None if captain else Refusal("10", "captain_decides", {})
    open_to_change = drawn or (duelling and (not duel.gone or side in dueling.unnamed(session.scene)))
    name = captains or (None if open_to_change else Refusal("25", "duellists_stand", {}))
    if not drawn or duel.turn is None:
        strike: Refusal | None = Refusal("25", "one_category_left", {"category": duel.left or ""})
    else:
        strike = captains or (None if duel.turn == side else Refusal("25", "not_your_turn", {"team": duel.turn}))
    return SideView(side, name, strike, _why_no_press(session, duel, side), duel.press_of(side) is not None)


def _why_no_press(session: Session, duel: Duel, team: str) -> Refusal | None:
    """Why a press would not count now; a false start and its lock are no such reason."""
    if session.game.phase is not Phase.DUEL:
        code = "buzz_taken" if duel.decision is not None else "buzz_not_now"
        return Refusal("25", code, {"phase": session.game.phase})
    if not dueling.is_read(session.stage):
        return Refusal("25", "question_not_shown", {})
    if duel.is_tie:
        return Refusal("25", "tie_first", {})
    return Refusal("25", "pressed_already", {"team": team}) if duel.press_of(team) is not None else None
