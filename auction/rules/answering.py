"""After the bidding: hints, the duel's buzz and the verdict (§17-§19, §25)."""

from __future__ import annotations

from auction.rules import events as e
from auction.rules.checks import in_phase, team_in_play
from auction.rules.commands import BuyHint, Buzz, Judge, RecordNoAnswer, UseHint
from auction.rules.endings import end_of_round
from auction.rules.evolution import evolve_all
from auction.rules.state import Game, Kind, Phase, Team
from tournaments.rules.engine import Refusal


def hint_price(game: Game) -> int:
    """§19: a third of the pot, rounded down."""
    return game.pot // game.parameters.hint_divisor


def _answering(game: Game) -> Team:
    return game.team(game.on_the_table.answering or "")


def _hint_allowed(game: Game) -> Team:
    """§19: the answering team may have one hint a lot; §25: in a duel as anywhere."""
    in_phase(game, Phase.ANSWERING, paragraph="19", code="hint_not_now")
    team = _answering(game)
    if game.on_the_table.hinted:
        raise Refusal("19", "hint_already_used", {"team": team.id})
    return team


def buy_hint(game: Game, command: BuyHint) -> tuple[e.Event, ...]:
    """§19: a hint costs a third of the pot, paid from the account to the bank; after va banque only if it is free."""
    team, price = _hint_allowed(game), hint_price(game)
    if game.on_the_table.va_banque and price > 0:
        raise Refusal("19", "hint_after_va_banque", {"team": team.id, "price": price})
    if price > team.points:
        raise Refusal("19", "hint_too_dear", {"team": team.id, "price": price, "points": team.points})
    return (e.HintBought(team.id, price),)


def use_hint(game: Game, command: UseHint) -> tuple[e.Event, ...]:
    """§6, §19: a token won in an earlier lot buys the hint instead, also after va banque."""
    team = _hint_allowed(game)
    if team.hints == 0:
        raise Refusal("19", "hint_token_missing", {"team": team.id})
    return (e.HintTokenUsed(team.id),)


def buzz(game: Game, command: Buzz) -> tuple[e.Event, ...]:
    """§25: this side of the duel was first and answers."""
    in_phase(game, Phase.DUEL, paragraph="25", code="buzz_not_now")
    return (e.BuzzTaken(team_in_play(game, command.team).id),)


def no_answer(game: Game, command: RecordNoAnswer) -> tuple[e.Event, ...]:
    """§25: neither side of the duel answered: the question counts and its pot carries (§18)."""
    in_phase(game, Phase.DUEL, paragraph="25", code="no_answer_not_now")
    return _and_then_perhaps_the_end(game, e.QuestionLost(None, game.pot))


def judge(game: Game, command: Judge) -> tuple[e.Event, ...]:
    """§18: right: the pot goes to the team; wrong: it carries; §15: after va banque the team is out."""
    in_phase(game, Phase.ANSWERING, paragraph="18", code="judge_not_now")
    team, lot = _answering(game), game.on_the_table
    if command.correct:
        return _and_then_perhaps_the_end(game, e.QuestionWon(team.id, game.pot))
    lost = e.QuestionLost(team.id, game.pot)
    if lot.va_banque:
        return _and_then_perhaps_the_end(game, lost, e.TeamDroppedOut(team.id, "15", team.points))
    if lot.kind is Kind.ONE_ON_ONE and game.parameters.duel_wrong == "opponent":
        opponent = next(other.id for other in game.standing if other.id != team.id)
        return _and_then_perhaps_the_end(game, lost, e.PotAwarded(opponent, game.pot))
    return _and_then_perhaps_the_end(game, lost)


def _and_then_perhaps_the_end(game: Game, *happened: e.Event) -> tuple[e.Event, ...]:
    """§21, §26: the question may have been the last one, or have left one team."""
    return (*happened, *end_of_round(evolve_all(game, happened)))
