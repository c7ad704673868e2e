"""One step of an appeal: lock, decide, append, snapshot. Whatever changes an appeal goes through here."""

from __future__ import annotations

import datetime

from appeals.models import Appeal, AppealEvent
from appeals.rules import commands as c
from appeals.rules.engine import decide, evolve
from appeals.rules.events import dump_event
from appeals.rules.state import Appeal as State
from appeals.selectors.clocks import moment_of
from appeals.selectors.folds import read_state
from chgk.models import ClubSeason
from tournaments.rules.serial import to_json
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit


class RepeatedError(Exception):
    """The same gesture has arrived before: a second click, a page sent again. Nothing is done twice."""


def lock_season_of(appeal_id: int) -> None:
    """Locks the appeal's season, also a closed one, before the appeal itself: juries and rulings follow each other."""
    club_id = Appeal.objects.values_list("club_id", flat=True).get(pk=appeal_id)
    ClubSeason.objects.select_for_update(of=("self",), no_key=True).get(pk=club_id)


def lock_appeal(appeal_id: int) -> Appeal:
    """The appeal, locked for the length of the transaction. Raises Appeal.DoesNotExist."""
    rows = Appeal.objects.select_for_update(of=("self",), no_key=True).select_related("club", "game", "captain", "jury")
    return rows.get(pk=appeal_id)


def carry_out(
    row: Appeal, command: c.Command, actor: Actor, *, at: datetime.datetime, command_id: str = "", action: str = ""
) -> State:
    """Carries the command out on a locked appeal; raises :class:`Refusal` and has changed nothing then.

    ``action`` is the line in the audit trail, which never says what a view or a vote was. :class:`RepeatedError` for a
    ``command_id`` of the same actor that has been here.
    """
    if command_id and row.events.filter(actor_key=actor.key, command_id=command_id).exists():
        raise RepeatedError
    state = read_state(row)
    for event in decide(state, command):
        state = evolve(state, event)
        kind, data = dump_event(event)
        row.seq += 1
        AppealEvent.objects.create(
            appeal=row,
            seq=row.seq,
            kind=kind,
            data=data,
            command_id=command_id[:64],
            actor_key=actor.key,
            actor_name=actor.name[:200],
            at=at,
        )
    store(row, state)
    if action:
        details = {"number": row.number, "seq": row.seq}
        record_audit(actor=actor, action=action, target=f"appeal:{row.pk}", details=details)
    return state


def store(row: Appeal, state: State) -> None:
    """The snapshot, and the columns that lists look for."""
    row.snapshot, row.phase = to_json(state), state.phase.value
    row.filed_at = None if state.filed_at is None else moment_of(state.filed_at)
    row.decide_by = None if state.decide_by is None else moment_of(state.decide_by)
    told = state.announcement
    row.announced_at = None if told is None else moment_of(told.at)
    row.save(
        update_fields=[
            "snapshot",
            "phase",
            "seq",
            "filed_at",
            "decide_by",
            "announced_at",
            "number",
            "jury",
            "reminded_at",
        ]
    )
