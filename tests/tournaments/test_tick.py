"""`manage.py tick`: each chore once, whatever the others do; heads are reminded of what is due."""

from __future__ import annotations

import datetime
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.utils import timezone

from tournaments.models import Deputy, House, Letter, Person, RosterCall, Season, Team, TeamMember, User
from tournaments.services import chores
from tournaments.services.letters import write_letter
from tournaments.services.reminders import remind_of_rosters

pytestmark = pytest.mark.django_db

WARSAW = ZoneInfo("Europe/Warsaw")
DUE = datetime.datetime(2026, 10, 26, 8, 0, tzinfo=WARSAW)  # the clocks went back on the day before


@pytest.fixture
def house(db: None) -> House:
    user = User.objects.create_user("ewa", email="ewa@example.org")
    head = Person.objects.create(name="Ewa Lis", kind="staff", user=user, language="pl")
    return House.objects.create(name="Sowy", command="sowy", head=head)


@pytest.fixture
def call(season: Season) -> RosterCall:
    return RosterCall.objects.create(season=season, discipline="chgk", due_at=DUE)


def days_before(days: int, hour: int = 12) -> datetime.datetime:
    return datetime.datetime.combine(DUE.date() - datetime.timedelta(days=days), datetime.time(hour), WARSAW)


def test_a_head_is_reminded_two_days_before_and_on_the_day_before_once_each(house, call):
    written = [remind_of_rosters(days_before(days, hour)) for days in (3, 2, 1, 0) for hour in (0, 7)]
    assert written == [0, 0, 1, 0, 1, 0, 0, 0]
    assert {letter.to for letter in Letter.objects.all()} == {"ewa@example.org"}
    letter = Letter.objects.earliest("pk")
    assert "Sowy" in letter.subject and "26 października 2026, 08:00" in letter.body


@pytest.mark.parametrize(("state", "letters"), [("draft", 1), ("returned", 1), ("submitted", 0), ("approved", 0)])
def test_whoever_has_submitted_is_left_in_peace(house, call, state, letters):
    for discipline, its_state in (("chgk", state), ("auction", "approved")):
        team = Team.objects.create(season=call.season, discipline=discipline, house=house, state=its_state)
        TeamMember.objects.create(team=team, person=house.head)
    assert remind_of_rosters(days_before(2)) == letters


def test_a_team_entered_for_a_new_season_before_anybody_is_named_is_reminded_of(house, call):
    Team.objects.create(season=call.season, discipline="chgk", house=house)
    assert remind_of_rosters(days_before(2)) == 1


def test_a_head_who_has_left_and_whoever_stood_in_for_them_are_left_in_peace(house, call):
    user = User.objects.create_user("jan", email="jan@example.org")
    Person.objects.create(name="Jan", kind="staff", user=user)
    at = days_before(2)
    hour = datetime.timedelta(hours=1)
    Deputy.objects.create(
        office="head", principal=house.head.user, deputy=user, starts_at=at - hour, ends_at=at + 48 * hour
    )
    Person.objects.filter(pk=house.head_id).update(left_at=at.date())
    assert remind_of_rosters(at) == 0
    Person.objects.filter(pk=house.head_id).update(left_at=None)
    User.objects.filter(username="ewa").update(is_active=False)
    assert remind_of_rosters(at) == 0 and not Letter.objects.exists()  # neither in the place of a closed account


def test_a_date_that_was_moved_is_reminded_of_anew(house, call):
    assert remind_of_rosters(days_before(2)) == 1
    call.due_at += datetime.timedelta(days=7)
    call.save()
    assert [remind_of_rosters(days_before(days)) for days in (1, -5, -6)] == [0, 1, 1]


def test_a_deputy_in_force_is_reminded_too_and_nobody_without_an_address(house, call):
    jan = User.objects.create_user("jan")
    Person.objects.create(name="Jan", kind="staff", email="jan@example.org", user=jan)
    at = days_before(2)
    Deputy.objects.create(
        office="head",
        principal=house.head.user,
        deputy=jan,
        starts_at=at - datetime.timedelta(days=1),
        ends_at=at + datetime.timedelta(hours=1),
    )
    House.objects.create(name="Bez opiekuna", command="b")
    House.objects.create(name="Bez adresu", command="a", head=Person.objects.create(name="Ola", kind="staff"))
    assert remind_of_rosters(at) == 2
    assert {letter.to for letter in Letter.objects.all()} == {"ewa@example.org", "jan@example.org"}
    assert remind_of_rosters(days_before(1)) == 1  # the deputy's time is over


def test_tick_does_every_chore_and_says_so(monkeypatch, capsys, house, call):
    monkeypatch.setattr(timezone, "now", lambda: days_before(1))
    write_letter(to="ola@example.org", subject="s", body="b")
    call_command("tick")
    assert capsys.readouterr().out.splitlines() == ["reminders: 1", "letters: 2"]
    assert len(mail.outbox) == 2
    call_command("tick")
    assert capsys.readouterr().out == "" and len(mail.outbox) == 2


def test_a_chore_that_fails_keeps_no_other_from_being_done(monkeypatch):
    done: list[datetime.datetime] = []

    def works(now: datetime.datetime) -> int:
        done.append(now)
        return 1

    def breaks(now: datetime.datetime) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(chores, "_chores", {})
    chores.register_chore("breaks", breaks)
    chores.register_chore("works", works)
    with pytest.raises(CommandError, match="breaks: ZeroDivisionError"):
        call_command("tick")
    assert len(done) == 1
