"""Who plays on the evening: a house left out and taken in again, a line-up that has changed since the call for teams.

All of it before the start, which pins the teams. What is decided here stands in the game's log, with its reason.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from auction.rules.session import open_session
from auction.services.games import SetupError, team_entry
from auction.services.newcomers import named_as_masters
from tournaments.disciplines import Json
from tournaments.models import AccessLink, LiveGame, Team
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.games import change_setup
from tournaments.services.locks import write_lock
from tournaments.services.notes import write_note
from tournaments.services.play import Outcome
from tournaments.services.publishing import end_after_commit
from tournaments.services.reasons import read_reason
from tournaments.services.seating import follow_seats

LEAVE_OUT, TAKE_IN = "x-leave_out", "x-take_in"
FEWEST_TEAMS, MOST_TEAMS = 2, 4  # §7


def leave_out_team(*, game_id: int, team: str, reason: str, actor: Actor) -> Outcome:
    """§7: a house that has not come plays no part; the others do. With a reason, which everybody reads.

    Refused if fewer than two would remain: then the evening can only be postponed. Raises LiveGame.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        game = LiveGame.objects.select_for_update().get(pk=game_id)
        if any(each["team"]["id"] == team for each in game.setup.get("left_out", [])):
            return Outcome(accepted=True, seq=game.seq, repeated=True)
        try:
            setup, said = _without_team(game, team, reason)
        except Refusal as refusal:
            return Outcome(accepted=False, seq=game.seq, refusal=refusal)
        return _change(game, setup, said, actor)


def take_in_team(*, game_id: int, team: str, actor: Actor) -> Outcome:
    """A house that was left out has come after all, or one that was never asked in has a whole team: it plays.

    Before the start only, and four houses at most. Raises LiveGame.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        game = LiveGame.objects.select_for_update().get(pk=game_id)
        if any(each["id"] == team for each in game.setup["teams"]):
            return Outcome(accepted=True, seq=game.seq, repeated=True)
        try:
            setup, said = _with_team(game, team)
        except Refusal as refusal:
            return Outcome(accepted=False, seq=game.seq, refusal=refusal)
        before = open_session(game.setup).seats
        outcome = _change(game, setup, said, actor)
        if outcome.accepted:
            follow_seats(game=game, before=before, after=open_session(setup).seats, actor=actor)
    return outcome


def take_over_lineup(*, game_id: int, team: str, actor: Actor) -> Outcome:
    """The game's team becomes what the season's roster says now, and the links follow.

    Refused for a house without a whole team. Raises LiveGame.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        game = LiveGame.objects.select_for_update().get(pk=game_id)
        try:
            old = _find(game.setup["teams"], team)
            new = _roster(game, team)
        except Refusal as refusal:
            return Outcome(accepted=False, seq=game.seq, refusal=refusal)
        if old["players"] == new["players"]:
            return Outcome(accepted=True, seq=game.seq, repeated=True)
        entry = {**old, "players": new["players"]}
        teams = [entry if each is old else each for each in game.setup["teams"]]
        before, setup = open_session(game.setup).seats, {**game.setup, "teams": teams}
        outcome = change_setup(game_id=game.pk, setup=setup, actor=actor)
        if outcome.accepted:
            follow_seats(game=game, before=before, after=open_session(setup).seats, actor=actor)
            details = {"team": team, "before": _names(old), "after": _names(entry)}
            record_audit(actor=actor, action="take_over_lineup", target=f"game:{game.pk}", details=details)
    return outcome


def _without_team(game: LiveGame, team: str, reason: str) -> tuple[Json, Json]:
    """The setup without the team, and the line of the log about it."""
    teams, entry = game.setup["teams"], _find(game.setup["teams"], team)
    if len(teams) <= FEWEST_TEAMS:
        raise Refusal("7", "too_few_teams", {"team": team})
    why = read_reason(reason)
    left = {"team": entry, "reason": why, "place": teams.index(entry)}
    setup = {
        **game.setup,
        "teams": [each for each in teams if each is not entry],
        "left_out": [*game.setup.get("left_out", []), left],
    }
    return setup, {"do": LEAVE_OUT, "team": team, "name": entry["command"], "reason": why}


def _with_team(game: LiveGame, team: str) -> tuple[Json, Json]:
    """The setup with the team, in its old place if it had one, and the line of the log about it."""
    teams, left = game.setup["teams"], game.setup.get("left_out", [])
    if len(teams) >= MOST_TEAMS:
        raise Refusal("7", "too_many_teams", {"team": team})
    mine = next((each for each in left if each["team"]["id"] == team), None)
    entry, place = (mine["team"], mine["place"]) if mine is not None else (_roster(game, team), len(teams))
    _without_masters(game, entry)
    setup = {
        **game.setup,
        "teams": [*teams[:place], entry, *teams[place:]],
        "left_out": [each for each in left if each is not mine],
    }
    return setup, {"do": TAKE_IN, "team": team, "name": entry["command"]}


def _change(game: LiveGame, setup: Json, said: Json, actor: Actor) -> Outcome:
    """Changes who plays, with a line in the log; the team's phones have to look again where they belong."""
    outcome = change_setup(game_id=game.pk, setup=setup, actor=actor)
    if outcome.accepted:
        write_note(game=game, said=said, actor=actor)
        details = {name: value for name, value in said.items() if name != "do"}
        action = f"{str(said['do']).removeprefix('x-')}_team"
        record_audit(actor=actor, action=action, target=f"game:{game.pk}", details=details)
        for link in AccessLink.objects.filter(game=game, team=said["team"], revoked_at=None):
            end_after_commit(game.pk, "moved", link.seat_key)
    return outcome


def _find(teams: Iterable[Json], team: str) -> Json:
    found = next((each for each in teams if each["id"] == team), None)
    if found is None:
        raise Refusal("7", "team_unknown", {"team": team})
    return found


def _roster(game: LiveGame, team: str) -> Json:
    row = (
        Team.objects.select_related("house")
        .filter(season_id=game.season_id, discipline=game.discipline, house__key=team)
        .first()
    )
    try:
        entry = team_entry(row) if row is not None else _missing(team)
    except SetupError:
        return _missing(team)
    _without_masters(game, entry)
    return entry


def _without_masters(game: LiveGame, entry: Json) -> None:
    """§23: nobody sits in a team of the first round who is named to sit among the Masters."""
    named = named_as_masters(game)
    for player in entry["players"]:
        if player["id"] in named:
            raise Refusal("23", "among_the_masters", {"player": player["name"]})


def _missing(team: str) -> Json:
    raise Refusal("7", "team_incomplete", {"team": team})


def _names(entry: Json) -> list[str]:
    return [player["name"] for player in entry["players"]]
