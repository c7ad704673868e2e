"""§5.3.2: a member reads, states a view, votes in turn. Who the member is is asked before."""

from __future__ import annotations

import datetime
from collections.abc import Callable

from django.db import transaction
from django.utils import timezone

from appeals.models import Appeal
from appeals.rules import commands as c
from appeals.rules.state import Choice, Phase
from appeals.rules.texts import clean_text
from appeals.selectors.clocks import milliseconds, school_date
from appeals.services import letters
from appeals.services.logs import carry_out, lock_appeal
from tournaments.services.actors import Actor
from tournaments.services.locks import write_lock

Step = Callable[[int], c.Command]


def confirm_reading(
    *, appeal_id: int, juror: str, actor: Actor, command_id: str = "", now: datetime.datetime | None = None
) -> Appeal:
    """§5.3.2, 1: the member has read the appeal."""
    return _step(appeal_id, lambda at: c.ConfirmRead(juror, at), actor, command_id, now, "confirm_reading")


def state_view(
    *,
    appeal_id: int,
    juror: str,
    text: str,
    actor: Actor,
    command_id: str = "",
    now: datetime.datetime | None = None,
) -> Appeal:
    """§5.3.2, 2: the member's view, in writing and once. Refused before reading, and without words."""
    text = clean_text("view", text, "5.3.2")
    return _step(appeal_id, lambda at: c.StateView(juror, text, at), actor, command_id, now, "state_view")


def cast_vote(
    *,
    appeal_id: int,
    juror: str,
    choice: Choice,
    actor: Actor,
    command_id: str = "",
    now: datetime.datetime | None = None,
) -> Appeal:
    """§5.3.2, 3: agree, disagree or abstain, with today's date; in turn, once, when all have spoken."""
    date = school_date(now or timezone.now())
    return _step(appeal_id, lambda at: c.CastVote(juror, choice, date, at), actor, command_id, now, "vote_on_appeal")


def recuse_member(
    *,
    appeal_id: int,
    juror: str,
    reason: str,
    actor: Actor,
    command_id: str = "",
    now: datetime.datetime | None = None,
) -> Appeal:
    """§5.1.1: a member has an interest in this appeal, and no vote in it."""
    reason = clean_text("recusal", reason, "5.1.1")
    return _step(appeal_id, lambda at: c.Recuse(juror, reason, at), actor, command_id, now, "recuse_member")


def _step(
    appeal_id: int,
    command: Step,
    actor: Actor,
    command_id: str,
    now: datetime.datetime | None,
    action: str,
) -> Appeal:
    now = now or timezone.now()
    with write_lock(), transaction.atomic():
        row = lock_appeal(appeal_id)
        before = row.phase
        state = carry_out(row, command(milliseconds(now)), actor, at=now, command_id=command_id, action=action)
        if state.phase is Phase.VOTING and state.next_voter is not None:
            letters.tell_next_voter(row, state.next_voter.id)
        if row.phase != before and state.phase in (Phase.CURATOR, Phase.DECIDED):
            letters.tell_curator_of_votes(row)
    return row
