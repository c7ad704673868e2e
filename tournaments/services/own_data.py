"""What people choose for themselves."""

from __future__ import annotations

from django.conf import settings
from django.db import transaction

from tournaments.models import Person
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock


def choose_language(*, person_id: int, language: str, actor: Actor) -> Person:
    """In which language letters and the calendar come; "" for the school's. Raises ValueError for one unknown here."""
    if language and language not in dict(settings.LANGUAGES):
        raise ValueError(language)
    with write_lock(), transaction.atomic():
        person = Person.objects.select_for_update().get(pk=person_id)
        if person.language != language:
            details = {"before": person.language, "after": language}
            person.language = language
            person.save(update_fields=["language"])
            record_audit(actor=actor, action="choose_language", target=f"person:{person.pk}", details=details)
    return person
