"""Several commands of one press, all or none: one lock, one transaction, one push to the screens."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from tournaments.disciplines import Json
from tournaments.models import LiveGame
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock
from tournaments.services.play import LONGEST_ID, Outcome, carry_on, first_outcome
from tournaments.services.publishing import publish_after_commit

MOST_COMMANDS = 2000


def play_several(
    *,
    game_id: int,
    commands: Sequence[Json],
    actor: Actor,
    command_id: str,
    expected_seq: int,
    received_at: datetime.datetime,
    action: str,
    details: Mapping[str, Any],
) -> Outcome:
    """Carries all commands out, one after the other, or none of them: a refusal leaves nothing in the log.

    Each stands in the log by itself and can be undone by itself. ``action`` and ``details`` go into the audit trail.
    A repeated ``command_id`` is answered with the first outcome. Raises LiveGame.DoesNotExist, and ValueError for what
    no log can hold.
    """
    if not commands or len(commands) > MOST_COMMANDS:
        raise ValueError("nothing, or too much, to carry out")
    try:
        with write_lock(), transaction.atomic():
            return _carry_all_out(game_id, commands, actor, command_id, expected_seq, received_at, action, details)
    except Refusal as refusal:
        seq = LiveGame.objects.values_list("seq", flat=True).get(pk=game_id)
        return Outcome(accepted=False, seq=seq, refusal=refusal)


def _carry_all_out(
    game_id: int,
    commands: Sequence[Json],
    actor: Actor,
    command_id: str,
    expected_seq: int,
    received_at: datetime.datetime,
    action: str,
    details: Mapping[str, Any],
) -> Outcome:
    game = LiveGame.objects.select_for_update().get(pk=game_id)
    numbered = [(f"{command_id}.{number}", command) for number, command in enumerate(commands)]
    if len(numbered[-1][0]) > LONGEST_ID:
        raise ValueError("the command id is too long")
    if first_outcome(game_id=game.pk, actor=actor, command_id=numbered[0][0]) is not None:
        return Outcome(accepted=True, seq=game.seq, repeated=True)
    if not actor.is_host:
        raise Refusal("", "host_only")
    if expected_seq != game.seq:
        raise Refusal("", "game_moved_on", {"expected": expected_seq, "seq": game.seq})
    before = game.seq
    for each, command in numbered:
        record = carry_on(game=game, command=command, actor=actor, command_id=each, received_at=received_at)
        game.refresh_from_db(fields=["seq", "snapshot"])
    record_audit(
        actor=actor,
        action=action,
        target=f"game:{game.pk}",
        details={**details, "commands": len(commands), "from_seq": before + 1, "to_seq": record.seq_after},
    )
    publish_after_commit(game.pk)
    return Outcome(accepted=True, seq=record.seq_after)
