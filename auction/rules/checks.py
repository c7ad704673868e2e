"""What many paragraphs ask first: is it the moment, and is this a team that takes part?"""

from __future__ import annotations

from auction.rules.state import Game, Phase, Team
from tournaments.rules.engine import Refusal


def in_phase(game: Game, *phases: Phase, paragraph: str, code: str) -> None:
    """Refuse what is not due now."""
    if game.phase not in phases:
        raise Refusal(paragraph, code, {"phase": str(game.phase)})


def team_of_round(game: Game, team_id: str) -> Team:
    """§7, §23: a team of this round, be it in or out; others are refused."""
    if all(team.id != team_id for team in game.teams):
        raise Refusal("7", "team_unknown", {"team": team_id})
    if team_id not in game.playing:
        raise Refusal("23", "team_not_in_round", {"team": team_id})
    return game.team(team_id)


def team_in_play(game: Game, team_id: str) -> Team:
    """§12, §15: a team of this round that is not out."""
    team = team_of_round(game, team_id)
    if team.out:
        raise Refusal("12", "team_out", {"team": team_id})
    return team
