"""Private links: issued by the host, shown as often as needed, revoked at once."""

from __future__ import annotations

import base64
import datetime
import re

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.enums import SeatRole
from tournaments.models import AccessLink, LiveGame
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.gates import require_conductor
from tournaments.services.locks import write_lock
from tournaments.services.publishing import end_after_commit, publish_after_commit

_SALT = "tournaments.access_links"
_TOKEN = re.compile(r"([0-9]{1,18})-([0-9]{1,9})\.([A-Za-z0-9_-]{32})", re.ASCII)
_SIGNATURE_BYTES = 24  # 192 bits: nobody guesses one


class LinkError(Exception):
    """A link that seats nobody. ``link`` is the row, if the token was ever a real one."""

    def __init__(self, link: AccessLink | None = None) -> None:
        super().__init__()
        self.link = link


class LinkUnknown(LinkError):
    """Sowa never issued this token."""


class LinkRevoked(LinkError):
    """The host took the link back, or issued a newer one for the same seat."""


class LinkPassedOn(LinkRevoked):
    """Somebody else sits there now: the seats of the game have changed."""


class LinkExpired(LinkError):
    """The link's time is over."""


def issue_link(
    *,
    game_id: int,
    role: str,
    team: str = "",
    player: str = "",
    name: str = "",
    expires_at: datetime.datetime | None = None,
    actor: Actor,
) -> AccessLink:
    """Makes a seat (``role``: captain, player or host). Raises ValueError for a role that has no seat.

    Raises :class:`Refusal` for a host while another one conducts.
    """
    if role not in SeatRole.values:
        raise ValueError(role)
    with write_lock(), transaction.atomic():
        _require_conductor(game_id, actor)
        link = AccessLink.objects.create(
            game_id=game_id, role=role, team=team, player=player, name=name, expires_at=expires_at
        )
        _audit(actor, "issue_link", link)
    return link


def reissue_link(*, link_id: int, actor: Actor) -> AccessLink:
    """A new token for the same seat, also for a revoked one; the old one and who sits there by it are out.

    Raises :class:`LinkPassedOn` for somebody who has left the team: the seat is no longer theirs; and
    :class:`Refusal` for a host while another one conducts.
    """
    with write_lock(), transaction.atomic():
        link = AccessLink.objects.select_for_update().get(pk=link_id)
        _require_conductor(link.game_id, actor)
        if link.is_vacant:
            raise LinkPassedOn(link)
        link.generation += 1
        link.issued_at, link.revoked_at, link.first_used_at = timezone.now(), None, None
        link.save(update_fields=["generation", "issued_at", "revoked_at", "first_used_at"])
        _audit(actor, "reissue_link", link)
        end_after_commit(link.game_id, "revoked", link.seat_key)
        publish_after_commit(link.game_id)
    return link


def revoke_link(*, link_id: int, actor: Actor) -> AccessLink:
    """Takes the seat away; the screens that sat there say so at once. Revoking twice changes nothing.

    Raises :class:`Refusal` for a host while another one conducts.
    """
    with write_lock(), transaction.atomic():
        link = AccessLink.objects.select_for_update().get(pk=link_id)
        _require_conductor(link.game_id, actor)
        return close_link(link=link, actor=actor)


def close_link(*, link: AccessLink, actor: Actor) -> AccessLink:
    """The same for a use case that has checked who asks: a guest's link closes with the hand-over itself."""
    with write_lock(), transaction.atomic():
        if link.revoked_at is None or link.vacant:
            link.revoked_at, link.vacant = timezone.now(), False
            link.save(update_fields=["revoked_at", "vacant"])
            _audit(actor, "revoke_link", link)
        end_after_commit(link.game_id, "revoked", link.seat_key)
        publish_after_commit(link.game_id)
    return link


def vacate_link(*, link_id: int, actor: Actor) -> AccessLink:
    """Nobody sits here any more: the link closes until the seat is taken again. One that is closed already stays so."""
    with write_lock(), transaction.atomic():
        link = AccessLink.objects.select_for_update().get(pk=link_id)
        if link.revoked_at is None:
            link.revoked_at, link.vacant = timezone.now(), True
            link.save(update_fields=["revoked_at", "vacant"])
            _audit(actor, "vacate_link", link)
        end_after_commit(link.game_id, "moved", link.seat_key)
        publish_after_commit(link.game_id)
    return link


def hand_back(*, link_id: int, actor: Actor) -> AccessLink:
    """The seat is taken again by who left it: the same address opens it. What the host took back stays taken back."""
    with write_lock(), transaction.atomic():
        link = AccessLink.objects.select_for_update().get(pk=link_id)
        if link.is_vacant:
            link.revoked_at, link.vacant = None, False
            link.save(update_fields=["revoked_at", "vacant"])
            _audit(actor, "hand_back_link", link)
        publish_after_commit(link.game_id)
    return link


def change_role(*, link_id: int, role: str, actor: Actor) -> AccessLink:
    """The same address opens the screen of another role from now on; an open page moves there at once."""
    if role not in SeatRole.values:
        raise ValueError(role)
    with write_lock(), transaction.atomic():
        link = AccessLink.objects.select_for_update().get(pk=link_id)
        link.role = role
        link.save(update_fields=["role"])
        _audit(actor, "change_link_role", link)
        end_after_commit(link.game_id, "moved", link.seat_key)
        publish_after_commit(link.game_id)
    return link


def redeem_token(token: str) -> AccessLink:
    """The seat that the token opens, as often as it is used. Raises LinkUnknown, LinkRevoked, LinkExpired."""
    match = _TOKEN.fullmatch(token)
    if match is None:
        raise LinkUnknown
    link = AccessLink.objects.select_related("game").filter(pk=int(match[1])).first()
    if link is None or not constant_time_compare(match[3], _signature(link, int(match[2]))):
        raise LinkUnknown
    require_open(link, int(match[2]))
    if link.first_used_at is None:
        now = timezone.now()
        with write_lock():
            AccessLink.objects.filter(pk=link.pk, first_used_at=None).update(first_used_at=now)
        publish_after_commit(link.game_id)  # the console shows which links are still to be handed over
        link.first_used_at = now
    return link


def require_open(link: AccessLink, generation: int) -> None:
    """Raises LinkRevoked, LinkPassedOn or LinkExpired unless the seat is open to who joined at this ``generation``."""
    if link.is_vacant and link.generation == generation:
        raise LinkPassedOn(link)
    if link.revoked_at is not None or link.generation != generation:
        raise LinkRevoked(link)
    if link.expires_at is not None and link.expires_at <= timezone.now():
        raise LinkExpired(link)


def still_sits(game_id: int, actor: Actor) -> bool:
    """Whether the seat that a request came from is still theirs: it may have changed hands while they waited.

    Asked under the game's lock; one query for a seat, none for an account.
    """
    if not actor.key.startswith("seat:"):
        return True
    seat = AccessLink.objects.filter(game_id=game_id, pk=actor.key.removeprefix("seat:"))
    return not seat.exclude(revoked_at=None, role=actor.role, team=actor.team or "").exists()


def require_seat(game_id: int, actor: Actor) -> None:
    """Raises :class:`Refusal` if the seat is no longer theirs, see :func:`still_sits`."""
    if not still_sits(game_id, actor):
        raise Refusal("", "seat_gone")


def link_token(link: AccessLink) -> str:
    """The token, to be shown as an address or a QR code."""
    return f"{link.pk}-{link.generation}.{_signature(link, link.generation)}"


def _signature(link: AccessLink, generation: int) -> str:
    digest = salted_hmac(_SALT, f"{link.pk}-{generation}-{link.game_id}", algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:_SIGNATURE_BYTES]).decode("ascii")


def _require_conductor(game_id: int, actor: Actor) -> None:
    if actor.is_host:
        require_conductor(LiveGame.objects.get(pk=game_id), actor)


def _audit(actor: Actor, action: str, link: AccessLink) -> None:
    details = {"link": link.pk, "seat_role": link.role, "team": link.team, "seat_name": link.name}
    record_audit(actor=actor, action=action, target=f"game:{link.game_id}", details=details)
