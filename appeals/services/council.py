"""What juries and complaints bring before the council of captains, what its decision does to them (§5.1.2, §5.4.2)."""

from __future__ import annotations

import datetime

from django.urls import reverse
from django.utils import timezone

from appeals.enums import CouncilChoice, JuryState
from appeals.models import Appeal, CouncilVote, Jury
from appeals.services.seating import seat_everywhere
from chgk.models import ClubSeason, Motion
from chgk.rules.council import Kind, load_rule, rule_for
from chgk.selectors.council import council_at, council_settings, voter_lines
from chgk.services.council import begin_round, start_motion
from chgk.services.council_subjects import Matter
from chgk.services.council_votes import settle_outside
from chgk.services.desk import decider
from tournaments.rules.votes import Count, Decision, Rule
from tournaments.services.actors import Actor

LONGEST_TITLE = 120


def ask_council_about(jury: Jury, club: ClubSeason, actor: Actor) -> Motion:
    """§5.1.2: the jury comes before the council, which votes at once; under the lock of the season."""
    names = ", ".join(seat.person.public_name for seat in jury.seats.select_related("person"))
    motion = start_motion(club, Kind.JURY, title=names, subject=f"jury:{jury.pk}", actor=actor)
    now = timezone.now()
    if council_at(club, now):
        days = council_settings(club).vote_days
        begin_round(motion, now + datetime.timedelta(days=days), actor, now, tell=False)
    return motion


def ask_council_to_hear(row: Appeal, number: int, text: str, actor: Actor, now: datetime.datetime) -> Motion:
    """§5.4.2: a complaint comes before the council, which talks it over first; under the lock of the season."""
    title = " ".join(text.split())
    title = title if len(title) <= LONGEST_TITLE else title[: LONGEST_TITLE - 1] + "…"
    subject = complaint_subject(row.pk, number)
    return start_motion(row.club, Kind.COMPLAINT, title=title, text=text, subject=subject, actor=actor, now=now)


def complaint_subject(appeal_id: int, number: int) -> str:
    """How the motion on a complaint names it."""
    return f"complaint:{appeal_id}:{number}"


def motion_on(subject: str) -> Motion | None:
    """The motion on a jury or a complaint, locked; None for one of before there were motions."""
    rows = Motion.objects.select_for_update(of=("self",)).exclude(state=Motion.State.WITHDRAWN)
    return rows.filter(subject=subject).first()


def jury_gives_way(jury: Jury, actor: Actor, now: datetime.datetime) -> None:
    """Another jury is proposed instead: the vote on this one is broken off."""
    motion = motion_on(f"jury:{jury.pk}")
    if motion is not None and motion.is_open:
        settle_outside(motion, None, note="", actor=actor, now=now)


def meeting_was_held(
    subject: str, decision: Decision, count: Count, day: datetime.date, actor: Actor, now: datetime.datetime
) -> None:
    """The council met in a room: what it decided there ends the motion, and a vote on it that goes on."""
    motion = motion_on(subject)
    if motion is not None and motion.is_open:
        note = f"{day.isoformat()}: {count.in_favour}/{count.composition}"
        settle_outside(motion, decision, note=note, actor=actor, now=now)


def voted_on(motion: Motion | None) -> tuple[Count, Rule] | None:
    """What the council's ballots came to, and by which rule; None as long as they decide nothing."""
    if motion is None or not motion.is_decided:
        return None
    round_ = motion.rounds.exclude(decision="").order_by("number").last()
    if round_ is None or round_.in_favour is None:
        return None
    count = Count(len(round_.voices), round_.in_favour, round_.against or 0, round_.abstained or 0)
    return count, load_rule(round_.rule)


def complaint_rule(club: ClubSeason) -> Rule:
    """By which majority a meeting finds on a complaint; the season's."""
    return rule_for(Kind.COMPLAINT, council_settings(club))


def jury_decided(motion: Motion, decision: Decision, actor: Actor, now: datetime.datetime) -> None:
    """The council's ballots on a jury: kept beside its meetings, and followed."""
    pk = int(motion.subject.partition(":")[2])
    jury = Jury.objects.select_for_update(of=("self",)).select_related("club").get(pk=pk)
    if jury.state != JuryState.PROPOSED:
        return
    round_ = motion.rounds.order_by("number").last()
    if round_ is not None:
        voices = [
            {
                "house": line.voice.house,
                "captain": line.voice.name,
                "choice": line.choice.value if line.choice else "" if line.voted else CouncilChoice.ABSENT.value,
            }
            for line in voter_lines(round_)
        ]
        CouncilVote.objects.create(
            jury=jury,
            held_on=timezone.localdate(now),
            voices=voices,
            composition=len(voices),
            in_favour=round_.in_favour or 0,
            against=round_.against or 0,
            abstained=round_.abstained or 0,
            decision=decision.value,
            recorded_by=decider(actor),
        )
    follow_decision(jury, decision, actor, now)


def complaint_decided(motion: Motion, decision: Decision, actor: Actor, now: datetime.datetime) -> None:
    """Nothing by itself: the curator writes down what the council found (§5.4.2)."""


def follow_decision(jury: Jury, decision: Decision, actor: Actor, now: datetime.datetime) -> None:
    """What the council's decision does to the jury, and to the appeals that wait for one."""
    if decision is Decision.NO_QUORUM:
        return
    if decision is Decision.REJECTED:
        jury.state = JuryState.REJECTED
        jury.save(update_fields=["state"])
        return
    Jury.objects.filter(club=jury.club_id, game=jury.game_id, state=JuryState.CONFIRMED).update(
        state=JuryState.REPLACED
    )
    jury.state, jury.confirmed_at = JuryState.CONFIRMED, now
    jury.save(update_fields=["state", "confirmed_at"])
    seat_everywhere(jury, actor, now)


def jury_address(motion: Motion) -> str:
    """Where the jury is shown: to its curator, on the desk."""
    return ""


def complaint_address(motion: Motion) -> str:
    """The page of the appeal, at its complaints."""
    number = motion.subject.split(":")[1]
    return f"{reverse('appeals:appeal', args=[int(number)])}#complaints"


def final_matters(club: ClubSeason) -> list[Matter]:
    """The season's appeals, for decisions of the curator: an announced ruling is nobody's to touch (§5.4.1)."""
    rows = Appeal.objects.filter(club=club, number__isnull=False).order_by("number")
    return [Matter(f"appeal:{row.pk}", str(row), is_final=row.announced_at is not None) for row in rows]
