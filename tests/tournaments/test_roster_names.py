"""Whose full names the pages of the rosters tell: those of the own house to its head, all to the office alone."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.rosters import NOW, School, url, visitor
from tournaments.models import AuditEntry, GuestInvitation, Person, Season, Team
from tournaments.services.guests import invitation_token

pytestmark = pytest.mark.django_db


@pytest.fixture
def school(season: Season, monkeypatch: pytest.MonkeyPatch) -> School:
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    return School(season)


@pytest.mark.parametrize("name", ["🦉" * 20, "\u202eevil", "<script>x</script>", "=cmd()", "d'Arc & co", "א" * 200])
def test_people_are_called_what_they_are_called(school: School, name: str) -> None:
    Person.objects.filter(name="red 1").update(name=name)
    school.draft(school.auction, "red", [Person.objects.get(name=name).pk])
    page = visitor(school.head("red")).get(url(school.auction))
    assert page.status_code == 200 and "<script>x" not in page.text


def test_a_captain_cannot_guess_a_minors_last_name(school: School) -> None:
    Person.objects.filter(name="blue 1").update(name="Ewa Kowalska", display_name="", consented_at=None)
    school.draft(school.chgk, "red")
    captain = visitor(school.account("red 1"))
    found = captain.get(url(school.chgk, "red", "guests/"), {"q": "ewa"}).text
    assert "Ewa K." in found and "Kowalska" not in found
    assert "Ewa K." not in captain.get(url(school.chgk, "red", "guests/"), {"q": "kowalska"}).text


def test_a_captain_reads_no_full_name_of_a_guest(school: School) -> None:
    Person.objects.filter(name="blue 1").update(name="Ewa Kowalska")
    guest, team = Person.objects.get(name="Ewa Kowalska"), school.draft(school.chgk, "red")
    captain = visitor(school.account("red 1"))
    captain.post(url(school.chgk, more="guests/"), {"do": "invite", "who": guest.pk})
    page = captain.get(url(school.chgk)).text
    assert "Ewa K." in page and "Kowalska" not in page
    visitor(school.account("Ewa Kowalska")).post(
        f"/rosters/invitations/{invitation_token(GuestInvitation.objects.get())}/", {"answer": "accept"}
    )
    school.submit(school.chgk, "red")
    old = {"players": [{"id": guest.pk, "name": guest.name}], "name": "Ada"}
    AuditEntry.objects.create(actor="user:1", action="save_roster", target=f"team:{team.pk}", details=old)
    old = {"player": guest.name, "name": guest.name}
    AuditEntry.objects.create(
        actor=f"person:{guest.pk}", action="accept_invitation", target=f"team:{team.pk}", details=old
    )
    page = captain.get(url(school.chgk)).text
    assert page.count("Ewa K.") > 1 and "Kowalska" not in page and 'data-testid="timeline"' not in page
    head = visitor(school.head("red"))
    page = head.get(url(school.chgk)).text
    assert page.count("Ewa K.") > 5 and "Kowalska" not in page
    assert "Kowalska" not in head.get("/rosters/").text + visitor(school.host).get("/rosters/review/").text


def test_a_captain_reads_the_public_names_of_the_team_and_nothing_else_of_it(school: School) -> None:
    team = school.draft(school.chgk, "red")
    school.draft(school.auction, "red")
    Person.objects.filter(name="red 2").update(name="Ewa Kowalska", left_at=NOW.date())
    Team.objects.filter(pk=team.pk).update(state="returned", return_reason="Kowalska is ill")
    page = visitor(school.account("red 1")).get(url(school.chgk)).text
    assert "Ewa K." in page and "Kowalska" not in page and "has left" not in page
    # a game without guests: nothing here is the captain's
    assert visitor(school.account("red 1")).get(url(school.auction)).status_code == 403


def test_a_form_with_the_numbers_of_another_house_tells_no_full_name(school: School) -> None:
    Person.objects.filter(name="blue 5").update(name="Ewa Kowalska")
    people = [Person.objects.get(name="Ewa Kowalska").pk]
    desk = visitor(school.head("red"))
    pages = [
        desk.get(url(school.auction), {"people": people}),
        desk.post(url(school.auction), {"people": people, "do": "check"}),
        desk.post(url(school.auction), {"people": people, "do": "save", "revision": 0}),
    ]
    for page in pages:
        assert "Ewa K." in page.text and "Kowalska" not in page.text and "lessons of" not in page.text
        assert "Was at" not in page.text.split('data-testid="team"')[1]
