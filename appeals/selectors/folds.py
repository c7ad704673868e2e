"""An appeal's state: from its snapshot, or from its log, which comes to the same."""

from __future__ import annotations

from appeals.models import Appeal as Row
from appeals.models import AppealEvent
from appeals.rules.engine import evolve
from appeals.rules.events import load_event
from appeals.rules.state import Appeal
from tournaments.rules.engine import fold
from tournaments.rules.serial import from_json


def read_state(row: Row) -> Appeal:
    """The state as it is stored; of a draft the one that every appeal begins with. No query."""
    return from_json(Appeal, row.snapshot) if row.snapshot else Appeal()


def fold_log(row: Row) -> Appeal:
    """The state that the log says; one query."""
    events = AppealEvent.objects.filter(appeal=row).order_by("seq").values_list("kind", "data")
    return fold(evolve, Appeal(), [load_event(kind, data) for kind, data in events])
