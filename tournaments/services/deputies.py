"""Deputies: a curator, a head or a host is away, and somebody of the staff acts in that place for a time."""

from __future__ import annotations

import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tournaments.enums import DeputyOffice
from tournaments.models import Deputy, LiveGame, User
from tournaments.rules.engine import Refusal
from tournaments.selectors.offices import offices_of, possible_deputies
from tournaments.services.actors import account_actor, account_name
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock
from tournaments.services.publishing import end_after_commit

LONGEST = datetime.timedelta(days=400)


def name_deputy(
    *,
    office: str,
    principal: User,
    deputy: User,
    starts_at: datetime.datetime,
    ends_at: datetime.datetime,
    note: str = "",
) -> Deputy:
    """``principal`` names somebody for an office that is their own. The same once more answers with the row there is.

    Raises :class:`Refusal` for an office that is not theirs (a deputy names nobody), for themselves, for an account
    that is not the staff's, for a time that ends before it begins or has ended, and for one that overlaps another of
    the same two.
    """
    with write_lock(), transaction.atomic():
        User.objects.select_for_update().get(pk=principal.pk)
        _require(office, principal, deputy, starts_at, ends_at)
        there = Deputy.objects.filter(office=office, principal=principal, deputy=deputy, ended_at=None)
        there = there.filter(starts_at__lt=ends_at, ends_at__gt=starts_at)
        if (same := there.filter(starts_at=starts_at, ends_at=ends_at).first()) is not None:
            return same
        if there.exists():
            raise Refusal("", "deputy_overlaps", {"name": account_name(deputy)})
        row = Deputy.objects.create(
            office=office,
            principal=principal,
            deputy=deputy,
            starts_at=starts_at,
            ends_at=ends_at,
            note=" ".join(note.split())[:300],
        )
        details = {
            "office": office,
            "deputy": f"user:{deputy.pk}",
            "deputy_name": account_name(deputy),
            "from": starts_at.isoformat(),
            "until": ends_at.isoformat(),
        }
        record_audit(
            actor=account_actor(principal), action="name_deputy", target=f"user:{principal.pk}", details=details
        )
    return row


def end_deputy(*, deputy_id: int, by: User) -> Deputy:
    """The deputy's time is over now: consoles that are open in the principal's place close. Twice changes nothing.

    Raises :class:`Refusal` for anybody but the principal, the deputy and superusers, and Deputy.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        row = Deputy.objects.select_for_update().get(pk=deputy_id)
        if by.pk not in (row.principal_id, row.deputy_id) and not by.is_superuser:
            raise Refusal("", "deputy_not_yours")
        now = timezone.now()
        if row.ended_at is not None or row.ends_at <= now:
            return row
        row.ended_at = now
        row.save(update_fields=["ended_at"])
        details = {"office": row.office, "deputy": f"user:{row.deputy_id}"}
        record_audit(actor=account_actor(by), action="end_deputy", target=f"user:{row.principal_id}", details=details)
        if row.office == DeputyOffice.HOST:
            _show_out(row)
    return row


def _require(
    office: str, principal: User, deputy: User, starts_at: datetime.datetime, ends_at: datetime.datetime
) -> None:
    if office not in offices_of(principal):
        raise Refusal("", "office_not_yours")
    if deputy.pk == principal.pk:
        raise Refusal("", "deputy_of_oneself")
    if not possible_deputies(principal).filter(pk=deputy.pk).exists():
        raise Refusal("", "deputy_not_staff", {"name": account_name(deputy)})
    if ends_at <= starts_at:
        raise Refusal("", "deputy_ends_first")
    if ends_at <= timezone.now():
        raise Refusal("", "deputy_is_past")
    if ends_at - starts_at > LONGEST:
        raise Refusal("", "deputy_too_long", {"days": LONGEST.days})


def _show_out(row: Deputy) -> None:
    """Streams of the deputy at the principal's consoles; whoever may be there in their own right comes back at once."""
    open_games = LiveGame.objects.filter(Q(started_at__isnull=True) | Q(finished_at=None), hosts=row.principal_id)
    for pk in open_games.values_list("pk", flat=True):
        end_after_commit(pk, "revoked", f"user:{row.deputy_id}")
