"""The calendar of a season: planned, postponed with a reason, a team that does not come (§3.1.1)."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from chgk import selectors
from chgk.models import ClubSeason, Fixture, FixtureMove
from chgk.rules.standings import Finalist, Missing, Waiting, Why
from chgk.selectors.seasons import SlotState
from chgk.services.calendar import plan_fixture, postpone_fixture, record_no_show, withdraw_no_show
from tests.chgk.test_seasons import refused
from tests.club_seasons import fixture_of, lay, make_club, play_fixture
from tests.playing import NOW, code_of
from tournaments.models import AuditEntry, LiveGame, Postponement, Season, Team, User
from tournaments.services.actors import Actor
from tournaments.services.games import start_game

pytestmark = [pytest.mark.django_db, pytest.mark.database]
LATER = NOW + datetime.timedelta(days=7)


@pytest.fixture
def club(season: Season, host_user: User) -> ClubSeason:
    return make_club(season, host_user, teams=1)


@pytest.fixture
def owls(club: ClubSeason) -> Fixture:
    return fixture_of(club, "owls")


def planned(fixture: Fixture) -> tuple[Any, str]:
    row = Fixture.objects.get(pk=fixture.pk)
    return row.planned_at, row.place


def test_a_date_is_planned_once_and_then_postponed(owls: Fixture, host: Actor) -> None:
    plan_fixture(fixture_id=owls.pk, planned_at=NOW, place="  Камин  Трелони ", actor=host)
    assert planned(owls) == (NOW, "Камин Трелони")
    again: dict[str, Any] = {"fixture_id": owls.pk, "place": "Башня", "actor": host}
    assert refused(plan_fixture, planned_at=LATER, **again) == ("3.1.1", "date_announced")
    plan_fixture(planned_at=NOW, **again)
    assert planned(owls) == (NOW, "Башня")

    move: dict[str, Any] = {"fixture_id": owls.pk, "actor": host}
    assert refused(postpone_fixture, planned_at=LATER, reason="…", **move) == ("1.5", "reason_without_words")
    postpone_fixture(planned_at=NOW, reason="та же дата", **move)
    assert not FixtureMove.objects.exists()
    postpone_fixture(planned_at=None, reason="заболел ведущий", **move)
    assert planned(owls) == (None, "Башня")
    assert refused(postpone_fixture, planned_at=None, reason="всё ещё", **move) == ("3.1.1", "no_date_to_move")
    plan_fixture(planned_at=LATER, **again)
    row = FixtureMove.objects.get()
    assert (row.before, row.after, row.reason) == (NOW, None, "заболел ведущий")
    assert row.decided_by == f"Ela Sowa ({host.key})"
    assert [move.reason for move in selectors.read_calendar(owls.club).slots[0].moves] == ["заболел ведущий"]


def test_the_game_on_the_table_moves_along(owls: Fixture, host_user: User, host: Actor) -> None:
    game = lay(owls, host_user)
    plan_fixture(fixture_id=owls.pk, planned_at=NOW, place="Башня", actor=host)
    game.refresh_from_db()
    assert (game.planned_at, game.place) == (NOW, "Башня")
    postpone_fixture(fixture_id=owls.pk, planned_at=LATER, reason="метель", actor=host)
    game.refresh_from_db()
    assert game.planned_at == LATER == planned(owls)[0]
    assert Postponement.objects.get(game=game).reason == FixtureMove.objects.get().reason == "метель"


def test_a_game_that_has_started_stays_where_it_is(owls: Fixture, host_user: User, host: Actor) -> None:
    game = lay(owls, host_user)
    assert start_game(game_id=game.pk, actor=host).accepted
    fields: dict[str, Any] = {"fixture_id": owls.pk, "actor": host}
    started = ("3.1.1", "fixture_started")
    assert refused(plan_fixture, planned_at=NOW, place="", **fields) == started
    assert refused(postpone_fixture, planned_at=NOW, reason="метель", **fields) == started
    assert refused(record_no_show, reason="не пришли", **fields) == started
    assert planned(owls) == (None, "") and Fixture.objects.get(pk=owls.pk).no_show_at is None


def test_a_no_show_closes_the_game_until_it_is_withdrawn(
    club: ClubSeason, owls: Fixture, host_user: User, host: Actor
) -> None:
    game = lay(owls, host_user)
    fields: dict[str, Any] = {"fixture_id": owls.pk, "actor": host}
    assert refused(withdraw_no_show, reason="пришли", **fields) == ("3.1.1", "no_show_missing")
    assert refused(record_no_show, reason=" ", **fields) == ("1.5", "reason_without_words")
    record_no_show(reason="не пришли и не предупредили", **fields)
    calendar = selectors.read_calendar(club)
    assert calendar.slots[0].state is SlotState.NO_SHOW and calendar.table.rows[0].outcome is Missing.NO_SHOW
    assert code_of(start_game(game_id=game.pk, actor=host)) == "fixture_no_show"
    fresh = LiveGame.objects.get(pk=game.pk)
    assert fresh.started_at is None and fresh.snapshot == ""
    assert refused(record_no_show, reason="опять", **fields) == ("3.1.1", "fixture_no_show")
    assert refused(postpone_fixture, planned_at=NOW, reason="опять", **fields) == ("3.1.1", "fixture_no_show")

    assert refused(withdraw_no_show, reason="", **fields) == ("1.5", "reason_without_words")
    withdraw_no_show(reason="застряли в лифте", **fields)
    assert selectors.season_table(club).lead == Waiting(("owls",))
    entry = AuditEntry.objects.get(action="withdraw_no_show")
    assert entry.details["was"] == "не пришли и не предупредили" and entry.details["reason"] == "застряли в лифте"
    assert start_game(game_id=game.pk, actor=host).accepted


def test_once_the_final_has_started_a_no_show_stays(season: Season, host_user: User, host: Actor) -> None:
    club = make_club(season, host_user, teams=2)
    play_fixture(fixture_of(club, "owls"), host_user, "TTTT")
    lions = fixture_of(club, "lions")
    record_no_show(fixture_id=lions.pk, reason="не пришли", actor=host)
    assert selectors.season_table(club).lead == Finalist("owls", Why.ALONE)
    final = lay(fixture_of(club), host_user, Team.objects.get(house__key="owls"))
    assert start_game(game_id=final.pk, actor=host).accepted
    late: dict[str, Any] = {"fixture_id": lions.pk, "reason": "пришли", "actor": host}
    assert refused(withdraw_no_show, **late) == ("3.1.2", "final_started")
