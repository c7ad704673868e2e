"""§5.1: a confirmed jury takes its seats at the appeals that wait for it, or that its predecessor had."""

from __future__ import annotations

import datetime
from dataclasses import replace

from django.utils.translation import gettext as _

from appeals.models import Appeal, Jury
from appeals.rules import commands as c
from appeals.rules.interest import Parties, Why, Writer, interests_of
from appeals.rules.state import DECIDES, WITH_THE_JURY, Member
from appeals.selectors.clocks import milliseconds
from appeals.selectors.folds import read_state
from appeals.selectors.juries import jury_for
from appeals.selectors.people import candidate, juror_id
from appeals.selectors.questions import read_asked
from appeals.services import letters
from appeals.services.logs import carry_out, lock_appeal
from tournaments.services.actors import Actor


def seat_jury(row: Appeal, actor: Actor, now: datetime.datetime) -> bool:
    """Seats the jury in force at a locked appeal; answers whether anything has changed.

    A member who wrote the very question has no vote in it (§5.1.1); where two did, the appeal waits for another jury.
    """
    jury = jury_for(row)
    state = read_state(row)
    if jury is None or state.phase not in WITH_THE_JURY:
        return False
    members = _with_interests(jury, row)
    if [one.id for one in members] == [one.id for one in state.members]:
        return False
    if sum(not member.recused for member in members) < DECIDES:
        return False
    row.jury = jury
    carry_out(row, c.SeatJury(members, milliseconds(now)), actor, at=now, action="seat_jury")
    letters.tell_jurors_of_appeal(row)
    return True


def seat_everywhere(jury: Jury, actor: Actor, now: datetime.datetime) -> list[int]:
    """The jury takes over all appeals in its scope that are not decided; answers with their numbers in the table."""
    waiting = Appeal.objects.filter(club=jury.club_id, phase__in=[phase.value for phase in WITH_THE_JURY])
    numbers = list(waiting.order_by("pk").values_list("pk", flat=True))
    return [pk for pk in numbers if seat_jury(lock_appeal(pk), actor, now)]


def _with_interests(jury: Jury, row: Appeal) -> tuple[Member, ...]:
    """The members in their order; whoever wrote this question is recused, and no name is given but the public one."""
    asked = read_asked(row.game).get(row.question)
    writers = tuple(Writer(Why.AUTHOR, name) for name in asked.authors) if asked is not None else ()
    members = []
    for seat in jury.seats.select_related("person").order_by("position"):
        member = Member(juror_id(seat.person), seat.person.public_name)
        wrote = interests_of(candidate(seat.person), Parties(writers=writers))
        members.append(replace(member, recused=True, reason=_("wrote this very question")) if wrote else member)
    return tuple(members)
