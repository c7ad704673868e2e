"""A game of the calendar that was played elsewhere takes its place in the season, if it is the game that was due."""

from __future__ import annotations

import json
from typing import Any

import pytest

from chgk import selectors
from chgk.models import ClubSeason, Fixture, Package
from chgk.services.season_records import enter_record
from tests.club_games import make_package
from tests.club_seasons import curator_of, fixture_of, make_club
from tournaments.models import AuditEntry, LiveGame, Season, User
from tournaments.rules.engine import Refusal

pytestmark = pytest.mark.django_db
PLAYERS = ["owls 1", "owls 2", "owls 3"]


@pytest.fixture
def club(season: Season, host_user: User) -> ClubSeason:
    return make_club(season, host_user, teams=2)


def lines(evening: str = "TTTT", **header: Any) -> list[bytes]:
    rows: list[dict[str, Any]] = [
        {"record": "chgk", "version": 1, "team": "owls", "players": PLAYERS, "captain": "owls 1", **header}
    ]
    for number, letter in enumerate(evening, 1):
        rows += [{"do": "ask", "question": number}, {"do": "judge", "correct": letter == "T"}]
    return [json.dumps(row).encode() for row in rows]


def enter(club: ClubSeason, user: User, record: list[bytes], **more: Any) -> LiveGame:
    fields = {"fixture_id": fixture_of(club, "owls").pk, "package": make_package(club.season), "title": "Игра", **more}
    return enter_record(lines=record, host=user, actor=curator_of(user), **fields)


def test_the_table_counts_it_and_people_are_found_in_the_roster(club: ClubSeason, host_user: User) -> None:
    game = enter(club, host_user, lines())
    slot = next(slot for slot in selectors.read_calendar(club).slots if slot.fixture.game == game)
    assert slot.result is not None and (slot.result.own, slot.result.authors, slot.result.questions) == (4, 0, 4)
    assert slot.team is not None
    roster = {f"p{member.person}": member.name for member in selectors.read_roster(slot.team)}
    assert {player["id"]: player["name"] for player in game.setup["team"]["players"]}.items() <= roster.items()
    assert Package.objects.get(game=game).questions.exists()
    assert AuditEntry.objects.filter(action="enter_record").count() == 1


@pytest.mark.parametrize(
    ("record", "code"),
    [
        (lines(team="lions"), "record_of_another_team"),
        (lines(players=[*PLAYERS, "lions 1"]), "not_in_the_roster"),
        (lines(captain="owls 2"), "not_the_captain"),
        (lines(rules={"target": 5}), "record_of_other_rules"),
        (lines("TTT"), "record_not_over"),
        (lines("TTTTT"), "record_not_over"),
    ],
)
def test_another_game_than_the_one_due_is_refused(
    club: ClubSeason, host_user: User, record: list[bytes], code: str
) -> None:
    with pytest.raises(Refusal) as error:
        enter(club, host_user, record)
    assert error.value.code == code
    assert not LiveGame.objects.exists() and not Fixture.objects.filter(game__isnull=False).exists()


def test_no_game_is_entered_twice(club: ClubSeason, host_user: User) -> None:
    enter(club, host_user, lines())
    with pytest.raises(Refusal) as error:
        enter(club, host_user, lines("TTATT"))
    assert error.value.code == "table_already_laid"
    assert LiveGame.objects.count() == 1


def test_the_final_waits_for_its_finalist(club: ClubSeason, host_user: User) -> None:
    with pytest.raises(Refusal) as error:
        enter(club, host_user, lines("TTTTTT", rules={"target": 6}), fixture_id=fixture_of(club).pk)
    assert error.value.code == "final_waits"
