"""A record becomes a finished game: what is uploaded is read and judged first, and written once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import IntegrityError, transaction

from auction.models import ImportedRecord
from auction.rules.recorded import Recording, read_recording
from auction.rules.snapshots import dump_event
from tournaments.models import House, LiveGame, Season, User
from tournaments.services.actors import Actor
from tournaments.services.imports import store_finished_game
from tournaments.services.locks import write_lock
from tournaments.services.recordings import (
    LARGEST_RECORD,
    LONGEST_TITLE,
    Import,
    played_commands,
    span_of,
    split_upload,
    suggested_title,
)

__all__ = [
    "LARGEST_RECORD",
    "LONGEST_TITLE",
    "Import",
    "find_imported",
    "import_record",
    "read_upload",
    "suggested_title",
]

LONGEST_EMBLEM = 16
_COLOURS = {"red": "#c0392b", "yellow": "#d4a017", "blue": "#2c5f9e", "green": "#2e7d4f"}  # §7


def read_upload(content: bytes) -> Recording:
    """The record in a file, as editors and spreadsheets save it; a :class:`RecordError` names the line to blame."""
    return read_recording(split_upload(content))


def find_imported(digest: str) -> LiveGame | None:
    """The game that this record already is."""
    return LiveGame.objects.filter(imported_record__digest=digest).first()


def import_record(
    *, recording: Recording, season: Season, title: str, host: User | None, actor: Actor, file_name: str = ""
) -> Import:
    """Writes the record as a finished game of the season; ``host`` may open its console.

    The same record a second time makes no second game. Refused commands stay in the log as refused. Houses earn
    nothing by it: the game counted where it was played.
    """
    try:
        with write_lock(), transaction.atomic():
            known = find_imported(recording.digest)
            if known is not None:
                return Import(known, repeated=True)
            return Import(_write(recording, season, title, host, actor, file_name))
    except IntegrityError:  # somebody else was importing the same record in this moment
        known = find_imported(recording.digest)
        if known is None:
            raise
        return Import(known, repeated=True)


def _write(
    recording: Recording, season: Season, title: str, host: User | None, actor: Actor, file_name: str
) -> LiveGame:
    start, end = span_of(recording)
    game = store_finished_game(
        discipline="auction",
        season=season,
        title=(title.strip() or suggested_title(recording, file_name))[:LONGEST_TITLE],
        setup={**recording.setup, "teams": _dressed(recording.setup["teams"])},
        commands=list(played_commands(recording.entries, start, dump_event)),
        started_at=start,
        finished_at=end,
        actor=actor,
    )
    if host is not None:
        game.hosts.add(host)
    ImportedRecord.objects.create(game=game, digest=recording.digest, file_name=file_name[:200])
    return game


def _dressed(teams: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The teams as screens show them: as the record says, else like the house of this key here, else as in §7."""
    houses = {house.key: house for house in House.objects.filter(key__in=[team["house"] or "" for team in teams])}
    return [_dressed_team(team, place, houses.get(team["house"] or "")) for place, team in enumerate(teams)]


def _dressed_team(team: Mapping[str, Any], place: int, house: House | None) -> dict[str, Any]:
    default = house.colour if house is not None else _COLOURS.get(team["id"], list(_COLOURS.values())[place % 4])
    letter = team["command"].strip()[:1].upper() or "?"
    emblem = team["emblem"].strip() or (house.emblem if house is not None else "") or letter
    return {**team, "colour": team["colour"] or default, "emblem": emblem[:LONGEST_EMBLEM]}
