"""The curator's desk: what is due, every deed with its refusal, double presses, doors."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from chgk.models import ClubSeason, Fixture, FixtureMove, Owl, TieDecision
from chgk.services.calendar import plan_fixture, record_no_show
from tests.club_seasons import curator_of, fixture_of, lay, make_club, play_fixture
from tournaments.models import AuditEntry, Person, Season, Team, TeamMember, User
from tournaments.services.games import finish_game

pytestmark = pytest.mark.django_db
WON, LOST = "TTATT", "ATATAA"
PAGE = 15


@pytest.fixture
def club(season: Season, host_user: User) -> ClubSeason:
    """Three houses, nothing played; ela is the curator."""
    return make_club(season, host_user, teams=3)


@pytest.fixture
def desk(client: Client, host_user: User) -> Client:
    """The curator's browser."""
    client.force_login(host_user)
    return client


def page_of(desk: Client, club: ClubSeason) -> str:
    response = desk.get(reverse("chgk:desk", args=[club.pk]))
    assert response.status_code == 200
    return response.text


def do(desk: Client, club: ClubSeason, what: str, game: int | str = "", **fields: Any) -> Any:
    return desk.post(reverse("chgk:desk_deed", args=[club.pk, what]), {"game": game, **fields})


def due(desk: Client, club: ClubSeason) -> str:
    """The key of the page's primary action."""
    page = page_of(desk, club)
    return page.split('data-testid="desk-next" data-due="')[1].split('"')[0] if "desk-next" in page else ""


def at(days: int) -> str:
    return (timezone.localtime() + datetime.timedelta(days=days)).strftime("%Y-%m-%dT18:00")


def test_what_is_due_follows_the_season(desk: Client, club: ClubSeason, host_user: User) -> None:
    assert due(desk, club) == "plan-1"
    for number in (1, 2, 3):
        do(desk, club, "plan", number, planned_at=at(20 - number), place="Tower")
    assert due(desk, club) == "lay-3"  # the earliest
    TeamMember.objects.filter(team__house__key="snakes").delete()
    assert due(desk, club) == "roster-3" and "A roster has at least 3 players" in page_of(desk, club)
    lay(fixture_of(club, "owls"), host_user)
    assert due(desk, club) == "start-1"


def test_what_is_due_at_the_end(desk: Client, season: Season, host_user: User) -> None:
    club = make_club(season, host_user, teams=2)
    for key in ("owls", "lions"):
        play_fixture(fixture_of(club, key), host_user, WON)
    assert due(desk, club) == "tie"
    do(desk, club, "decide-tie", team="owls", reason="they drew the longer straw")
    assert due(desk, club) == "plan-3"
    do(desk, club, "plan", 3, planned_at=at(2), place="")
    assert due(desk, club) == "lay-3"
    play_fixture(fixture_of(club), host_user, "AAAAAA", Team.objects.get(house__key="owls", season=season))
    assert due(desk, club) == "close"
    assert do(desk, club, "close").status_code == 302
    assert due(desk, club) == "next-season" and do(desk, club, "close").status_code == 302
    page = page_of(desk, club)
    assert "Nothing in it changes any more." in page and "Postpone" not in page
    answer = do(desk, club, "plan", 1, place="Cellar")
    assert answer.status_code == 422 and "is closed: nothing in it changes" in answer.text
    assert 'value="Cellar"' in answer.text


def test_a_running_game_is_the_first_thing(desk: Client, club: ClubSeason, host_user: User) -> None:
    game = play_fixture(fixture_of(club, "lions"), host_user, "TA")
    assert due(desk, club) == "now-2"
    page = page_of(desk, club)
    assert reverse("chgk:console", args=[game.pk]) in page and "A game of the season is still open" in page
    game.hosts.clear()
    page = page_of(desk, club)
    assert reverse("chgk:console", args=[game.pk]) not in page and "Watch: Game 2" in page
    for what in ("postpone", "no-show"):
        answer = do(desk, club, what, 2, planned_at=at(5), reason="kept words")
        assert answer.status_code == 422 and "This game has started" in answer.text and "kept words" in answer.text


def test_a_game_closed_too_early_is_due(desk: Client, club: ClubSeason, host_user: User) -> None:
    game = play_fixture(fixture_of(club, "owls"), host_user, "TA")
    assert finish_game(game_id=game.pk, actor=curator_of(host_user), reason="the lights went out").accepted
    assert due(desk, club) == "undecided-1" and "Opened again on its console" in page_of(desk, club)


def test_a_final_laid_for_a_team_that_is_not_the_finalist_any_more_is_due(
    desk: Client, season: Season, host_user: User
) -> None:
    club = make_club(season, host_user, teams=2)
    for key, evening in (("owls", WON), ("lions", LOST)):
        play_fixture(fixture_of(club, key), host_user, evening)
    lay(fixture_of(club), host_user, Team.objects.get(house__key="owls", season=season))
    assert due(desk, club) == "start-3"
    Fixture.objects.filter(club=club, is_final=True).update(team=Team.objects.get(house__key="lions", season=season))
    assert due(desk, club) == "relay-3"


def test_dates_are_planned_once_and_postponed_with_a_reason(desk: Client, club: ClubSeason) -> None:
    assert do(desk, club, "plan", 1, planned_at=at(3), place="Tower").status_code == 302
    assert do(desk, club, "plan", 1, planned_at=at(3), place="Tower").status_code == 302  # pressed twice
    assert do(desk, club, "plan", 1, place="Cellar").status_code == 302
    fixture = fixture_of(club, "owls")
    assert fixture.place == "Cellar" and fixture.planned_at is not None
    stale = do(desk, club, "plan", 1, planned_at=at(8), place="Attic")
    assert stale.status_code == 422 and "postpone the game, with a reason" in stale.text
    assert 'value="Attic"' in stale.text and at(8) in stale.text
    blank = do(desk, club, "postpone", 1, planned_at=at(8), reason="")
    assert blank.status_code == 422 and at(8) in blank.text and "This needs a reason in words" in blank.text
    assert blank.text.count("is-invalid") == 1
    for _press in range(2):
        assert do(desk, club, "postpone", 1, planned_at=at(8), reason="snow").status_code == 302
    assert FixtureMove.objects.count() == 1 and AuditEntry.objects.filter(action="postpone_fixture").count() == 1


@pytest.mark.parametrize("typed", ["2027-03-28T02:30", "soon", "9999-12-31T23:59"])
def test_a_time_that_no_clock_shows_is_an_error_of_the_form(desk: Client, club: ClubSeason, typed: str) -> None:
    answer = do(desk, club, "plan", 1, planned_at=typed, place="Kept")
    assert answer.status_code == 422 and 'value="Kept"' in answer.text
    assert fixture_of(club, "owls").planned_at is None


def test_a_no_show_is_recorded_once_and_withdrawn_with_a_reason(desk: Client, club: ClubSeason) -> None:
    assert "1.5" in do(desk, club, "no-show", 2, reason="…").text
    for _press in range(2):
        assert do(desk, club, "no-show", 2, reason="nobody rang").status_code == 302
    other = do(desk, club, "no-show", 2, reason="another story")
    assert other.status_code == 422 and 'value="another story"' in other.text
    assert AuditEntry.objects.filter(action="record_no_show").count() == 1
    assert do(desk, club, "withdraw-no-show", 2, reason="").status_code == 422
    for _press in range(2):
        assert do(desk, club, "withdraw-no-show", 2, reason="the letter was late").status_code == 302
    assert fixture_of(club, "lions").no_show_at is None
    assert AuditEntry.objects.filter(action="withdraw_no_show").count() == 1


def test_a_tie_is_decided_once_with_the_table_beside_it(desk: Client, season: Season, host_user: User) -> None:
    club = make_club(season, host_user, teams=3)
    assert 'data-testid="tie"' not in page_of(desk, club)
    early = do(desk, club, "decide-tie", team="owls", reason="too soon")
    assert early.status_code == 422 and "not all finished" in early.text and 'value="too soon"' in early.text
    for key in ("owls", "lions", "snakes"):
        play_fixture(fixture_of(club, key), host_user, LOST if key == "snakes" else WON)
    page = page_of(desk, club)
    assert 'data-testid="tie"' in page and 'value="snakes"' not in page
    wrong = do(desk, club, "decide-tie", team="snakes", reason="I like them")
    assert wrong.status_code == 422 and "Snakes is not among those tied" in wrong.text and "I like them" in wrong.text
    assert do(desk, club, "decide-tie", reason="nobody").status_code == 422
    for _press in range(2):
        assert do(desk, club, "decide-tie", team="lions", reason="a fair draw").status_code == 302
    assert TieDecision.objects.count() == 1 and "a fair draw" in page_of(desk, club)
    again = do(desk, club, "decide-tie", team="owls", reason="changed my mind")
    assert again.status_code == 422 and "has decided this tie already" in again.text and "changed my mind" in again.text


def test_the_owl_comes_before_the_end(desk: Client, season: Season, host_user: User) -> None:
    club = make_club(season, host_user, teams=1)
    assert do(desk, club, "close").status_code == 422 and "end is not known yet" in page_of(desk, club)
    owls = Team.objects.get(house__key="owls", season=season)
    play_fixture(fixture_of(club, "owls"), host_user, WON)
    play_fixture(fixture_of(club), host_user, "TTTTTT", owls)
    assert due(desk, club) == "vote"
    page = page_of(desk, club)
    assert "Not voted yet: owls 1, owls 2" in page and 'data-testid="vote" data-state="open"' in page
    Owl.objects.create(club=club, fixture=fixture_of(club), name="Вера", team="Owls", decided_by="curator")
    assert due(desk, club) == "close" and "The crystal owl went" not in page_of(desk, club)


def test_the_roster_is_there_with_its_guests(desk: Client, club: ClubSeason) -> None:
    owls, lions = (Team.objects.get(house__key=key) for key in ("owls", "lions"))
    guest = Person.objects.create(name="Гостья", house=lions.house)
    TeamMember.objects.create(team=owls, person=guest)
    page = page_of(desk, club)
    assert 'Гостья</bdi> <span class="desk-tag desk-guest">guest' in page and page.count('desk-guest">') == 1
    with pytest.raises(IntegrityError), transaction.atomic():  # §2.2.4
        TeamMember.objects.create(team=lions, person=guest)


@pytest.mark.parametrize("teams", [1, 3])
def test_the_desk_asks_the_same_for_one_game_and_for_three(
    desk: Client, season: Season, host_user: User, teams: int, django_assert_num_queries: Any
) -> None:
    club = make_club(season, host_user, teams=teams)
    for fixture in Fixture.objects.filter(club=club, is_final=False):
        lay(fixture, host_user)
    page_of(desk, club)
    with django_assert_num_queries(PAGE):
        page_of(desk, club)


@pytest.mark.parametrize("what", ["plan", "postpone", "no-show", "withdraw-no-show", "decide-tie", "close", "sing"])
def test_the_desk_is_the_curators(club: ClubSeason, what: str) -> None:
    stranger, other = Client(), Client()
    other.force_login(User.objects.create_user("staff", is_staff=True))
    for method in ("get", "post"):
        address = reverse("chgk:desk", args=[club.pk]) if method == "get" else deed_of(club, what)
        assert getattr(stranger, method)(address).headers["Location"].startswith("/accounts/login/")
        assert getattr(other, method)(address).status_code == 403
    assert not AuditEntry.objects.filter(action__in=["plan_fixture", "close_season"]).exists()


def deed_of(club: ClubSeason, what: str) -> str:
    return reverse("chgk:desk_deed", args=[club.pk, what])


@pytest.mark.parametrize("game", ["", "9", "x", "-1", "²", "1" * 40])
def test_a_game_that_is_not_there(desk: Client, club: ClubSeason, game: str) -> None:
    assert do(desk, club, "plan", game, place="x").status_code == 404
    assert do(desk, club, "sing", game).status_code == 404


def test_what_is_done_in_one_season_leaves_the_other_alone(
    desk: Client, club: ClubSeason, season: Season, host_user: User
) -> None:
    old = ClubSeason.objects.create(season=Season.objects.create(name="old"), curator=host_user)
    assert do(desk, old, "plan", 1, place="x").status_code == 404
    actor = curator_of(host_user)
    plan_fixture(fixture_id=fixture_of(club, "owls").pk, planned_at=timezone.now(), place="y", actor=actor)
    record_no_show(fixture_id=fixture_of(club, "lions").pk, reason="a flood", actor=actor)
    assert "a flood" not in page_of(desk, old)
