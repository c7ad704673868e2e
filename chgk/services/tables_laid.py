"""Laying a table: the questions and the line-up of the day for a game of the calendar (§2.1.2 to §2.2.5, §3.1.1)."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from chgk import selectors
from chgk.models import Fixture, Package
from chgk.rules.packages import judge_laying
from chgk.rules.rosters import LineUp, check_lineup
from chgk.rules.session import open_session
from chgk.selectors.packages import facts_of, plays_in
from chgk.services.desk import lock_fixture, lock_game, require_to_come
from chgk.services.finals import require_finalist
from chgk.services.games import create_club_game, team_entry
from chgk.services.packages import lock_package
from chgk.services.roster_guard import require_approved
from chgk.services.season_rules import rules_for
from tournaments.disciplines import Json
from tournaments.models import LiveGame, Person, Team, User
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock
from tournaments.services.publishing import publish_after_commit
from tournaments.services.seating import follow_seats


def lay_table(
    *,
    fixture_id: int,
    package: Package,
    players: Sequence[int],
    captain: int,
    host: User,
    actor: Actor,
    stand_in: int | None = None,
    reason: str = "",
) -> LiveGame:
    """The game of a fixture, ready to start, with a link for everybody at the table.

    ``players``, ``captain`` and ``stand_in`` are people of the team's roster (by their numbers); ``reason``: why the
    captain is not there. Rules and times are the season's own; a final goes to six points unless set otherwise.

    Refused: a second table, a final whose finalist is not known yet, a roster or a line-up that chapter 2 does not
    allow, a package of another season or table, a no-show, a closed season.
    """
    with write_lock(), transaction.atomic():
        fixture = lock_fixture(fixture_id)
        require_to_come(fixture, lock_game(fixture))
        if fixture.game_id is not None:
            raise Refusal("3.1.1", "table_already_laid", {})
        team = _team_of(fixture)
        entry = _entry(team, _line_up(team, players, captain, stand_in, reason))
        require_free(package, fixture)
        rules, settings = rules_for(fixture.club, is_final=fixture.is_final)
        game = create_club_game(
            season=fixture.club.season,
            team=entry,
            package=package,
            host=host,
            title=_title(fixture, team),
            is_final=fixture.is_final,
            rules=rules,
            settings=settings,
        )
        game.planned_at, game.place = fixture.planned_at, fixture.place
        game.save(update_fields=["planned_at", "place"])
        fixture.game, fixture.team = game, team
        fixture.save(update_fields=["game", "team"])
        Package.objects.filter(pk=package.pk).update(fixture=fixture)
        _audit(actor, "lay_table", fixture, game=game.pk, package=package.pk, **_told(entry))
    return game


def change_lineup(
    *,
    fixture_id: int,
    players: Sequence[int],
    captain: int,
    actor: Actor,
    stand_in: int | None = None,
    reason: str = "",
) -> LiveGame:
    """Another line-up of the day, before the start; who no longer sits there loses the link, who came gets one.

    If rulings have changed who plays the final, its table is laid for the new finalist so. Refused once the game has
    started (§2.2.5), without a table, for whatever :func:`lay_table` refuses, and for a host who does not conduct.
    """
    with write_lock(), transaction.atomic():
        fixture = lock_fixture(fixture_id)
        game = lock_game(fixture)
        if game is None:
            raise Refusal("3.1.1", "table_not_laid", {})
        if game.started_at is not None:
            raise Refusal("2.2.5", "lineup_locked", {})
        require_to_come(fixture, game)
        team = _team_of(fixture)
        before = open_session(game.setup).seat
        entry = _entry(team, _line_up(team, players, captain, stand_in, reason))
        game.setup = {**game.setup, "team": entry}
        if fixture.team != team:
            fixture.team, game.title = team, _title(fixture, team)
            fixture.save(update_fields=["team"])
        game.save(update_fields=["setup", "title"])
        follow_seats(game=game, before=[before], after=[open_session(game.setup).seat], actor=actor)
        _audit(actor, "change_lineup", fixture, game=game.pk, **_told(entry))
        publish_after_commit(game.pk)
    return game


def _team_of(fixture: Fixture) -> Team:
    """Whose table it is: the team's own game, or the final of the team that the table sends there."""
    if fixture.is_final:
        return require_finalist(fixture.club)
    if fixture.team is None:
        raise Refusal("3.1.1", "fixture_without_team", {})
    return fixture.team


def _line_up(team: Team, players: Sequence[int], captain: int, stand_in: int | None, reason: str) -> LineUp:
    """The table of the day out of the team's roster, which is approved; one that nobody has looked at is checked."""
    roster = selectors.read_roster(team)
    require_approved(team, roster)
    return check_lineup(roster, players, captain, stand_in, reason)


def _entry(team: Team, line_up: LineUp) -> Json:
    """The team as the game knows it. A stand-in is its captain of the day (§2.2.2), and it says for whom and why."""
    people = Person.objects.in_bulk([member.person for member in line_up.players])
    at_table = [people[member.person] for member in line_up.players]
    entry = team_entry(team.house, at_table, people[line_up.captain.person])
    if line_up.stand_in is not None:
        stand_in = line_up.stand_in
        absent = Person.objects.get(pk=stand_in.of.person).public_name
        entry["stand_in"] = {"for": absent, "player": f"p{stand_in.player.person}", "reason": stand_in.reason}
    return entry


def require_free(package: Package, fixture: Fixture, *, was_played: bool = False) -> None:
    """The package may be laid for this game: approved, or sealed for it, with enough complete questions.

    ``was_played``: with these questions the game was played elsewhere, whatever they lack. It stays locked.
    """
    found = lock_package(package.pk)
    if found.season_id != fixture.club.season_id:
        raise Refusal("3.1.1", "package_of_another_season", {"title": found.title})
    if not found.questions.filter(is_spare=False).exists():
        raise Refusal("3.1.3", "package_is_empty", {"title": found.title})
    elsewhere = found.fixture_id != fixture.pk
    if was_played:
        if found.game_id is not None:
            raise Refusal("4.1.3", "package_on_another_table", {"title": found.title})
        if found.state == Package.State.SEALED and elsewhere:
            raise Refusal("4.1.3", "package_sealed_elsewhere", {"title": found.title})
        return
    facts = facts_of(found, club=fixture.club, fixture=fixture)
    refusals = judge_laying(found.title, facts, sealed_elsewhere=elsewhere)
    if refusals:
        raise refusals[0]
    if found.editor is not None and plays_in(found.editor, fixture):
        raise Refusal("4.1.3", "editor_plays", {"player": found.editor.public_name})


def _title(fixture: Fixture, team: Team) -> str:
    facts = {"team": team.house.name, "number": fixture.number}
    return (_("Final: %(team)s") if fixture.is_final else _("Game %(number)s: %(team)s")) % facts


def _told(entry: Json) -> Json:
    return {key: entry[key] for key in ("id", "players", "stand_in") if key in entry}


def _audit(actor: Actor, action: str, fixture: Fixture, **details: object) -> None:
    record_audit(actor=actor, action=action, target=f"fixture:{fixture.pk}", details=details)
