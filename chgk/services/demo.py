"""The club's part of the demo: a season played to its owl, and one in the middle, with a game ready to be played."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.utils import timezone

from chgk.models import ClubSeason, Fixture, Owl, Package, Question
from chgk.services.ballots import cast_ballot
from chgk.services.calendar import plan_fixture
from chgk.services.demo_council import plant_council
from chgk.services.demo_originality import plant_originality
from chgk.services.demo_packages import prepare_packages
from chgk.services.demo_pictures import plant_flag
from chgk.services.demo_testing import plant_tests
from chgk.services.games import DISCIPLINE
from chgk.services.season_records import enter_record
from chgk.services.seasons import close_season, open_season
from chgk.services.tables_laid import lay_table
from tournaments.models import House, LiveGame, Person, Season, Team, TeamMember, User
from tournaments.rules.citation_proposals import propose_citation
from tournaments.rules.citations import as_json
from tournaments.services.actors import Actor

DEMO = Path(__file__).resolve().parent.parent / "demo"
SOWA = Actor(key="system:demo", role="system", name="Sowa")
CONSENT: dict[str, Any] = {"consented_at": datetime.date(2025, 9, 1), "consent_by": "Sekretariat"}
EVERYBODY = "*"  # in the ballots: whoever is not named


def plant(season: Season, host: User) -> None:
    """Last year's season, and this one; nothing where one of the demo's houses is missing."""
    entry = _read("seasons")
    houses = {house.key: house for house in House.objects.all()}
    if any(team["house"] not in houses for part in entry.values() for team in part["teams"]):
        return
    people: dict[str, Person] = {}
    _plant_past(entry["past"], houses, people, host)
    _plant_present(entry["present"], season, houses, people, host)
    plant_tests(ClubSeason.objects.get(season=season), _actor(host))
    plant_originality(season, host)


def plant_package(season: Season, entry: Mapping[str, Any]) -> Package:
    """A package of questions, on no table yet."""
    package = Package.objects.create(title=entry["title"], season=season, state=Package.State.APPROVED)
    Question.objects.bulk_create(_question(package, each) for each in entry["questions"])
    for each in entry["questions"]:
        if "picture" in each:
            plant_flag(package.questions.get(number=each["number"]), **each["picture"])
    return package


def _plant_past(entry: Mapping[str, Any], houses: Mapping[str, House], people: dict[str, Person], host: User) -> None:
    """Four games, a final won, ballots that agree, an owl, closed."""
    games = [*entry["games"], entry["final"]]
    begun = _moment(games[0]["at"]) - datetime.timedelta(days=30)
    season = Season.objects.create(name=entry["name"], created_at=begun)
    club = _open(season, entry["teams"], houses, people, host)
    packages = [plant_package(season, each) for each in _read("past_questions")["packages"]]
    for fixture, game, package in zip(_fixtures(club), games, packages, strict=True):
        played = _enter(fixture, game, package, host)
    _vote(played, entry["ballots"])
    close_season(club_id=club.pk, actor=_actor(host))
    # The services write down when it was recorded; the demo shows when it would have been.
    over = _moment(entry["final"]["at"]) + datetime.timedelta(hours=2)
    ClubSeason.objects.filter(pk=club.pk).update(opened_at=begun, closed_at=over + datetime.timedelta(days=7))
    Owl.objects.filter(club=club).update(given_at=over)


def _plant_present(
    entry: Mapping[str, Any], season: Season, houses: Mapping[str, House], people: dict[str, Person], host: User
) -> None:
    """Two games played, the third ready on its table, the fourth and the final planned; their packages under way."""
    club = _open(season, entry["teams"], houses, people, host)
    packages = [plant_package(season, each) for each in _read("questions")["packages"]]
    fixtures = _fixtures(club)
    for fixture, game, package in zip(fixtures, entry["games"], packages, strict=False):
        _enter(fixture, game, package, host)
    today = timezone.localtime().replace(hour=18, minute=0, second=0, microsecond=0)
    for fixture, planned in zip(fixtures[len(entry["games"]) :], entry["planned"], strict=True):
        plan_fixture(
            fixture_id=fixture.pk,
            planned_at=today + datetime.timedelta(days=planned["days"]),
            place=planned["place"],
            actor=_actor(host),
        )
    ahead = len(entry["games"])
    prepare_packages(packages[ahead:], fixtures[ahead:], _actor(host), host)
    _lay(fixtures[ahead], packages[ahead], entry["planned"][0]["title"], host)
    plant_council(club, _actor(host))


def _open(
    season: Season,
    entries: Sequence[Mapping[str, Any]],
    houses: Mapping[str, House],
    people: dict[str, Person],
    host: User,
) -> ClubSeason:
    """The club's season with its rosters; people who played before are the same ones."""
    new = {}
    for entry in entries:
        own = dict.fromkeys([entry["captain"], *entry["players"]], entry["house"])
        new.update({name: houses[key] for name, key in {**own, **entry["guests"]}.items() if name not in people})
    people.update(
        (person.name, person)
        for person in Person.objects.bulk_create(
            Person(name=name, house=house, **CONSENT) for name, house in new.items()
        )
    )
    teams = [Team(season=season, discipline=DISCIPLINE, house=houses[entry["house"]]) for entry in entries]
    Team.objects.bulk_create(teams)
    TeamMember.objects.bulk_create(
        TeamMember(team=team, person=people[name], is_captain=place == 0, position=place)
        for team, entry in zip(teams, entries, strict=True)
        for place, name in enumerate([entry["captain"], *entry["players"], *entry["guests"]])
    )
    return open_season(season=season, curator=host, teams=teams, actor=_actor(host))


def _fixtures(club: ClubSeason) -> list[Fixture]:
    return list(club.fixtures.order_by("number"))


def _enter(fixture: Fixture, entry: Mapping[str, Any], package: Package, host: User) -> LiveGame:
    """A game that was played on its evening, as its record has it."""
    actor = _actor(host)
    plan_fixture(fixture_id=fixture.pk, planned_at=_moment(entry["at"]), place=entry["place"], actor=actor)
    lines = (DEMO / "records" / f"{entry['record']}.jsonl").read_bytes().splitlines()
    return enter_record(
        fixture_id=fixture.pk, lines=lines, package=package, title=entry["title"], host=host, actor=actor
    )


def _vote(final: LiveGame, ballots: Mapping[str, str]) -> None:
    """§3.2.3: each player's ballot; the last one gives the owl."""
    players = {player["name"]: player["id"] for player in final.setup["team"]["players"]}
    for name, player in players.items():
        choice = players[ballots.get(name, ballots[EVERYBODY])]
        cast_ballot(game_id=final.pk, player=player, choice=choice, actor=SOWA)


def _lay(fixture: Fixture, package: Package, title: str, host: User) -> None:
    """The whole roster sits down; the game waits for its start."""
    members = list(TeamMember.objects.filter(team__fixtures=fixture).order_by("position"))
    game = lay_table(
        fixture_id=fixture.pk,
        package=package,
        players=[member.person_id for member in members],
        captain=next(member.person_id for member in members if member.is_captain),
        host=host,
        actor=_actor(host),
    )
    # It was set up before the auction's evening, which stays the one that a projector without a number shows.
    LiveGame.objects.filter(pk=game.pk).update(title=title, created_at=timezone.now() - datetime.timedelta(days=7))


def _question(package: Package, entry: Mapping[str, Any]) -> Question:
    return Question(
        package=package,
        number=entry["number"],
        category=entry["category"],
        text=entry["text"],
        answer=entry["answer"],
        accepted="\n".join(entry["accepted"]),
        rejected="\n".join(entry["rejected"]),
        comment=entry["comment"],
        source="\n".join(entry["source"]),
        citations=[as_json(propose_citation(line)) for line in entry["source"]],
        handout=entry.get("handout", ""),
        authors="\n".join(_authors(entry["authors"])),
        is_spare=entry["is_spare"],
    )


def _authors(entries: Iterable[Mapping[str, str]]) -> list[str]:
    return [", ".join(filter(None, [entry["name"], entry.get("town", "")])) for entry in entries]


def _actor(host: User) -> Actor:
    return Actor(key=f"user:{host.pk}", role="host", name=host.get_full_name() or host.get_username())


def _moment(text: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(text)


def _read(name: str) -> Any:
    return json.loads((DEMO / f"{name}.json").read_text(encoding="utf-8"))
