"""Invitations: a link, by e-mail or on paper, that binds an account to a person; the only way to sign up."""

from __future__ import annotations

import base64
import datetime
import re
from collections.abc import Callable

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.utils import timezone, translation
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from tournaments.enums import PersonKind
from tournaments.models import Invitation, Person, User
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor, own_actor
from tournaments.services.audit import record_audit
from tournaments.services.letters import write_letter
from tournaments.services.locks import write_lock
from tournaments.services.people import lock_person

LIFETIME = datetime.timedelta(days=14)
SAME_PRESS = datetime.timedelta(minutes=1)
_SALT = "tournaments.invitations"
_TOKEN = re.compile(r"([0-9]{1,18})\.([A-Za-z0-9_-]{32})", re.ASCII)
_SIGNATURE_BYTES = 24  # 192 bits: nobody guesses one


class InvitationProblem(Exception):
    """An invitation that binds nobody. ``why``: unknown, accepted, revoked, expired, has_account, left."""

    def __init__(self, why: str, invitation: Invitation | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.invitation = invitation


def invite_person(
    *, person_id: int, actor: Actor, email: str = "", address: Callable[[str], str] | None = None
) -> Invitation:
    """A new invitation for fourteen days; one that is open is taken back. With an ``email`` it is sent there.

    ``address`` makes the page's address of a token. A second press within a minute sends nothing anew. Refused for
    somebody who has an account or has left. Who may is asked before. Raises Person.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        person = lock_person(person_id)
        if person.user_id is not None:
            raise Refusal("", "person_has_account", {"name": person.name})
        if person.left_at is not None:
            raise Refusal("", "person_has_left", {"name": person.name})
        now, who = timezone.now(), (actor.name or actor.key)[:250]
        open_one = _open_of(person)
        if open_one is not None:
            fresh = now - SAME_PRESS < open_one.made_at <= now
            if fresh and open_one.made_by == who and open_one.sent_to == email and open_one.expires_at > now:
                return open_one
            _revoke(open_one, now)
        row = Invitation.objects.create(
            person=person, made_at=now, made_by=who, sent_to=email, expires_at=now + LIFETIME
        )
        details = {"invitation": row.pk, "sent": bool(email), "replaces": open_one.pk if open_one is not None else None}
        record_audit(actor=actor, action="invite_person", target=f"person:{person.pk}", details=details)
        if email and address is not None:
            _write(row, address(invitation_token(row)))
            if not person.email:
                person.email = email
                person.save(update_fields=["email"])
    return row


def revoke_invitation(*, invitation_id: int, actor: Actor) -> Invitation:
    """Takes an invitation back; one that is closed already stays as it is. Raises Invitation.DoesNotExist."""
    with write_lock(), transaction.atomic():
        row = Invitation.objects.select_for_update().get(pk=invitation_id)
        if row.accepted_at is None and row.revoked_at is None:
            _revoke(row, timezone.now())
            details = {"invitation": row.pk}
            record_audit(actor=actor, action="revoke_invitation", target=f"person:{row.person_id}", details=details)
    return row


@sensitive_variables("token")
def read_invitation(token: str) -> Invitation:
    """The open invitation of a token, with its person. Raises :class:`InvitationProblem` with what is wrong."""
    match = _TOKEN.fullmatch(token)
    row = None
    if match is not None:
        row = Invitation.objects.select_related("person__house", "person__user").filter(pk=int(match[1])).first()
    if match is None or row is None or not constant_time_compare(match[2], _signature(row)):
        raise InvitationProblem("unknown")
    _require_open(row, row.person)
    return row


@sensitive_variables("token")
def accept_invitation(*, token: str, user: User) -> Person:
    """Binds the account to the person; of two who accept at once one is late.

    Raises :class:`InvitationProblem`, and :class:`Refusal` for an account that is somebody's already.
    """
    with write_lock(), transaction.atomic():
        return _bind(token, user)


@sensitive_variables("token", "password")
def sign_up(*, token: str, username: str, password: str) -> tuple[User, Person]:
    """Makes an account there and then and binds it; nothing of it stays if the invitation does not hold.

    The caller has checked name and password by the usual validators. Raises :class:`InvitationProblem`, and
    :class:`Refusal` for a user name that somebody was quicker to take.
    """
    name, hashed = User.normalize_username(username), make_password(password)  # slow by design: before anybody waits
    with write_lock(), transaction.atomic():
        row = read_invitation(token)
        try:
            with transaction.atomic():
                user = User.objects.create(username=name, password=hashed, **_known(row))
        except IntegrityError:
            raise Refusal("", "username_taken", {"username": username}) from None
        return user, _bind(token, user)


def invitation_token(row: Invitation) -> str:
    """The token, to be sent or shown as a QR code."""
    return f"{row.pk}.{_signature(row)}"


def _bind(token: str, user: User) -> Person:
    row = read_invitation(token)
    person = lock_person(row.person_id)
    row = Invitation.objects.select_for_update().get(pk=row.pk)
    _require_open(row, person)
    other = Person.objects.filter(user=user).first()
    if other is not None:
        raise Refusal("", "account_is_bound", {"name": other.name})
    row.accepted_at = timezone.now()
    row.save(update_fields=["accepted_at"])
    person.user = user
    person.save(update_fields=["user"])
    details = {"invitation": row.pk, "user": user.pk}
    record_audit(actor=own_actor(user), action="accept_invitation", target=f"person:{person.pk}", details=details)
    return person


def _require_open(row: Invitation, person: Person) -> None:
    if row.accepted_at is not None:
        raise InvitationProblem("accepted", row)
    if row.revoked_at is not None:
        raise InvitationProblem("revoked", row)
    if person.user_id is not None:
        raise InvitationProblem("has_account", row)
    if row.expires_at <= timezone.now():
        raise InvitationProblem("expired", row)
    if person.left_at is not None:
        raise InvitationProblem("left", row)


def _open_of(person: Person) -> Invitation | None:
    rows = Invitation.objects.select_for_update().filter(person=person, accepted_at=None, revoked_at=None)
    return rows.first()


def _revoke(row: Invitation, now: datetime.datetime) -> None:
    row.revoked_at = now
    row.save(update_fields=["revoked_at"])


def _known(row: Invitation) -> dict[str, str]:
    """What the account starts with: the address that the invitation reached; a grown-up's name, for logs."""
    facts = {}
    if row.sent_to and not User.objects.filter(email__iexact=row.sent_to).exists():
        facts["email"] = User.objects.normalize_email(row.sent_to)
    if row.person.kind != PersonKind.PUPIL:
        first, _space, last = row.person.name.rpartition(" ")
        facts |= {"first_name": (first or last)[:150], "last_name": (last if first else "")[:150]}
    return facts


def _write(row: Invitation, address: str) -> None:
    """The letter, in the person's language, else the school's."""
    with translation.override(row.person.language or settings.LANGUAGE_CODE):
        day = date_format(timezone.localtime(row.expires_at), "j E Y, H:i")
        facts = {"name": row.person.name, "address": address, "day": day}
        body = _(
            "%(name)s,\n\n"
            "the school invites you to Sowa, where the quiz games are played. Open this address, log in or make an "
            "account, and Sowa knows who you are:\n\n%(address)s\n\n"
            "It is meant for you alone and holds until %(day)s. Whoever did not expect this letter may throw it away."
        )
        write_letter(to=row.sent_to, subject=_("Your account in Sowa"), body=body % facts, about=f"invitation:{row.pk}")


def _signature(row: Invitation) -> str:
    made = row.made_at.astimezone(datetime.UTC).isoformat(timespec="seconds")
    digest = salted_hmac(_SALT, f"{row.pk}-{made}", algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:_SIGNATURE_BYTES]).decode("ascii")
