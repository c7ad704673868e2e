"""Names of every kind, and what the database refuses."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from tournaments.models import House, Person, Season, Team, TeamMember

pytestmark = [pytest.mark.django_db, pytest.mark.database]

NAMES = ["Гриффиндор", "🦉", "\u202eevil", "בית", "\u00a0", "=1+1", "__proto__", "7", "<b>{{", "Л" * 200, "O'Neill – Ł"]


@pytest.mark.parametrize("name", NAMES)
def test_a_house_may_have_any_name(name):
    first, second = (House.objects.create(name=name, command="x") for _ in range(2))
    assert first.key and second.key and first.key != second.key
    first.full_clean()


def test_a_colour_is_a_colour():
    with pytest.raises(ValidationError, match="#c0392b"):
        House(name="x", command="x", colour="red;}").full_clean()


def refused(make):
    with pytest.raises(IntegrityError), transaction.atomic():
        make()


def test_the_database_refuses_what_cannot_be(season):
    house, person = House.objects.create(name="A", command="a"), Person.objects.create(name="P")
    team = Team.objects.create(discipline="counter", season=season, house=house)
    TeamMember.objects.create(team=team, person=person, is_captain=True)
    refused(lambda: Season.objects.create(name="other", is_current=True))
    refused(lambda: Team.objects.create(discipline="counter", season=season, house=house))
    refused(lambda: TeamMember.objects.create(team=team, person=person))
    refused(lambda: TeamMember.objects.create(team=team, person=Person.objects.create(name="Q"), is_captain=True))
