"""Calendars: an event keeps its number through postponements, nothing in them is a secret, old addresses die."""

from __future__ import annotations

import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from icalendar import Calendar

from chgk.models import ClubSeason, Fixture, FixtureMove
from tests.tournaments.portal.conftest import NOW, stand_in
from tournaments.ical import write_calendar
from tournaments.models import AccessLink, House, LiveGame, Person, Postponement, RosterCall, Season, Team, TeamMember
from tournaments.selectors.calendar import CalendarEvent
from tournaments.services.calendar_feed import feed_token, find_feed

pytestmark = pytest.mark.django_db

WARSAW = ZoneInfo("Europe/Warsaw")
AFTER_THE_CLOCKS = datetime.datetime(2026, 3, 29, 18, 0, tzinfo=WARSAW)  # they went forward that morning


def read(client: Client, address: str) -> dict[str, Any]:
    answer = client.get(address)
    assert answer.status_code == 200 and answer["Content-Type"].startswith("text/calendar")
    return {str(event["uid"]).partition("@")[0]: event for event in Calendar.from_ical(answer.content).walk("VEVENT")}


def mine(person: Person) -> str:
    person.refresh_from_db()
    return f"/calendar/{feed_token(person)}.ics"


@pytest.fixture
def fixture(season: Season, pupil: Person, host_user: Any) -> Fixture:
    assert pupil.house is not None
    team = Team.objects.create(season=season, discipline="chgk", house=pupil.house)
    TeamMember.objects.create(team=team, person=pupil)
    club = ClubSeason.objects.create(season=season, curator=host_user, opened_at=NOW)
    return Fixture.objects.create(
        club=club, number=1, team=team, planned_at=AFTER_THE_CLOCKS, place="Wieża, sala 3; parter 🦉"
    )


def evening(season: Season, person: Person | None = None, **fields: Any) -> LiveGame:
    players = [{"id": f"p{person.pk}", "name": "Ola"}] if person is not None else []
    setup = {"teams": [{"id": "sowy", "command": "sowy", "players": players}]}
    row = {"title": "Wieczór", "planned_at": AFTER_THE_CLOCKS, "setup": setup, **fields}
    return LiveGame.objects.create(discipline="auction", season=season, created_at=NOW, **row)


def test_ones_own_games_in_ones_own_language(client, fixture, season, pupil):
    own, other = evening(season, pupil), evening(season, title="Cudzy")
    found = read(client, mine(pupil))
    assert set(found) == {f"fixture-{fixture.pk}", f"game-{own.pk}"}
    event = found[f"fixture-{fixture.pk}"]
    assert event.decoded("dtstart") == datetime.datetime(2026, 3, 29, 16, 0, tzinfo=datetime.UTC)
    assert str(event["location"]) == "Wieża, sala 3; parter 🦉" and "klubu" in str(event["summary"])
    assert set(read(client, "/calendar/games.ics")) == {*found, f"game-{other.pk}"}


def test_whoever_came_in_later_has_the_evening_in_the_calendar_too(client, season, pupil):
    game = evening(season)
    assert read(client, mine(pupil)) == {}
    AccessLink.objects.create(game=game, role="player", team="sowy", player=f"p{pupil.pk}", name="Ola")
    assert set(read(client, mine(pupil))) == {f"game-{game.pk}"}


def test_a_postponed_game_keeps_its_number_and_counts(client, fixture, pupil, season):
    game = evening(season, pupil, planned_at=AFTER_THE_CLOCKS + datetime.timedelta(days=7))
    for number in range(2):
        after = game.planned_at if number else None
        Postponement.objects.create(game=game, before=AFTER_THE_CLOCKS, after=after, reason="śnieg", decided_by="x")
    FixtureMove.objects.create(fixture=fixture, before=fixture.planned_at, after=None, reason="zawieja", decided_by="x")
    Fixture.objects.update(planned_at=None)
    found = read(client, mine(pupil))
    moved, off = found[f"game-{game.pk}"], found[f"fixture-{fixture.pk}"]
    assert (moved["sequence"], str(moved["status"])) == (2, "CONFIRMED") and "śnieg" in str(moved["description"])
    assert (off["sequence"], str(off["status"])) == (1, "CANCELLED")
    assert off.decoded("dtstart") == AFTER_THE_CLOCKS.astimezone(datetime.UTC)  # where programs look for it


def test_a_team_that_did_not_come_is_cancelled(client, fixture, pupil):
    Fixture.objects.update(no_show_at=NOW, no_show_reason="Nie przyszli", no_show_by="x")
    (event,) = read(client, mine(pupil)).values()
    assert (event["sequence"], str(event["status"])) == (1, "CANCELLED")


def test_heads_are_told_when_rosters_are_due_and_nobody_else(client, season, head, pupil):
    House.objects.update(head=head)
    call = RosterCall.objects.create(season=season, discipline="chgk", due_at=AFTER_THE_CLOCKS)
    assert set(read(client, mine(head))) == {f"roster-{call.pk}"}
    assert read(client, mine(pupil)) == {} == read(client, "/calendar/games.ics")


def test_a_deputy_reads_the_dates_of_every_open_season_and_a_moved_one_counts_up(client, season, head, jan, house):
    coming = Season.objects.create(name="2026/27", created_at=season.created_at + datetime.timedelta(days=300))
    past = Season.objects.create(name="2024/25", created_at=season.created_at - datetime.timedelta(days=300))
    calls = [
        RosterCall.objects.create(season=each, discipline="chgk", due_at=AFTER_THE_CLOCKS)
        for each in (season, coming, past)
    ]
    assert not read(client, mine(jan))
    stand_in("head", head.user, jan.user)
    found = read(client, mine(jan))
    assert set(found) == {f"roster-{call.pk}" for call in calls[:2]}
    call = calls[1]
    assert found[f"roster-{call.pk}"]["sequence"] == 0
    call.note = "Po feriach"
    call.save()
    assert (call.moves, call.changed_at) == (0, NOW)
    call.due_at += datetime.timedelta(days=7)
    call.save()
    event = read(client, mine(jan))[f"roster-{call.pk}"]
    assert event["sequence"] == 1 and event.decoded("dtstart") == call.due_at
    assert event.decoded("last-modified") == NOW and "Po feriach" in event["description"]


def test_a_new_address_kills_the_old_one(client, pupil):
    old, page = mine(pupil), Client()
    page.force_login(pupil.user)
    assert client.get(old).status_code == 200
    assert page.post("/me/calendar/").status_code == 302
    assert client.get(old).status_code == 404 and client.get(mine(pupil)).status_code == 200
    assert mine(pupil) in page.get("/me/").content.decode()


@pytest.mark.parametrize("token", ["x", "1-1.", "1-1." + "A" * 32, "99999-1." + "A" * 32, "١-1." + "A" * 32])
def test_a_guessed_address_opens_nothing(client, pupil, token):
    assert client.get(f"/calendar/{token}.ics").status_code == 404
    assert find_feed(feed_token(pupil)[:-1]) is None


def test_whoever_has_left_has_no_feed(client, pupil):
    address = mine(pupil)
    Person.objects.update(left_at=NOW.date())
    assert client.get(address).status_code == 404


def test_a_program_that_has_it_gets_nothing_twice(client, fixture, pupil):
    first = client.get(mine(pupil))
    again = client.get(mine(pupil), headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304 and not again.content and again["ETag"] == first["ETag"]
    assert first["Cache-Control"] == "private, max-age=300" and first["Referrer-Policy"] == "no-referrer"
    Fixture.objects.update(place="Loch")
    assert client.get(mine(pupil), headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_no_link_to_a_seat_and_no_full_name_stands_in_it(client, fixture, pupil):
    text = client.get(mine(pupil)).content.decode()
    assert "/join/" not in text and "Wilk" not in text and feed_token(pupil) not in text


def test_every_character_is_escaped_or_left_out():
    event = CalendarEvent(
        uid="game-1",
        starts_at=NOW,
        changed_at=NOW,
        summary="Sowy, lisy;\nBEGIN:VEVENT \u202e 🦉\x00\x07",
        notes="wiersz\r\ndrugi\\n, trzeci;",
    )
    text = write_calendar("Sowa\r\nX-EVIL:1", [event])
    assert text.count(b"BEGIN:VEVENT\r\n") == 1 and b"\r\nX-EVIL" not in text and b"\x00" not in text
    (read_back,) = Calendar.from_ical(text).walk("VEVENT")
    assert str(read_back["summary"]) == "Sowy, lisy; BEGIN:VEVENT \u202e 🦉"
    assert str(read_back["description"]) == "wiersz\ndrugi\\n, trzeci;"


def test_calendars_cost_the_same_with_one_game_and_three(client, fixture, season, pupil, django_assert_num_queries):
    address = mine(pupil)
    evening(season, pupil)
    with django_assert_num_queries(10):
        client.get(address)
    for number in range(2, 4):
        game = evening(season, pupil)
        Postponement.objects.create(game=game, before=NOW, after=NOW, reason="śnieg", decided_by="x")
        Fixture.objects.create(club=fixture.club, number=number, planned_at=NOW)
    with django_assert_num_queries(10):
        client.get(address)
