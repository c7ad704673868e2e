"""One's own page: what waits, where to sit, what was won; nobody else's; and it never breaks on one broken part."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from chgk.models import ClubSeason, Fixture, Owl
from tests.tournaments.portal.conftest import NOW, account
from tournaments.models import (
    AccessLink,
    Application,
    GuestInvitation,
    House,
    Lesson,
    LiveGame,
    MergedPerson,
    Person,
    Privilege,
    RosterCall,
    Season,
    Team,
    TeamMember,
    User,
)
from tournaments.selectors import waiting
from tournaments.selectors.waiting import Waiting, register_waiting
from tournaments.services.access_links import issue_link, link_token
from tournaments.services.actors import Actor

pytestmark = pytest.mark.django_db

ROOT = Actor(key="system:test", role="system")


def browser(user: User | None) -> Client:
    assert user is not None
    client = Client()
    client.force_login(user)
    return client


def page_of(user: User | None) -> str:
    answer = browser(user).get("/me/")
    assert answer.status_code == 200
    return str(answer.content.decode())


def game_with(person: Person, season: Season, *, number: int | None = None, **fields: Any) -> LiveGame:
    player = {"id": f"p{number or person.pk}", "name": "Ola", "captain": True}
    others = [{"id": "p99999", "name": "Kuba", "captain": False}]
    team = {"id": "sowy", "command": "sowy", "name": "Sowy", "house": "sowy", "colour": "#111111", "emblem": "S"}
    setup = {"teams": [{**team, "players": [player, *others]}]}
    return LiveGame.objects.create(
        discipline="auction", season=season, **{"title": "Wieczór", "setup": setup, **fields}
    )


@pytest.fixture
def member(pupil: Person, season: Season) -> Person:
    assert pupil.house is not None
    team = Team.objects.create(season=season, discipline="auction", house=pupil.house)
    TeamMember.objects.create(team=team, person=pupil, is_captain=True)
    return pupil


def test_strangers_log_in_first_and_an_unbound_account_learns_what_to_do(client, host_user):
    assert client.get("/me/")["Location"].startswith("/accounts/login/?next=/me/")
    assert 'data-testid="unbound"' in page_of(host_user)
    for address in ("/me/language/", "/me/calendar/"):
        assert browser(host_user).post(address, {"text": "x"}).status_code == 403


def test_what_waits_for_a_head(pupil, head):
    assert 'data-testid="nothing-waits"' in page_of(head.user)
    Application.objects.create(
        season=Season.objects.get(), discipline="auction", house=pupil.house, person=pupil, words="bo tak"
    )
    assert 'data-testid="waiting-applications"' in page_of(head.user)


def test_rosters_that_are_due_wait_for_their_heads_alone(pupil, head, season):
    call = RosterCall.objects.create(season=season, discipline="chgk", due_at=NOW + datetime.timedelta(days=3))
    handle = f'data-testid="waiting-roster-{call.pk}-{pupil.house.key}"'
    assert handle in page_of(head.user) and handle not in page_of(pupil.user)
    team = Team.objects.create(season=season, discipline="chgk", house=pupil.house, state="returned")
    assert "Returned, to be corrected" in page_of(head.user)
    Team.objects.filter(pk=team.pk).update(state="submitted")
    assert handle not in page_of(head.user)
    Team.objects.filter(pk=team.pk).update(state="approved")  # entered when the season was opened, nobody named
    assert handle in page_of(head.user)
    Season.objects.update(is_current=False)  # what season follows which, nobody has said
    assert handle not in page_of(head.user)


def test_an_invitation_waits_for_the_guest_until_it_is_due(pupil, season):
    house = House.objects.create(name="Lisy", command="l")
    team = Team.objects.create(season=season, discipline="chgk", house=house, state="draft")
    row = GuestInvitation.objects.create(team=team, person=pupil, invited_by="Kuba")
    call = RosterCall.objects.create(season=season, discipline="chgk", due_at=NOW + datetime.timedelta(days=3))
    handle = f'data-testid="waiting-invitation-{row.pk}"'
    page = page_of(pupil.user)
    assert handle in page and "5 March" in page.split(handle)[1].split("</li>")[0]
    call.due_at = NOW - datetime.timedelta(hours=1)
    call.save()
    assert handle not in page_of(pupil.user)


def test_no_roster_of_a_season_that_is_over_waits_for_a_decision(pupil, season):
    boss = User.objects.create_user("office", is_staff=True)
    Team.objects.create(season=season, discipline="chgk", house=pupil.house, state="submitted")
    assert "waits for your decision" not in page_of(boss)
    RosterCall.objects.create(season=season, discipline="chgk", due_at=NOW - datetime.timedelta(days=3))
    assert "1 roster waits for your decision" in page_of(boss)
    Season.objects.update(is_current=False)
    assert "waits for your decision" not in page_of(boss)


def test_a_broken_part_does_not_break_the_page_and_what_is_due_first_stands_first(monkeypatch, pupil, caplog):
    monkeypatch.setattr(waiting, "_readers", {})

    def breaks(user: User, person: Person | None, now: datetime.datetime) -> list[Waiting]:
        raise ZeroDivisionError

    register_waiting("breaks", breaks)
    later, sooner = NOW + datetime.timedelta(days=2), NOW + datetime.timedelta(days=1)
    register_waiting(
        "works", lambda *_: [Waiting("Some day", ""), Waiting("Later", "/a/", later), Waiting("Sooner", "/b/", sooner)]
    )
    page = page_of(pupil.user)
    assert page.index("Sooner") < page.index("Later") < page.index("Some day")
    assert "ZeroDivisionError" in caplog.text


def test_the_own_seat_and_no_other(member, season):
    game = game_with(member, season)
    mine = issue_link(game_id=game.pk, role="captain", team="sowy", player=f"p{member.pk}", name="Ola", actor=ROOT)
    theirs = issue_link(game_id=game.pk, role="player", team="sowy", player="p99999", name="Kuba", actor=ROOT)
    page = page_of(member.user)
    assert link_token(mine) in page and link_token(theirs) not in page
    AccessLink.objects.filter(pk=mine.pk).update(revoked_at=NOW)
    assert link_token(mine) not in page_of(member.user)


def test_games_go_on_belonging_to_somebody_whose_duplicate_was_merged(member, season):
    game = game_with(member, season, number=777_777, finished_at=NOW, started_at=NOW, title="Dawny wieczór")
    link = issue_link(game_id=game.pk, role="captain", team="sowy", player="p777777", name="Ola", actor=ROOT)
    assert "Dawny wieczór" not in page_of(member.user)
    MergedPerson.objects.create(old_id=777_777, old_name="Ola W.", person=member, merged_by="x")
    page = page_of(member.user)
    assert "Dawny wieczór" in page and link_token(link) not in page  # it is over


def test_a_record_from_elsewhere_numbers_its_own_people(pupil, season):
    game_with(pupil, season, finished_at=NOW, started_at=NOW, title="Cudzy wieczór")
    assert "Cudzy wieczór" not in page_of(pupil.user)  # in no team of that season, and never had a seat


def test_rights_owls_and_teams(member, season, host_user):
    game = game_with(member, season, finished_at=NOW, started_at=NOW)
    Privilege.objects.create(
        person=member, holder="p1", name="Ola", season=season, game=game, paragraph="28", kind="half_op",
        starts_at=NOW - datetime.timedelta(days=1), ends_at=NOW + datetime.timedelta(days=6),
    )  # fmt: skip
    club = ClubSeason.objects.create(season=season, curator=host_user)
    fixture = Fixture.objects.create(club=club, number=5, is_final=True)
    Owl.objects.create(club=club, fixture=fixture, person=member, name="Ola", team="Sowy", decided_by="players")
    page = page_of(member.user)
    assert 'data-testid="right-' in page and 'data-testid="honour"' in page and "captain" in page


def test_the_language_of_letters_is_chosen_and_nothing_else_is(pupil):
    page = browser(pupil.user)
    assert page.post("/me/language/", {"language": "tlh"}).status_code == 422
    assert page.post("/me/language/", {"language": "ru"}).status_code == 302
    pupil.refresh_from_db()
    assert pupil.language == "ru"


def test_it_costs_the_same_with_one_row_of_everything_and_three(member, season, host_user):
    page, counts = browser(member.user), []
    club = ClubSeason.objects.create(season=season, curator=host_user)
    chgk = Team.objects.create(season=season, discipline="chgk", house=member.house)
    TeamMember.objects.create(team=chgk, person=member)
    for number in range(3):
        game = game_with(member, season, finished_at=NOW, started_at=NOW, planned_at=NOW)
        issue_link(game_id=game.pk, role="captain", team="sowy", player=f"p{member.pk}", actor=ROOT)
        game_with(member, season, planned_at=NOW + datetime.timedelta(days=number))
        Fixture.objects.create(
            club=club, number=number, team=chgk if not number else None, planned_at=NOW + datetime.timedelta(days=9)
        )
        Application.objects.create(
            season=season, discipline="chgk", house=member.house, person=member, state="withdrawn"
        )
        with CaptureQueriesContext(connection) as queries:
            assert page.get("/me/").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] == counts[2], counts
    assert counts[0] <= 58, counts


def test_a_house_and_its_colours_are_not_needed(season):
    guest = Person.objects.create(name="Gość", kind="guest", user=account("gosc"))
    assert "Gość" in page_of(guest.user) and not House.objects.exists()


def test_lessons_are_told_to_whom_they_are_asked_of_and_heads_are_exempt(pupil, head, jan, season, house):
    assert 'data-testid="lessons"' not in page_of(pupil.user)  # no register is kept
    Lesson.objects.create(season=season, held_on=NOW.date(), subject="Zaklęcia")
    assert '<strong class="figures">0</strong> of 10' in page_of(pupil.user)
    assert "no number of lessons is asked of you" in page_of(head.user) and "of 10" not in page_of(head.user)
    assert 'data-testid="lessons"' not in page_of(jan.user)  # a teacher
    Season.objects.update(lessons_needed=0)
    assert 'data-testid="lessons"' not in page_of(pupil.user)
    assert "Nobody is asked for lessons in this season." in browser(pupil.user).get("/register/mine/").text
