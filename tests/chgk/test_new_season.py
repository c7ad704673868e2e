"""A new season: set up house by house, or rolled over from the last one in one press."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from chgk.models import ClubSeason
from tests.club_seasons import HOUSES, make_club, make_team
from tournaments.models import House, Season, Team, User
from tournaments.season_words import next_season_name

pytestmark = pytest.mark.django_db
NEW = "/club/seasons/new/"


@pytest.fixture
def staff(db: None) -> User:
    """May set up seasons."""
    return User.objects.create_user("staff", is_staff=True)


@pytest.fixture
def office(client: Client, staff: User) -> Client:
    """Their browser."""
    client.force_login(staff)
    return client


def close(club: ClubSeason) -> None:
    ClubSeason.objects.filter(pk=club.pk).update(closed_at=timezone.now())


def set_up(office: Client, curator: User, houses: list[int], season: int | str = "", name: str = "") -> Any:
    fields = {"way": "new", "season": season, "name": name, "curator": curator.pk, "houses": houses}
    return office.post(NEW, fields)


def test_the_form_says_what_is_missing_house_by_house(office: Client, season: Season) -> None:
    make_team(season, "owls")
    make_team(season, "lions", size=2)
    House.objects.create(key="snakes", name="Snakes", command="s")
    page = office.get(NEW).text
    assert "owls 1" in page and "A roster has at least 3 players; here are 2" in page and "§2.1.2" in page
    assert "No team of the club in this season yet" in page and page.count(" checked data") == 2


def test_a_season_of_the_school_is_set_up(office: Client, season: Season, staff: User) -> None:
    owls = make_team(season, "owls")
    lions = House.objects.create(key="lions", name="Lions", command="l")
    answer = set_up(office, staff, [owls.house_id, lions.pk], season.pk)
    club = ClubSeason.objects.get()
    assert answer.headers["Location"] == reverse("chgk:desk", args=[club.pk])
    assert club.fixtures.count() == 3 and Team.objects.filter(season=season, house=lions).exists()
    again = set_up(office, staff, [owls.house_id], season.pk)  # a stale page
    assert again.status_code == 422 and ClubSeason.objects.count() == 1


def test_a_new_season_of_the_school_is_set_up_by_its_name(office: Client, season: Season, staff: User) -> None:
    house = House.objects.create(key="owls", name="Owls", command="o")
    nameless = set_up(office, staff, [house.pk])
    assert nameless.status_code == 422 and "Give the new season a name." in nameless.text
    taken = set_up(office, staff, [house.pk], name=season.name)
    assert taken.status_code == 422 and "There is a season called" in taken.text and "§3.1.1" in taken.text
    assert f'value="{season.name}"' in taken.text
    assert set_up(office, staff, [], name="2027").status_code == 422 and not Season.objects.filter(name="2027").exists()
    for _press in range(2):
        assert set_up(office, staff, [house.pk], name="2027").status_code == 302
    assert ClubSeason.objects.get().season == Season.objects.get(is_current=True) == Season.objects.get(name="2027")


def test_the_next_season_is_one_press_away(office: Client, season: Season, staff: User) -> None:
    club = make_club(season, staff)
    ClubSeason.objects.filter(pk=club.pk).update(rules={"target": 5})
    assert 'data-testid="not-closed"' in office.get(NEW).text
    fields = {"way": "roll", "name": "2027", "curator": staff.pk}
    early = office.post(NEW, fields)
    assert early.status_code == 422 and "has to be closed before the next one begins" in early.text
    close(club)
    page = office.get(NEW).text
    assert 'value="2027"' in page and "The same houses with empty rosters" in page
    for _press in range(2):
        assert office.post(NEW, fields).status_code == 302
    new = ClubSeason.objects.exclude(pk=club.pk).get()
    assert new.rules == {"target": 5} and new.season.is_current
    assert [fixture.team.house.key for fixture in new.fixtures.filter(is_final=False) if fixture.team] == list(HOUSES)
    assert office.get(reverse("chgk:desk", args=[new.pk])).text.count("Nobody is in the roster yet.") == 4


@pytest.mark.parametrize(("name", "after"), [
    ("2026", "2027"),
    ("Осень 2026", "Осень 2027"),
    ("2026/27", "2027/28"),
    ("Club 2098–99", "Club 2099–00"),
    ("A", ""),
    ("27", ""),
    ("²²²²", ""),
])  # fmt: skip
def test_the_next_name(name: str, after: str) -> None:
    assert next_season_name(name) == after


def test_the_curator_of_the_last_season_may_start_the_next_but_not_another(
    client: Client, season: Season, host_user: User
) -> None:
    assert client.get(NEW).headers["Location"].startswith("/accounts/login/")
    client.force_login(host_user)
    assert client.get(NEW).status_code == 403
    close(make_club(season, host_user, teams=1))
    page = client.get(NEW).text
    assert "Start the next season" in page and 'data-testid="set-up"' not in page
    assert set_up(client, host_user, [House.objects.get().pk], name="2030").status_code == 403
    assert client.post(NEW, {"way": "roll", "name": "2030", "curator": host_user.pk}).status_code == 302


@pytest.mark.parametrize("teams", [1, 3])
def test_the_form_asks_the_same_for_one_house_and_for_three(
    office: Client, season: Season, staff: User, teams: int, django_assert_num_queries: Any
) -> None:
    for key in HOUSES[:teams]:
        make_team(season, key)
        Season.objects.create(name=f"empty {key}")
    office.get(NEW)
    with django_assert_num_queries(7):
        office.get(NEW)


def test_poisoned_names_stand_as_they_are(office: Client, season: Season, staff: User) -> None:
    House.objects.create(key="x", name="<b>🦉\u202e" + "x" * 150, command="x")
    Season.objects.create(name="<b>" + "y" * 190)
    page = office.get(NEW).text
    assert "<b>🦉" not in page and "<b>y" not in page and "&lt;b&gt;🦉" in page
