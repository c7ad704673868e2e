"""A game move by move: the state after each command in force.

The log is folded once; of that fold every 64th state is kept in the cache, so that any move costs at most 63 evolutions
and never a fold of the whole. What is kept belongs to one length of the log, which only grows: nothing can be stale.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

from django.core.cache import cache

from tournaments.disciplines import Json, discipline_for
from tournaments.models import GameCommand, GameEvent, LiveGame
from tournaments.services.replay_log import Replay, replay_game

BLOCK = 64
KEPT = 3600  # seconds


class Move(NamedTuple):
    """A command in force, and the numbers of its events."""

    command_pk: int
    first_seq: int
    last_seq: int


class Block(NamedTuple):
    """Up to 64 moves, and the state before the first of them."""

    state: Json
    moves: tuple[Move, ...]


class Moment(NamedTuple):
    """The game before and after a move; ``command`` is None before the first."""

    number: int
    before: Any
    state: Any
    command: GameCommand | None


def count_moves(game: LiveGame) -> int:
    """How many commands are in force."""
    count = cache.get(_key(game, "count"))
    if count is None:
        count = _keep(game)
    return int(count)


def moment_after(game: LiveGame, number: int) -> Moment:
    """The game after its first ``number`` moves (0: the start); at most two queries once the log has been folded.

    IndexError if the game has fewer moves.
    """
    if not 0 <= number <= count_moves(game):
        raise IndexError(number)
    index, inside = divmod(max(0, number - 1), BLOCK)
    block = cache.get(_key(game, index))
    if block is None:
        _keep(game)
        block = cache.get(_key(game, index)) or _blocks(game, replay_game(game))[index]
    moves = block.moves[: inside + 1] if number else ()
    state = discipline_for(game.discipline).load_state(block.state)
    before, after = _evolve(game, state, moves)
    return Moment(number, before, after, _command(moves))


def moves_of(replay: Replay) -> Iterator[tuple[Move, Any]]:
    """The moves of a folded log, each with the state after it."""
    place = 0
    for command_pk, group in groupby(replay.entries, key=lambda entry: entry.command_pk):
        entries = list(group)
        place += len(entries)
        yield Move(command_pk, entries[0].seq, entries[-1].seq), replay.plain[place]


def _evolve(game: LiveGame, state: Any, moves: tuple[Move, ...]) -> tuple[Any, Any]:
    """The states before and after the last of the moves."""
    before = state
    if not moves:
        return before, state
    discipline, known = discipline_for(game.discipline), {move.command_pk for move in moves}
    events = (
        GameEvent.objects.filter(game=game, seq__gte=moves[0].first_seq, seq__lte=moves[-1].last_seq)
        .order_by("seq")
        .values_list("seq", "command_id", "kind", "data")
    )
    for seq, command_pk, kind, data in events:
        if seq == moves[-1].first_seq:
            before = state
        if command_pk in known:
            state = discipline.evolve(state, discipline.load_event({**data, "kind": kind}))
    return before, state


def _command(moves: tuple[Move, ...]) -> GameCommand | None:
    return GameCommand.objects.get(pk=moves[-1].command_pk) if moves else None


def _keep(game: LiveGame) -> int:
    """Folds the log and keeps its blocks; answers with the number of moves."""
    blocks = _blocks(game, replay_game(game))
    count = sum(len(block.moves) for block in blocks)
    cache.set_many({_key(game, index): block for index, block in enumerate(blocks)}, KEPT)
    cache.set(_key(game, "count"), count, KEPT)
    return count


def _blocks(game: LiveGame, replay: Replay) -> list[Block]:
    discipline = discipline_for(game.discipline)
    moves = list(moves_of(replay))
    before = [replay.plain[0], *(state for _, state in moves)]
    return [
        Block(discipline.dump_state(before[start]), tuple(move for move, _ in moves[start : start + BLOCK]))
        for start in range(0, max(1, len(moves)), BLOCK)
    ]


def _key(game: LiveGame, part: object) -> str:
    begun = game.started_at.timestamp() if game.started_at is not None else 0
    return f"moves:{game.pk}:{begun}:{game.seq}:{part}"
