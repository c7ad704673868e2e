"""A season of the club: opened, read as a table, tied and decided, its final, its end (§3.1.1 to §3.2.1)."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from chgk import selectors
from chgk.models import ClubSeason, Fixture, TieDecision
from chgk.rules import record
from chgk.rules.standings import Close, Finalist, Missing, Nobody, Result, Tie, Waiting, Why
from chgk.selectors.seasons import SlotState
from chgk.services.ballots import close_vote, name_best
from chgk.services.calendar import record_no_show, withdraw_no_show
from chgk.services.records import record_of
from chgk.services.seasons import close_season, open_season, roll_over
from chgk.services.ties import decide_tie
from tests.club_games import accepted
from tests.club_seasons import curator_of, fixture_of, lay, make_club, make_team, play_fixture
from tests.playing import code_of
from tournaments.models import AuditEntry, LiveGame, Season, Team, TeamMember, User
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.games import reopen_game, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def club(season: Season, host_user: User) -> ClubSeason:
    return make_club(season, host_user, teams=2)


def refused(call: Any, *args: Any, **fields: Any) -> tuple[str, str]:
    with pytest.raises(Refusal) as caught:
        call(*args, **fields)
    return caught.value.paragraph, caught.value.code


# --- opening -------------------------------------------------------------------------------------------------------


def test_a_season_has_a_game_for_each_team_and_a_final(season: Season, host_user: User) -> None:
    club = make_club(season, host_user)
    rows = Fixture.objects.filter(club=club).values_list("number", "is_final", "team__house__key")
    assert list(rows) == [
        (1, False, "owls"),
        (2, False, "lions"),
        (3, False, "snakes"),
        (4, False, "badgers"),
        (5, True, None),
    ]
    assert selectors.current_club_season() == club
    assert AuditEntry.objects.filter(action="open_season", target=f"club_season:{club.pk}").exists()


def test_what_is_no_season(season: Season, host_user: User) -> None:
    actor = curator_of(host_user)
    fields: dict[str, Any] = {"season": season, "curator": host_user, "actor": actor}
    owls, counters = make_team(season, "owls"), make_team(season, "lions", discipline="counter")
    old = make_team(Season.objects.create(name="2025"), "snakes")
    assert refused(open_season, teams=[], **fields) == ("3.1.1", "season_without_teams")
    assert refused(open_season, teams=[owls, owls], **fields) == ("2.1.1", "team_twice")
    assert refused(open_season, teams=[owls, counters], **fields) == ("2.1.1", "team_of_another_season")
    assert refused(open_season, teams=[owls, old], **fields) == ("2.1.1", "team_of_another_season")
    badgers = make_team(season, "badgers")
    with pytest.raises(IntegrityError), transaction.atomic():  # §2.2.4: the database keeps people in one team
        TeamMember.objects.create(team=badgers, person=owls.members.all()[2].person)
    assert not ClubSeason.objects.exists()
    open_season(teams=[owls], **fields)
    assert refused(open_season, teams=[badgers], **fields) == ("3.1.1", "season_already_open")


# --- the table -----------------------------------------------------------------------------------------------------


def test_the_table_follows_the_games(club: ClubSeason, host_user: User, host: Actor) -> None:
    assert selectors.season_table(club).lead == Waiting(("owls", "lions"))
    play_fixture(fixture_of(club, "owls"), host_user, "TATTT")
    game = lay(fixture_of(club, "lions"), host_user)
    assert start_game(game_id=game.pk, actor=host).accepted
    calendar = selectors.read_calendar(club)
    assert [slot.state for slot in calendar.slots] == [SlotState.OVER, SlotState.RUNNING]
    assert [row.outcome for row in calendar.table.rows] == [Result(4, 1, 5), Missing.TO_PLAY]
    assert calendar.table.lead == Waiting(("lions",)) and calendar.finalist is None
    assert calendar.outcome.how is Close.FINAL_TO_PLAY
    assert calendar.names == {"owls": "Owls", "lions": "Lions"}


def test_a_ruling_that_opens_a_game_takes_it_out_of_the_table(club: ClubSeason, host_user: User, host: Actor) -> None:
    game = play_fixture(fixture_of(club, "owls"), host_user, "TTTT")
    record_no_show(fixture_id=fixture_of(club, "lions").pk, reason="не приехали", actor=host)
    assert selectors.season_table(club).lead == Finalist("owls", Why.ALONE)
    assert reopen_game(game_id=game.pk, actor=host).accepted
    played = selectors.read_calendar(club).slots[0].game
    assert played is not None
    accepted(game, host, "rule", question=next(iter(played.opening)).label, verdict="remove", reason="ошибка в вопросе")
    assert selectors.season_table(club).lead == Waiting(("owls",))


def test_the_table_equals_the_records(club: ClubSeason, host_user: User) -> None:
    games = [
        play_fixture(fixture_of(club, "owls"), host_user, "ATTATT"),
        play_fixture(fixture_of(club, "lions"), host_user, "AAATA"),
    ]
    rows = {row.team: row.outcome for row in selectors.season_table(club).rows}
    for game in games:
        replayed = record.replay_lines(record_of(game)).state
        score = replayed["score"]
        assert replayed["over"] and replayed["refused"] == []
        result = Result(score["team"], score["authors"], replayed["questions_played"])
        assert rows[game.setup["team"]["id"]] == result
    assert rows == {"owls": Result(4, 2, 6), "lions": Result(1, 4, 5)}


def test_a_reading_costs_the_same_for_one_team_and_for_three(
    season: Season, host_user: User, django_assert_num_queries: Any
) -> None:
    small = make_club(season, host_user, teams=1)
    play_fixture(fixture_of(small, "owls"), host_user, "TTTT")
    with django_assert_num_queries(3):
        selectors.read_calendar(small)
    large = make_club(Season.objects.create(name="2027"), host_user, teams=3)
    play_fixture(fixture_of(large, "owls"), host_user, "TTTT")
    play_fixture(fixture_of(large, "lions"), host_user, "TTTT")
    with django_assert_num_queries(3):
        selectors.season_table(large)


# --- a tie ---------------------------------------------------------------------------------------------------------


def test_the_curator_decides_a_tie_once_and_for_those_tied_then(club: ClubSeason, host_user: User, host: Actor) -> None:
    decision: dict[str, Any] = {"club_id": club.pk, "team": "lions", "reason": "играли смелее", "actor": host}
    assert refused(decide_tie, **decision) == ("3.1.2", "table_incomplete")
    play_fixture(fixture_of(club, "owls"), host_user, "TTTT")
    game = play_fixture(fixture_of(club, "lions"), host_user, "TTTT")
    assert selectors.season_table(club).lead == Tie(("owls", "lions"))
    assert refused(decide_tie, **{**decision, "team": "snakes"}) == ("3.1.2", "team_not_tied")
    assert refused(decide_tie, **{**decision, "reason": " 7 "}) == ("1.5", "reason_without_words")
    decide_tie(**decision)
    assert selectors.season_table(club).lead == Finalist("lions", Why.CURATOR, ("owls",), "играли смелее")
    assert selectors.finalist(club) == Team.objects.get(house__key="lions")
    assert refused(decide_tie, **{**decision, "team": "owls"}) == ("3.1.2", "tie_already_decided")
    row = TieDecision.objects.get()
    assert (row.team, row.among, row.decided_by) == ("lions", ["lions", "owls"], f"Ela Sowa ({host.key})")

    reopen_game(game_id=game.pk, actor=host)
    played = selectors.read_calendar(club).slots[1].game
    assert played is not None
    accepted(game, host, "rule", question=next(iter(played.opening)).label, verdict="remove", reason="ошибка")
    assert selectors.season_table(club).lead == Waiting(("lions",))
    accepted(game, host, "rule", question=next(iter(played.opening)).label, verdict="none", reason="ошибки нет")
    assert selectors.season_table(club).lead == Finalist("lions", Why.CURATOR, ("owls",), "играли смелее")


# --- the end -------------------------------------------------------------------------------------------------------


def test_a_season_with_its_final_is_closed_and_followed_by_the_next(
    club: ClubSeason, host_user: User, host: Actor
) -> None:
    play_fixture(fixture_of(club, "owls"), host_user, "TTTT")
    play_fixture(fixture_of(club, "lions"), host_user, "TTTAT")
    assert refused(close_season, club_id=club.pk, actor=host) == ("3.2.1", "season_not_decided")
    following: dict[str, Any] = {"club": club, "name": " 2026/27 ", "curator": host_user, "actor": host}
    assert refused(roll_over, **following) == ("3.2.1", "season_not_closed")
    final = play_fixture(fixture_of(club), host_user, "TTTTTT", team=Team.objects.get(house__key="owls"))
    assert (final.setup["rules"], final.setup["team"]["id"]) == ({"target": 6}, "owls")
    assert selectors.season_outcome(club).champion == "owls"
    reopen_game(game_id=final.pk, actor=host)
    assert refused(close_season, club_id=club.pk, actor=host) == ("3.2.1", "season_game_open")


@pytest.mark.parametrize(("evening", "champion", "how"), [
    ("TTTTTT", "owls", Close.FINAL_WON),
    ("AAAAAA", None, Close.FINAL_LOST),
])  # fmt: skip
def test_the_end_of_a_season(
    season: Season, host_user: User, host: Actor, evening: str, champion: str | None, how: Close
) -> None:
    club = make_club(season, host_user, teams=1)
    play_fixture(fixture_of(club, "owls"), host_user, "AAAA")
    final = play_fixture(fixture_of(club), host_user, evening, team=Team.objects.get())
    outcome = selectors.season_outcome(club)
    assert (outcome.champion, outcome.how) == (champion, how)
    if champion is not None:  # its best player is to be known first
        assert refused(close_season, club_id=club.pk, actor=host) == ("3.2.1", "owl_to_give")
        close_vote(fixture_id=fixture_of(club).pk, actor=host)
        assert refused(close_season, club_id=club.pk, actor=host) == ("3.2.1", "owl_to_give")
        best = final.setup["team"]["players"][1]["id"]
        name_best(fixture_id=fixture_of(club).pk, player=best, reason="вёл команду", actor=host)
    close_season(club_id=club.pk, actor=host)
    assert refused(close_season, club_id=club.pk, actor=host) == ("3.2.1", "season_closed")
    assert code_of(reopen_game(game_id=final.pk, actor=host)) == "season_closed"
    assert LiveGame.objects.get(pk=final.pk).finished_at is not None

    club.refresh_from_db()
    ClubSeason.objects.filter(pk=club.pk).update(rules={"target": 5}, settings={"answer_grace": 2})
    new = roll_over(club=club, name=" Осень  2027 ", curator=host_user, actor=host)
    assert (new.season.name, new.season.is_current, new.rules, new.settings) == (
        "Осень 2027",
        True,
        {"target": 5},
        {"answer_grace": 2},
    )
    assert Season.objects.filter(is_current=True).count() == 1 and selectors.current_club_season() == new
    team = Team.objects.get(season=new.season)
    assert team.house.key == "owls" and not team.members.exists()
    again: dict[str, Any] = {"club": club, "curator": host_user, "actor": host}
    assert refused(roll_over, name="Осень 2027", **again) == ("3.1.1", "season_name_taken")
    assert refused(roll_over, name=" ", **again) == ("3.1.1", "season_without_name")


def test_nobody_came_so_there_is_no_final(season: Season, host_user: User, host: Actor) -> None:
    club = make_club(season, host_user, teams=1)
    owls, final = fixture_of(club, "owls"), fixture_of(club)
    assert refused(record_no_show, fixture_id=final.pk, reason="никого", actor=host) == ("3.1.2", "final_waits")
    record_no_show(fixture_id=owls.pk, reason="никого", actor=host)
    assert selectors.season_table(club).lead == Nobody()
    assert refused(record_no_show, fixture_id=final.pk, reason="никого", actor=host) == ("3.1.2", "final_without_teams")
    close_season(club_id=club.pk, actor=host)
    assert refused(withdraw_no_show, fixture_id=owls.pk, reason="пришли", actor=host) == ("3.2.1", "season_closed")


def test_a_finalist_that_does_not_come_leaves_no_champion(season: Season, host_user: User, host: Actor) -> None:
    club = make_club(season, host_user, teams=1)
    play_fixture(fixture_of(club, "owls"), host_user, "TTTT")
    final = fixture_of(club)
    record_no_show(fixture_id=final.pk, reason="заболели", actor=host)
    assert selectors.season_outcome(club).how is Close.FINAL_NO_SHOW
    withdraw_no_show(fixture_id=final.pk, reason="нашлось время", actor=host)
    assert selectors.season_outcome(club).how is Close.FINAL_TO_PLAY and fixture_of(club).team is None
