"""The door to the rules: ``decide`` and ``evolve``, and what the screens ask. Each matter has a module of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from auction.rules import answering, bidding, commands, corrections, drawing, endings
from auction.rules.answering import hint_price
from auction.rules.commands import Command
from auction.rules.endings import ranking, tie_teams
from auction.rules.events import Event
from auction.rules.evolution import evolve, evolve_all
from auction.rules.offers import blocking_bid, can_raise, maximum_bid, minimum_bid, reprimand_list
from auction.rules.snapshot import dump_game, load_game
from auction.rules.state import Game, start_game

__all__ = [
    "blocking_bid", "can_raise", "decide", "dump_game", "evolve", "evolve_all", "hint_price", "load_game",
    "maximum_bid", "minimum_bid", "play", "ranking", "reprimand_list", "start_game", "tie_teams",
]  # fmt: skip

_MATTERS: dict[type, Callable[[Game, Any], tuple[Event, ...]]] = {
    commands.Draw: drawing.draw,
    commands.TopUp: drawing.top_up,
    commands.Open: drawing.open_lot,
    commands.PlaceBid: bidding.place_bid,
    commands.GoVaBanque: bidding.go_va_banque,
    commands.Say: bidding.say,
    commands.CloseBidding: bidding.close,
    commands.BuyHint: answering.buy_hint,
    commands.UseHint: answering.use_hint,
    commands.Buzz: answering.buzz,
    commands.RecordNoAnswer: answering.no_answer,
    commands.Judge: answering.judge,
    commands.BreakTie: endings.break_tie,
    commands.OpenFinal: endings.open_final,
    commands.AdjustScore: corrections.adjust,
    commands.Reinstate: corrections.reinstate,
}


def decide(game: Game, command: Command) -> tuple[Event, ...]:
    """What the command brings about; a :class:`~tournaments.rules.engine.Refusal` if it is not allowed."""
    return _MATTERS[type(command)](game, command)


def play(game: Game, command: Command) -> Game:
    """The game after an accepted command."""
    return evolve_all(game, decide(game, command))
