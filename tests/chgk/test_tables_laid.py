"""Laying a table: whose it is, who sits there, with which questions and rules; the start closes it (§2.2.5, §3.1.2)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from chgk import selectors
from chgk.models import ClubSeason, Package
from chgk.services.calendar import record_no_show
from chgk.services.records import record_of
from chgk.services.season_rules import SettingsError, change_rules
from chgk.services.seasons import close_season
from chgk.services.tables_laid import change_lineup
from chgk.services.ties import decide_tie
from tests.chgk.test_seasons import refused
from tests.club_games import accepted, make_package
from tests.club_seasons import fixture_of, lay, make_club, make_team, people_of, play_fixture
from tests.playing import code_of
from tournaments.models import AccessLink, AuditEntry, LiveGame, Person, Season, Team, TeamMember, User
from tournaments.services.actors import Actor
from tournaments.services.games import reopen_game, start_game
from tournaments.services.replay_log import load_session

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def club(season: Season, host_user: User) -> ClubSeason:
    return make_club(season, host_user, teams=2)


@pytest.fixture
def owls(club: ClubSeason) -> Team:
    return Team.objects.get(house__key="owls")


def seats(game: LiveGame) -> dict[str, str]:
    """The open links of the table: player and role."""
    return dict(AccessLink.objects.filter(game=game, revoked_at=None).values_list("player", "role"))


def test_a_table_is_the_roster_of_the_day_and_the_seasons_rules(
    club: ClubSeason, owls: Team, host_user: User, host: Actor
) -> None:
    change_rules(club_id=club.pk, rules={"target": 5}, final_rules={}, settings={"answer_grace": 1}, actor=host)
    game = lay(fixture_of(club, "owls"), host_user, players=people_of(owls)[:3])
    assert game.setup["rules"] == {"target": 5} and game.setup["settings"] == {"answer_grace": 1}
    assert game.setup["team"]["id"] == "owls" and "stand_in" not in game.setup["team"]
    captain, second, third, _fourth = people_of(owls)
    assert seats(game) == {f"p{captain}": "captain", f"p{second}": "player", f"p{third}": "player"}
    assert list(game.hosts.all()) == [host_user] and game.title == "Game 1: Owls"
    assert fixture_of(club, "owls").game == game and Package.objects.get().game == game
    assert AuditEntry.objects.get(action="lay_table").details["game"] == game.pk


def test_a_stand_in_leads_the_table_of_an_absent_captain(
    club: ClubSeason, owls: Team, host_user: User, host: Actor
) -> None:
    _captain, second, *others = people_of(owls)
    game = lay(fixture_of(club, "owls"), host_user, players=[second, *others], stand_in=second, reason="капитан уехал")
    entry = game.setup["team"]
    assert entry["stand_in"] == {"for": "owls 1", "player": f"p{second}", "reason": "капитан уехал"}
    assert seats(game)[f"p{second}"] == "captain"
    assert start_game(game_id=game.pk, actor=host).accepted
    acting = load_session(LiveGame.objects.get(pk=game.pk)).captain
    assert acting is not None and acting.id == f"p{second}"
    header = json.loads(record_of(LiveGame.objects.get(pk=game.pk))[0])
    assert header["captain"] == "owls 2" and header["stand_in"]["for"] == "owls 1"


def test_what_is_no_table(club: ClubSeason, owls: Team, host_user: User, host: Actor) -> None:
    fixture, people = fixture_of(club, "owls"), people_of(owls)
    lions = people_of(Team.objects.get(house__key="lions"))
    package = make_package(club.season)
    old = make_package(Season.objects.create(name="2025"))
    empty = Package.objects.create(title="Пустой", season=club.season, state="approved")

    def why(**fields: Any) -> tuple[str, str]:
        return refused(lay, fixture, host_user, **{"package": package, **fields})

    assert why(players=people[:2]) == ("2.1.2", "table_size")
    assert why(players=[*people, *lions[:3]]) == ("2.2.1", "table_size")
    assert why(players=[*people[:3], lions[0]]) == ("2.2.5", "not_in_the_roster")
    assert why(captain=people[1]) == ("2.2.2", "not_the_captain")
    assert why(players=people[1:]) == ("2.2.2", "stand_in_missing")
    assert why(package=old) == ("3.1.1", "package_of_another_season")
    assert why(package=empty) == ("3.1.3", "package_is_empty")
    with pytest.raises(IntegrityError), transaction.atomic():  # §2.2.4
        TeamMember.objects.create(team=owls, person=Person.objects.get(pk=lions[0]))
    for name in ("a", "b", "c"):
        TeamMember.objects.create(team=owls, person=Person.objects.create(name=name))
    assert why() == ("2.2.1", "roster_too_large")
    owls.members.filter(person__in=people[3:]).delete()
    assert why() == ("2.1.3", "too_many_guests")
    assert not LiveGame.objects.exists() and not AccessLink.objects.exists()

    game = lay(fixture_of(club, "lions"), host_user, package=package)
    owls.members.filter(person__name="c").delete()
    taken = refused(lay, fixture, host_user, package=package, players=people[:3])
    assert taken == ("4.1.3", "package_on_another_table")
    second = refused(lay, fixture_of(club, "lions"), host_user, package=make_package(club.season))
    assert second == ("3.1.1", "table_already_laid") and LiveGame.objects.get() == game


def test_the_final_is_the_finalists_and_goes_to_six(club: ClubSeason, owls: Team, host_user: User, host: Actor) -> None:
    final, lions = fixture_of(club), Team.objects.get(house__key="lions")
    assert refused(lay, final, host_user, owls) == ("3.1.2", "final_waits")
    play_fixture(fixture_of(club, "owls"), host_user, "TTTT")
    beaten = play_fixture(fixture_of(club, "lions"), host_user, "TTTT")
    assert refused(lay, final, host_user, owls) == ("3.1.2", "final_tied")
    decide_tie(club_id=club.pk, team="owls", reason="по решению куратора", actor=host)
    assert refused(lay, final, host_user, lions) == ("2.2.5", "not_in_the_roster")
    game = lay(final, host_user, owls)
    assert game.setup["rules"] == {"target": 6} and game.title == "Final: Owls"
    assert load_session(game).game.parameters.deciding_worth == 6

    # a ruling sends the other team there: the table is laid for it before the final can start
    reopen_game(game_id=LiveGame.objects.get(fixture__team=owls, fixture__is_final=False).pk, actor=host)
    own = selectors.read_calendar(club).slots[0]
    assert own.game is not None and own.fixture.game is not None
    number = next(iter(own.game.opening)).label
    accepted(own.fixture.game, host, "rule", question=number, verdict="remove", reason="ошибка")
    assert code_of(start_game(game_id=game.pk, actor=host)) == "final_waits"
    accepted(own.fixture.game, host, "close_game", winner="team", reason="вопросы кончились")
    assert selectors.finalist(club) == lions and beaten.finished_at is not None
    assert code_of(start_game(game_id=game.pk, actor=host)) == "final_of_another_team"
    people = people_of(lions)
    changed = change_lineup(fixture_id=final.pk, players=people, captain=people[0], actor=host)
    assert changed.title == "Final: Lions" and set(seats(changed)) == {f"p{one}" for one in people}
    assert fixture_of(club).team == lions
    assert start_game(game_id=game.pk, actor=host).accepted


def test_a_final_of_nobody(season: Season, host_user: User, host: Actor) -> None:
    club = make_club(season, host_user, teams=1)
    record_no_show(fixture_id=fixture_of(club, "owls").pk, reason="не пришли", actor=host)
    assert refused(lay, fixture_of(club), host_user, Team.objects.get()) == ("3.1.2", "final_without_teams")
    assert refused(lay, fixture_of(club, "owls"), host_user) == ("3.1.1", "fixture_no_show")
    close_season(club_id=club.pk, actor=host)
    assert refused(lay, fixture_of(club, "owls"), host_user) == ("3.2.1", "season_closed")


def test_the_line_up_changes_until_the_start_and_links_follow(
    club: ClubSeason, owls: Team, host_user: User, host: Actor
) -> None:
    fixture, (one, two, three, four) = fixture_of(club, "owls"), people_of(owls)
    fields: dict[str, Any] = {"fixture_id": fixture.pk, "captain": one, "actor": host}
    assert refused(change_lineup, players=[one, two, three], **fields) == ("3.1.1", "table_not_laid")
    game = lay(fixture, host_user, players=[one, two, three])
    kept = AccessLink.objects.get(game=game, player=f"p{two}")
    change_lineup(players=[two, three, four], stand_in=two, reason="капитан болен", **fields)
    assert seats(game) == {f"p{two}": "captain", f"p{three}": "player", f"p{four}": "player"}
    assert AccessLink.objects.get(game=game, revoked_at=None, player=f"p{two}").pk == kept.pk
    assert AccessLink.objects.get(game=game, player=f"p{one}").is_vacant
    before = LiveGame.objects.get(pk=game.pk).setup
    assert refused(change_lineup, players=[one, two], **fields) == ("2.1.2", "table_size")
    assert LiveGame.objects.get(pk=game.pk).setup == before

    assert start_game(game_id=game.pk, actor=host).accepted
    assert refused(change_lineup, players=[one, two, three], **fields) == ("2.2.5", "lineup_locked")
    assert LiveGame.objects.get(pk=game.pk).setup == before


# --- settings ------------------------------------------------------------------------------------------------------


def test_a_change_of_the_rules_reaches_no_game_that_has_started(
    club: ClubSeason, owls: Team, host_user: User, host: Actor
) -> None:
    started = lay(fixture_of(club, "owls"), host_user)
    assert start_game(game_id=started.pk, actor=host).accepted
    waiting = lay(fixture_of(club, "lions"), host_user)
    pinned = LiveGame.objects.values_list("setup", "snapshot").get(pk=started.pk)
    change_rules(
        club_id=club.pk,
        rules={"deciding_window": "while_at_point"},
        final_rules={"target": 7},
        settings={"discussion_seconds": 60},
        actor=host,
    )
    assert LiveGame.objects.values_list("setup", "snapshot").get(pk=started.pk) == pinned
    waiting.refresh_from_db()
    assert waiting.setup["rules"] == {"deciding_window": "while_at_point"}
    assert waiting.setup["settings"] == {"discussion_seconds": 60}
    assert load_session(waiting).settings.discussion_ms == 60_000
    assert AuditEntry.objects.get(action="change_rules").details["games"] == [waiting.pk]


@pytest.mark.parametrize(
    ("part", "values", "key", "words"),
    [
        ("rules", {"target": 0}, "target", "at least 1"),
        ("rules", {"target": "4"}, "target", "whole number"),
        ("final_rules", {"deciding_window": "never"}, "deciding_window", "at_point, while_at_point"),
        ("settings", {"answer_grace": -1}, "answer_grace", "at least 0"),
        ("settings", {"tea": 1}, "tea", "no setting"),
    ],
)
def test_a_setting_that_cannot_be(
    club: ClubSeason, host: Actor, part: str, values: dict[str, Any], key: str, words: str
) -> None:
    parts: dict[str, Any] = {"rules": {"target": 5}, "final_rules": {}, "settings": {}, part: values}
    with pytest.raises(SettingsError, match=words) as caught:
        change_rules(club_id=club.pk, actor=host, **parts)
    assert (caught.value.part, caught.value.key) == (part, key)
    assert ClubSeason.objects.get().rules == {}


def test_a_closed_season_keeps_its_rules(season: Season, host_user: User, host: Actor) -> None:
    club = make_club(season, host_user, teams=1)
    record_no_show(fixture_id=fixture_of(club, "owls").pk, reason="не пришли", actor=host)
    close_season(club_id=club.pk, actor=host)
    fields: dict[str, Any] = {"rules": {"target": 5}, "final_rules": {}, "settings": {}, "actor": host}
    assert refused(change_rules, club_id=club.pk, **fields) == ("3.2.1", "season_closed")


def test_make_team_makes_a_roster(season: Season) -> None:
    """The helper's own promise: the first is the captain."""
    team = make_team(season, "ravens", size=3)
    assert [member.is_captain for member in team.members.all()] == [True, False, False]
