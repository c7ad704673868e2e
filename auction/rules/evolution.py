"""``evolve``: what an event changes. No rule is decided here: the amounts stand in the events."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import reduce
from typing import Any

from auction.rules import events as e
from auction.rules.categories import Categories
from auction.rules.state import Game, Kind, Lot, Phase, Team


def evolve(game: Game, event: e.Event) -> Game:
    """The game after ``event``."""
    return _CHANGES[type(event)](game, event)


def evolve_all(game: Game, happened: Iterable[e.Event]) -> Game:
    """The game after all of them, one by one."""
    return reduce(evolve, happened, game)


def _team(game: Game, team_id: str, pays: int = 0, **changes: Any) -> tuple[Team, ...]:
    """All teams, of which one paid ``pays`` and changed."""
    return tuple(
        replace(team, points=team.points - pays, **changes) if team.id == team_id else team for team in game.teams
    )


def _moved(game: Game, points: int, to: e.Place) -> dict[str, Any]:
    """Pot and bank after ``points`` went to a place; what goes into the lot shows in its stakes."""
    return {
        "pot": game.pot + points if to is e.Place.POT else game.pot,
        "bank": game.bank + points if to is e.Place.BANK else game.bank,
    }


def _category_drawn(game: Game, event: e.CategoryDrawn) -> Game:
    lot = Lot(event.category, event.lot_kind, carried=game.pot, stakes={}, solvent=frozenset())
    return replace(game, phase=Phase.DRAWN, lot=lot)


def _category_used_up(game: Game, event: e.CategoryUsedUp) -> Game:
    return replace(game, drawn=game.drawn.and_also(event.category))


def _antes_paid(game: Game, event: e.AntesPaid) -> Game:
    lot = replace(game.on_the_table, stakes=dict(event.amounts), solvent=frozenset(event.solvent))
    teams = tuple(
        replace(team, points=team.points - event.amounts[team.id]) if team.id in event.amounts else team
        for team in game.teams
    )
    return replace(game, teams=teams, lot=lot, **_moved(game, sum(event.amounts.values()), event.to))


def _team_dropped_out(game: Game, event: e.TeamDroppedOut) -> Game:
    return replace(game, teams=_team(game, event.team, out=True))


def _pot_topped_up(game: Game, event: e.PotToppedUp) -> Game:
    lot = replace(game.on_the_table, added=game.on_the_table.added + event.points)
    return replace(game, lot=lot, pot=game.pot + event.points)


def _bidding_opened(game: Game, event: e.BiddingOpened) -> Game:
    return replace(game, phase=Phase.BIDDING)


def _duel_started(game: Game, event: e.DuelStarted) -> Game:
    return replace(game, phase=Phase.DUEL)


def _stake_raised(game: Game, event: e.BidPlaced | e.WentVaBanque) -> Game:
    lot = game.on_the_table
    lot = replace(
        lot,
        stakes={**lot.stakes, event.team: event.total},
        bidders=lot.bidders | {event.team},
        leader=event.team,
        va_banque=isinstance(event, e.WentVaBanque),
    )
    return replace(game, teams=_team(game, event.team, event.paid), lot=lot, **_moved(game, event.paid, event.to))


def _team_reprimanded(game: Game, event: e.TeamReprimanded) -> Game:
    warnings = game.team(event.team).warnings + 1
    teams = _team(game, event.team, event.paid, warnings=warnings)
    return replace(game, teams=teams, bank=game.bank + event.paid)


def _team_excused(game: Game, event: e.TeamExcused) -> Game:
    return game


def _now_answering(game: Game, event: e.LotSold | e.BuzzTaken) -> Game:
    return replace(game, phase=Phase.ANSWERING, lot=replace(game.on_the_table, answering=event.team))


def _lot_voided(game: Game, event: e.LotVoided) -> Game:
    return replace(game, phase=Phase.READY, lot=None, **_moved(game, event.stakes, event.to))


def _prize_won(game: Game, event: e.PrizeWon) -> Game:
    team = game.team(event.team)
    if event.prize is Kind.HINT:
        teams = _team(game, team.id, hints=team.hints + 1)
    else:
        teams = _team(game, team.id, boxes=team.boxes + 1)
    return replace(game, teams=teams, phase=Phase.READY, lot=None, **_moved(game, event.stakes, event.to))


def _hint_bought(game: Game, event: e.HintBought) -> Game:
    lot = replace(game.on_the_table, hinted=True)
    return replace(game, teams=_team(game, event.team, event.price), lot=lot, bank=game.bank + event.price)


def _hint_token_used(game: Game, event: e.HintTokenUsed) -> Game:
    teams = _team(game, event.team, hints=game.team(event.team).hints - 1)
    return replace(game, teams=teams, lot=replace(game.on_the_table, hinted=True))


def _question_won(game: Game, event: e.QuestionWon) -> Game:
    right = game.team(event.team).right_answers + 1
    teams = _team(game, event.team, -event.points, right_answers=right)
    return replace(game, teams=teams, pot=game.pot - event.points, played=game.played + 1, phase=Phase.READY, lot=None)


def _question_lost(game: Game, event: e.QuestionLost) -> Game:
    return replace(game, played=game.played + 1, phase=Phase.READY, lot=None)


def _pot_awarded(game: Game, event: e.PotAwarded) -> Game:
    if event.team is None:
        return replace(game, pot=game.pot - event.points, bank=game.bank + event.points)
    return replace(game, teams=_team(game, event.team, -event.points), pot=game.pot - event.points)


def _tie_declared(game: Game, event: e.TieDeclared) -> Game:
    return replace(game, phase=Phase.TIE)


def _tie_broken(game: Game, event: e.TieBroken) -> Game:
    return game


def _round_ended(game: Game, event: e.RoundEnded) -> Game:
    return replace(game, phase=Phase.ROUND_OVER, finalist=event.finalist)


def _final_opened(game: Game, event: e.FinalOpened) -> Game:
    """Warnings and categories start afresh; hint tokens stay, and so does what was won for the ranking."""
    finalist = game.finalist or ""
    teams = _team(game, finalist, warnings=0, right_answers=0)
    masters = Team(event.masters, event.command, event.house, event.points)
    return replace(
        game,
        teams=(*teams, masters),
        playing=(finalist, event.masters),
        masters=event.masters,
        round=2,
        phase=Phase.READY,
        played=0,
        drawn=Categories(),
    )


def _game_ended(game: Game, event: e.GameEnded) -> Game:
    return replace(game, phase=Phase.FINISHED, winner=event.winner)


def _score_adjusted(game: Game, event: e.ScoreAdjusted) -> Game:
    return replace(game, teams=_team(game, event.team, -event.points), bank=game.bank - event.points)


def _team_reinstated(game: Game, event: e.TeamReinstated) -> Game:
    return replace(game, teams=_team(game, event.team, out=False))


_CHANGES: dict[type, Callable[[Game, Any], Game]] = {
    e.CategoryDrawn: _category_drawn,
    e.CategoryUsedUp: _category_used_up,
    e.AntesPaid: _antes_paid,
    e.TeamDroppedOut: _team_dropped_out,
    e.PotToppedUp: _pot_topped_up,
    e.BiddingOpened: _bidding_opened,
    e.DuelStarted: _duel_started,
    e.BidPlaced: _stake_raised,
    e.WentVaBanque: _stake_raised,
    e.TeamReprimanded: _team_reprimanded,
    e.TeamExcused: _team_excused,
    e.LotSold: _now_answering,
    e.LotVoided: _lot_voided,
    e.PrizeWon: _prize_won,
    e.HintBought: _hint_bought,
    e.HintTokenUsed: _hint_token_used,
    e.BuzzTaken: _now_answering,
    e.QuestionWon: _question_won,
    e.QuestionLost: _question_lost,
    e.PotAwarded: _pot_awarded,
    e.TieDeclared: _tie_declared,
    e.TieBroken: _tie_broken,
    e.RoundEnded: _round_ended,
    e.FinalOpened: _final_opened,
    e.GameEnded: _game_ended,
    e.ScoreAdjusted: _score_adjusted,
    e.TeamReinstated: _team_reinstated,
}
