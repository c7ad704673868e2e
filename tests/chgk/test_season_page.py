"""The public page of a season: what it says when, to whom, and what it asks of the database."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from chgk.models import ClubSeason, Fixture, Owl
from chgk.services.calendar import plan_fixture, postpone_fixture, record_no_show
from chgk.services.ties import decide_tie
from tests.club_seasons import curator_of, fixture_of, make_club, play_fixture
from tournaments.models import House, Season, User

pytestmark = pytest.mark.django_db
WON, LOST, SHORT = "TTATT", "ATATAA", "AAAA"
QUERIES = 6  # seasons of the menu, and the page itself: calendar, moved dates, decisions, owl


@pytest.fixture
def club(season: Season, host_user: User) -> ClubSeason:
    """Four houses, nothing played; ela is the curator."""
    return make_club(season, host_user)


def page_of(club: ClubSeason, browser: Client | None = None) -> str:
    response = (browser or Client()).get(reverse("chgk:season", args=[club.pk]))
    assert response.status_code == 200
    return response.text


def at(days: int) -> datetime.datetime:
    return (timezone.now() + datetime.timedelta(days=days)).replace(hour=16, minute=0, second=0, microsecond=0)


def test_before_there_is_a_season_the_page_says_what_it_will_be(db: None) -> None:
    assert "No season yet" in Client().get("/club/").text
    browser = Client()
    browser.force_login(User.objects.create_user("staff", is_staff=True))
    assert reverse("chgk:new_season") in browser.get("/club/").text


def test_the_club_opens_on_its_current_season(club: ClubSeason) -> None:
    page = Client().get("/club/").text
    assert club.season.name in page and "Ela Sowa" in page
    assert 'href="/club/"' in Client().get("/").text


def test_a_fresh_season_has_its_teams_in_the_table_and_no_dates(club: ClubSeason) -> None:
    page = page_of(club)
    assert page.count("to play</td>") == 4 and "Still to play: Owls, Lions, Snakes, Badgers." in page
    assert page.count("no date yet") == 5 and "the best team of the season" in page
    assert "The curator's desk" not in page and "chgk:" not in page


def test_dates_places_and_what_became_of_them(club: ClubSeason, host_user: User) -> None:
    fixture, actor = fixture_of(club, "owls"), curator_of(host_user)
    plan_fixture(fixture_id=fixture.pk, planned_at=at(3), place="Tower", actor=actor)
    postpone_fixture(fixture_id=fixture.pk, planned_at=None, reason="snow on the road", actor=actor)
    assert "the new date follows: snow on the road" in page_of(club)
    postpone_fixture(fixture_id=fixture.pk, planned_at=at(9), reason="the road is free", actor=actor)
    page = page_of(club)
    assert "Tower" in page and "Moved to" in page and "the road is free" in page
    record_no_show(fixture_id=fixture.pk, reason="nobody rang", actor=actor)
    page = page_of(club)
    assert "The team did not come: nobody rang" in page and "did not come</td>" in page


def test_the_best_goes_to_the_final_and_the_page_says_why(club: ClubSeason, host_user: User) -> None:
    game = play_fixture(fixture_of(club, "owls"), host_user, WON)
    play_fixture(fixture_of(club, "lions"), host_user, LOST)
    play_fixture(fixture_of(club, "snakes"), host_user, SHORT)
    record_no_show(fixture_id=fixture_of(club, "badgers").pk, reason="ill", actor=curator_of(host_user))
    page = page_of(club)
    assert "Owls goes to the final with the best difference of points: +3; next, Lions: −2." in page
    assert "in the final" in page and "4:1" in page
    for name in ("spectator", "record"):
        assert reverse(f"chgk:{name}", args=[game.pk]) in page


def test_fewer_questions_decide_between_equals(season: Season, host_user: User) -> None:
    club = make_club(season, host_user, teams=2)
    play_fixture(fixture_of(club, "owls"), host_user, "TTTT")
    play_fixture(fixture_of(club, "lions"), host_user, "TTTTA"[:4])
    assert "Equal in everything: Owls, Lions." in page_of(club)
    decide_tie(club_id=club.pk, team="lions", reason="they <b>roar</b>", actor=curator_of(host_user))
    page = page_of(club)
    assert "decision on the tie with Owls: they &lt;b&gt;roar&lt;/b&gt;" in page and "#p1.5" in page


@pytest.mark.parametrize(
    ("final", "said"),
    [("TTTTTT", "Owls won the final 6:0"), ("AAAAAA", "The authors of the questions won the final 0:6")],
)
def test_the_end_is_said_with_the_owl_or_without_a_champion(
    season: Season, host_user: User, final: str, said: str
) -> None:
    club = make_club(season, host_user, teams=1)
    team = play_fixture(fixture_of(club, "owls"), host_user, WON).fixture.team
    play_fixture(fixture_of(club), host_user, final, team)
    page = page_of(club)
    assert said in page
    assert ("The players are naming the best of the final" in page) == (final[0] == "T")
    if final[0] == "T" and not Owl.objects.exists():
        Owl.objects.create(club=club, fixture=fixture_of(club), name="Вера", team="Owls", decided_by="curator")
        assert "The crystal owl went to <bdi>Вера</bdi>" in page_of(club)


@pytest.mark.parametrize("teams", [1, 3])
def test_the_page_asks_the_same_for_one_game_and_for_three(
    season: Season, host_user: User, teams: int, django_assert_num_queries: Any
) -> None:
    club = make_club(season, host_user, teams=teams)
    for fixture in Fixture.objects.filter(club=club, is_final=False):
        play_fixture(fixture, host_user, WON)
    for number in range(teams - 1):
        ClubSeason.objects.create(season=Season.objects.create(name=f"old {number}"), curator=host_user)
    page_of(club)
    with django_assert_num_queries(QUERIES):
        page_of(club)


def test_games_on_the_first_page_say_where_in_the_season_they_stand(
    season: Season, host_user: User, django_assert_num_queries: Any
) -> None:
    club = make_club(season, host_user, teams=3)
    fixtures = list(Fixture.objects.filter(club=club, is_final=False))
    play_fixture(fixtures[0], host_user, WON)
    assert f'href="/club/seasons/{club.pk}/#game-1">Game 1 of the club' in Client().get("/").text
    with django_assert_num_queries(5):
        Client().get("/")
    for fixture in fixtures[1:]:
        play_fixture(fixture, host_user, WON)
    with django_assert_num_queries(5):
        Client().get("/")


POISON = ("🦉" * 3, "\u202eevil\u202c", "<b>bold</b>", "א" * 30, "x" * 200, "{{ 7 }}", "=1+1", "__proto__")


def test_names_that_do_harm_elsewhere_stand_as_they_are(season: Season, host_user: User) -> None:
    club = make_club(season, host_user, teams=1)
    fixture, actor = fixture_of(club, "owls"), curator_of(host_user)
    plan_fixture(fixture_id=fixture.pk, planned_at=at(2), place="Tower", actor=actor)
    record_no_show(fixture_id=fixture.pk, reason="ill", actor=actor)
    for name in POISON:
        House.objects.update(name=name)
        Season.objects.update(name=name)
        Fixture.objects.filter(pk=fixture.pk).update(no_show_reason=name, place=name)
        page = page_of(club)
        shown = name.replace("<", "&lt;").replace(">", "&gt;")
        assert f"<bdi>{shown}</bdi>" in page and f'<bdi class="team-name">{shown}</bdi>' in page
        assert "<b>bold" not in page
