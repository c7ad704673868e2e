"""The demo's two seasons: what the tables say is what the records replay to, and everything in them is by the rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from pytest_django.plugin import DjangoDbBlocker

from chgk import selectors
from chgk.models import Ballot, ClubSeason, Fixture, Owl, Package, Proposal, Question
from chgk.rules.best_player import Decider
from chgk.rules.record import replay_lines
from chgk.rules.rosters import check_roster
from chgk.rules.standings import Close, Finalist, Waiting
from chgk.selectors.seasons import SlotState
from chgk.selectors.testing import testing_summary as read_summary
from chgk.services.demo import plant
from chgk.services.records import record_of
from tests.chgk.demo_houses import make_houses
from tournaments.models import LiveGame, Person, Season, Team, User
from tournaments.services.replay_log import find_differences, load_session

pytestmark = pytest.mark.django_db
DEMO = Path(__file__).resolve().parents[2] / "chgk" / "demo"
SEASONS = json.loads((DEMO / "seasons.json").read_text(encoding="utf-8"))
PAST, PRESENT = SEASONS["past"], SEASONS["present"]


@pytest.fixture(scope="module")
def clubs(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[ClubSeason, ClubSeason]]:
    """Last year's season and this one, planted once for all tests here, which only read."""
    with django_db_blocker.unblock(), transaction.atomic():
        make_houses()
        season = Season.objects.create(name="2026/27", is_current=True)
        plant(season, User.objects.create_user("host", first_name="Jagoda"))
        yield ClubSeason.objects.get(season__name=PAST["name"]), ClubSeason.objects.get(season=season)
        transaction.set_rollback(True)


def replayed(name: str) -> dict[str, Any]:
    """What a record comes to."""
    return dict(replay_lines((DEMO / "records" / f"{name}.jsonl").read_bytes().splitlines()).state)


def test_the_table_of_each_season_is_what_its_records_replay_to(clubs: tuple[ClubSeason, ClubSeason]) -> None:
    for club, part in zip(clubs, (PAST, PRESENT), strict=True):
        calendar = selectors.read_calendar(club)
        for slot, entry in zip(calendar.slots, part["games"], strict=False):
            state = replayed(entry["record"])
            assert slot.result is not None and slot.team is not None and slot.team.house.key == entry["house"]
            assert {"team": slot.result.own, "authors": slot.result.authors} == state["score"]
            assert slot.result.questions == state["questions_played"]


def test_last_season_ended_with_a_champion_and_an_owl(clubs: tuple[ClubSeason, ClubSeason]) -> None:
    past = clubs[0]
    calendar = selectors.read_calendar(past)
    final = PAST["final"]
    assert isinstance(calendar.table.lead, Finalist) and calendar.table.lead.team == final["house"]
    assert calendar.outcome.how is Close.FINAL_WON and calendar.outcome.champion == final["house"]
    assert replayed(final["record"])["winner"] == "team" and "!" in final["evening"]
    owl = Owl.objects.get()
    assert (owl.name, owl.decided_by) == (PAST["ballots"]["*"], Decider.PLAYERS)
    assert owl.person is not None and owl.person.name == owl.name and owl.club == past
    assert not Ballot.objects.exclude(choice="").exists() and Ballot.objects.count() == 6
    assert past.closed_at is not None and not past.season.is_current and past.opened_at < past.closed_at


def test_this_season_has_played_two_games_and_the_third_is_ready(clubs: tuple[ClubSeason, ClubSeason]) -> None:
    calendar = selectors.read_calendar(clubs[1])
    assert [slot.state for slot in calendar.slots] == [
        SlotState.OVER,
        SlotState.OVER,
        SlotState.LAID,
        SlotState.WAITING,
    ]
    lost, won = (slot.result for slot in calendar.slots[:2])
    assert lost is not None and lost.difference < 0 and won is not None and (won.own, won.authors) == (4, 0)
    assert isinstance(calendar.table.lead, Waiting) and calendar.outcome.how is Close.FINAL_TO_PLAY
    assert all(slot.fixture.planned_at is not None and slot.fixture.place for slot in calendar.slots)
    ready = calendar.slots[2].fixture.game
    assert ready is not None and load_session(ready).captain is not None and ready.links.count() == 6


def test_every_game_is_the_fold_of_its_log_and_goes_out_as_it_came(clubs: tuple[ClubSeason, ClubSeason]) -> None:
    for part, club in zip((PAST, PRESENT), clubs, strict=True):
        for entry in [*part["games"], *([part["final"]] if "final" in part else [])]:
            fixture = Fixture.objects.get(club=club, game__title=entry["title"])
            game = fixture.game
            assert game is not None and not list(find_differences(game)) and game.package.questions.exists()
            state = dict(replay_lines(record_of(game)).state)
            assert state == replayed(entry["record"])


def test_no_played_question_lies_on_a_table_again(clubs: tuple[ClubSeason, ClubSeason]) -> None:
    played = set()
    for game in LiveGame.objects.filter(discipline="chgk", finished_at__isnull=False):
        session = load_session(game)
        asked = [question.label for question in (*session.game.opening, *(session.game.ending or ()))]
        rows = list(game.package.questions.filter(number__in=asked))
        assert len(rows) == len(asked)
        shown = [json.loads(line).get("sheet", {}).get("text") for line in record_of(game)]
        assert {row.text for row in rows} == set(filter(None, shown))
        played |= {row.pk for row in rows}
    assert Question.objects.exclude(pk__in=played).filter(package__season=clubs[1].season).count() >= 40
    assert Package.objects.filter(game=None, season=clubs[1].season).exclude(title="Заготовки клуба").count() == 2


def test_rosters_are_as_the_regulation_wants_them(clubs: tuple[ClubSeason, ClubSeason]) -> None:
    guests = 0
    for club in clubs:
        teams = Team.objects.filter(season=club.season, discipline="chgk").select_related("house")
        rosters = selectors.read_rosters(teams)
        for team in teams:
            check_roster(rosters[team.pk], team.house.key)
            guests += sum(member.house != team.house.key for member in rosters[team.pk])
    assert guests >= 2
    names = list(Person.objects.values_list("name", flat=True))
    assert len(set(names)) == len(names) and all(len(name.split()) == 2 for name in names)


def test_the_package_in_testing_has_been_tested(clubs: tuple[ClubSeason, ClubSeason]) -> None:
    package = Package.objects.get(season=clubs[1].season_id, state=Package.State.TESTING)
    figures = read_summary(package)
    assert (figures.testers, figures.answered, figures.remarks, figures.proposals) == (2, 7, 1, 1)
    proposal = Proposal.objects.get(question__package=package)
    assert proposal.before == proposal.question.text and proposal.after != proposal.before
    assert clubs[1].testers.filter(state="offered").count() == 1
