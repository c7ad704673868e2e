"""The demo's appeals: a jury without interest, one appeal denied, one that waits for its last member."""

from __future__ import annotations

import json

import pytest

from appeals.models import Appeal, Jury
from appeals.rules.interest import interests_of
from appeals.rules.state import Phase
from appeals.selectors.folds import fold_log, read_state
from appeals.selectors.people import candidate, parties_of
from appeals.services.demo import DEMO, plant
from chgk.models import Clarification, Motion, RegulationVersion
from chgk.services.demo import plant as plant_club
from tests.chgk.demo_houses import PEOPLE, make_houses
from tournaments.models import House, Person, Season, User
from tournaments.rules.serial import to_json

pytestmark = pytest.mark.django_db


def test_the_demo_shows_a_ruling_and_an_appeal_under_way(season, host_user):
    make_houses()
    houses = json.loads(PEOPLE.read_text(encoding="utf-8"))["houses"]
    Person.objects.bulk_create(
        Person(name=name, display_name=name, house=House.objects.get(key=house["house"]))
        for house in houses
        for name in house["reserves"]
    )
    plant_club(season, host_user)
    plant(season, host_user)
    first, second = Appeal.objects.order_by("number")
    assert (first.phase, second.phase) == (Phase.ANNOUNCED, Phase.SPEAKING)
    parties = parties_of(first.club)
    seats = Jury.objects.get().seats.select_related("person").order_by("position")
    assert [seat.person.name for seat in seats] == list(json.loads(DEMO.read_text())["jury"])
    assert [member.name for member in read_state(second).members] == [seat.person.public_name for seat in seats]
    assert [interests_of(candidate(seat.person), parties) for seat in seats] == [(), (), ()]
    for row in (first, second):
        assert to_json(fold_log(row)) == row.snapshot
    assert User.objects.filter(username__startswith="jury-").count() == 3
    states = list(Motion.objects.order_by("number").values_list("kind", "state"))
    assert states == [("amendment", "adopted"), ("other", "discussion"), ("other", "vote"), ("jury", "adopted")]
    assert RegulationVersion.objects.count() == 2 and Clarification.objects.count() == 1


def test_without_the_club_there_are_no_appeals(season, host_user):
    plant(season, host_user)
    assert not Appeal.objects.exists()
    assert Season.objects.count() == 1
