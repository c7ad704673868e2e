"""What the pages say of an appeal: its status, the time that is left, what comes next."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from appeals.rules.projection import MemberNow, Seen, Status
from appeals.rules.state import Choice
from appeals.selectors.clocks import left_until

CHOICES: dict[Choice, str | Promise] = {
    Choice.AGREE: gettext_lazy("agree"),
    Choice.DISAGREE: gettext_lazy("disagree"),
    Choice.ABSTAIN: gettext_lazy("abstain"),
}
STATUSES: dict[Status, str | Promise] = {
    Status.DRAFT: gettext_lazy("not filed yet"),
    Status.FILED: gettext_lazy("waits to be received by the curator"),
    Status.RETURNED: gettext_lazy("returned by the curator"),
    Status.WITHDRAWN: gettext_lazy("withdrawn by the team"),
    Status.CONSIDERED: gettext_lazy("being considered"),
    Status.WAITING: gettext_lazy("waits for a jury"),
    Status.SPEAKING: gettext_lazy("the jury reads and states its views"),
    Status.VOTING: gettext_lazy("the jury votes"),
    Status.CURATOR: gettext_lazy("left to the curator"),
    Status.DECIDED: gettext_lazy("decided, not announced yet"),
    Status.ANNOUNCED: gettext_lazy("announced"),
}
TIMELESS = (Status.DRAFT, Status.RETURNED, Status.WITHDRAWN, Status.ANNOUNCED)  # no deadline runs


@dataclass(frozen=True, slots=True)
class Time:
    """What is left until a deadline, in words."""

    text: str
    over: bool
    deadline: datetime.datetime


def time_words(deadline: datetime.datetime | None, now: datetime.datetime | None = None) -> Time | None:
    """«3 days 4 h left», «overdue by 2 h»."""
    if deadline is None:
        return None
    left = left_until(deadline, now)
    if left.days:
        days = ngettext("%(days)s day", "%(days)s days", left.days) % {"days": left.days}
        amount = _("%(days)s %(hours)s h") % {"days": days, "hours": left.hours}
    elif left.hours:
        amount = _("%(hours)s h %(minutes)s min") % {"hours": left.hours, "minutes": left.minutes}
    else:
        amount = _("%(minutes)s min") % {"minutes": left.minutes}
    text = _("overdue by %(amount)s") if left.over else _("%(amount)s left")
    return Time(text % {"amount": amount}, left.over, deadline)


def outcome_word(granted: bool | None) -> str:
    """Granted or denied."""
    if granted is None:
        return _("left to the curator")
    return _("granted") if granted else _("denied")


def next_step(seen: Seen) -> str:
    """Who is next and what happens after your vote, in one sentence, for a member of the jury."""
    me = next((member for member in seen.members if member.mine), None)
    if me is None or me.recused:
        return _("You have stepped aside and have no vote in this appeal.") if me is not None else ""
    if seen.status is Status.SPEAKING:
        return _speaking(seen, me)
    if seen.status is not Status.VOTING or seen.following is None:
        return ""
    after = _after(seen)
    if seen.following.id == me.id:
        if after is None:
            return _("It is your turn; yours is the last vote, and it ends the voting.")
        return _("It is your turn; after your vote it is the turn of %(name)s.") % {"name": after.name}
    if me.has_voted:
        return _("Your vote is recorded; it is the turn of %(name)s.") % {"name": seen.following.name}
    return _("It is the turn of %(name)s; your vote comes later.") % {"name": seen.following.name}


def _speaking(seen: Seen, me: MemberNow) -> str:
    silent = [member.name for member in seen.members if not member.recused and not member.has_spoken]
    if not me.has_read:
        return _("Read the appeal first; then all three state their views, and only then they vote.")
    if not me.has_spoken:
        return _("State your view; the voting begins when all have stated theirs.")
    return _("Your view is stated. The voting begins when these have stated theirs: %(names)s.") % {
        "names": ", ".join(silent)
    }


def _after(seen: Seen) -> MemberNow | None:
    """Who votes after the one whose turn it is."""
    waiting = [member for member in seen.members if not member.recused and not member.has_voted]
    return waiting[1] if len(waiting) > 1 else None
