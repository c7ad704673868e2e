"""The demo's short cuts to people's own pages."""

from __future__ import annotations

import datetime

import pytest

from tests.tournaments.portal.conftest import account
from tournaments.models import House, Lesson, Person, Season, Team, TeamMember
from tournaments.services.demo_seasons import demo_accounts

pytestmark = pytest.mark.django_db


def test_the_pupil_is_a_captain_of_the_house_of_the_head(season: Season, head: Person, house: House) -> None:
    assert demo_accounts() == {"head": head.user}
    other = House.objects.create(name="Lisy", command="lisy", position=1)
    for number, its_house, discipline in ((0, other, "auction"), (1, house, "chgk"), (2, house, "auction")):
        pupil = Person.objects.create(name=f"Uczeń {number}", house=its_house, user=account(f"u{number}"))
        team = Team.objects.create(season=season, discipline=discipline, house=its_house)
        TeamMember.objects.create(team=team, person=pupil, is_captain=True)
    assert demo_accounts() == {"head": head.user, "pupil": pupil.user}
    teacher = Person.objects.create(name="Wacława Mięta", kind="staff", user=account("nauczycielka"))
    Lesson.objects.create(season=season, held_on=datetime.date(2026, 3, 2), subject="Zaklęcia", teacher=teacher)
    assert demo_accounts()["teacher"] == teacher.user
