"""Who gets what for the game, by which paragraph, and why others get nothing (§22, §28, §29). Sums to `ranking`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from auction.rules.state import Game, Phase, Team
from tournaments.rules.lineup import Player
from tournaments.rules.rewards import Reward, RewardKind

WEEKS_FOR_CHALLENGERS = 1  # §28
WEEKS_FOR_MASTERS = 2  # §29

Rosters = Mapping[str, Sequence[Player]]


def rewards(game: Game, rosters: Rosters | None = None) -> tuple[Reward, ...]:
    """The lines of every team in seating order, as they stand now; ``rosters`` name the players of each team."""
    return tuple(line for team in game.teams for line in _of_team(game, team, (rosters or {}).get(team.id, ())))


def _of_team(game: Game, team: Team, players: Sequence[Player]) -> Iterator[Reward]:
    over = game.phase is Phase.FINISHED
    if game.finalist is None:
        yield _nothing(team, "22", "dropped_out" if team.out else "round_unfinished")
    elif team.id not in (game.finalist, game.masters):
        yield from _after_first_round(team)
    elif not over:
        yield _nothing(team, "26", "final_unfinished") if game.masters else _nothing(team, "21", "final_ahead")
    elif team.id == game.masters:
        yield from _masters(game, team, players)
    else:
        yield from _finalist(game, team, players)


def _after_first_round(team: Team) -> Iterator[Reward]:
    """§22: who holds out wins its account for the house, even if that is 0."""
    if team.out:
        yield _nothing(team, "22", "dropped_out")
    else:
        yield from _points(team, (("22", "survivor", team.points),))


def _finalist(game: Game, team: Team, players: Sequence[Player]) -> Iterator[Reward]:
    """§28: the new masters; §29: the second place, even of a team that dropped out of the final."""
    if game.winner != team.id:
        bonus = game.parameters.second_place_bonus
        yield from _points(team, (("29", "runner_up", team.points), ("29", "second_place", bonus)))
        return
    yield from _points(team, (("28", "challengers_won", team.points),))
    if team.house is not None:
        yield Reward(RewardKind.MASTERS, "28", "new_masters", team.id, team.house)
    yield from _half_ops(team, players, "28", WEEKS_FOR_CHALLENGERS)


def _masters(game: Game, team: Team, players: Sequence[Player]) -> Iterator[Reward]:
    """§29; beaten Masters get nothing (§28)."""
    if game.winner != team.id:
        yield _nothing(team, "28", "masters_beaten")
        return
    bonus = game.parameters.first_place_bonus
    yield from _points(team, (("29", "masters_won", team.points), ("29", "first_place", bonus)))
    yield from _half_ops(team, players, "29", WEEKS_FOR_MASTERS, not_for_staff=True)


def _points(team: Team, lines: Sequence[tuple[str, str, int]]) -> Iterator[Reward]:
    """Points go to a house; a team without one plays for the honour."""
    if team.house is None:
        yield _nothing(team, lines[0][0], "no_house")
        return
    for paragraph, code, points in lines:
        yield Reward(RewardKind.POINTS, paragraph, code, team.id, team.house, points)


def _half_ops(
    team: Team, players: Sequence[Player], paragraph: str, weeks: int, *, not_for_staff: bool = False
) -> Iterator[Reward]:
    for player in players:
        if not_for_staff and player.staff:  # a guest whom only the directors know; Sowa looks up everybody else
            yield Reward(
                RewardKind.NOTHING, paragraph, "staff", team.id, team.house, player=player.id, name=player.name
            )
            continue
        yield Reward(
            RewardKind.HALF_OP,
            paragraph,
            "half_op",
            team.id,
            team.house,
            weeks=weeks,
            player=player.id,
            name=player.name,
            not_for_staff=not_for_staff,
        )


def _nothing(team: Team, paragraph: str, code: str) -> Reward:
    return Reward(RewardKind.NOTHING, paragraph, code, team.id, team.house)
