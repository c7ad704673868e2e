"""The bidding: raising, va banque, the captains' lines, the close and the reprimands (§10-§16)."""

from __future__ import annotations

from auction.rules import events as e
from auction.rules.chat_grammar import diagnose_line, parse_line
from auction.rules.checks import in_phase, team_in_play
from auction.rules.commands import CloseBidding, GoVaBanque, PlaceBid, Say
from auction.rules.offers import maximum_bid, minimum_bid, most, reprimand_list, total_of
from auction.rules.state import Game, Phase
from tournaments.rules.engine import Refusal


def place_bid(game: Game, command: PlaceBid) -> tuple[e.Event, ...]:
    """§11: a captain raises: at least the smallest raise above the highest total, at most what the team has."""
    in_phase(game, Phase.BIDDING, paragraph="11", code="bid_not_now")
    team = team_in_play(game, command.team)
    minimum, maximum = minimum_bid(game, team.id), maximum_bid(game, team.id)
    facts = {"team": team.id, "points": command.points, "minimum": minimum, "maximum": maximum}
    if command.points < minimum:
        raise Refusal("11", "bid_too_low", facts)
    if command.points > maximum:
        raise Refusal("11", "bid_too_high", facts)
    total = total_of(game, command.points)
    paid = total - game.on_the_table.stakes.get(team.id, 0)
    return (e.BidPlaced(team.id, total, paid, _stakes_lie(game)),)


def go_va_banque(game: Game, command: GoVaBanque) -> tuple[e.Event, ...]:
    """§15: all points in, the bidding ends at once, and this team has the lot, however little it put in."""
    in_phase(game, Phase.BIDDING, paragraph="15", code="va_banque_not_now")
    team = team_in_play(game, command.team)
    total, top = most(game, team), game.on_the_table.top
    if team.points == 0:
        raise Refusal("15", "va_banque_nothing_left", {"team": team.id})
    if game.parameters.va_banque_must_top and total <= top:
        raise Refusal("15", "va_banque_too_low", {"team": team.id, "points": total, "top": top})
    went = e.WentVaBanque(team.id, total, team.points, _stakes_lie(game))
    return (went, _sold(game, team.id, total, stakes=game.on_the_table.held + team.points))


def say(game: Game, command: Say) -> tuple[e.Event, ...]:
    """§11 and its note: a captain's line counts only if it is exactly a command."""
    in_phase(game, Phase.BIDDING, paragraph="11", code="bid_not_now")
    team = team_in_play(game, command.team)
    meant = parse_line(command.text, (team,))
    if isinstance(meant, PlaceBid):
        return place_bid(game, meant)
    if isinstance(meant, GoVaBanque):
        return go_va_banque(game, meant)
    everyone = tuple(other.command for other in game.standing)
    code = diagnose_line(command.text, team.command, everyone) or "chat_plain_talk"
    raise Refusal("11", code, {"team": team.id, "command": team.command, "text": command.text})


def close(game: Game, command: CloseBidding) -> tuple[e.Event, ...]:
    """§16: reprimands first; §14: then the highest total has the lot. Without any bid the lot is void."""
    in_phase(game, Phase.BIDDING, paragraph="14", code="close_not_now")
    lot = game.on_the_table
    reprimands = tuple(_reprimand(game, team, command.excused) for team in reprimand_list(game))
    if lot.leader is None:
        return (*reprimands, e.LotVoided(lot.held, _stakes_go(game)))
    return (*reprimands, _sold(game, lot.leader, lot.stakes[lot.leader], lot.held))


def _reprimand(game: Game, team_id: str, excused: tuple[str, ...]) -> e.Event:
    """§16: a warning first, then the penalty, never below zero."""
    if team_id in excused:
        return e.TeamExcused(team_id)
    team = game.team(team_id)
    return e.TeamReprimanded(team_id, min(game.parameters.reprimand_penalty, team.points) if team.warnings else 0)


def _sold(game: Game, team_id: str, total: int, stakes: int) -> e.Event:
    """§14: the team answers; §6: in a special lot it has its prize at once."""
    kind = game.on_the_table.kind
    if kind.special:
        return e.PrizeWon(team_id, kind, stakes, _stakes_go(game))
    return e.LotSold(team_id, total)


def _stakes_lie(game: Game) -> e.Place:
    """§13: stakes lie in the pot; §6: a special lot's are kept apart."""
    return e.Place.LOT if game.on_the_table.kind.special else e.Place.POT


def _stakes_go(game: Game) -> e.Place:
    """§6: where a special lot's stakes end; the pot of the next question is otherwise untouched."""
    return e.Place.POT if game.parameters.special_stakes == "carry" else e.Place.BANK
