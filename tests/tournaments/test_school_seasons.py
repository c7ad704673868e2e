"""The school's seasons: made, changed in one tab of two, rolled over, deleted only while nothing hangs on them."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from chgk.models import ClubSeason
from chgk.services.seasons import roll_over
from tests.club_seasons import make_club
from tests.playing import NOW
from tournaments.models import AuditEntry, House, LiveGame, Season, Team, User
from tournaments.rules.engine import Refusal
from tournaments.season_words import SENTENCES, explain_season, next_season_name, say_days
from tournaments.selectors.seasons import fingerprint, list_seasons
from tournaments.services.actors import Actor
from tournaments.services.seasons import (
    SeasonPlan,
    begin_next_season,
    change_season,
    create_season,
    delete_season,
    make_current,
    roll_over_season,
)

pytestmark = [pytest.mark.django_db, pytest.mark.database]
ELA = Actor(key="user:1", role="host", name="Ela")
day = datetime.date
YEAR: dict[str, Any] = {"starts_on": day(2026, 9, 1), "ends_on": day(2027, 6, 30)}


def make(name: str, *, current: bool = False, **more: Any) -> Season:
    return create_season(plan=SeasonPlan(name, **more), is_current=current, actor=ELA)


def refusal_of(act: Any) -> str:
    with pytest.raises(Refusal) as caught:
        act()
    assert explain_season(caught.value)
    return caught.value.code


def test_one_season_is_the_current_one() -> None:
    first, second = make("2026", current=True), make("2027", current=True)
    first.refresh_from_db()
    assert not first.is_current and second.is_current
    make_current(season_id=first.pk, actor=ELA)
    make_current(season_id=first.pk, actor=ELA)
    assert list(Season.objects.filter(is_current=True)) == [first]
    assert AuditEntry.objects.filter(action="make_season_current").count() == 1


def test_pressed_twice_makes_one() -> None:
    assert make("2026", **YEAR) == make(" 2026 ", **YEAR) and Season.objects.count() == 1
    assert AuditEntry.objects.count() == 1
    assert refusal_of(lambda: make("2026", lessons_needed=3)) == "season_name_taken"


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        ({"name": " "}, "season_name_missing"),
        ({"name": "…"}, "season_name_missing"),
        ({"name": "old"}, "season_name_taken"),
        ({"name": "n", "lessons_needed": 501}, "season_threshold"),
        ({"name": "n", "lessons_counted": "none"}, "season_lessons_unknown"),
        ({"name": "n", "starts_on": day(2028, 2, 1), "ends_on": day(2028, 1, 1)}, "season_days_inverted"),
        ({"name": "n", "starts_on": day(2027, 6, 30), "ends_on": day(2027, 8, 1)}, "season_days_taken"),
        ({"name": "n", "starts_on": day(2026, 1, 1), "ends_on": day(2028, 1, 1)}, "season_days_taken"),
        ({"name": "n", "ends_on": day(2026, 9, 1)}, "season_days_taken"),
    ],
)  # fmt: skip
def test_what_is_no_season_is_refused(plan: dict[str, Any], code: str) -> None:
    make("old", **YEAR)
    assert refusal_of(lambda: create_season(plan=SeasonPlan(**plan), is_current=True, actor=ELA)) == code
    assert Season.objects.count() == 1 and code in SENTENCES


def test_seasons_that_touch_do_not_overlap_and_days_may_be_missing() -> None:
    make("2026", **YEAR)
    make("2027", starts_on=day(2027, 7, 1))
    make("2025", ends_on=day(2026, 8, 31))
    make("some day")
    assert Season.objects.count() == 4


def test_two_tabs_do_not_overwrite_each_other() -> None:
    season = make("2026")
    seen = fingerprint(season)
    change_season(season_id=season.pk, plan=SeasonPlan("2026", lessons_needed=5), seen=seen, actor=ELA)
    same = change_season(season_id=season.pk, plan=SeasonPlan("2026", lessons_needed=5), seen=seen, actor=ELA)
    assert same.lessons_needed == 5  # pressed twice
    late = SeasonPlan("2026", lessons_needed=7)
    assert refusal_of(lambda: change_season(season_id=season.pk, plan=late, seen=seen, actor=ELA)) == "season_moved_on"
    assert AuditEntry.objects.get(action="change_season").details["changed"] == {"lessons_needed": [10, 5]}


def test_the_next_season_carries_the_threshold() -> None:
    before = make("2026", current=True, lessons_needed=4, lessons_counted="previous")
    after = begin_next_season(name="2027", actor=ELA)
    assert (after.is_current, after.lessons_needed, after.lessons_counted) == (True, 4, "previous")
    plan = SeasonPlan("2028", lessons_needed=6)
    third = roll_over_season(season_id=after.pk, plan=plan, is_current=False, actor=ELA)
    assert not third.is_current and AuditEntry.objects.get(action="roll_over_season").details["from"] == after.pk
    before.refresh_from_db()
    assert not before.is_current


def test_a_season_in_use_is_not_deleted_and_says_why(counter: Any) -> None:
    season, house = make("2026"), House.objects.create(name="Lwy", command="Lwy")
    team = Team.objects.create(season=season, discipline="chgk", house=house)
    LiveGame.objects.create(discipline="counter", season=season, title="G")
    with pytest.raises(Refusal) as caught:
        delete_season(season_id=season.pk, actor=ELA)
    assert explain_season(caught.value).endswith("because it holds: live games (1), teams (1).") or (
        "teams (1)" in explain_season(caught.value)
    )
    team.delete()
    LiveGame.objects.all().delete()
    delete_season(season_id=season.pk, actor=ELA)
    assert not Season.objects.exists() and AuditEntry.objects.filter(action="delete_season").count() == 1


def test_the_club_takes_the_threshold_over_and_plays_a_season_that_is_there(host_user: User, season: Season) -> None:
    Season.objects.update(lessons_needed=3)
    club = make_club(season, host_user, teams=1)
    ClubSeason.objects.update(closed_at=NOW)
    club.refresh_from_db()
    there = begin_next_season(name="2027", actor=ELA)
    assert there.lessons_needed == 3
    rolled = roll_over(club=club, name="2027", curator=host_user, actor=ELA)
    assert rolled.season == there and Season.objects.count() == 2


@pytest.fixture
def office(client: Client, db: None) -> Client:
    client.force_login(User.objects.create_user("staff", is_staff=True))
    return client


def fields(**more: Any) -> dict[str, Any]:
    return {"name": "2026", "starts_on": "", "ends_on": "", "lessons_needed": 10, "lessons_counted": "own", **more}


def test_the_pages_make_roll_over_and_change(office: Client) -> None:
    assert "Make the first season" in office.get("/seasons/").text
    assert office.post("/seasons/new/", fields(is_current="on", ends_on="2027-06-30")).status_code == 302
    season = Season.objects.get()
    page = office.get(f"/seasons/{season.pk}/next/").text
    assert 'value="2027"' in page and 'value="2028-06-30"' in page and "it begins at zero" in page
    wrong = office.post(
        f"/seasons/{season.pk}/next/", fields(name="2027", starts_on="2027-06-01", ends_on="2028-06-01")
    )
    assert wrong.status_code == 422 and "overlap with «2026» (until 30 June 2027)" in wrong.text
    assert 'value="2028-06-01"' in wrong.text  # nothing typed is lost
    assert office.post(f"/seasons/{season.pk}/next/", fields(name="2027")).status_code == 302
    assert office.post(f"/seasons/{season.pk}/", fields(lessons_needed=3, seen="stale")).status_code == 422
    stale = office.post(f"/seasons/{season.pk}/", fields(lessons_needed=3, seen="stale"))
    assert "Somebody changed «2026»" in stale.text and f'value="{fingerprint(season)}"' in stale.text
    assert office.post(f"/seasons/{season.pk}/", fields(lessons_needed=3, seen=fingerprint(season))).status_code == 302
    season.refresh_from_db()
    assert season.lessons_needed == 3 and season.ends_on is None


def test_the_next_season_takes_a_free_name_and_waits_for_the_end(office: Client, monkeypatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: datetime.datetime(2027, 3, 1, 12, tzinfo=datetime.UTC))
    office.post("/seasons/new/", fields(name="2026/27", is_current="on", ends_on="2027-06-30"))
    make("2027/28")
    page = office.get(f"/seasons/{Season.objects.get(is_current=True).pk}/next/").context["form"]
    assert page["name"].value() == "2028/29" and page["ends_on"].value() == datetime.date(2029, 6, 30)
    assert page["is_current"].value() is False
    Season.objects.filter(is_current=True).update(ends_on=datetime.date(2027, 2, 1))
    page = office.get(f"/seasons/{Season.objects.get(is_current=True).pk}/next/").context["form"]
    assert page["is_current"].value() is True


def test_the_list_makes_current_and_deletes(office: Client) -> None:
    one, two = make("2026", current=True), make("2027")
    assert office.post(f"/seasons/{two.pk}/current/").status_code == 302
    assert office.post(f"/seasons/{one.pk}/delete/").status_code == 302
    House.objects.create(name="Lwy", command="L")
    Team.objects.create(season=two, discipline="chgk", house=House.objects.get())
    refused = office.post(f"/seasons/{two.pk}/delete/")
    assert refused.status_code == 422 and "cannot be deleted" in refused.text
    for path in (f"/seasons/{one.pk}/", f"/seasons/{one.pk}/next/"):
        assert office.get(path).status_code == 404
    for path in (f"/seasons/{one.pk}/delete/", f"/seasons/{one.pk}/current/"):
        assert office.post(path).status_code == 404
    assert "Set up the club" in office.get("/seasons/").text


def test_the_list_costs_the_same_with_one_season_and_with_three(office: Client, host_user: User) -> None:
    make_club(make("2026"), host_user, teams=1)
    office.get("/seasons/")
    with CaptureQueriesContext(connection) as few:
        office.get("/seasons/")
    for name in ("2027", "2028"):
        make_club(make(name), host_user, teams=1)
    with CaptureQueriesContext(connection) as more:
        assert "2028" in office.get("/seasons/").text
    assert len(more) == len(few) and len(list_seasons()) == 3


def test_words() -> None:
    assert next_season_name("2026/27") == "2027/28" and next_season_name("autumn") == ""
    assert say_days(None, None) == "" and say_days(YEAR["starts_on"], None) == "from 1 September 2026"
