"""Rights that a game wins for people: granted when it is finished, taken away early with a reason."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from tournaments.enums import PrivilegeKind
from tournaments.models import LiveGame, Person, Privilege
from tournaments.rules.engine import Refusal
from tournaments.rules.rewards import Reward, RewardKind
from tournaments.selectors.people import find_people, person_number
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock

LONGEST_REASON = 500


@dataclass(frozen=True, slots=True)
class Revocation:
    """What became of taking a privilege away. ``repeated``: it had been taken away already."""

    privilege: Privilege
    refusal: Refusal | None = None

    @property
    def accepted(self) -> bool:
        """Whether it is taken away now."""
        return self.refusal is None


def weeks_after(start: datetime.datetime, weeks: int, zone: datetime.tzinfo | None = None) -> datetime.datetime:
    """The same time by the school's clocks, so many calendar weeks later, also across a change of the clocks.

    A time that the clocks skip is moved on by what they skip; of one that comes twice, the later one is meant.
    """
    zone = zone or timezone.get_default_timezone()
    local = start.astimezone(zone).replace(tzinfo=None) + datetime.timedelta(weeks=weeks)
    end = local.replace(tzinfo=zone, fold=1)
    there_and_back = end.astimezone(datetime.UTC).astimezone(zone)
    if there_and_back.replace(tzinfo=None) != local:  # in the gap
        end = local.replace(tzinfo=zone, fold=0)
    return end.astimezone(datetime.UTC)


def settle_privileges(*, game: LiveGame, lines: Iterable[Reward], actor: Actor) -> None:
    """Brings the privileges of a game into line with its rewards, inside the caller's transaction and lock.

    One that a host took away stays taken away, even if the game is opened and finished again.
    """
    rows = list(Privilege.objects.select_for_update(of=("self",)).filter(game=game).order_by("pk"))
    wanted = {line.player: line for line in lines if line.kind is RewardKind.HALF_OP}
    kept = {row.holder: row for row in rows if row.holder in wanted and _still_fits(row, game, wanted[row.holder])}
    kept |= {row.holder: row for row in rows if row.holder in wanted and row.revoked_at is not None}
    for row in sorted(rows, key=lambda row: kept.get(row.holder) is row):  # withdrawn ones first: one stands a player
        withdrawn = kept.get(row.holder) is not row
        if row.withdrawn != withdrawn:
            row.withdrawn = withdrawn
            row.save(update_fields=["withdrawn"])
    people = find_people(wanted)
    for holder, line in wanted.items():
        if holder not in kept:
            _grant(game, line, people.get(holder))


def missing_privileges(game: LiveGame, lines: Iterable[Reward]) -> list[str]:
    """Players whose privilege is missing, or stands though the game does not award it."""
    standing = set(Privilege.objects.filter(game=game, withdrawn=False).values_list("holder", flat=True))
    return sorted(standing ^ {line.player for line in lines if line.kind is RewardKind.HALF_OP})


def revoke_privilege(
    *, privilege_id: int, reason: str, actor: Actor, now: datetime.datetime | None = None
) -> Revocation:
    """Takes a privilege away early. Refused without a reason in words, and once it is over or taken away.

    Who may is asked before. Raises Privilege.DoesNotExist.
    """
    reason, now = " ".join(reason.split())[:LONGEST_REASON], now or timezone.now()
    with write_lock(), transaction.atomic():
        privilege = Privilege.objects.select_for_update(of=("self",)).select_related("game").get(pk=privilege_id)
        refusal = revocation_refused(privilege, reason, now)
        if refusal is not None:
            return Revocation(privilege, refusal)
        privilege.revoked_at, privilege.revoke_reason = now, reason
        privilege.revoked_by = (actor.name or actor.key)[:250]
        privilege.save(update_fields=["revoked_at", "revoked_by", "revoke_reason"])
        details = {"holder": privilege.name, "reason": reason}
        record_audit(actor=actor, action="revoke_privilege", target=f"privilege:{privilege.pk}", details=details)
    return Revocation(privilege)


def revocation_refused(privilege: Privilege, reason: str, now: datetime.datetime | None = None) -> Refusal | None:
    """Why this privilege cannot be taken away now for this reason; None if it can."""
    if privilege.withdrawn or privilege.revoked_at is not None:
        return Refusal("", "privilege_gone", {"name": privilege.name})
    if privilege.ends_at <= (now or timezone.now()):
        return Refusal("", "privilege_over", {"name": privilege.name})
    if not any(letter.isalnum() for letter in reason):
        return Refusal("", "reason_missing")
    return None


def is_person(player: str) -> bool:
    """Whether a player's id names a person of the school: ``p12`` is person 12."""
    return person_number(player) is not None


def _still_fits(row: Privilege, game: LiveGame, line: Reward) -> bool:
    return (
        not row.withdrawn
        and row.starts_at == game.finished_at
        and row.ends_at == weeks_after(row.starts_at, line.weeks)
        and row.paragraph == line.paragraph
    )


def _grant(game: LiveGame, line: Reward, person: Person | None) -> None:
    start = game.finished_at or timezone.now()
    Privilege.objects.create(
        person=person,
        holder=line.player,
        name=line.name[:200],
        season_id=game.season_id,
        game=game,
        paragraph=line.paragraph,
        kind=PrivilegeKind.HALF_OP,
        starts_at=start,
        ends_at=weeks_after(start, line.weeks),
    )
