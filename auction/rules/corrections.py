"""The host's corrections: an account put right, a team taken back in (§8, §12)."""

from __future__ import annotations

from auction.rules import events as e
from auction.rules.checks import in_phase, team_of_round
from auction.rules.commands import AdjustScore, Reinstate
from auction.rules.state import Game, Phase
from tournaments.rules.engine import Refusal

_WHILE_PLAYING = (Phase.READY, Phase.DRAWN, Phase.BIDDING, Phase.DUEL, Phase.ANSWERING)


def adjust(game: Game, command: AdjustScore) -> tuple[e.Event, ...]:
    """§8: any account of the round, also of a team that is out, may be put right, never below zero."""
    in_phase(game, *_WHILE_PLAYING, paragraph="8", code="adjust_not_now")
    team = team_of_round(game, command.team)
    if command.points == 0:
        raise Refusal("8", "adjust_by_nothing", {"team": team.id})
    if team.points + command.points < 0:
        raise Refusal("8", "adjust_below_zero", {"team": team.id, "points": command.points, "has": team.points})
    return (e.ScoreAdjusted(team.id, command.points, command.reason),)


def reinstate(game: Game, command: Reinstate) -> tuple[e.Event, ...]:
    """§12: between lots a team that is out may come back, with the points it has."""
    in_phase(game, Phase.READY, paragraph="12", code="reinstate_not_now")
    team = team_of_round(game, command.team)
    if not team.out:
        raise Refusal("12", "reinstate_not_out", {"team": team.id})
    return (e.TeamReinstated(team.id, command.reason),)
