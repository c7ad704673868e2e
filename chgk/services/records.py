"""Records of the club: a game goes out as its log has it, and comes in as a finished game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import transaction

from chgk.rules.export import record_lines
from chgk.rules.recorded import Recording, read_recording
from chgk.rules.snapshots import dump_event
from chgk.services.games import DISCIPLINE
from tournaments.disciplines import Json
from tournaments.models import House, LiveGame, Season, User
from tournaments.selectors.draws import recorded_commands
from tournaments.services.actors import Actor
from tournaments.services.imports import store_finished_game
from tournaments.services.locks import write_lock
from tournaments.services.recordings import LONGEST_TITLE, Import, played_commands, span_of, suggested_title

ORIGIN = "record"  # the key of a setup that says from which record the game came
COLOUR = "#555555"  # of a team that is no house here


def record_of(game: LiveGame) -> list[str]:
    """The lines of the game's record; questions as far as the hall has seen them, undone draws as notes."""
    facts: dict[str, Any] = {"title": game.title}
    for name in ("started_at", "finished_at"):
        moment = getattr(game, name)
        if moment is not None:
            facts[name] = int(moment.timestamp() * 1000)
    return record_lines(game.setup, (row.command for row in recorded_commands(game)), facts=facts)


def find_imported(digest: str) -> LiveGame | None:
    """The game that this record already is."""
    games = LiveGame.objects.filter(discipline=DISCIPLINE, **{f"setup__{ORIGIN}__digest": digest})
    return games.order_by("pk").first()


def import_record(
    *, recording: Recording, season: Season, title: str, host: User | None, actor: Actor, file_name: str = ""
) -> Import:
    """Writes the record as a finished game of the season; ``host`` may open its console.

    The same record a second time makes no second game. Refused commands stay in the log as refused. The game stands in
    no calendar: it counts for the season that it was played in.
    """
    with write_lock(), transaction.atomic():
        list(Season.objects.select_for_update().order_by("pk"))  # two who bring in the same record wait for each other
        known = find_imported(recording.digest)
        if known is not None:
            return Import(known, repeated=True)
        start, end = span_of(recording)
        origin = {"digest": recording.digest, "file_name": file_name[:200]}
        game = store_finished_game(
            discipline=DISCIPLINE,
            season=season,
            title=(title.strip() or suggested_title(recording, file_name))[:LONGEST_TITLE],
            setup={**recording.setup, "team": _dressed(recording.setup["team"]), ORIGIN: origin},
            commands=list(played_commands(recording.entries, start, dump_event)),
            started_at=start,
            finished_at=end,
            actor=actor,
        )
        if host is not None:
            game.hosts.add(host)
    return Import(game)


def read_lines(lines: Iterable[bytes]) -> Recording:
    """The record in these lines, of people who are known by their names alone."""
    return read_recording(lines)


def _dressed(team: Json) -> Json:
    """The team as screens show it: like the house of its key here, else plain with its first letter."""
    house = House.objects.filter(key=team["house"]).first()
    letter = team["name"].strip()[:1].upper() or "?"
    if house is None:
        return {**team, "colour": COLOUR, "emblem": letter}
    return {**team, "command": house.name, "colour": house.colour, "emblem": house.emblem or letter}
