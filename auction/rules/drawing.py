"""Before the bidding: the draw, the antes and what the host adds (§6, §9, §12, §20, §25)."""

from __future__ import annotations

from auction.rules import events as e
from auction.rules.checks import in_phase
from auction.rules.commands import Draw, Open, TopUp
from auction.rules.endings import end_of_round
from auction.rules.evolution import evolve_all
from auction.rules.state import Game, Kind, Phase
from tournaments.rules.engine import Refusal


def draw(game: Game, command: Draw) -> tuple[e.Event, ...]:
    """§9: a category is drawn and every team pays the ante; §12: whoever cannot, drops out.

    If that leaves at most one team, nothing is drawn: the round is over instead.
    """
    in_phase(game, Phase.READY, paragraph="9", code="draw_not_now")
    if command.kind is Kind.ONE_ON_ONE and game.round == 1:
        raise Refusal("25", "duel_only_in_final")
    if command.kind is Kind.QUESTION and command.category in game.drawn:
        raise Refusal("6", "category_already_drawn", {"category": command.category})
    dropped = _teams_without_ante(game)
    after = evolve_all(game, dropped)
    if len(after.standing) <= 1:
        return dropped + end_of_round(after)
    drawn: tuple[e.Event, ...] = (e.CategoryDrawn(command.category, command.kind),)
    if command.kind is Kind.QUESTION:
        drawn += (e.CategoryUsedUp(command.category),)
    return (*dropped, *drawn, _antes(after, command.kind))


def _teams_without_ante(game: Game) -> tuple[e.Event, ...]:
    """§12: who cannot afford to come in."""
    ante = game.parameters.ante
    return tuple(e.TeamDroppedOut(team.id, "12", team.points) for team in game.standing if team.points < ante)


def _antes(game: Game, kind: Kind) -> e.AntesPaid:
    """§9, §13: the antes go to the pot; §6: a special lot keeps them apart."""
    ante = game.parameters.ante
    solvent = tuple(team.id for team in game.standing if team.points > ante)
    to = e.Place.LOT if kind.special else e.Place.POT
    return e.AntesPaid({team.id: ante for team in game.standing}, solvent, to)


def top_up(game: Game, command: TopUp) -> tuple[e.Event, ...]:
    """§20: before the bidding the host may add to the pot of a question."""
    in_phase(game, Phase.DRAWN, paragraph="20", code="top_up_not_now")
    if game.on_the_table.kind.special:
        raise Refusal("20", "top_up_without_question", {"kind": str(game.on_the_table.kind)})
    if command.points <= 0:
        raise Refusal("20", "top_up_not_positive", {"points": command.points})
    return (e.PotToppedUp(command.points),)


def open_lot(game: Game, command: Open) -> tuple[e.Event, ...]:
    """§9: the bidding opens; §25: a duel starts, on a category that was not played in this round."""
    in_phase(game, Phase.DRAWN, paragraph="9", code="open_not_now")
    if game.on_the_table.kind is not Kind.ONE_ON_ONE:
        return (e.BiddingOpened(),)
    if command.category is None:
        return (e.DuelStarted(None),)
    if command.category in game.drawn:
        raise Refusal("25", "category_already_played", {"category": command.category})
    return (e.CategoryUsedUp(command.category), e.DuelStarted(command.category))
