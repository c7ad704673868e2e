"""Letters by e-mail: written with what they tell, sent once it is committed."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.utils import timezone

from tournaments.models import Letter

MOST_TRIES = 8
logger = logging.getLogger(__name__)


def write_letter(*, to: str, subject: str, body: str, about: str = "") -> Letter | None:
    """Keeps a letter in the caller's transaction and sends it after the commit; None where there is no address.

    ``about`` names what it tells of (``application:7``). A post office that is closed loses nothing: ``manage.py
    tick`` tries again.
    """
    if not to:
        return None
    letter = Letter.objects.create(to=to, subject=" ".join(subject.split())[:200], body=body, about=about)
    transaction.on_commit(lambda: _send(letter.pk))
    return letter


def send_waiting_letters(limit: int = 100) -> int:
    """Sends what could not be sent so far, oldest first, each after a longer wait; answers with how many went out."""
    now = timezone.now()
    waiting = Letter.objects.filter(sent_at=None, tries__lt=MOST_TRIES).order_by("written_at", "pk")[:limit]
    due = [letter for letter in waiting if letter.written_at + _pause(letter.tries) <= now]
    return sum(_send(letter.pk) for letter in due)


def _pause(tries: int) -> timedelta:
    return timedelta(minutes=0 if tries == 0 else 2**tries)


def _send(pk: int) -> bool:
    """One letter, by one process at a time; answers whether it went out."""
    with transaction.atomic():
        letter = Letter.objects.select_for_update().filter(pk=pk, sent_at=None).first()
        if letter is None:
            return False
        try:
            EmailMessage(letter.subject, letter.body, settings.DEFAULT_FROM_EMAIL, [letter.to]).send()
        except Exception as problem:  # noqa: BLE001 - whatever a mail server says, the request it came with is done
            logger.warning("letter %s was not sent: %s", pk, type(problem).__name__)
            letter.tries, letter.problem = letter.tries + 1, type(problem).__name__
        else:
            letter.tries, letter.sent_at, letter.problem = letter.tries + 1, timezone.now(), ""
        letter.save(update_fields=["tries", "sent_at", "problem"])
        return letter.sent_at is not None
