"""What a season settles about its appeals; those that are filed already keep theirs (§1.6.2.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from appeals.models import AppealRules
from appeals.rules.settings import differing, read_settings
from chgk.services.desk import lock_club
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock


def save_appeal_settings(*, club_id: int, values: Mapping[str, Any], actor: Actor) -> AppealRules:
    """Keeps what differs; a ValueError begins with the key of a wrong value. Refused in a closed season."""
    with write_lock(), transaction.atomic():
        club = lock_club(club_id)
        new = differing(read_settings(values))
        row, _made = AppealRules.objects.get_or_create(club=club)
        details = {"before": row.values, "after": new}
        row.values = new
        row.save(update_fields=["values", "changed_at"])
        record_audit(actor=actor, action="save_appeal_settings", target=f"club_season:{club.pk}", details=details)
    return row
