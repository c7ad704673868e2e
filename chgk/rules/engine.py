"""The door to the rules of a game: ``decide``, what a command brings about, and ``evolve``, what an event changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce

from chgk.rules import events as e
from chgk.rules.commands import Ask, CloseGame, Command, Judge, Rule, TakeDecidingRound
from chgk.rules.fields import Label
from chgk.rules.questions import Question, Stretch
from chgk.rules.score import standing
from chgk.rules.state import Game
from tournaments.rules.engine import Refusal


def decide(game: Game, command: Command) -> tuple[e.Event, ...]:
    """What the command brings about; a :class:`~tournaments.rules.engine.Refusal` if it is not allowed."""
    match command:
        case Ask():
            return _ask(game, command)
        case Judge():
            return _judge(game, command)
        case TakeDecidingRound():
            return _take_deciding_round(game)
        case CloseGame():
            return _close_game(game, command)
        case Rule():
            return _rule(game, command)


def _ask(game: Game, command: Ask) -> tuple[e.Event, ...]:
    """§3.1.3: one question after the other, each once, until somebody has the points."""
    _nothing_open(game, "3.1.3", "ask_question_open")
    if standing(game).over:
        raise Refusal("3.1.3", "ask_game_over")
    if game.has(command.question):
        raise Refusal("3.1.3", "question_already_asked", {"question": command.question})
    return (e.QuestionAsked(command.question),)


def _judge(game: Game, command: Judge) -> tuple[e.Event, ...]:
    """§3.1.3: one verdict a question."""
    if game.asked is None:
        raise Refusal("3.1.3", "judge_nothing_open")
    return (e.QuestionJudged(game.asked, command.correct),)


def _take_deciding_round(game: Game) -> tuple[e.Event, ...]:
    """§3.1.4: once a game, before a question, at the team's point."""
    _nothing_open(game, "3.1.4", "deciding_question_open")
    now = standing(game)
    if now.over:
        raise Refusal("3.1.4", "deciding_game_over")
    if game.ending is not None:
        raise Refusal("3.1.4", "deciding_already_taken")
    if not now.may_take_deciding_round:
        if now.team == game.parameters.deciding_at:
            raise Refusal("3.1.4", "deciding_too_late", {"points": now.team})
        raise Refusal("3.1.4", "deciding_not_at_point", {"points": now.team, "needed": game.parameters.deciding_at})
    return (e.DecidingRoundTaken(),)


def _close_game(game: Game, command: CloseGame) -> tuple[e.Event, ...]:
    """§1.5: the curator has the last word where a ruling has left a game undecided."""
    _nothing_open(game, "1.5", "close_question_open")
    if standing(game).over:
        raise Refusal("1.5", "close_game_over")
    if not game.ruled:
        raise Refusal("1.5", "close_without_ruling")
    return (e.GameClosed(command.winner),)


def _rule(game: Game, command: Rule) -> tuple[e.Event, ...]:
    """§5.2.1, §5.2.2: rulings are about the game's own questions, and come between questions."""
    _nothing_open(game, "5.2.2", "rule_question_open")
    if not game.has(command.question):
        raise Refusal("5.2.1", "question_unknown", {"question": command.question})
    return (e.RulingMade(command.question, command.verdict),)


def _nothing_open(game: Game, paragraph: str, code: str) -> None:
    if game.asked is not None:
        raise Refusal(paragraph, code, {"question": game.asked})


def evolve(game: Game, event: e.Event) -> Game:
    """The game after ``event``."""
    match event:
        case e.QuestionAsked():
            return replace(game, asked=event.question)
        case e.QuestionJudged():
            return _played(game, Question(event.question, event.correct))
        case e.DecidingRoundTaken():
            return replace(game, ending=Stretch())
        case e.GameClosed():
            return replace(game, closed_for=event.winner)
        case e.RulingMade():
            return _ruled(game, event)


def _played(game: Game, question: Question) -> Game:
    if game.ending is None:
        return replace(game, asked=None, opening=game.opening.and_then(question))
    return replace(game, asked=None, ending=game.ending.and_then(question))


def _ruled(game: Game, event: e.RulingMade) -> Game:
    label: Label = event.question
    opening = game.opening.ruled(label, event.verdict)
    ending = None if game.ending is None else game.ending.ruled(label, event.verdict)
    return replace(game, opening=opening, ending=ending, ruled=True)


def evolve_all(game: Game, happened: Iterable[e.Event]) -> Game:
    """The game after all of them, one by one."""
    return reduce(evolve, happened, game)


def play(game: Game, command: Command) -> Game:
    """The game after an accepted command."""
    return evolve_all(game, decide(game, command))
