"""Laying the table of a season's game: package, line-up, stand-in, every refusal beside its name."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from chgk.models import ClubSeason, Package
from chgk.services.calendar import record_no_show
from tests.club_games import make_package
from tests.club_seasons import curator_of, fixture_of, lay, make_club, people_of, play_fixture
from tournaments.models import AuditEntry, LiveGame, Person, Season, Team, TeamMember, User
from tournaments.services.games import start_game

pytestmark = pytest.mark.django_db
PAGE = 11


@pytest.fixture
def club(season: Season, host_user: User) -> ClubSeason:
    """Two houses of four, nothing played; ela is the curator."""
    return make_club(season, host_user, teams=2)


@pytest.fixture
def desk(client: Client, host_user: User) -> Client:
    """The curator's browser."""
    client.force_login(host_user)
    return client


@pytest.fixture
def package(season: Season) -> Package:
    """Nine envelopes and two spare ones."""
    return make_package(season)


@pytest.fixture
def owls(club: ClubSeason) -> list[int]:
    """The roster, the captain first."""
    return people_of(Team.objects.get(house__key="owls"))


def address(club: ClubSeason, number: int = 1) -> str:
    return reverse("chgk:lay_table", args=[club.pk, number])


def post(desk: Client, club: ClubSeason, number: int = 1, **fields: Any) -> Any:
    return desk.post(address(club, number), fields)


def test_the_form_shows_packages_with_their_spares_and_the_whole_roster(
    desk: Client, club: ClubSeason, package: Package, owls: list[int]
) -> None:
    page = desk.get(address(club)).text
    assert "Пакет: 9 envelopes, 2 spare questions" in page and "text-1-text" not in page
    assert page.count('type="checkbox" name="players"') == 4 and page.count("checked") == 4
    assert "Ela Sowa" in page and "No package of this season is free." not in page


def test_a_table_is_laid_and_pressed_twice(
    desk: Client, club: ClubSeason, package: Package, owls: list[int], host_user: User
) -> None:
    fields: dict[str, Any] = {"package": package.pk, "players": owls[:3], "host": host_user.pk}
    for _press in range(2):
        answer = post(desk, club, **fields)
        assert answer.status_code == 302 and answer.headers["Location"].endswith("/desk/#game-1")
    game = LiveGame.objects.get()
    assert fixture_of(club, "owls").game == game and len(game.setup["team"]["players"]) == 3
    page = desk.get(reverse("chgk:desk", args=[club.pk])).text
    assert reverse("chgk:console", args=[game.pk]) in page and "owls 1</bdi> (captain)" in page


def test_a_stand_in_leads_with_a_reason(desk: Client, club: ClubSeason, package: Package, owls: list[int]) -> None:
    fields: dict[str, Any] = {"package": package.pk, "players": owls[1:], "host": club.curator_id}
    missing = post(desk, club, **fields)
    assert missing.status_code == 422 and "The captain, owls 1, is not at the table" in missing.text
    assert beside(missing.text, "stand_in") and "§2.2.2" in missing.text
    mute = post(desk, club, **fields, stand_in=owls[2], reason="…")
    assert mute.status_code == 422 and 'value="…"' in mute.text and beside(mute.text, "reason")
    assert f'value="{owls[2]}" selected' in mute.text
    assert post(desk, club, **fields, stand_in=owls[2], reason="at her grandmother's").status_code == 302
    team = LiveGame.objects.get().setup["team"]
    assert [player["captain"] for player in team["players"]] == [False, True, False]
    assert "leads instead of owls 1" in desk.get(reverse("chgk:desk", args=[club.pk])).text


def beside(page: str, field: str) -> bool:
    """Whether the refusal stands right before this field."""
    return "refused" in page.split(f'for="table-{field}"', maxsplit=1)[0].rsplit('class="desk-field"', 2)[-2]


def test_too_few_and_a_stranger_are_refused_beside_the_names(
    desk: Client, club: ClubSeason, package: Package, owls: list[int]
) -> None:
    lion = people_of(Team.objects.get(house__key="lions"))[0]
    fields: dict[str, Any] = {"package": package.pk, "host": club.curator_id}
    few = post(desk, club, **fields, players=owls[:2])
    assert few.status_code == 422 and "three to six players; here are 2" in few.text and few.text.count(" checked") == 2
    assert f'value="{package.pk}" selected' in few.text
    assert post(desk, club, **fields).status_code == 422
    stranger = post(desk, club, **fields, players=[*owls[:3], lion])
    assert stranger.status_code == 422 and "not in the roster any more" in stranger.text
    assert re.search(r"Tick again\.&nbsp;<a[^>]*>§2\.2\.5</a>", stranger.text)
    assert not LiveGame.objects.exists()


def test_a_captain_of_another_house_is_named_at_the_name(
    desk: Client, club: ClubSeason, package: Package, owls: list[int]
) -> None:
    team = Team.objects.get(house__key="owls")
    Person.objects.filter(pk=owls[0]).update(house=Team.objects.get(house__key="lions").house)
    TeamMember.objects.create(team=team, person=Person.objects.create(name="owls 5", house=team.house))
    page = desk.get(address(club)).text
    assert 'data-testid="roster-problem"' in page and "owls 1" in page
    answer = post(desk, club, package=package.pk, players=owls, host=club.curator_id)
    row = answer.text.split(f'data-testid="player-{owls[0]}"')[1].split("</li>")[0]
    assert answer.status_code == 422 and "§2.1.2" in row


def test_guests_are_marked(desk: Client, club: ClubSeason, package: Package) -> None:
    owls, lions = (Team.objects.get(house__key=key) for key in ("owls", "lions"))
    TeamMember.objects.create(team=owls, person=Person.objects.create(name="Гостья", house=lions.house))
    page = desk.get(address(club)).text
    assert "Гостья</bdi>" in page and page.count('desk-guest">guest') == 1


def test_without_a_free_package_the_page_says_so(desk: Client, club: ClubSeason, owls: list[int]) -> None:
    assert 'data-testid="no-package"' in desk.get(address(club)).text
    empty = Package.objects.create(title="Пустой", season=club.season, state="approved")
    answer = post(desk, club, package=empty.pk, players=owls, host=club.curator_id)
    assert answer.status_code == 422 and "has no question for the table" in answer.text
    other = make_package(Season.objects.create(name="other"))
    for package in (other.pk, "9" * 30, "٣"):
        answer = post(desk, club, package=package, players=owls, host=club.curator_id)
        assert answer.status_code == 422 and "not free any more" in answer.text


def test_a_package_that_another_window_has_laid_is_refused_with_its_paragraph(
    desk: Client, club: ClubSeason, owls: list[int], host_user: User
) -> None:
    lay(fixture_of(club, "lions"), host_user)
    laid = Package.objects.get()
    answer = post(desk, club, package=laid.pk, players=owls, host=club.curator_id)
    assert answer.status_code == 422 and "§4.1.3" in answer.text and "has been laid" not in answer.text
    assert f'value="{laid.pk}" selected' in answer.text and LiveGame.objects.count() == 1


def test_the_line_up_changes_until_the_start_and_not_afterwards(
    desk: Client, club: ClubSeason, owls: list[int], host_user: User
) -> None:
    game = lay(fixture_of(club, "owls"), host_user)
    page = desk.get(address(club)).text
    assert "Change the line-up" in page and 'name="package"' not in page and page.count(" checked") == 4
    for _press in range(2):
        assert post(desk, club, players=owls[:3]).status_code == 302
    assert len(LiveGame.objects.get().setup["team"]["players"]) == 3
    assert desk.get(address(club)).text.count(" checked") == 3
    assert start_game(game_id=game.pk, actor=curator_of(host_user)).accepted
    late = post(desk, club, players=owls)
    assert late.status_code == 422 and "§2.2.5" in late.text and "owls 3" in late.text
    assert len(LiveGame.objects.get().setup["team"]["players"]) == 3


def test_there_is_no_table_for_whoever_did_not_come_nor_for_a_final_without_a_finalist(
    desk: Client, club: ClubSeason, package: Package, host_user: User
) -> None:
    record_no_show(fixture_id=fixture_of(club, "lions").pk, reason="ill", actor=curator_of(host_user))
    assert "Withdraw that first" in desk.get(address(club, 2)).text
    assert "The finalist is not known yet" in desk.get(address(club, 3)).text
    assert post(desk, club, 3, package=package.pk, players=[1], host=1).status_code == 422
    play_fixture(fixture_of(club, "owls"), host_user, "TTTT")
    assert "may open 11 envelopes; here are 9" in desk.get(address(club, 3)).text
    large = make_package(club.season, table=11, title="Финал")
    page = desk.get(address(club, 3)).text
    assert "owls 1" in page and 'name="package"' in page
    answer = post(
        desk, club, 3, package=large.pk, players=people_of(Team.objects.get(house__key="owls")), host=host_user.pk
    )
    assert answer.status_code == 302 and fixture_of(club).game is not None


def test_the_page_is_the_curators_and_asks_the_same_for_more_people(
    desk: Client, club: ClubSeason, package: Package, django_assert_num_queries: Any
) -> None:
    assert Client().get(address(club)).headers["Location"].startswith("/accounts/login/")
    other = Client()
    other.force_login(User.objects.create_user("staff", is_staff=True))
    assert other.get(address(club)).status_code == other.post(address(club)).status_code == 403
    assert desk.get(address(club, 9)).status_code == 404
    make_package(club.season, title="Второй")
    desk.get(address(club))
    with django_assert_num_queries(PAGE):
        desk.get(address(club))
    TeamMember.objects.create(team=Team.objects.get(house__key="owls"), person=Person.objects.create(name="More"))
    make_package(club.season, title="Третий")
    with django_assert_num_queries(PAGE):
        desk.get(address(club))


def test_people_are_called_what_they_are_called(
    desk: Client, club: ClubSeason, package: Package, owls: list[int]
) -> None:
    names = ["🦉" * 3, "\u202eevil\u202c", "<b>bold</b>", "d'Arc & co"]
    for person, name in zip(owls, names, strict=True):
        Person.objects.filter(pk=person).update(name=name)
    answer = post(desk, club, package=package.pk, players=owls[1:], host=club.curator_id, stand_in=owls[1], reason="a")
    assert answer.status_code == 302 and AuditEntry.objects.filter(action="lay_table").exists()
    for page in (desk.get(reverse("chgk:desk", args=[club.pk])).text, desk.get(address(club)).text):
        assert "<b>bold" not in page and "<bdi>&lt;b&gt;bold&lt;/b&gt;</bdi>" in page
        assert "<bdi>d&#x27;Arc &amp; co</bdi>" in page
