"""What a season settles about its appeals; those that are filed already keep theirs (§1.6.2.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from appeals.models import AppealRules
from appeals.rules.settings import differing, read_settings
from appeals.selectors.fingerprints import settings_mark
from appeals.selectors.rules import settings_of
from chgk.services.desk import lock_club
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock


def save_appeal_settings(
    *, club_id: int, values: Mapping[str, Any], seen: str | None = None, actor: Actor
) -> AppealRules:
    """Keeps what differs; a ValueError begins with the key of a wrong value.

    Refused in a closed season, and where others have been saved since ``seen``, the mark of what the page showed.
    """
    with write_lock(), transaction.atomic():
        club = lock_club(club_id)
        new = differing(read_settings(values))
        if seen is not None and seen != settings_mark(club) and new != differing(settings_of(club)):
            raise Refusal("1.6.2.1", "settings_moved_on")
        row, _made = AppealRules.objects.get_or_create(club=club)
        details = {"before": row.values, "after": new}
        row.values = new
        row.save(update_fields=["values", "changed_at"])
        record_audit(actor=actor, action="save_appeal_settings", target=f"club_season:{club.pk}", details=details)
    return row
