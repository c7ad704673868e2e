"""The address of somebody's calendar: a key that is derived, never stored, and can be made anew."""

from __future__ import annotations

import base64
import re

from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.models import Person
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock

_SALT = "tournaments.calendar_feed"
_TOKEN = re.compile(r"([0-9]{1,18})-([0-9]{1,9})\.([A-Za-z0-9_-]{32})", re.ASCII)


def feed_token(person: Person) -> str:
    """The key in the address of the person's calendar."""
    return f"{person.pk}-{person.feed_generation}.{_signature(person.pk, person.feed_generation)}"


def find_feed(token: str) -> Person | None:
    """Whose calendar the key opens; None for one that was never made, was renewed, or whose owner has gone."""
    found = _TOKEN.fullmatch(token)
    if found is None:
        return None
    pk, generation = int(found[1]), int(found[2])
    if not constant_time_compare(found[3], _signature(pk, generation)):
        return None
    people = Person.objects.select_related("house", "user")
    return people.filter(pk=pk, feed_generation=generation, left_at=None).first()


def renew_feed(*, person_id: int, actor: Actor) -> Person:
    """A new address; the old one opens nothing any more."""
    with write_lock(), transaction.atomic():
        person = Person.objects.select_for_update().get(pk=person_id)
        person.feed_generation += 1
        person.save(update_fields=["feed_generation"])
        record_audit(actor=actor, action="renew_calendar", target=f"person:{person.pk}")
    return person


def _signature(pk: int, generation: int) -> str:
    digest = salted_hmac(_SALT, f"{pk}-{generation}", algorithm="sha256").digest()[:24]
    return base64.urlsafe_b64encode(digest).decode()
