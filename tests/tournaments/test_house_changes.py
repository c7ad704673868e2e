"""Houses and people that change in mid-season: what open rosters, approved teams and set-up games make of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client

from auction.services.games import create_game, team_entry
from tests.auction_games import make_bank
from tests.rosters import School, names, refused
from tests.tournaments.test_people_services import OFFICE
from tournaments.models import AuditEntry, House, Person, Season
from tournaments.selectors.lineups import season_lineups
from tournaments.selectors.rosters import book_of, judge_roster, read_stand
from tournaments.services.houses import HouseFacts, change_house, house_fingerprint
from tournaments.services.people import Facts, change_person, fingerprint

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def school(season: Season) -> School:
    return School(season)


def move(person: Person, house: House) -> None:
    facts = Facts(name=person.name, kind=person.kind, house=house.pk)
    change_person(person_id=person.pk, facts=facts, seen=fingerprint(person), told=house.pk, actor=OFFICE)


def test_an_open_roster_refuses_who_has_moved_and_an_approved_team_keeps_them(school: School, season: Season) -> None:
    player, blue = Person.objects.get(name="red 2"), House.objects.get(key="blue")
    school.draft(school.auction, "red", school.pupils("red", (1, 2, 3)))
    move(player, blue)
    assert refused(school.submit, school.auction, "red", school.pupils("red", (1, 2, 3))) == "roster_refused"
    stand = read_stand(school.auction, House.objects.get(key="red"))
    _roster, judgement = judge_roster(book_of(school.auction), stand, stand.chosen)
    assert {pk for pk, why in judgement.people.items() if why} == {player.pk}
    move(Person.objects.get(pk=player.pk), House.objects.get(key="red"))
    team = school.approve(school.auction, "red")
    move(Person.objects.get(pk=player.pk), blue)
    assert names(team) == ["red 1*", "red 2", "red 3"]
    lineup = next(one for one in season_lineups(season, "auction") if one.house.key == "red")
    assert lineup.problem == "" and f"p{player.pk}" in {one["id"] for one in team_entry(team)["players"]}
    moves = AuditEntry.objects.filter(target=f"person:{player.pk}").order_by("pk")
    assert [entry.details["changed"]["house"] for entry in moves] == [["red", "blue"], ["blue", "red"], ["red", "blue"]]


def test_without_a_head_the_roster_rests_until_somebody_is_named(school: School) -> None:
    red = House.objects.get(key="red")
    team = school.draft(school.auction, "red", school.pupils("red", (1, 2, 3)))
    head = red.head_id
    facts = HouseFacts(red.name, red.command, red.colour)
    change_house(house_id=red.pk, facts=facts, seen=house_fingerprint(red), actor=OFFICE)
    assert refused(school.submit, school.auction, "red") == "not_the_head"
    assert refused(school.submit, school.auction, "red", user=school.head("blue")) == "not_the_head"
    office = Client()
    office.force_login(school.host)  # staff
    page = office.get(f"/rosters/{school.auction.pk}/red/")
    assert page.status_code == 200 and 'data-testid="no-head"' in page.text
    assert school.draft(school.auction, "red", school.pupils("red", (1, 2, 3)), user=school.host) == team
    team.refresh_from_db()
    assert team.state == "draft" and names(team) == ["red 1*", "red 2", "red 3"]
    red.refresh_from_db()
    change_house(house_id=red.pk, facts=replace(facts, head=head), seen=house_fingerprint(red), actor=OFFICE)
    assert school.submit(school.auction, "red").state == "submitted"


def test_a_renamed_house_keeps_its_key_and_its_games(school: School, season: Season) -> None:
    make_bank()
    red = House.objects.get(key="red")
    for key in ("red", "blue"):
        school.approve(school.auction, key)
    teams = list(season.teams.filter(discipline="auction").order_by("house__key"))
    game = create_game(season=season, teams=teams, title="An evening", host=school.host)
    facts = HouseFacts(name="Czerwone Lwy", command="Lwy", colour="#112233")
    change_house(house_id=red.pk, facts=facts, seen=house_fingerprint(red), actor=OFFICE)
    game.refresh_from_db()
    entry = next(one for one in game.setup["teams"] if one["id"] == "red")
    assert (entry["house"], entry["command"]) == ("red", red.command)
    fresh = team_entry(season.teams.get(house=red))
    assert (fresh["id"], fresh["name"], fresh["command"]) == ("red", "Czerwone Lwy", "Lwy")
