"""A final of the club for tests: a season with its curator, a short game, a seat for each at the table."""

from __future__ import annotations

from typing import Any

from django.test import Client

from chgk.models import BestPlayerVote, ClubSeason, Fixture
from chgk.services.ballots import cast_ballot
from tests.club_games import TEAM, make_club_game, make_package, play_out
from tournaments.models import AccessLink, House, LiveGame, Person, Season, User
from tournaments.services.access_links import link_token
from tournaments.services.actors import Actor
from tournaments.services.games import finish_game

WON, LOST = "T", "A"  # to one point, where the tests have no use for six
NAMES = ("Вера", "Глеб", "Дина")


def make_final(
    season: Season, host_user: User, *, people: bool = False, curator: User | None = None, target: int = 1
) -> Fixture:
    """A final that has started. ``people``: its players are persons of the school, not just names."""
    club = ClubSeason.objects.create(season=season, curator=curator or host_user)
    package = make_package(season, table=12, title=f"Финал {season.pk}")
    team = people_team() if people else TEAM
    game = make_club_game(season, host_user, is_final=True, package=package, team=team, rules={"target": target})
    return Fixture.objects.create(club=club, number=5, is_final=True, game=game)


def people_team() -> dict[str, Any]:
    """The lions as persons of the school; the same ones each time."""
    house, _ = House.objects.get_or_create(key="lions", defaults={"name": "Львы", "command": "Львы"})
    people = [Person.objects.get_or_create(name=name, house=house)[0] for name in NAMES]
    players = [{"id": f"p{one.pk}", "name": one.name, "captain": not number} for number, one in enumerate(people)]
    return {**TEAM, "players": players}


def game_of(fixture: Fixture) -> LiveGame:
    """The final's game as it lies in the database."""
    return LiveGame.objects.get(fixture=fixture)


def finish_final(fixture: Fixture, host: Actor, evening: str = WON) -> None:
    """Plays it to its end and closes it."""
    game = game_of(fixture)
    play_out(game, host, evening)
    assert finish_game(game_id=game.pk, actor=host).accepted


def link_of(fixture: Fixture, name: str) -> AccessLink:
    """The seat of somebody at the table."""
    return AccessLink.objects.get(game=fixture.game, name=name)


def seat_of(fixture: Fixture, name: str) -> Actor:
    """Who sits there."""
    link = link_of(fixture, name)
    return Actor(key=link.seat_key, role=link.role, team=link.team, name=link.name, player=link.player)


def vote(fixture: Fixture, voter: str, choice: str) -> BestPlayerVote:
    """A ballot, by names."""
    actor = seat_of(fixture, voter)
    assert fixture.game_id is not None
    assert actor.player is not None
    player = link_of(fixture, choice).player
    return cast_ballot(game_id=fixture.game_id, player=actor.player, choice=player, actor=actor)


def phone_of(fixture: Fixture, name: str) -> Client:
    """A browser that has joined by the private link."""
    browser = Client()
    browser.get(f"/join/{link_token(link_of(fixture, name))}/")
    return browser
