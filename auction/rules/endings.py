"""How rounds and the game end, and what is won for the house ranking (§18, §21-§29)."""

from __future__ import annotations

from auction.rules import events as e
from auction.rules.checks import in_phase, team_of_round
from auction.rules.commands import BreakTie, OpenFinal
from auction.rules.state import Game, Phase, Team
from tournaments.rules.engine import Refusal


def end_of_round(game: Game) -> tuple[e.Event, ...]:
    """What follows if the round is over: because at most one team is left, or by its last question; else nothing."""
    left = game.standing
    if not left:
        return _nobody_left(game)
    if len(left) == 1:
        return _won_by(game, left[0].id)
    if game.played < game.parameters.questions_per_round:
        return ()
    first = leaders(game)
    if len(first) == 1:
        return _won_by(game, first[0])
    if game.round == 1:
        return (e.TieDeclared(first),)
    return _won_by(game, game.masters or "")  # §27


def leaders(game: Game) -> tuple[str, ...]:
    """§18, §21: who has most points, the carried pot not counted."""
    most = max(team.points for team in game.standing)
    return tuple(team.id for team in game.standing if team.points == most)


def tie_teams(game: Game) -> tuple[str, ...]:
    """§21: among whom the host has to decide now; nobody, unless there is a tie."""
    return leaders(game) if game.phase is Phase.TIE else ()


def _won_by(game: Game, team: str) -> tuple[e.Event, ...]:
    """§18: the winner of the round gets the carried pot; §21: and goes to the final, or §26: has won the game."""
    end = e.RoundEnded(team) if game.round == 1 else e.GameEnded(team)
    return (e.PotAwarded(team, game.pot), end)


def _nobody_left(game: Game) -> tuple[e.Event, ...]:
    """Nobody takes the pot, so the bank does. Without a finalist nobody wins; in the final the Masters do."""
    return (e.PotAwarded(None, game.pot), e.GameEnded(game.masters))


def break_tie(game: Game, command: BreakTie) -> tuple[e.Event, ...]:
    """§21: the host decides which of the leading teams goes to the final."""
    in_phase(game, Phase.TIE, paragraph="21", code="tie_not_now")
    team = team_of_round(game, command.team)
    if team.id not in tie_teams(game):
        raise Refusal("21", "tie_team_not_leading", {"team": team.id, "teams": tie_teams(game)})
    return (e.TieBroken(team.id), *_won_by(game, team.id))


def open_final(game: Game, command: OpenFinal) -> tuple[e.Event, ...]:
    """§23: the finalist meets the Masters; §24: who start with as many points."""
    in_phase(game, Phase.ROUND_OVER, paragraph="23", code="final_not_now")
    masters = command.masters
    if any(team.id == masters.id for team in game.teams):
        raise Refusal("23", "masters_id_taken", {"team": masters.id})
    points = game.team(game.finalist or "").points
    return (e.FinalOpened(masters.id, masters.command, masters.house, points),)


def ranking(game: Game) -> dict[str, int]:
    """What the houses have won so far: first-round survivors once the round is over, the finalists at the end."""
    won: dict[str, int] = {}
    for team in game.teams:
        points = _won_for_ranking(game, team)
        if team.house is not None and points is not None:
            won[team.house] = won.get(team.house, 0) + points
    return won


def _won_for_ranking(game: Game, team: Team) -> int | None:
    """§22, §28, §29; None for a team that earns nothing, or nothing yet."""
    parameters, over = game.parameters, game.phase is Phase.FINISHED
    if game.finalist is None:
        return None
    if team.id == game.masters:
        return team.points + parameters.first_place_bonus if over and game.winner == team.id else None
    if team.id != game.finalist:
        return None if team.out else team.points
    if not over:
        return None
    return team.points if game.winner == team.id else team.points + parameters.second_place_bonus
