"""What the questions of a game come to, counted anew after every change: §3.1.3, §3.1.4."""

from __future__ import annotations

from dataclasses import dataclass

from chgk.rules.parameters import AT_POINT, Parameters
from chgk.rules.questions import Side, Stretch, Won
from chgk.rules.state import Game


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a game stands. ``deciding``: the question that is open, or else the next one, is a deciding one."""

    team: int
    authors: int
    questions_played: int
    over: bool
    winner: Side | None
    deciding: bool = False
    may_take_deciding_round: bool = False  # the score allows it; an open question is another matter
    needs_ruling: bool = False


def standing(game: Game) -> Standing:
    """The game as its questions and rulings have it, or as the curator closed it if they leave it undecided."""
    rules = game.parameters
    won = game.opening.until(rules.target, rules.target)
    if game.ending is None or _winner(won, rules):  # a deciding round taken after the end is none
        may_take = game.ending is None and _in_window(game.opening, won, rules)
        return _standing(game, won, won.played, may_take=may_take)
    taken_rightly = _in_window(game.opening, won, rules)
    return _after_deciding_round(game, game.ending, played=won.played, needs_ruling=not taken_rightly)


def _after_deciding_round(game: Game, ending: Stretch, *, played: int, needs_ruling: bool) -> Standing:
    """§3.1.4: from 0:0 on; the first question that counts is worth more, all others one point."""
    rules = game.parameters
    more = Won(
        team=rules.deciding_worth - 1 if ending.first is Side.TEAM else 0,
        authors=rules.deciding_worth - 1 if ending.first is Side.AUTHORS else 0,
    )
    won = ending.until(max(1, rules.target - more.team), max(1, rules.target - more.authors))
    score = Won(won.team + more.team, won.authors + more.authors)
    deciding = ending.first is None
    return _standing(game, score, played + won.played, deciding=deciding, needs_ruling=needs_ruling)


def _standing(
    game: Game, score: Won, played: int, *, may_take: bool = False, deciding: bool = False, needs_ruling: bool = False
) -> Standing:
    winner = _winner(score, game.parameters) or game.closed_for  # the questions' result comes before the curator's
    open_ = winner is None
    return Standing(
        *score, played, not open_, winner, deciding and open_, may_take and open_, needs_ruling=needs_ruling
    )


def _winner(score: Won, rules: Parameters) -> Side | None:
    """§3.1.3: whoever has the points."""
    if score.team >= rules.target:
        return Side.TEAM
    return Side.AUTHORS if score.authors >= rules.target else None


def _in_window(opening: Stretch, score: Won, rules: Parameters) -> bool:
    """§3.1.4: the team stands at its point; as written, it must have come by it with the last question that counts."""
    if score.team != rules.deciding_at:
        return False
    return rules.deciding_window != AT_POINT or opening.last is Side.TEAM
