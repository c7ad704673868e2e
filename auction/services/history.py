"""A game looked back on: what every command moved, how the balances went, what the hall got to know of each question.

One fold of the log, kept in the cache for its length: a log only grows, so what is kept cannot be stale.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from operator import attrgetter
from typing import Any

from django.core.cache import cache

from auction.rules.accounts import Accounts, accounts_of
from auction.rules.ends import End
from auction.rules.export import public_parts, record_lines
from auction.rules.projection import project
from auction.rules.session import Session
from auction.rules.stage import Result
from auction.rules.state import Phase
from tournaments.disciplines import discipline_for
from tournaments.models import LiveGame
from tournaments.rules.audience import Audience
from tournaments.selectors.draws import recorded_commands
from tournaments.services.replay_log import Replay, log_rows
from tournaments.services.replay_moves import moves_of

KEPT = 3600  # seconds
_PUBLIC = Audience("public")
_TELLING = frozenset({"show_question", "replace_question", "judge", "no_answer"})  # after these the hall may know more


@dataclass(frozen=True, slots=True)
class Effect:
    """What a logged command changed, an undo too. ``question`` and ``result``: as far as the hall knew them then."""

    moved: Mapping[str, int]  # team -> difference
    pot: int
    question: Mapping[str, Any] = field(default_factory=dict)
    result: Result | None = None
    end: End | None = None  # of the round, if the command ended it


@dataclass(frozen=True, slots=True)
class LotEnd:
    """A lot over after ``move`` moves."""

    move: int
    round: int
    category: str
    kind: str


@dataclass(frozen=True, slots=True)
class History:
    """``course[n]``: the accounts after n commands in force. ``effects`` and ``questions`` go by the command's pk."""

    course: tuple[Accounts, ...]
    lots: tuple[LotEnd, ...]
    effects: Mapping[int, Effect]
    questions: Mapping[int, Mapping[str, Any]]  # of the command that put the question on stage
    buzzes: Mapping[int, str] = field(default_factory=dict)  # command -> the side of a duel that it let answer

    @property
    def teams(self) -> tuple[str, ...]:
        """Every team that played, the Masters last."""
        return tuple(self.course[-1].points)


def read_history(game: LiveGame) -> History:
    """The history of a started game. Folds the log at most once an hour and length."""
    begun = game.started_at.timestamp() if game.started_at is not None else 0
    key = f"history:{game.pk}:{begun}:{game.seq}"
    history: History | None = cache.get(key)
    if history is None:
        history = _fold(game)
        cache.set(key, history, KEPT)
    return history


def record_of(game: LiveGame) -> list[str]:
    """The lines of the game's record; questions as far as the hall has seen them, undone draws as notes."""
    commands = list(recorded_commands(game))
    history = read_history(game) if game.snapshot else None
    shown, granted = (history.questions, history.buzzes) if history is not None else ({}, {})
    questions = {place: shown[row.pk] for place, row in enumerate(commands) if row.pk in shown}
    buzzes = {place: granted[row.pk] for place, row in enumerate(commands) if row.pk in granted}
    facts: dict[str, Any] = {"title": game.title}
    for name in ("started_at", "finished_at"):
        moment = getattr(game, name)
        if moment is not None:
            facts[name] = int(moment.timestamp() * 1000)
    return record_lines(game.setup, (row.command for row in commands), facts=facts, questions=questions, buzzes=buzzes)


def _fold(game: LiveGame) -> History:
    replay = Replay(discipline_for(game.discipline), game.setup)
    effects: dict[int, Effect] = {}
    before, ends = accounts_of(replay.state.game), replay.state.ends
    for command_pk, group in groupby(log_rows(game.pk), key=attrgetter("command_pk")):
        rows = list(group)
        replay.feed(rows)
        after = accounts_of(replay.state.game)
        known = _known(replay.state) if rows[0].command.get("do") in _TELLING else ({}, None)
        end = replay.state.ends[-1] if len(replay.state.ends) > len(ends) else None
        effects[command_pk] = Effect(after.moved_since(before), after.pot - before.pot, *known, end)
        before, ends = after, replay.state.ends
    moves = [(move.command_pk, state) for move, state in moves_of(replay)]
    states = [replay.plain[0], *(state for _, state in moves)]
    return History(
        tuple(accounts_of(state.game) for state in states),
        tuple(_lot_ends(states)),
        effects,
        _questions(states, [command_pk for command_pk, _ in moves]),
        dict(_buzzes(states, [command_pk for command_pk, _ in moves])),
    )


def _known(state: Session) -> tuple[Mapping[str, Any], Result | None]:
    view = project(state, _PUBLIC)
    return public_parts(view.question), view.result


def _lot_ends(states: list[Session]) -> Iterator[LotEnd]:
    for move, (earlier, later) in enumerate(pairwise(states), 1):
        lot = earlier.game.lot
        if lot is not None and later.game.lot is None:
            yield LotEnd(move, earlier.game.round, lot.category, str(lot.kind))


def _buzzes(states: list[Session], commands: list[int]) -> Iterator[tuple[int, str]]:
    """Which commands ended a duel's wait for its buzz, and for whom: a press may, without saying so."""
    for (earlier, later), command_pk in zip(pairwise(states), commands, strict=True):
        if earlier.game.phase is Phase.DUEL and later.game.phase is Phase.ANSWERING:
            yield command_pk, later.game.on_the_table.answering or ""


def _questions(states: list[Session], commands: list[int]) -> dict[int, dict[str, Any]]:
    """What the hall knew of every question in the end, with the command that put it on stage."""
    known: dict[int, dict[str, Any]] = {}
    staged = 0
    for earlier, later, command_pk in zip(states, states[1:], commands, strict=False):
        if later.stage is earlier.stage:
            continue
        if later.stage.question is not earlier.stage.question:
            staged = command_pk
        parts = public_parts(project(later, _PUBLIC).question)
        if parts:
            known.setdefault(staged, {}).update(parts)
    return known
