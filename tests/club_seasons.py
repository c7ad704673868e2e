"""Seasons of the club for tests: houses with their rosters, tables laid and games played by the services."""

from __future__ import annotations

from typing import Any

from chgk.models import ClubSeason, Fixture
from chgk.services.seasons import open_season
from chgk.services.tables_laid import lay_table
from tests.club_games import make_package, play_out
from tournaments.models import House, LiveGame, Person, Season, Team, TeamMember, User
from tournaments.services.actors import Actor
from tournaments.services.games import finish_game, start_game

HOUSES = ("owls", "lions", "snakes", "badgers")


def curator_of(user: User) -> Actor:
    """The curator at the desk."""
    return Actor(key=f"user:{user.pk}", role="host", name=user.get_full_name() or user.get_username())


def make_team(season: Season, key: str, size: int = 4, discipline: str = "chgk") -> Team:
    """A house with its team: «owls 1» is the captain, all of the house."""
    house, _made = House.objects.get_or_create(key=key, defaults={"name": key.title(), "command": key})
    team = Team.objects.create(season=season, discipline=discipline, house=house)
    for number in range(1, size + 1):
        person = Person.objects.create(name=f"{key} {number}", house=house)
        TeamMember.objects.create(team=team, person=person, is_captain=number == 1, position=number)
    return team


def make_club(season: Season, curator: User, teams: int = 4) -> ClubSeason:
    """A season of so many teams, each of four."""
    rosters = [make_team(season, key) for key in HOUSES[:teams]]
    return open_season(season=season, curator=curator, teams=rosters, actor=curator_of(curator))


def fixture_of(club: ClubSeason, key: str = "") -> Fixture:
    """The game of a house, or the final."""
    games = Fixture.objects.filter(club=club, is_final=not key)
    return games.get(team__house__key=key) if key else games.get()


def people_of(team: Team) -> list[int]:
    """The roster, the captain first."""
    return list(team.members.order_by("-is_captain", "position").values_list("person", flat=True))


def lay(fixture: Fixture, host: User, team: Team | None = None, **more: Any) -> LiveGame:
    """The table of a fixture: the whole roster, a package of its own."""
    own = team or fixture.team
    assert own is not None
    roster = people_of(own)
    size = 11 if fixture.is_final else 9
    package = more.pop("package", None) or make_package(fixture.club.season, size, title=f"Пакет {fixture.number}")
    fields = {"players": roster, "captain": roster[0], "actor": curator_of(host), **more}
    return lay_table(fixture_id=fixture.pk, package=package, host=host, **fields)


def play_fixture(fixture: Fixture, host: User, evening: str, team: Team | None = None) -> LiveGame:
    """Laid, started, played (T and A) and closed, if it has come to its end."""
    game, actor = lay(fixture, host, team), curator_of(host)
    assert start_game(game_id=game.pk, actor=actor).accepted
    play_out(game, actor, evening)
    finish_game(game_id=game.pk, actor=actor)
    return LiveGame.objects.get(pk=game.pk)
