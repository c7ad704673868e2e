"""The form of a season's settings, saved by whoever has seen what it replaces."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from chgk.models import ClubSeason
from chgk.services.desk import lock_club
from chgk.services.season_rules import change_rules
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.locks import write_lock


def fingerprint(club: ClubSeason) -> str:
    """What the season's games are played with, in short: it changes with every change of them."""
    parts = [club.rules, club.final_rules, club.settings]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


def save_settings(
    *,
    club_id: int,
    seen: str,
    rules: Mapping[str, Any],
    final_rules: Mapping[str, Any],
    settings: Mapping[str, Any],
    actor: Actor,
) -> ClubSeason:
    """Changes the season's settings if they are still what the form was filled in against (``seen``: a fingerprint).

    Refused (§1.6.2) if somebody has changed them meanwhile, and as :func:`change_rules` refuses; saving what is saved
    already changes nothing. Raises what :func:`change_rules` raises.
    """
    with write_lock(), transaction.atomic():
        club = lock_club(club_id)
        if (dict(rules), dict(final_rules), dict(settings)) == (club.rules, club.final_rules, club.settings):
            return club
        if seen != fingerprint(club):
            raise Refusal("1.6.2", "settings_moved", {})
        return change_rules(club_id=club_id, rules=rules, final_rules=final_rules, settings=settings, actor=actor)
