"""Motions of the council of captains: moved, talked over, opened for a vote, withdrawn (§1.6, §5.1.2, §5.4.2).

Locked are the season's row, then the motion. The council goes on working when its season is closed: a complaint may
still be heard then; new motions of other kinds are refused.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import asdict

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from chgk.models import AmendedParagraph, ClubSeason, Motion, MotionRound, MotionWord
from chgk.rules.council import Kind, dump_rule, rule_for
from chgk.rules.regulation import Amended, check_changes
from chgk.selectors.council import council_at, council_settings, kind_of
from chgk.selectors.regulation import newest_texts
from chgk.services import council_letters as letters
from chgk.services.desk import decider
from tournaments.models import Person
from tournaments.rules.engine import Refusal
from tournaments.rules.serial import to_json
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock

LONGEST_TITLE, LONGEST_TEXT, LONGEST_WORD = 200, 6000, 4000
SHORTEST_VOTE = datetime.timedelta(minutes=5)
LONGEST_VOTE = datetime.timedelta(days=60)
MOST_WORDS = 500  # on one motion


def move_motion(
    *,
    club_id: int,
    kind: Kind,
    title: str,
    text: str = "",
    changes: Sequence[Amended] = (),
    mover: Person | None,
    actor: Actor,
    command_id: str = "",
) -> Motion:
    """A captain (``mover``) or the curator puts something before the council; it is open for discussion.

    An amendment carries its paragraphs (§1.6.3). Pressed twice, it is moved once. Refused without words, with changes
    that do not fit the text, in a closed season. Who may is asked before.
    """
    with write_lock(), transaction.atomic():
        club = lock_council(club_id)
        if command_id:
            known = Motion.objects.filter(club=club, command_id=command_id).first()
            if known is not None:
                return known
        if club.closed_at is not None:
            raise Refusal("3.2.1", "season_closed", {"season": str(club)})
        if kind in (Kind.JURY, Kind.COMPLAINT):
            raise Refusal("5.1.2", "motion_of_its_own", {})
        _require_words(title)
        if kind is Kind.AMENDMENT:
            check_changes(newest_texts(), changes)
        motion = start_motion(club, kind, title=title, text=text, mover=mover, actor=actor, command_id=command_id)
        for one in changes if kind is Kind.AMENDMENT else ():
            texts = {language: to_json(wording) for language, wording in one.texts.items()}
            AmendedParagraph.objects.create(motion=motion, number=one.number, change=one.change.value, texts=texts)
        letters.tell_council_of_motion(motion, council_at(club, motion.moved_at), but=mover)
    return motion


def start_motion(
    club: ClubSeason,
    kind: Kind,
    *,
    title: str,
    text: str = "",
    subject: str = "",
    mover: Person | None = None,
    actor: Actor,
    command_id: str = "",
    now: datetime.datetime | None = None,
) -> Motion:
    """The motion's row, in the caller's transaction and lock of the season; no letter is written here."""
    last = Motion.objects.filter(club=club).aggregate(last=Max("number"))["last"] or 0
    motion = Motion.objects.create(
        club=club,
        number=last + 1,
        kind=kind.value,
        title=" ".join(title.split())[:LONGEST_TITLE],
        text=text.strip()[:LONGEST_TEXT],
        subject=subject,
        mover=mover,
        moved_by=decider(actor),
        moved_at=now or timezone.now(),
        command_id=command_id[:64],
    )
    details = {"number": motion.number, "kind": motion.kind, "subject": subject}
    record_audit(actor=actor, action="move_motion", target=f"motion:{motion.pk}", details=details)
    return motion


def say_word(
    *, motion_id: int, text: str, answers: int | None = None, as_curator: bool, actor: Actor, command_id: str
) -> MotionWord:
    """A captain or the curator says something, or answers somebody; sent twice, it is said once.

    Refused without words, once the motion is settled, and as an answer to a word on another motion.
    """
    with write_lock(), transaction.atomic():
        motion = lock_motion(motion_id)
        known = motion.words.filter(author_key=actor.key, command_id=command_id[:64]).first()
        if known is not None:
            return known
        if not motion.is_open:
            raise Refusal("1.6.3", "motion_settled", {"number": motion.number})
        _require_words(text)
        other = None if answers is None else motion.words.filter(pk=answers).first()
        if answers is not None and other is None:
            raise Refusal("1.6.3", "word_unknown", {})
        if motion.words.count() >= MOST_WORDS:
            raise Refusal("1.6.3", "too_many_words", {"most": MOST_WORDS})
        word = MotionWord.objects.create(
            motion=motion,
            answers=other if other is None or other.answers_id is None else other.answers,
            text=text.strip()[:LONGEST_WORD],
            author_key=actor.key,
            author_name=actor.name[:200],
            as_curator=as_curator,
            command_id=command_id[:64],
        )
        record_audit(actor=actor, action="say_word", target=f"motion:{motion.pk}", details={"word": word.pk})
    return word


def open_vote(
    *, motion_id: int, closes_at: datetime.datetime, actor: Actor, now: datetime.datetime | None = None
) -> MotionRound:
    """The motion is put to the vote until ``closes_at``; after a vote with too few voices, once more (a new round).

    The council as it is now is the whole that shares are taken of. Refused for a motion that is being voted on or
    settled, for a time that is too near or too far, and where nobody has a voice. Who may is asked before.
    """
    with write_lock(), transaction.atomic():
        motion = lock_motion(motion_id)
        going = motion.rounds.filter(closed_at=None, closes_at=closes_at, opened_by=decider(actor)).first()
        if going is not None:  # pressed twice
            return going
        return begin_round(motion, closes_at, actor, now or timezone.now())


def begin_round(
    motion: Motion, closes_at: datetime.datetime, actor: Actor, now: datetime.datetime, *, tell: bool = True
) -> MotionRound:
    """The same for a locked motion, in the caller's transaction; ``tell`` the captains, or the caller does."""
    if motion.state == Motion.State.VOTE:
        raise Refusal("1.6.3", "vote_under_way", {"number": motion.number})
    if not motion.is_open:
        raise Refusal("1.6.3", "motion_settled", {"number": motion.number})
    if not now + SHORTEST_VOTE <= closes_at <= now + LONGEST_VOTE:
        raise Refusal("1.6.3", "closing_time_odd", {"days": LONGEST_VOTE.days})
    voices = council_at(motion.club, now)
    if not voices:
        raise Refusal("1.6.3", "council_empty", {})
    settings, kind = council_settings(motion.club), kind_of(motion)
    row = MotionRound.objects.create(
        motion=motion,
        number=motion.rounds.count() + 1,
        secret=settings.is_secret(kind),
        rule=dump_rule(rule_for(kind, settings)),
        voices=[asdict(voice) for voice in voices],
        opened_at=now,
        opened_by=decider(actor),
        closes_at=closes_at,
    )
    motion.state = Motion.State.VOTE
    motion.save(update_fields=["state"])
    details = {"round": row.number, "closes_at": closes_at.isoformat(), "voices": len(voices)}
    record_audit(actor=actor, action="open_council_vote", target=f"motion:{motion.pk}", details=details)
    if tell:
        letters.tell_council_of_vote(row, voices)
    return row


def withdraw_motion(*, motion_id: int, reason: str, actor: Actor, now: datetime.datetime | None = None) -> Motion:
    """Its mover, or the curator for a motion of their own, takes it back before it is voted on, with a reason.

    Refused once it has been put to the vote, and for what another procedure brought before the council.
    """
    with write_lock(), transaction.atomic():
        motion = lock_motion(motion_id)
        if motion.state == Motion.State.WITHDRAWN:
            return motion
        if motion.subject:
            raise Refusal("5.1.2", "motion_of_its_own", {})
        if motion.state != Motion.State.DISCUSSION:
            raise Refusal("1.6.3", "vote_has_begun", {"number": motion.number})
        _require_words(reason)
        motion.state, motion.ended_at, motion.note = Motion.State.WITHDRAWN, now or timezone.now(), reason.strip()[:500]
        motion.save(update_fields=["state", "ended_at", "note"])
        record_audit(
            actor=actor, action="withdraw_motion", target=f"motion:{motion.pk}", details={"reason": motion.note}
        )
    return motion


def lock_council(club_id: int) -> ClubSeason:
    """The season, locked, open or closed. Raises ClubSeason.DoesNotExist."""
    rows = ClubSeason.objects.select_for_update(of=("self",), no_key=True).select_related("season")
    return rows.get(pk=club_id)


def lock_motion(motion_id: int) -> Motion:
    """The motion with its season, both locked, the season first. Raises Motion.DoesNotExist."""
    club = lock_council(Motion.objects.values_list("club_id", flat=True).get(pk=motion_id))
    motion = Motion.objects.select_for_update(of=("self",)).get(pk=motion_id)
    motion.club = club
    return motion


def _require_words(text: str) -> None:
    if not any(letter.isalpha() for letter in text):
        raise Refusal("1.6.3", "motion_without_words", {})
