"""One command, one transaction: lock the game, first outcome?, stale?, decide, append, publish after the commit."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from tournaments.disciplines import Discipline, Json, discipline_for
from tournaments.models import GameCommand, GameEvent, LiveGame
from tournaments.rules.engine import Refusal, fold
from tournaments.services import draws
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.gates import require_open
from tournaments.services.locks import write_lock
from tournaments.services.publishing import publish_after_commit
from tournaments.services.replay_log import REDONE, UNDONE, Row, make_snapshot, mark, replay_game

__all__ = ["Actor", "Outcome", "carry_on", "dump_refusal", "first_outcome", "play"]

LONGEST_ID = 64


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a command. ``seq``: the game's last event then. ``repeated``: answered from the log."""

    accepted: bool
    seq: int
    refusal: Refusal | None = None
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class _Change:
    """What an accepted command does to the game: events as (kind, data), the snapshot after them.

    ``command`` is what the log keeps: with what chance decided. ``rounds``: whose draws were open before and after.
    ``states``: the discipline's, before and after.
    """

    command: Json
    events: Sequence[tuple[str, Json]]
    snapshot: str
    rounds: tuple[int | None, int | None] = (None, None)
    states: tuple[Any, Any] | None = None


def play(
    *,
    game_id: int,
    command: Json,
    actor: Actor,
    command_id: str,
    expected_seq: int | None,
    received_at: datetime.datetime,
) -> Outcome:
    """Carries the command out, or refuses it; either way it is in the log when this returns.

    ``command_id`` is the sender's own: the same one from the same actor is answered with the first outcome.
    ``expected_seq`` is the last event that the sender saw. The cost does not depend on the length of the log,
    except for undo and redo. Raises LiveGame.DoesNotExist, and ValueError for what no log can hold.
    """
    command = {**command, "at": int(received_at.timestamp() * 1000)}
    _require_storable(command, command_id)
    with write_lock(), transaction.atomic():
        game = LiveGame.objects.select_for_update().get(pk=game_id)
        first = first_outcome(game_id=game.pk, actor=actor, command_id=command_id)
        if first is not None:
            return first
        try:
            change, refusal = _carry_out(game, command, actor, expected_seq), None
        except Refusal as refused:
            change, refusal = None, refused
        record = _append(game, change.command if change else command, actor, command_id, received_at, change, refusal)
        if change is not None:
            _follow(game, command, change, record, actor)
        if change is not None and command["do"] in ("undo", "redo"):
            record_audit(actor=actor, action=command["do"], target=f"game:{game.pk}", details=dict(change.events[0][1]))
        publish_after_commit(game.pk)  # refusals too: the host's log shows them
    return Outcome(record.accepted, record.seq_after, _load_refusal(record.refusal))


def carry_on(
    *, game: LiveGame, command: Json, actor: Actor, command_id: str, received_at: datetime.datetime
) -> GameCommand:
    """One command of several, in the caller's transaction and under its lock; a :class:`Refusal` ends them all."""
    command = {**command, "at": int(received_at.timestamp() * 1000)}
    _require_storable(command, command_id)
    change = _carry_out(game, command, actor, None)
    record = _append(game, change.command, actor, command_id, received_at, change, None)
    _follow(game, command, change, record, actor)
    return record


def _follow(game: LiveGame, command: Json, change: _Change, record: GameCommand, actor: Actor) -> None:
    """The seeds of the draws follow the round that the command led to, the links its seats."""
    if change.rounds[0] != change.rounds[1]:
        reason = "undone" if command["do"] == "undo" else ""
        draws.follow_round(game=game, round_number=change.rounds[1], seq=record.seq_after, reason=reason)
    if change.states is not None:
        discipline_for(game.discipline).follow_seats(game, *change.states, actor)


def first_outcome(*, game_id: int, actor: Actor, command_id: str) -> Outcome | None:
    """What became of this actor's command when it arrived first; None if it never did."""
    same = GameCommand.objects.filter(game_id=game_id, actor_key=actor.key, command_id=command_id)
    # one row at most, and no order to look for: every command asks this
    for accepted, seq, refusal in same.order_by().values_list("accepted", "seq_after", "refusal"):
        return Outcome(accepted, seq, _load_refusal(refusal), repeated=True)
    return None


def _carry_out(game: LiveGame, command: Json, actor: Actor, expected_seq: int | None) -> _Change:
    """The change that the command makes; raises Refusal and has written nothing then."""
    discipline = discipline_for(game.discipline)
    if not game.snapshot:
        raise Refusal("", "not_started")
    if game.finished_at is not None:
        raise Refusal("", "game_over")
    require_open(game, actor)
    if command["do"] == "add_nonce":
        nonce = draws.add_nonce(game=game, nonce=command.get("nonce"), actor=actor)
        return _Change({**nonce, "at": command["at"]}, (), game.snapshot)
    moving_back = command["do"] in ("undo", "redo")
    if moving_back and not actor.is_host:
        raise Refusal("", "host_only")
    is_old = expected_seq is not None and expected_seq != game.seq
    if is_old and (moving_back or discipline.is_stale_sensitive(command, actor.role)):
        raise Refusal("", "game_moved_on", {"expected": expected_seq, "seq": game.seq})
    if moving_back:
        return _move_back(game, command)
    return _move_on(game, discipline, command, actor)


def _move_on(game: LiveGame, discipline: Discipline, command: Json, actor: Actor) -> _Change:
    stored = json.loads(game.snapshot)
    state = discipline.load_state(stored["state"])
    discipline.authorize(state, command, actor.role, actor.team, actor.player)
    command = discipline.prepare(game, state, command)
    events = discipline.decide(state, command)
    if events:
        with transaction.atomic():  # effects that end in a refusal leave nothing behind
            discipline.apply_effects(game, events)
        draws.count_draws(game=game, command=command)
    undo, redo = stored["undo"], stored["redo"]
    if events and discipline.is_step(command):
        undo, redo = mark(game.seq + 1, command["do"]), None
    after = fold(discipline.evolve, state, events)
    return _Change(
        command,
        [_split_kind(discipline.dump_event(event)) for event in events],
        make_snapshot(discipline.dump_state(after), undo, redo),
        (discipline.drawing_round(state), discipline.drawing_round(after)),
        (state, after) if events else None,
    )


def _move_back(game: LiveGame, command: Json) -> _Change:
    """Undo or redo: the only commands whose cost is the length of the log."""
    replay = replay_game(game)
    undoing = command["do"] == "undo"
    span = replay.undoable() if undoing else replay.redoable()
    if span is None:
        raise Refusal("", "nothing_to_undo" if undoing else "nothing_to_redo")
    if undoing:
        step = GameCommand.objects.values_list("command", flat=True).get(pk=span.entries[0].command_pk)
        replay.discipline.require_undoable(step)
    kind, data = (UNDONE if undoing else REDONE), span.as_event(command["at"])
    before = replay.state
    replay.feed([Row(game.seq + 1, kind, data, 0, command)])
    rounds = (replay.discipline.drawing_round(before), replay.discipline.drawing_round(replay.state))
    return _Change(command, [(kind, data)], replay.snapshot(), rounds, (before, replay.state))


def _append(
    game: LiveGame,
    command: Json,
    actor: Actor,
    command_id: str,
    received_at: datetime.datetime,
    change: _Change | None,
    refusal: Refusal | None,
) -> GameCommand:
    events = change.events if change else ()
    last = game.seq + len(events)
    record = GameCommand.objects.create(
        game=game,
        command=command,
        command_id=command_id,
        actor_key=actor.key,
        actor_role=actor.role,
        actor_team=actor.team or "",
        actor_name=actor.name[:200],
        device=actor.device[:200],
        received_at=received_at,
        accepted=refusal is None,
        refusal=None if refusal is None else dump_refusal(refusal),
        first_seq=game.seq + 1 if events else None,
        last_seq=last if events else None,
        seq_after=last,
    )
    if events:
        GameEvent.objects.bulk_create(
            GameEvent(game=game, seq=seq, command=record, kind=kind, data=data, recorded_at=record.recorded_at)
            for seq, (kind, data) in enumerate(events, game.seq + 1)
        )
    if change is not None:
        LiveGame.objects.filter(pk=game.pk).update(snapshot=change.snapshot, seq=last)
    return record


def _split_kind(data: Json) -> tuple[str, Json]:
    return data["kind"], {key: value for key, value in data.items() if key != "kind"}


def dump_refusal(refusal: Refusal) -> Json:
    """The refusal as the log keeps it."""
    params = json.loads(json.dumps(refusal.params, default=_plain))
    return {"paragraph": refusal.paragraph, "code": refusal.code, "params": params}


def _plain(value: Any) -> Any:
    return sorted(value) if isinstance(value, frozenset | set) else str(value)


def _load_refusal(stored: Json | None) -> Refusal | None:
    return None if stored is None else Refusal(stored["paragraph"], stored["code"], stored["params"])


def _require_storable(command: Json, command_id: str) -> None:
    if not isinstance(command.get("do"), str):
        raise ValueError("a command has a «do»")
    if not 0 < len(command_id) <= LONGEST_ID:
        raise ValueError("a command id has 1 to 64 characters")
    json.dumps(command, allow_nan=False)  # ValueError for what is no JSON number
    for text in (command_id, *_texts(command)):
        if any(char == "\0" or "\ud800" <= char <= "\udfff" for char in text):
            raise ValueError("neither NUL nor half a character can be stored")


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from (key, *_texts(item))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)
