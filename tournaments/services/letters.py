"""Letters by e-mail: written with what they tell, sent once after the commit, outside every transaction."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac

from tournaments.models import Letter, Person, User
from tournaments.services.locks import after_writing, write_lock

MOST_TRIES = 12  # about a day and a half
LONGEST_PAUSE = 6 * 60  # minutes
CLAIM_LASTS = timedelta(minutes=10)  # a sender that was killed holds a letter no longer
REST = 60.0  # seconds in which no request knocks at a post office that has just been found closed
logger = logging.getLogger(__name__)
_closed_until = 0.0

Words = Callable[[], tuple[str, str]]


def write_letter(*, to: str, subject: str, body: str, about: str = "", once: str = "") -> Letter | None:
    """Keeps a letter in the caller's transaction and sends it after the commit; None where there is no address.

    ``about`` names what it tells of (``application:7``). ``once``: a letter that was written with this mark before is
    not written again (None, too). A post office that is closed loses nothing: ``manage.py tick`` tries again.
    """
    if not _is_address(to):
        return None
    row = {"to": to, "subject": " ".join(subject.split())[:200], "body": body, "about": about[:100]}
    if once:
        letter, is_new = Letter.objects.get_or_create(once=once[:150], defaults=row)
        if not is_new:
            return None
    else:
        letter = Letter.objects.create(**row)

    def send_soon() -> None:
        after_writing(lambda: _send_now(letter.pk))

    transaction.on_commit(send_soon, robust=True)
    return letter


def write_to(*, person: Person, words: Words, about: str = "", once: str = "") -> Letter | None:
    """A letter to somebody in their own language: ``words()`` answers with subject and text while it is active."""
    address = address_of(person)
    if not address:
        return None
    with translation.override(person.language or settings.LANGUAGE_CODE):
        subject, body = words()
    return write_letter(to=address, subject=subject, body=body, about=about, once=once)


def write_to_accounts(*, users: Iterable[User], words: Words, about: str = "") -> int:
    """The same to each of these accounts that is open, once: to its person as :func:`write_to`, else to its own address
    in the language of the site. One query, whatever their number; answers with the number of letters.
    """
    readers = {user.pk: user for user in users if user.is_active}
    people = {one.user_id: one for one in Person.objects.filter(user__in=readers).select_related("user")}
    written = 0
    for key, user in readers.items():
        if key in people:
            letter = write_to(person=people[key], words=words, about=about)
        else:
            with translation.override(settings.LANGUAGE_CODE):
                subject, body = words()
            letter = write_letter(to=user.email, subject=subject, body=body, about=about)
        written += letter is not None
    return written


def address_of(person: Person) -> str:
    """Where letters to this person go: their own address, else the account's; "" for none, and for who has left."""
    if person.left_at is not None:
        return ""
    found = person.email or (person.user.email if person.user is not None and person.user.is_active else "")
    return found if _is_address(found) else ""


def site_address(path: str) -> str:
    """The whole address of a page, for letters and calendars: a path of this site after ``SOWA_URL``."""
    return f"{settings.SOWA_URL.rstrip('/')}{path}"


def send_waiting_letters(now: datetime | None = None, limit: int = 100) -> int:
    """Sends what has not gone out, oldest first, each after a longer wait; answers with how many went out."""
    now = now or timezone.now()
    free = Q(claim="") | Q(tried_at__lt=now - CLAIM_LASTS)
    waiting = Letter.objects.filter(free, sent_at=None, tries__lt=MOST_TRIES).order_by("written_at", "pk")
    due = [letter.pk for letter in waiting.only("tries", "tried_at") if _is_due(letter, now)]
    return sum(send_letter(pk, now) for pk in due[:limit])


def send_letter(pk: int, now: datetime | None = None) -> bool:
    """Claims a letter, sends it outside any transaction, writes down what came of it. False unless it went out.

    Killed between sending and writing that down, it is sent again: under the same Message-ID, by which a mailbox knows
    the copy.
    """
    global _closed_until  # noqa: PLW0603 - one post office a process
    now = now or timezone.now()
    claim = secrets.token_hex(16)
    with write_lock():
        free = Letter.objects.filter(Q(claim="") | Q(tried_at__lt=now - CLAIM_LASTS), pk=pk, sent_at=None)
        if not free.filter(tries__lt=MOST_TRIES).update(claim=claim, tried_at=now, tries=F("tries") + 1):
            return False
    letter = Letter.objects.get(pk=pk)
    try:
        _as_email(letter).send()
    except Exception as problem:  # noqa: BLE001 - whatever a mail server says, the request it came with is done
        logger.warning("letter %s was not sent: %s", pk, type(problem).__name__)
        _closed_until = time.monotonic() + REST
        given_up = {"body": ""} if letter.tries >= MOST_TRIES else {}
        done: dict[str, Any] = {"problem": type(problem).__name__, **given_up}
    else:
        _closed_until = 0.0
        done = {"problem": "", "sent_at": timezone.now(), "body": ""}
    with write_lock():
        Letter.objects.filter(pk=pk, claim=claim).update(claim="", **done)
    return "sent_at" in done


def _send_now(pk: int) -> None:
    """After the commit, in the request that wrote it; what fails here is left to `tick`."""
    if time.monotonic() < _closed_until:
        return  # no request waits for a dead server again
    try:
        send_letter(pk)
    except Exception:  # the letter is kept, and the request is done
        logger.exception("letter %s", pk)


def _as_email(letter: Letter) -> EmailMessage:
    mark = salted_hmac("tournaments.letters", str(letter.pk), algorithm="sha256").hexdigest()[:24]
    headers = {"Message-ID": f"<{letter.pk}.{mark}@sowa.invalid>", "Auto-Submitted": "auto-generated"}
    return EmailMessage(letter.subject, letter.body, settings.DEFAULT_FROM_EMAIL, [letter.to], headers=headers)


def _is_due(letter: Letter, now: datetime) -> bool:
    if letter.tried_at is None:
        return True
    return letter.tried_at + timedelta(minutes=min(2**letter.tries, LONGEST_PAUSE)) <= now


def _is_address(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return len(text) <= 254
