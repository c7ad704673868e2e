"""What a page was filled in against, in a few letters: another mark means that another tab was quicker."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from appeals.models import Appeal, AppealRules
from chgk.models import ClubSeason


def draft_mark(row: Appeal) -> str:
    """Changes with what stands on a sheet. No query."""
    return _mark(row.draft)


def settings_mark(club: ClubSeason) -> str:
    """Changes with a season's settings. One query."""
    row = AppealRules.objects.filter(club=club).first()
    return _mark({} if row is None else row.values)


def _mark(values: Any) -> str:
    text = json.dumps(values, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
