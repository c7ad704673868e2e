"""§4.2.2: the season's list of testers: who offers, whom the curator approves, declines and takes off."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from chgk.models import TestAssignment, Tester
from chgk.models.testing import LONGEST_WORD
from chgk.services import testing_letters as letters
from chgk.services.desk import decider, lock_club
from tournaments.models import Person
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock

ON_THE_LIST = (Tester.State.OFFERED, Tester.State.APPROVED)


def offer_to_test(*, club_id: int, person: Person, words: str, actor: Actor) -> Tester:
    """Somebody offers to test the season's packages; pressed twice it is one offer.

    Refused for who has left the school, and in a closed season.
    """
    with write_lock(), transaction.atomic():
        club = lock_club(club_id)
        person = _present(person.pk)
        row = Tester.objects.filter(club=club, person=person, state__in=ON_THE_LIST).first()
        if row is not None:
            return row
        row = Tester.objects.create(club=club, person=person, words=" ".join(words.split())[:LONGEST_WORD])
        _audit(actor, "offer_to_test", row)
    return row


def withdraw_offer(*, club_id: int, person: Person, actor: Actor) -> None:
    """The offer is taken back, or somebody does not want to test any more; nothing for who is not on the list."""
    with write_lock(), transaction.atomic():
        club = lock_club(club_id)
        row = Tester.objects.filter(club=club, person=person, state__in=ON_THE_LIST).first()
        if row is not None:
            _end(row, actor, "")


def approve_tester(*, club_id: int, person_id: int, actor: Actor) -> Tester:
    """§4.2.2: onto the list, whether they offered or not; once. Who may is asked before.

    Refused for who has left the school, and in a closed season. Raises Person.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        club = lock_club(club_id)
        person = _present(person_id)
        row = Tester.objects.filter(club=club, person=person, state__in=ON_THE_LIST).first()
        if row is not None and row.state == Tester.State.APPROVED:
            return row
        row = row or Tester(club=club, person=person)
        row.state, row.decided_at, row.decided_by = Tester.State.APPROVED, timezone.now(), decider(actor)
        row.save()
        _audit(actor, "approve_tester", row)
        letters.tell_approved(row)
    return row


def decline_offer(*, club_id: int, tester_id: int, word: str, actor: Actor) -> Tester:
    """Not onto the list, with a word to them; an offer that was declined already stays as it is.

    Refused without a word, for somebody who has been approved meanwhile, in a closed season. Raises
    Tester.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        club = lock_club(club_id)
        row = Tester.objects.select_for_update(of=("self",)).select_related("person__user").get(pk=tester_id, club=club)
        if row.state == Tester.State.DECLINED:
            return row
        if row.state != Tester.State.OFFERED:
            raise Refusal("4.2.2", "offer_gone", {})
        if not any(letter.isalnum() for letter in word):
            raise Refusal("4.2.2", "offer_declined_without_words", {})
        row.state, row.word = Tester.State.DECLINED, " ".join(word.split())[:LONGEST_WORD]
        row.decided_at, row.decided_by = timezone.now(), decider(actor)
        row.save(update_fields=["state", "word", "decided_at", "decided_by"])
        _audit(actor, "decline_tester", row)
        letters.tell_declined(row)
    return row


def end_tester(*, club_id: int, tester_id: int, word: str = "", actor: Actor) -> Tester:
    """Off the list, from today on; the packages that they were asked to test are closed to them.

    Once; refused in a closed season. Raises Tester.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        club = lock_club(club_id)
        row = Tester.objects.select_for_update(of=("self",)).select_related("person").get(pk=tester_id, club=club)
        if row.state not in ON_THE_LIST:
            return row
        _end(row, actor, " ".join(word.split())[:LONGEST_WORD])
    return row


def _end(row: Tester, actor: Actor, word: str) -> None:
    now = timezone.now()
    row.state, row.ended_at, row.word = Tester.State.ENDED, now, word
    row.save(update_fields=["state", "ended_at", "word"])
    open_tests = TestAssignment.objects.select_related("package__editor__user", "person").filter(
        package__season=row.club.season_id, person=row.person_id, ended_at=None
    )
    for test in open_tests:
        test.ended_at, test.ended_why = now, TestAssignment.Ended.OFF_LIST
        test.save(update_fields=["ended_at", "ended_why"])
        letters.tell_editor_of_end(test)
    _audit(actor, "end_tester", row)


def _present(person_id: int) -> Person:
    person = Person.objects.select_related("user").get(pk=person_id)
    if person.left_at is not None:
        raise Refusal("4.2.2", "tester_has_left", {})
    return person


def _audit(actor: Actor, action: str, row: Tester) -> None:
    details = {"person": row.person_id, "tester": str(row.person.public_name)}
    record_audit(actor=actor, action=action, target=f"club_season:{row.club_id}", details=details)
