"""Why a round or the game ended: one value for every screen, the log and the rewards to say it with (§12 to §29)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from auction.rules import events as e
from auction.rules.stage import Stage
from auction.rules.state import Game, Phase
from tournaments.rules.engine import Refusal

# code -> the paragraph that made it so
CODES: Mapping[str, str] = {
    "most_points": "21",
    "tie_by_answers": "21",
    "tie_by_lot": "21",
    "tie_by_host": "21",
    "last_standing": "15",
    "draw_left_one": "12",
    "nobody_left": "12",
    "final_most_points": "28",
    "final_masters_most_points": "29",
    "final_tie": "27",
    "final_last_standing": "15",
    "final_draw_left_one": "12",
    "final_nobody_left": "12",
    "closed_without_final": "21",
    "closed_early": "6",
}


@dataclass(frozen=True, slots=True)
class End:
    """How a round ended. ``team``: who won it, None for nobody; ``points``: its account then, without the pot."""

    code: str
    round: int
    team: str | None
    points: int = 0
    pot: int = 0  # what lay in it: for the team, or for the bank if nobody was left (§18)
    others: tuple[str, ...] = ()  # whom it was level with, else who came next; of one standing alone: nobody
    next_points: int = 0  # of who came next
    answers: int = 0  # right ones, where they decided
    reason: str = ""  # the host's

    @property
    def paragraph(self) -> str:
        """The paragraph that made it so."""
        return CODES[self.code]

    @property
    def to_bank(self) -> bool:
        """Whether the pot went to the bank, as nobody was left to take it."""
        return self.code in _NOBODY


_NOBODY = frozenset({"nobody_left", "final_nobody_left"})


@dataclass(frozen=True, slots=True)
class EndReached:
    """A round is over, and why."""

    end: End


CHANGES: Mapping[type, Callable[[Stage, Any], Stage]] = {EndReached: lambda stage, event: stage}


def note_end(
    before: Game, after: Game, command: Mapping[str, Any], happened: Iterable[e.Event]
) -> tuple[EndReached, ...]:
    """The event that says why, if the command ended a round."""
    over = (Phase.ROUND_OVER, Phase.FINISHED)
    if after.phase not in over or before.phase in over:
        return ()
    pots = [event.points for event in happened if isinstance(event, e.PotAwarded)]
    pot = pots[-1] if pots else 0
    team = after.winner if after.phase is Phase.FINISHED else after.finalist
    return (EndReached(_explain(before, after, command, team, pot)),)


def explain_end(game: Game, ends: tuple[End, ...], *, closed: bool = False, reason: str = "") -> End | None:
    """Why the game stands still: the last end, or (``closed``) that a host closed it before; None while it runs.

    A game that ran before ends were noted has none to tell.
    """
    if closed and game.phase is not Phase.FINISHED:
        code = "closed_without_final" if game.phase is Phase.ROUND_OVER else "closed_early"
        return End(code, game.round, game.finalist if game.round == 1 else None, reason=reason)
    if game.phase in (Phase.ROUND_OVER, Phase.FINISHED) and ends:
        return ends[-1]
    return None


def leader_by_answers(game: Game) -> str | None:
    """§21: of the teams level on top the one with more right answers in the round; None if that is equal, too."""
    most = max(team.points for team in game.standing)
    tied = sorted((team for team in game.standing if team.points == most), key=lambda team: -team.right_answers)
    return tied[0].id if len(tied) > 1 and tied[0].right_answers > tied[1].right_answers else None


def check_by_answers(game: Game, team: object) -> None:
    """A tie that is said to be decided by right answers is decided by them. Raises :class:`Refusal`."""
    if leader_by_answers(game) != team:
        raise Refusal("21", "tie_not_by_answers", {"team": str(team)})


def _explain(before: Game, after: Game, command: Mapping[str, Any], team: str | None, pot: int) -> End:
    by_draw = command.get("do") == "draw"
    left = after.standing
    if not left:
        return _end("nobody_left", before, team, pot)
    if team is None:
        raise ValueError("a round that somebody stands in has a winner")
    points = after.team(team).points - pot
    if len(left) == 1:
        return _end("draw_left_one" if by_draw else "last_standing", before, team, pot, points)
    rivals = [other for other in left if other.id != team]
    level = tuple(other.id for other in rivals if other.points == points)
    if command.get("do") == "break_tie":
        end = _end(_tie_code(command), before, team, pot, points)
        reason = command.get("reason")
        said = reason.strip() if end.code == "tie_by_host" and isinstance(reason, str) else ""
        return replace(end, others=level, answers=before.team(team).right_answers, reason=said)
    most = max(other.points for other in rivals)
    nearest = tuple(other.id for other in rivals if other.points == most)
    return replace(_by_points(before, team, pot, points, level), others=level or nearest, next_points=most)


def _by_points(before: Game, team: str, pot: int, points: int, level: tuple[str, ...]) -> End:
    if before.round == 1:
        return End("most_points", 1, team, points, pot)
    if level:
        return End("final_tie", 2, team, points, pot)
    return End("final_masters_most_points" if team == before.masters else "final_most_points", 2, team, points, pot)


def _end(code: str, before: Game, team: str | None, pot: int, points: int = 0) -> End:
    return End(code if before.round == 1 else f"final_{code}", before.round, team, points, pot)


def _tie_code(command: Mapping[str, Any]) -> str:
    by = command.get("by")
    return f"tie_by_{by}" if by in ("answers", "lot") else "tie_by_host"
