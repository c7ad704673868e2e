"""Who stands in for a captain (§2.2.2), and what a season settles about its council."""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from chgk.models import ActingCaptain, CouncilRules
from chgk.rules.council import Acting, Settings, check_acting, differing, read_settings
from chgk.selectors.council import as_acting, council_settings, milliseconds, season_teams
from chgk.services.council import lock_council
from chgk.services.desk import decider, lock_club, reason_of
from tournaments.models import Person, TeamMember
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock


def name_acting(
    *,
    club_id: int,
    team_id: int,
    person: Person,
    starts_at: datetime.datetime,
    ends_at: datetime.datetime,
    reason: str,
    actor: Actor,
    now: datetime.datetime | None = None,
) -> ActingCaptain:
    """Another player of the team leads it from ``starts_at`` until ``ends_at``, in the council too.

    Refused for a team of another season, somebody who is not on its roster or is its captain, times that overlap with
    another stand-in's or lie in the past, without a reason. Who may (captain, dean, curator) is asked before.
    """
    now = now or timezone.now()
    with write_lock(), transaction.atomic():
        club = lock_club(club_id)
        team = next((team for team in season_teams(club) if team.pk == team_id), None)
        if team is None:
            raise Refusal("2.2.2", "acting_of_another_team", {})
        member = TeamMember.objects.filter(team=team, person=person).first()
        if member is None or member.is_captain:
            raise Refusal("2.2.2", "acting_not_a_player", {"name": person.public_name})
        if starts_at < now - datetime.timedelta(minutes=5):
            raise Refusal("2.2.2", "acting_in_the_past", {})
        known = ActingCaptain.objects.filter(
            club=club, team=team, person=person, starts_at=starts_at, ends_at=ends_at
        ).first()
        if known is not None:
            return known
        why = reason_of(reason)
        rows = ActingCaptain.objects.select_for_update(of=("self",)).filter(club=club, team=team)
        times = milliseconds(starts_at), milliseconds(ends_at)
        check_acting(Acting(team.pk, person.pk, *times), [as_acting(row) for row in rows.select_related("person")])
        row = ActingCaptain.objects.create(
            club=club, team=team, person=person, starts_at=starts_at, ends_at=ends_at, reason=why,
            named_by=decider(actor),
        )  # fmt: skip
        details = {"team": team.pk, "person": person.pk, "from": starts_at.isoformat(), "to": ends_at.isoformat()}
        record_audit(
            actor=actor,
            action="name_acting_captain",
            target=f"club_season:{club.pk}",
            details={**details, "reason": why},
        )
    return row


def end_acting(*, acting_id: int, actor: Actor, now: datetime.datetime | None = None) -> ActingCaptain:
    """The captain is back, or the stand-in is not needed: from now on the roster's captain leads. Twice is once."""
    now = now or timezone.now()
    with write_lock(), transaction.atomic():
        lock_council(ActingCaptain.objects.values_list("club_id", flat=True).get(pk=acting_id))
        row = ActingCaptain.objects.select_for_update().get(pk=acting_id)
        if row.ends_at <= now:
            return row
        row.ends_at, row.ended_by = max(now, row.starts_at), decider(actor)
        row.save(update_fields=["ends_at", "ended_by"])
        record_audit(
            actor=actor, action="end_acting_captain", target=f"club_season:{row.club_id}", details={"acting": row.pk}
        )
    return row


def settings_mark(settings: Settings) -> str:
    """What the season has settled, in short: another one after every change."""
    return hashlib.sha256(json.dumps(differing(settings), sort_keys=True).encode()).hexdigest()[:16]


def save_council_settings(
    *, club_id: int, values: Mapping[str, Any], seen: str | None = None, actor: Actor
) -> CouncilRules:
    """Keeps what differs; votes that are open keep their rule. A ValueError begins with the key of a wrong value.

    Refused in a closed season, and where others have been saved since ``seen``, the mark of what the page showed.
    """
    with write_lock(), transaction.atomic():
        club = lock_club(club_id)
        new, saved = differing(read_settings(values)), council_settings(club)
        if seen is not None and seen != settings_mark(saved) and new != differing(saved):
            raise Refusal("1.6.2", "settings_moved", {})
        row, _made = CouncilRules.objects.get_or_create(club=club)
        details = {"before": row.values, "after": new}
        row.values = new
        row.save(update_fields=["values", "changed_at"])
        record_audit(actor=actor, action="save_council_settings", target=f"club_season:{club.pk}", details=details)
    return row
