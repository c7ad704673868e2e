"""The one door through which a row of history changes: what was merged into a duplicate follows it to its person."""

from __future__ import annotations

from typing import cast

from django.db import models

from tournaments.models.people import MergedPerson


def lead_on(from_person: int, to_person: int) -> int:
    """Old numbers that led to the one person lead to the other from now on; answers with how many."""
    rows = cast("models.QuerySet[MergedPerson]", models.QuerySet(MergedPerson))
    return int(rows.filter(person_id=from_person).update(person_id=to_person))
