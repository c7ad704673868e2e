"""Deadlines that come near: whoever still has something to do is written to once (§5.3.1)."""

from __future__ import annotations

import datetime

from django.db import transaction

from appeals.models import Appeal
from appeals.rules.state import AT_WORK, WITH_THE_CURATOR
from appeals.services import letters
from appeals.services.logs import lock_appeal
from tournaments.services.locks import write_lock

NEAR = datetime.timedelta(days=2)
_PHASES = {phase.value for phase in AT_WORK | WITH_THE_CURATOR}


def remind_of_deadlines(now: datetime.datetime) -> int:
    """Writes the letters that are due, each appeal's once a week of its own; answers with how many appeals it were."""
    due = Appeal.objects.filter(phase__in=_PHASES, decide_by__lte=now + NEAR, reminded_at=None)
    count = 0
    for pk in list(due.order_by("pk").values_list("pk", flat=True)):
        with write_lock(), transaction.atomic():
            row = lock_appeal(pk)
            if not _is_due(row, now):  # somebody was quicker: it is decided, or has a new week
                continue
            if row.phase in AT_WORK:
                letters.remind(row)
            else:
                letters.remind_curator(row)
            row.reminded_at = now
            row.save(update_fields=["reminded_at"])
            count += 1
    return count


def _is_due(row: Appeal, now: datetime.datetime) -> bool:
    near = row.decide_by is not None and row.decide_by <= now + NEAR
    return near and row.phase in _PHASES and row.reminded_at is None
