"""The people of the school: added, changed, their consent, their leaving, deleted where nothing holds them."""

from __future__ import annotations

import datetime
import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tournaments.enums import AnswerState, PersonKind
from tournaments.models import Application, House, Person, User
from tournaments.rules.engine import Refusal
from tournaments.rules.names import clean_name, fold_name, shorten_name, tells_the_whole
from tournaments.selectors.holding import what_holds
from tournaments.selectors.people import find_alike, people_called
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import take_turns, write_lock

LONGEST_NAME = 200
LONGEST_SHOWN = 40  # on phones and walls
_FIELDS = ("name", "display_name", "kind", "house_id", "email", "language")


@dataclass(frozen=True, slots=True)
class Facts:
    """What the office keeps of a person. ``house`` is its number."""

    name: str
    kind: str = PersonKind.PUPIL
    house: int | None = None
    display_name: str = ""
    email: str = ""
    language: str = ""


def fingerprint(person: Person) -> str:
    """Changes with every change of what :func:`change_person` changes, so that a stale page is noticed."""
    facts = json.dumps([getattr(person, field) for field in _FIELDS])
    return hashlib.sha256(facts.encode()).hexdigest()[:16]


def create_person(*, facts: Facts, actor: Actor, others: Collection[int] = ()) -> Person:
    """Adds somebody. Raises :class:`Refusal`: a bad name, or ``alike_people`` for those whom nobody has told apart yet.

    ``others``: people of like names who have been said to be others. A second press of the button finds the first.
    """
    with write_lock(), transaction.atomic():
        take_turns("people")
        person = Person(name=clean_name(facts.name, LONGEST_NAME))
        alike = [one.person for one in find_alike([person.name]).get(person.name, []) if one.person.pk not in others]
        if alike:
            raise Refusal("", "alike_people", {"name": person.name, "people": [one.pk for one in alike]})
        _fill(person, facts)
        person.save()
        record_audit(actor=actor, action="create_person", target=_target(person), details=_row(person))
    return person


def change_person(*, person_id: int, facts: Facts, seen: str, actor: Actor, told: int | None = None) -> Person:
    """Changes what the office keeps. A new house needs ``told``: its number, once its consequences have been read.

    What is so already changes nothing and is never refused as stale: a button pressed twice, two tabs of one mind.
    An application to the old house that nobody has answered is withdrawn; rosters and games stay as they are, and
    their own rules refuse whoever is of another house. Raises :class:`Refusal` and Person.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        take_turns("people")
        person = lock_person(person_id)
        is_stale, before = fingerprint(person) != seen, _told(person)
        person.name = clean_name(facts.name, LONGEST_NAME)
        _fill(person, facts)
        after = _told(person)
        changed = {key: [before[key], after[key]] for key in after if before[key] != after[key]}
        if not changed:
            return person
        if is_stale:
            raise Refusal("", "person_moved_on", {"name": before["name"]})
        if "house" in changed and person.house_id != told:
            raise Refusal("", "house_not_told", {"name": person.name})
        person.save()
        if "house" in changed:
            changed["applications_withdrawn"] = [withdraw_waiting([person], actor)[person.pk], 0]
        record_audit(actor=actor, action="change_person", target=_target(person), details={"changed": changed})
    return person


def withdraw_waiting(people: Iterable[Person], actor: Actor) -> Counter[int]:
    """Takes back, in the caller's transaction, what nobody has answered that was sent to a house they have left.

    Says how many applications it was, by the person's number. Two queries.
    """
    waiting = Application.objects.filter(person__in=list(people), state=AnswerState.SENT)
    rows = dict(waiting.exclude(house=F("person__house")).values_list("pk", "person"))
    Application.objects.filter(pk__in=rows).update(
        state=AnswerState.WITHDRAWN, decided_at=timezone.now(), decided_by=actor_name(actor)
    )
    return Counter(rows.values())


def choose_display_name(*, person_id: int, text: str, actor: Actor) -> Person:
    """What public pages call the person from now on; "" for the name that they are called without a choice.

    Who may is asked before: the person, or the office. Refused: an invisible or too long one, what public pages call
    somebody else, and the own full name without consent.
    """
    with write_lock(), transaction.atomic():
        take_turns("people")
        person = lock_person(person_id)
        before = person.display_name
        person.display_name = read_display_name(person, text)
        if person.display_name != before:
            person.save(update_fields=["display_name"])
            details = {"changed": {"display_name": [before, person.display_name]}}
            record_audit(actor=actor, action="choose_display_name", target=_target(person), details=details)
    return person


def read_display_name(person: Person, text: str) -> str:
    """The name as it can stand on public pages. Raises :class:`Refusal`. One query at most.

    Nobody's full name that is not public is compared: the refusal would tell that the school knows it.
    """
    if not text.strip():
        return ""
    name = clean_name(text, LONGEST_SHOWN)
    if fold_name(name) == fold_name(person.display_name):
        return name
    require_display_name(person, name, people_called(name))
    return name


def require_display_name(person: Person, name: str, called: Iterable[Person]) -> None:
    """Raises :class:`Refusal` for a name that pages may not call the person; ``called``: whom they call so already."""
    if person.is_sheltered and tells_the_whole(name, person.name):
        raise Refusal("", "full_name_without_consent", {"name": person.name})
    own = fold_name(name) in {fold_name(person.name), fold_name(shorten_name(person.name))}
    if not own and any(one.pk != person.pk and one.left_at is None for one in called):
        raise Refusal("", "name_of_somebody_else", {"name": name})


def record_consent(*, person_id: int, day: datetime.date, actor: Actor) -> Person:
    """The school has it on paper since ``day`` that the full name may stand on public pages. Not of a day to come."""
    with write_lock(), transaction.atomic():
        person = lock_person(person_id)
        if day > timezone.localdate():
            raise Refusal("", "day_to_come", {"day": day.isoformat()})
        if person.consented_at != day:
            person.consented_at, person.consent_by = day, actor_name(actor)
            person.save(update_fields=["consented_at", "consent_by"])
            details = {"day": day.isoformat()}
            record_audit(actor=actor, action="record_consent", target=_target(person), details=details)
    return person


def withdraw_consent(*, person_id: int, actor: Actor) -> Person:
    """The full name stands on no page that is made from now on; a chosen name that gives it away goes, too.

    What has been played keeps the names that it was played under.
    """
    with write_lock(), transaction.atomic():
        person = lock_person(person_id)
        if person.consented_at is not None:
            details = {"day": person.consented_at.isoformat(), "display_name": person.display_name}
            person.consented_at, person.consent_by = None, ""
            if tells_the_whole(person.display_name, person.name):
                person.display_name = ""
            person.save(update_fields=["consented_at", "consent_by", "display_name"])
            record_audit(actor=actor, action="withdraw_consent", target=_target(person), details=details)
    return person


def mark_left(*, person_id: int, day: datetime.date | None, actor: Actor) -> Person:
    """They have left the school on that day; None: they are here again. Whatever they did stays.

    Refused for a day to come: whoever has left is offered nowhere, from the moment it is entered.
    """
    with write_lock(), transaction.atomic():
        person = lock_person(person_id)
        if person.left_at != day:
            require_past_leaving(day)
            details = {"left_at": [str(person.left_at or ""), str(day or "")]}
            person.left_at = day
            person.save(update_fields=["left_at"])
            record_audit(actor=actor, action="mark_left", target=_target(person), details=details)
    return person


def require_past_leaving(day: datetime.date | None) -> None:
    """Raises :class:`Refusal` for a day of leaving that is still to come."""
    if day is not None and day > timezone.localdate():
        raise Refusal("", "leaves_later", {"day": day.isoformat()})


def bind_account(*, person_id: int, user_id: int, actor: Actor) -> Person:
    """The account is the person's from now on, instead of another one; an open invitation is taken back.

    Refused for an account that is somebody else's. Raises Person.DoesNotExist, User.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        take_turns("people")
        person = lock_person(person_id)
        if person.user_id != user_id:
            account = User.objects.get(pk=user_id)
            if Person.objects.filter(user=account).exists():
                raise Refusal("", "account_of_somebody_else", {})
            before = person.user.get_username() if person.user is not None else ""
            person.user = account
            person.save(update_fields=["user"])
            person.invitations.filter(accepted_at=None, revoked_at=None).update(revoked_at=timezone.now())
            details = {"user": account.pk, "changed": {"user": [before, account.get_username()]}}
            record_audit(actor=actor, action="bind_account", target=_target(person), details=details)
    return person


def unbind_account(*, person_id: int, actor: Actor) -> Person:
    """The account is nobody's any more; both stay, and the person may be invited anew."""
    with write_lock(), transaction.atomic():
        person = lock_person(person_id)
        if person.user_id is not None:
            account = User.objects.values_list("username", flat=True).get(pk=person.user_id)
            details = {"user": person.user_id, "username": account}
            person.user = None
            person.save(update_fields=["user"])
            record_audit(actor=actor, action="unbind_account", target=_target(person), details=details)
    return person


def delete_person(*, person_id: int, actor: Actor) -> None:
    """Deletes somebody on whom nothing hangs; everybody else is refused (``person_held``) and can be marked as left.

    Invitations that nobody accepted go with them. Raises Person.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        person = lock_person(person_id)
        if what_holds(person):
            raise Refusal("", "person_held", {"name": person.name})
        details = _row(person)
        target = _target(person)
        person.invitations.all().delete()
        person.delete()
        record_audit(actor=actor, action="delete_person", target=target, details=details)


def lock_person(person_id: int) -> Person:
    """The row, held until the end of the transaction. Raises Person.DoesNotExist."""
    return Person.objects.select_for_update().get(pk=person_id)


def _fill(person: Person, facts: Facts) -> None:
    person.kind = facts.kind if facts.kind in PersonKind.values else PersonKind.PUPIL
    person.house = House.objects.get(pk=facts.house) if facts.house is not None else None
    person.email, person.language = facts.email.strip(), facts.language
    person.display_name = read_display_name(person, facts.display_name)


def _told(person: Person) -> dict[str, Any]:
    """What may change, for the audit trail."""
    house = person.house.key if person.house is not None else ""
    return {"name": person.name, "display_name": person.display_name, "kind": str(person.kind), "house": house} | {
        "email": person.email,
        "language": person.language,
    }


def _row(person: Person) -> dict[str, Any]:
    """The same of a row that comes or goes; ``name`` is in the audit trail who did it."""
    facts = _told(person)
    return {"name_of_row": facts.pop("name"), **facts}


def actor_name(actor: Actor) -> str:
    """Who did it, for a row that has room for one line."""
    return (actor.name or actor.key)[:250]


def _target(person: Person) -> str:
    return f"person:{person.pk}"
