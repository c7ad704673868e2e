"""Ballots of captains, and the end of a vote: by its time, or with the last ballot (§1.6.3, §5.1.2).

Until then a ballot is sealed in the table, whether the vote is open or secret, and nobody counts. What it came to is
decided of the council as it was at the opening; a secret ballot is wiped then.
"""

from __future__ import annotations

import datetime

from django.db import transaction
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from chgk.models import CouncilBallot, Motion, MotionRound
from chgk.rules.council import Choice, decide_round, load_rule
from chgk.selectors.council import council_at, voice_of, voices_of
from chgk.services import council_letters as letters
from chgk.services.ballot_box import seal_choice, unseal_choice
from chgk.services.council import lock_motion
from chgk.services.council_subjects import subject_of
from tournaments.models import Person
from tournaments.rules.engine import Refusal
from tournaments.rules.votes import Decision
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock

CLOCK = Actor(key="system:council", role="system", name="Sowa")
REMIND_BEFORE = datetime.timedelta(days=1)
_CHOICES = tuple(Choice)
_STATES = {
    Decision.ADOPTED: Motion.State.ADOPTED,
    Decision.REJECTED: Motion.State.REJECTED,
    Decision.NO_QUORUM: Motion.State.UNDECIDED,
}


@sensitive_variables()
def cast_ballot(
    *,
    motion_id: int,
    person: Person,
    choice: Choice | None,
    actor: Actor,
    command_id: str = "",
    now: datetime.datetime | None = None,
) -> MotionRound:
    """The voice of the team whose captain the person is at this moment; once. The last one ends the vote.

    A ballot does not change any more; the same gesture arriving twice (``command_id``) is one. Refused once the time
    is over, for whoever leads no team of the council that was called, for a team that has voted, without a choice.
    Raises Motion.DoesNotExist.
    """
    now = now or timezone.now()
    with write_lock(), transaction.atomic():
        motion = lock_motion(motion_id)
        known = CouncilBallot.objects.filter(round__motion=motion, person=person, command_id=command_id[:64])
        if command_id and (ballot := known.select_related("round").first()) is not None:
            return ballot.round
        round_ = _open_round(motion)
        if round_ is None:
            raise Refusal("1.6.3", "no_vote_now", {})
        if now > round_.closes_at:
            raise Refusal("1.6.3", "vote_closed", {})
        called = {voice.team for voice in voices_of(round_)}
        mine = voice_of(person, council_at(motion.club, now))
        if mine is None or mine.team not in called:
            raise Refusal("1.6.3", "no_voice", {})
        if round_.ballots.filter(team=mine.team).exists():
            raise Refusal("1.6.3", "team_has_voted", {"house": mine.house})
        if choice is None:
            raise Refusal("1.6.3", "council_ballot_empty", {})
        sealed = seal_choice(vote_id=round_.pk, voter=_voter(mine.team), place=_CHOICES.index(choice))
        CouncilBallot.objects.create(
            round=round_,
            team_id=mine.team,
            person=person,
            name=person.public_name[:200],
            choice=sealed,
            cast_at=now,
            command_id=command_id[:64],
        )
        details = {"round": round_.number, "team": mine.team}
        record_audit(actor=actor, action="cast_council_ballot", target=f"motion:{motion.pk}", details=details)
        if round_.ballots.count() == len(called):
            _close(motion, round_, CLOCK, now)
    return round_


def close_if_due(motion: Motion, now: datetime.datetime | None = None) -> bool:
    """Ends the motion's vote if its time is over: whoever reads a page is not shown a vote that has ended.

    No query if the rounds are at hand and none is due.
    """
    now = now or timezone.now()
    if not any(row.closed_at is None and row.closes_at < now for row in motion.rounds.all()):
        return False
    with write_lock(), transaction.atomic():
        locked = lock_motion(motion.pk)
        round_ = _open_round(locked)
        if round_ is None or now <= round_.closes_at:
            return False
        _close(locked, round_, CLOCK, now)
    return True


def close_due_votes(now: datetime.datetime) -> int:
    """The chore: ends what is over, and reminds whoever has not voted a day before the end. Twice is once."""
    due = MotionRound.objects.filter(closed_at=None, closes_at__lt=now).select_related("motion")
    count = sum(close_if_due(row.motion, now) for row in list(due.order_by("pk")))
    near = MotionRound.objects.filter(closed_at=None, reminded_at=None, closes_at__lte=now + REMIND_BEFORE)
    for motion_id in list(near.order_by("pk").values_list("motion_id", flat=True)):
        with write_lock(), transaction.atomic():
            motion = lock_motion(motion_id)
            round_ = _open_round(motion)
            if round_ is None or round_.reminded_at is not None or round_.closes_at - round_.opened_at <= REMIND_BEFORE:
                continue
            voted = set(round_.ballots.values_list("team_id", flat=True))
            voices = [one for one in council_at(motion.club, now) if one.team not in voted]
            called = {voice.team for voice in voices_of(round_)}
            letters.remind_of_vote(round_, [one for one in voices if one.team in called])
            round_.reminded_at = now
            round_.save(update_fields=["reminded_at"])
            count += 1
    return count


def settle_outside(
    motion: Motion, decision: Decision | None, *, note: str, actor: Actor, now: datetime.datetime
) -> None:
    """What the motion was about is settled otherwise: by a meeting in a room (``decision``), or it is gone (None).

    A vote that goes on is broken off and its ballots are wiped uncounted. For a locked motion, in the caller's
    transaction; the subject is not told, because it is the one who says so.
    """
    round_ = _open_round(motion)
    if round_ is not None:
        round_.ballots.update(choice="")
        round_.closed_at = now
        round_.save(update_fields=["closed_at"])
    motion.state = Motion.State.WITHDRAWN if decision is None else _STATES[decision]
    motion.ended_at = None if motion.state == Motion.State.UNDECIDED else now
    motion.note = note[:500]
    motion.save(update_fields=["state", "ended_at", "note"])
    details = {"decision": "" if decision is None else decision.value}
    record_audit(actor=actor, action="settle_motion", target=f"motion:{motion.pk}", details=details)


@sensitive_variables()
def _close(motion: Motion, round_: MotionRound, actor: Actor, now: datetime.datetime) -> None:
    """Counts, decides, wipes: once, under the motion's lock."""
    choices = []
    for ballot in round_.ballots.select_for_update():
        place = unseal_choice(vote_id=round_.pk, voter=_voter(ballot.team_id), sealed=ballot.choice)
        if place is None or place >= len(_CHOICES):
            continue  # put there by nobody who may vote: it counts for nothing
        choices.append(_CHOICES[place])
        if not round_.secret:
            ballot.choice = _CHOICES[place].value
            ballot.save(update_fields=["choice"])
    if round_.secret:
        round_.ballots.update(choice="")
    result = decide_round(load_rule(round_.rule), len(round_.voices), choices)
    round_.in_favour, round_.against = result.count.in_favour, result.count.against
    round_.abstained, round_.decision, round_.closed_at = result.count.abstained, result.decision.value, now
    round_.save(update_fields=["in_favour", "against", "abstained", "decision", "closed_at"])
    motion.state = _STATES[result.decision]
    motion.ended_at = now if motion.is_decided else None
    motion.save(update_fields=["state", "ended_at"])
    details = {"round": round_.number, "decision": round_.decision, "votes": round_.in_favour}
    record_audit(actor=actor, action="close_council_vote", target=f"motion:{motion.pk}", details=details)
    subject = subject_of(motion)
    if subject is not None:
        subject.decided(motion, result.decision, actor, now)
    letters.tell_of_result(round_, council_at(motion.club, now))


def _open_round(motion: Motion) -> MotionRound | None:
    round_ = MotionRound.objects.select_for_update().filter(motion=motion, closed_at=None).order_by("pk").first()
    if round_ is not None:
        round_.motion = motion
    return round_


def _voter(team: int) -> str:
    return f"council:{team}"
