"""A game that was played elsewhere, written as if it had been played here: commands, events, snapshot, finished."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from tournaments.disciplines import Json
from tournaments.models import GameCommand, GameEvent, LiveGame, Season
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock
from tournaments.services.play import dump_refusal
from tournaments.services.replay_log import replay_game

SLICE = 500  # rows in one statement


@dataclass(frozen=True, slots=True)
class PlayedCommand:
    """A command with what it brought about: events as (kind, data); none for a note, or if it was refused."""

    command: Json
    command_id: str
    team: str
    at: datetime.datetime
    events: Sequence[tuple[str, Json]] = ()
    refusal: Refusal | None = None


def store_finished_game(
    *,
    discipline: str,
    season: Season,
    title: str,
    setup: Json,
    commands: Sequence[PlayedCommand],
    started_at: datetime.datetime,
    finished_at: datetime.datetime,
    actor: Actor,
) -> LiveGame:
    """Writes the whole game in one transaction; its snapshot is the fold of what was written.

    The commands are Sowa's (role «system»): a record does not say who pressed. What a game means for tables outside
    its log (questions used, ranking) is not touched: it counted where it was played. ValueError if the log cannot be
    folded.
    """
    with write_lock(), transaction.atomic():
        game = LiveGame.objects.create(
            discipline=discipline,
            season=season,
            title=title,
            setup=setup,
            for_ranking=False,
            created_at=started_at,
            started_at=started_at,
            finished_at=finished_at,
        )
        game.seq = _write_log(game, commands)
        game.snapshot = replay_game(game).snapshot()
        game.save(update_fields=["seq", "snapshot"])
        details = {"title": title, "seq": game.seq, "commands": len(commands)}
        record_audit(actor=actor, action="import_game", target=f"game:{game.pk}", details=details)
    return game


def _write_log(game: LiveGame, commands: Sequence[PlayedCommand]) -> int:
    """Answers with the number of the last event."""
    seq, rows = 0, []
    for played in commands:
        first = seq + 1
        seq += len(played.events)
        rows.append(_command_row(game, played, first if played.events else None, seq))
    rows = GameCommand.objects.bulk_create(rows, batch_size=SLICE)
    events = []
    for row, played in zip(rows, commands, strict=True):
        for number, (kind, data) in enumerate(played.events, row.first_seq or 0):
            events.append(
                GameEvent(game=game, seq=number, command=row, kind=kind, data=data, recorded_at=row.recorded_at)
            )
    GameEvent.objects.bulk_create(events, batch_size=SLICE)
    return seq


def _command_row(game: LiveGame, played: PlayedCommand, first: int | None, last: int) -> GameCommand:
    refusal = played.refusal
    return GameCommand(
        game=game,
        command=played.command,
        command_id=played.command_id,
        actor_key="system:import",
        actor_role="system",
        actor_team=played.team,
        received_at=played.at,
        recorded_at=played.at,
        accepted=refusal is None,
        refusal=None if refusal is None else dump_refusal(refusal),
        first_seq=first,
        last_seq=None if first is None else last,
        seq_after=last,
    )
