"""Guests of the club's teams (§2.1.3): whom a captain may ask, who answers, and until when."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.utils import translation

from tests.rosters import DUE, NOW, School, names, refused
from tournaments.models import AuditEntry, GuestInvitation, Letter, Person, Team, TeamMember, User
from tournaments.rules.engine import Refusal
from tournaments.services.guests import (
    answer_invitation,
    invitation_token,
    invite_guest,
    read_token,
    withdraw_invitation,
)
from tournaments.services.rosters import approve_roster

pytestmark = [pytest.mark.django_db, pytest.mark.database]
LATE = DUE + datetime.timedelta(minutes=1)


@pytest.fixture
def school(season: Any) -> School:
    school = School(season, ("red", "blue", "green"))
    school.draft(school.chgk, "red")
    return school


def invite(school: School, name: str, **more: Any) -> GuestInvitation:
    fields = {
        "call_id": school.chgk.pk,
        "house_id": school.houses["red"].pk,
        "person_id": Person.objects.get(name=name).pk,
        "words": "we need you",
        "user": school.account("red 1"),
        "at": NOW,
    }
    return invite_guest(**{**fields, **more})


def answer(row: GuestInvitation, accept: bool = True, **more: Any) -> GuestInvitation:
    return answer_invitation(invitation_id=row.pk, accept=accept, **{"at": NOW, **more})


def test_a_guest_is_asked_by_letter_and_joins(school: School) -> None:
    Person.objects.filter(name="blue 1").update(email="blue1@school.example", language="ru")
    row = invite(school, "blue 1")
    letter = Letter.objects.latest("pk")
    assert letter.to == "blue1@school.example" and "we need you" in letter.body
    assert f"/rosters/invitations/{invitation_token(row)}/" in letter.body
    assert answer(row).state == answer(row, at=LATE).state == "accepted"
    team = Team.objects.get(discipline="chgk")
    assert names(team) == ["red 1*", "red 2", "red 3", "blue 1"] and team.revision == 2
    assert names(school.submit(school.chgk, "red")) == ["red 1*", "red 2", "red 3", "blue 1"]
    entry = AuditEntry.objects.get(action="accept_invitation")
    assert (entry.actor, entry.details["name"]) == (f"person:{row.person_id}", "blue 1")


def test_the_head_changes_the_own_people_and_the_guests_stay(school: School) -> None:
    answer(invite(school, "blue 1"))
    team = school.draft(school.chgk, "red", school.pupils("red", (4, 1)))
    assert names(team) == ["red 4*", "red 1", "blue 1"]
    guest = Person.objects.get(name="blue 1").pk
    assert refused(school.draft, school.chgk, "red", [*school.pupils("red", (4,)), guest]) == "cannot_stand_here"


def test_whom_a_captain_cannot_ask(school: School) -> None:
    assert refused(invite, school, "blue 1", user=school.account("red 2")) == "not_the_captain_here"
    assert refused(invite, school, "blue 1", user=school.head("red")) == "not_the_captain_here"
    assert refused(invite, school, "red 4") == "guest_of_the_house"
    assert refused(invite, school, "Head blue") == "guest_no_pupil"
    assert refused(invite, school, "blue 1", person_id=10**9) == "person_gone"
    assert refused(invite, school, "blue 1", at=LATE) == "rosters_were_due"
    school.draft(school.chgk, "blue")
    assert refused(invite, school, "blue 1") == "guest_taken"
    first, again = invite(school, "blue 4"), invite(school, "blue 4")
    assert first == again
    invite(school, "green 1")
    assert refused(invite, school, "green 2") == "guests_are_two"
    answer(first, accept=False)
    assert invite(school, "green 2").state == "sent"


def test_the_auction_has_no_guests(school: School) -> None:
    school.draft(school.auction, "red")
    assert refused(invite, school, "blue 1", call_id=school.auction.pk) == "no_guests_here"


def test_a_guest_who_is_taken_meanwhile_cannot_join(school: School) -> None:
    row = invite(school, "blue 1")
    school.draft(school.chgk, "blue")
    assert refused(answer, row) == "guest_taken"
    assert answer(row, accept=False).state == "declined"
    assert refused(answer, row) == "invitation_over"


def test_an_invitation_is_withdrawn_even_an_accepted_one(school: School) -> None:
    captain = school.account("red 1")
    first, second = invite(school, "blue 1"), invite(school, "green 1")
    answer(second)
    for row in (first, second, first):
        assert withdraw_invitation(invitation_id=row.pk, user=captain, at=NOW).state == "withdrawn"
    assert names(Team.objects.get()) == ["red 1*", "red 2", "red 3"]
    assert refused(answer, first) == "invitation_over"
    other = school.account("red 2")
    assert refused(withdraw_invitation, invitation_id=first.pk, user=other, at=NOW) == "not_the_captain_here"


def test_once_approved_nobody_joins_any_more(school: School) -> None:
    joined, waiting = invite(school, "blue 1"), invite(school, "green 1")
    team = school.submit(school.chgk, "red")
    answer(joined)
    fields: dict[str, Any] = {"call_id": school.chgk.pk, "house_id": team.house_id, "user": school.host}
    assert refused(approve_roster, **fields, revision=team.revision, at=NOW) == "roster_moved_on"
    approve_roster(**fields, revision=team.revision + 1, at=NOW)
    waiting.refresh_from_db()
    assert waiting.state == "withdrawn" and refused(answer, waiting) == "invitation_over"
    captain = school.account("red 1")
    assert refused(withdraw_invitation, invitation_id=joined.pk, user=captain, at=NOW) == "roster_approved"
    assert refused(invite, school, "green 2") == "roster_approved"


def test_a_late_answer_is_refused(school: School) -> None:
    row = invite(school, "blue 1")
    assert refused(answer, row, at=LATE) == "rosters_were_due"
    assert TeamMember.objects.count() == 3


def test_a_link_is_nobodys_guess(school: School) -> None:
    row = invite(school, "blue 1")
    assert read_token(invitation_token(row)) == row.pk
    for token in ("", "1", f"{row.pk}:x:y", invitation_token(row)[:-1], "٣" * 30):
        assert read_token(token) is None


def test_a_letter_in_russian_is_in_russian(school: School) -> None:
    Person.objects.filter(name="blue 1").update(email="a@b.example", language="ru")
    with translation.override("pl"):
        invite(school, "blue 1")
    assert "Приглашение" in Letter.objects.latest("pk").subject


def test_no_refusal_reads_out_the_name_of_a_minor_of_another_house(school: School) -> None:
    Person.objects.filter(name="blue 1").update(name="Ewa Kowalska", left_at=NOW.date())
    with pytest.raises(Refusal) as caught:
        invite(school, "Ewa Kowalska")
    assert caught.value.code == "guest_no_pupil" and caught.value.params == {"player": "Ewa K."}
    Person.objects.filter(name="Ewa Kowalska").update(left_at=None)
    row = invite(school, "Ewa Kowalska")
    school.draft(school.chgk, "blue", [row.person_id])
    with pytest.raises(Refusal) as caught:
        answer(row)
    assert caught.value.code == "guest_taken" and caught.value.params["player"] == "Ewa K."


def test_the_audit_keeps_the_public_names_of_guests_and_the_letter_that_of_the_captain(school: School) -> None:
    Person.objects.filter(name="blue 1").update(name="Ewa Kowalska", email="ewa@school.example")
    captain = school.account("red 1")
    User.objects.filter(pk=captain.pk).update(first_name="Jan", last_name="Nowak")
    Person.objects.filter(name="red 1").update(name="Jan Nowak")
    fields: dict[str, Any] = {"call_id": school.chgk.pk, "house_id": school.houses["red"].pk, "words": "", "at": NOW}
    row = invite_guest(**fields, person_id=Person.objects.get(name="Ewa Kowalska").pk, user=captain)
    answer(row, user=school.account("Ewa Kowalska"))
    school.submit(school.chgk, "red", [Person.objects.get(name="Jan Nowak").pk, *school.pupils("red", (2, 3))])
    withdraw_invitation(invitation_id=row.pk, user=captain, at=NOW)
    assert "Kowalska" not in str(list(AuditEntry.objects.filter(target__startswith="team:").values_list("details")))
    letter = Letter.objects.get(to="ewa@school.example")
    assert "Jan N. invites you" in letter.body and "Nowak" not in letter.body
