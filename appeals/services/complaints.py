"""§5.4.2: somebody of the club complains of the jury's procedure; the council hears it, the finding is published."""

from __future__ import annotations

import datetime

from django.db import transaction
from django.utils import timezone

from appeals.models import Appeal
from appeals.rules import commands as c
from appeals.rules.state import Appeal as State
from appeals.rules.texts import clean_text
from appeals.selectors.clocks import milliseconds, week_after
from appeals.selectors.folds import read_state
from appeals.selectors.people import juror_id
from appeals.selectors.verdicts import verdict_in_force
from appeals.services import letters
from appeals.services.council import (
    ask_council_to_hear,
    complaint_rule,
    complaint_subject,
    meeting_was_held,
    motion_on,
    voted_on,
)
from appeals.services.logs import carry_out, lock_appeal
from appeals.services.rulings import apply_verdict
from appeals.services.seating import seat_jury
from chgk.models import Motion
from chgk.services.council import lock_council
from chgk.services.desk import lock_club
from tournaments.models import Person
from tournaments.rules.engine import Refusal
from tournaments.rules.votes import Count, decide_vote
from tournaments.services.actors import Actor
from tournaments.services.locks import write_lock


def make_complaint(
    *,
    appeal_id: int,
    person: Person,
    text: str,
    on_procedure: bool,
    actor: Actor,
    command_id: str = "",
    now: datetime.datetime | None = None,
) -> Appeal:
    """Within a week of the announcement, once a person, about what the jury did and not about what it found."""
    now = now or timezone.now()
    with write_lock(), transaction.atomic():
        lock_council(Appeal.objects.values_list("club_id", flat=True).get(pk=appeal_id))
        row = lock_appeal(appeal_id)
        text = clean_text("complaint", text, "5.4.2")
        command = c.Complain(juror_id(person), person.public_name, text, on_procedure, milliseconds(now))
        state = carry_out(row, command, actor, at=now, command_id=command_id, action="make_complaint")
        ask_council_to_hear(row, len(state.complaints), text, actor, now)
        letters.tell_council_of_complaint(row)
    return row


def record_finding(
    *,
    appeal_id: int,
    number: int,
    count: Count | None = None,
    finding: str,
    repeat: bool = False,
    actor: Actor,
    command_id: str = "",
    now: datetime.datetime | None = None,
) -> Appeal:
    """What the council found on a complaint: by the ballots on its motion, else by the ``count`` of a meeting.

    The words are the curator's, the outcome is the council's alone. Refused while its vote decides nothing and no
    meeting is recorded. Who may record it is asked before.
    ``repeat``: where the season allows it, the ruling is withdrawn and the jury starts anew, with a new week.
    """
    now = now or timezone.now()
    with write_lock(), transaction.atomic():
        club_id = Appeal.objects.values_list("club_id", flat=True).get(pk=appeal_id)
        lock_council(club_id)
        if repeat:
            lock_club(club_id)
        row = lock_appeal(appeal_id)
        motion = motion_on(complaint_subject(row.pk, number))
        ballots = voted_on(motion)
        if ballots is not None:
            count, rule = ballots
        elif count is None:
            raise Refusal("5.4.2", "council_to_vote", {})
        else:
            rule = complaint_rule(row.club)
        before = read_state(row)
        finding = clean_text("finding", finding, "5.4.2")
        if repeat:
            row.reminded_at = None  # the new week has a reminder of its own
        command = c.HearComplaint(number, count, finding, repeat, week_after(now), milliseconds(now), rule)
        carry_out(row, command, actor, at=now, command_id=command_id, action="record_finding")
        if ballots is None:
            decision = decide_vote(rule, count).decision
            meeting_was_held(complaint_subject(row.pk, number), decision, count, timezone.localdate(now), actor, now)
        elif motion is not None:
            Motion.objects.filter(pk=motion.pk).update(note=finding[:500])
        if repeat:
            if _was_granted(before):
                apply_verdict(row, verdict_in_force(row, granted=False), actor, now)
            if not seat_jury(row, actor, now):  # another one may be in force by now
                letters.tell_jurors_of_appeal(row)
    return row


def _was_granted(state: State) -> bool:
    return state.announcement is not None and state.announcement.granted
