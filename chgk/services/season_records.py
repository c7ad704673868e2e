"""A game of the calendar that was played elsewhere: its record takes its place in the season (§3.1.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction

from chgk import selectors
from chgk.models import Fixture, Package
from chgk.rules.recorded import Recording, read_recording
from chgk.rules.rosters import Member, check_lineup, check_roster
from chgk.services.desk import lock_fixture, require_to_come
from chgk.services.finals import require_finalist
from chgk.services.games import DISCIPLINE
from chgk.services.records import import_record
from chgk.services.season_rules import rules_for
from chgk.services.tables_laid import require_free
from tournaments.disciplines import discipline_for
from tournaments.models import LiveGame, Team, User
from tournaments.models.people import table_names
from tournaments.rules.engine import Refusal
from tournaments.selectors.people import find_people
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock


def enter_record(
    *, fixture_id: int, lines: Iterable[bytes], package: Package, title: str, host: User, actor: Actor
) -> LiveGame:
    """The game of a fixture, finished as its record has it; a won final opens the vote on its best player.

    Who sat at the table is found by name in the team's roster. ``package``: the questions that were played. Refused
    like a table that is laid, and for the record of another team, of other rules than the season's, of a game that is
    not over, or that is here already. Raises :class:`~tournaments.rules.records.RecordError` for what is no record.
    """
    with write_lock(), transaction.atomic():
        fixture = lock_fixture(fixture_id)
        require_to_come(fixture, None)
        if fixture.game_id is not None:
            raise Refusal("3.1.1", "table_already_laid", {})
        team = require_finalist(fixture.club) if fixture.is_final else fixture.team
        if team is None:
            raise Refusal("3.1.1", "fixture_without_team", {})
        roster = selectors.read_roster(team)
        check_roster(roster, team.house.key)
        recording = _in_public(read_recording(lines, _known_names(roster)), roster)
        _check_recording(recording, fixture, team, roster)
        require_free(package, fixture, was_played=True)
        done = import_record(recording=recording, season=fixture.club.season, title=title, host=host, actor=actor)
        if done.repeated:
            raise Refusal("3.1.1", "record_known", {})
        fixture.game, fixture.team = done.game, team
        fixture.save(update_fields=["game", "team"])
        Package.objects.filter(pk=package.pk).update(game=done.game, fixture=fixture, state=Package.State.PLAYED)
        details = {"game": done.game.pk, "package": package.pk}
        record_audit(actor=actor, action="enter_record", target=f"fixture:{fixture.pk}", details=details)
        discipline_for(DISCIPLINE).follow_game(done.game)
    return done.game


def _known_names(roster: tuple[Member, ...]) -> dict[str, str]:
    """Whom a record may mean: it calls people as a public page does, or in full."""
    people = find_people(map(_key, roster))
    names: dict[str, str] = {}
    for key, person in people.items():
        names |= {person.public_name: key, person.name: key}
    return names | {member.name: _key(member) for member in roster}


def _in_public(recording: Recording, roster: tuple[Member, ...]) -> Recording:
    """The same with the names that public pages may show, whatever the record called them."""
    team = recording.setup["team"]
    people = find_people(player["id"] for player in team["players"])
    names = {f"p{pk}": name for pk, name in table_names(people.values()).items()}
    players = [{**player, "name": names.get(player["id"], player["name"])} for player in team["players"]]
    return replace(recording, setup={**recording.setup, "team": {**team, "players": players}})


def _check_recording(recording: Recording, fixture: Fixture, team: Team, roster: tuple[Member, ...]) -> None:
    """The record is of this team's table, by the season's rules, and of a whole game."""
    entry: Mapping[str, Any] = recording.setup["team"]
    if entry["id"] != team.house.key:
        raise Refusal("3.1.1", "record_of_another_team", {"team": team.house.name})
    people = {_key(member): member.person for member in roster}
    if any(player["id"] not in people for player in entry["players"]):
        raise Refusal("2.2.5", "not_in_the_roster", {})
    captain = next((people[player["id"]] for player in entry["players"] if player["captain"]), 0)
    check_lineup(roster, [people[player["id"]] for player in entry["players"]], captain)
    rules, _times = rules_for(fixture.club, is_final=fixture.is_final)
    if recording.setup["rules"] != rules:
        raise Refusal("1.6.2.1", "record_of_other_rules", {})
    if recording.refused or not recording.state["over"]:
        raise Refusal("3.1.3", "record_not_over", {})


def _key(member: Member) -> str:
    """A person as games name them."""
    return f"p{member.person}"
