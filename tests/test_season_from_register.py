"""From a register that a spreadsheet saved to games of both rulebooks and a ranking that adds up."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from auction.services.games import create_game
from auction.services.settings import save_settings
from chgk.models import ClubSeason
from chgk.services.setting_up import set_up_season
from tests.auction_games import QUESTIONS_ONLY, make_bank
from tests.club_seasons import curator_of, fixture_of, play_fixture
from tests.playing import give
from tests.rosters import refused
from tournaments.models import House, LedgerEntry, LiveGame, Person, RosterCall, Season, Team, User
from tournaments.selectors.lineups import season_lineups
from tournaments.services.actors import Actor
from tournaments.services.games import finish_game, start_game
from tournaments.services.register_import import import_file
from tournaments.services.rosters import approve_roster, submit_roster

pytestmark = pytest.mark.django_db
NOW = datetime.datetime(2026, 10, 5, 10, tzinfo=datetime.UTC)
FILE = Path(__file__).parent / "klasa-cp1250-semicolon.csv"
HOUSES = {"gryffindor": "Gryffindor", "ravenclaw": "Ravenclaw"}


@pytest.fixture
def office(season: Season, monkeypatch: pytest.MonkeyPatch) -> User:
    """Two houses with heads, the register of a term, both tournaments asking for their teams."""
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    for key, name in HOUSES.items():
        head = Person.objects.create(name=f"Head {key}", kind="staff", user=User.objects.create_user(f"head_{key}"))
        House.objects.create(key=key, name=name, command=name, head=head)
    actor = Actor(key="system:test", role="system")
    answers = {"unknown": "new"}
    done = import_file(season=season, data=FILE.read_bytes(), file_name=FILE.name, answers=answers, actor=actor)
    assert done.marks == 80
    for discipline in ("auction", "chgk"):
        due = NOW + datetime.timedelta(days=7)
        RosterCall.objects.create(season=season, discipline=discipline, due_at=due)
    return User.objects.create_user("office", is_staff=True)


def pupils(key: str) -> list[int]:
    """Those of a house in the file's order; the last one missed a lesson."""
    return list(Person.objects.filter(house__key=key, kind="pupil").order_by("pk").values_list("pk", flat=True))


def enter(discipline: str, key: str, people: list[int], office: User) -> Team:
    """The head submits, who may decide approves."""
    fields: dict[str, Any] = {
        "call_id": RosterCall.objects.get(discipline=discipline).pk,
        "house_id": House.objects.get(key=key).pk,
        "at": NOW,
    }
    head = User.objects.get(username=f"head_{key}")
    known = Team.objects.filter(house__key=key, discipline=discipline).first()
    revision = known.revision if known is not None else 0
    team = submit_roster(people=people, captain=people[0], revision=revision, user=head, **fields)
    return approve_roster(revision=team.revision, user=office, **fields)


def test_a_seasons_rosters_are_prepared_from_the_register_and_played(season: Season, office: User) -> None:
    houses = list(House.objects.all())
    club = set_up_season(season=season, name="", houses=houses, curator=office, actor=curator_of(office))
    for key in HOUSES:
        own = pupils(key)
        assert refused(enter, "auction", key, [*own[:2], own[3]], office) == "roster_refused"
        enter("auction", key, own[:3], office)
        enter("chgk", key, own[1:], office)  # the club asks for no lessons
    play_auction(season, office)
    play_club(club, office)
    call_command("check_ranking")
    assert sum(entry.points for entry in LedgerEntry.objects.all()) > 0


def play_auction(season: Season, office: User) -> None:
    """A round of one question; whoever stays behind takes the points home (§22)."""
    make_bank(4)
    lineups = season_lineups(season, "auction")
    assert [line.problem for line in lineups] == ["", ""]
    teams = [line.team for line in lineups if line.team is not None]
    game = create_game(season=season, teams=teams, title="Wieczór", host=office)
    host = Actor(key=f"user:{office.pk}", role="host", name="Office")
    rules = {"questions_per_round": 1}
    save_settings(game_id=game.pk, rules=rules, settings={}, special=QUESTIONS_ONLY, actor=host)
    assert start_game(game_id=game.pk, actor=host).accepted
    for do, fields in (
        ("draw", {}), ("open", {}), ("bid", {"team": "gryffindor", "points": 10}),
        ("close", {"excused": ["ravenclaw"]}), ("show_question", {}), ("judge", {"correct": True}),
    ):  # fmt: skip
        seq = LiveGame.objects.get(pk=game.pk).seq
        outcome = give(game, host, do, expected_seq=seq, at=NOW, **fields)
        assert outcome.accepted, (do, outcome.refusal)
    assert finish_game(game_id=game.pk, actor=host, reason="late").accepted
    assert LedgerEntry.objects.get(house__key="ravenclaw").points == 47


def play_club(club: ClubSeason, office: User) -> None:
    """A game for each of the houses."""
    for key in HOUSES:
        game = play_fixture(fixture_of(club, key), office, "TTATT")
        assert game.finished_at is not None and len(game.setup["team"]["players"]) == 3
