"""What a team may name in the bidding (§11), as numbers for the rules and for the screens.

All numbers here are numbers to NAME: with ``bid_includes_ante`` the team's total in the lot, else what comes
on top of the ante.
"""

from __future__ import annotations

from auction.rules.state import Game, Phase, Team


def named(game: Game, total: int) -> int:
    """The number to name for a total in the lot."""
    return total if game.parameters.bid_includes_ante else total - game.parameters.ante


def total_of(game: Game, number: int) -> int:
    """The total in the lot that a named number stands for."""
    return number if game.parameters.bid_includes_ante else number + game.parameters.ante


def most(game: Game, team: Team) -> int:
    """The highest total that the team can reach in this lot: its stake and all it has left."""
    return game.on_the_table.stakes.get(team.id, 0) + team.points


def minimum_bid(game: Game, team: str) -> int:
    """§11: the lowest number that a bid may name now, the same for every team."""
    return named(game, game.on_the_table.top + game.parameters.min_raise)


def maximum_bid(game: Game, team: str) -> int:
    """§11: the highest number that the team can afford."""
    return named(game, most(game, game.team(team)))


def can_raise(game: Game, team: str) -> bool:
    """Whether the bidding is open, the team is in it, and has enough for the lowest bid."""
    if game.phase is not Phase.BIDDING or team not in game.on_the_table.stakes:
        return False
    return maximum_bid(game, team) >= minimum_bid(game, team)


def blocking_bid(game: Game, team: str) -> int | None:
    """The lowest legal number that nobody else could top by an ordinary bid; None if the team cannot name one."""
    if not can_raise(game, team):
        return None
    richest = max((most(game, other) for other in game.standing if other.id != team), default=0)
    number = max(minimum_bid(game, team), named(game, richest - game.parameters.min_raise + 1))
    return number if number <= maximum_bid(game, team) else None


def reprimand_list(game: Game) -> tuple[str, ...]:
    """§16: who never bid, though it had points left after the ante: reprimanded if the bidding closed now."""
    if game.phase is not Phase.BIDDING:
        return ()
    lot = game.on_the_table
    return tuple(team.id for team in game.standing if team.id in lot.solvent and team.id not in lot.bidders)
