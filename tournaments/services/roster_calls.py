"""The dates of the rosters: until when the houses name their teams for a tournament of a season."""

from __future__ import annotations

import datetime

from django.db import transaction
from django.utils import timezone

from tournaments.models import RosterCall, Season, User
from tournaments.rules.engine import Refusal
from tournaments.selectors.roster_books import roster_book
from tournaments.services.acting import Acting
from tournaments.services.locks import write_lock

LONGEST_NOTE = 300


def set_call(
    *,
    season_id: int,
    discipline: str,
    due_at: datetime.datetime,
    note: str,
    user: User,
    seen: datetime.datetime | None = None,
    at: datetime.datetime | None = None,
) -> RosterCall:
    """Calls for the rosters of a season's tournament until ``due_at``; a later date opens the desks again.

    ``seen``: the date that the page showed, None for none. Raises :class:`Refusal` for an account that does not decide
    on these rosters, with ``call_moved_on`` where another window has set another date meanwhile, and with
    ``due_has_passed`` for another date that is past at ``at`` (now by default): it would close every desk at once.
    """
    with write_lock(), transaction.atomic():
        season = Season.objects.select_for_update(no_key=True).get(pk=season_id)
        book = roster_book(discipline)
        approver = book.approver(user, season) if book is not None else None
        if approver is None:
            raise Refusal("", "not_the_approver")
        call = RosterCall.objects.filter(season=season, discipline=discipline).first()
        before = call.due_at if call is not None else None
        note = " ".join(note.split())[:LONGEST_NOTE]
        if call is not None and (call.due_at, call.note) == (due_at, note):
            return call
        if before != seen:
            raise Refusal("", "call_moved_on")
        if due_at != before and due_at <= (at or timezone.now()):
            raise Refusal("", "due_has_passed")
        call = call or RosterCall(season=season, discipline=discipline)
        call.due_at, call.note = due_at, note
        call.save()
        details = {"due_at": due_at.isoformat(), "before": before.isoformat() if before is not None else None}
        Acting(user, "approver", approver.deputy).audit("set_roster_call", f"roster_call:{call.pk}", **details)
    return call
