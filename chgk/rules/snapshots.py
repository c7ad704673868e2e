"""The session and its events as JSON: what a snapshot and a log row hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from chgk.rules import events
from chgk.rules.session import Event, Session
from chgk.rules.snapshot import dump_game, load_game
from chgk.rules.stage import Settings, Stage
from chgk.rules.staging import StageEvent
from tournaments.rules.lineup import Seat
from tournaments.rules.serial import from_json, kind_of, to_json

_STAGE_EVENTS = {kind_of(shape): shape for shape in get_args(StageEvent)}


def dump_session(session: Session) -> dict[str, Any]:
    """The session as a JSON object; equal sessions give equal objects."""
    return {
        "game": dump_game(session.game),
        "seat": to_json(session.seat),
        "table": list(session.table),
        "spares": list(session.spares),
        "settings": to_json(session.settings),
        "stage": to_json(session.stage),
        "burnt": sorted(session.burnt),
        "acting": session.acting,
        "drawn": None if session.drawn is None else list(session.drawn),
    }


def load_session(data: Mapping[str, Any]) -> Session:
    """The inverse of :func:`dump_session`."""
    return Session(
        game=load_game(data["game"]),
        seat=from_json(Seat, data["seat"]),
        table=tuple(data["table"]),
        spares=tuple(data["spares"]),
        settings=from_json(Settings, data["settings"]),
        stage=from_json(Stage, data["stage"]),
        burnt=frozenset(data["burnt"]),
        acting=data["acting"],
        drawn=None if data["drawn"] is None else (data["drawn"][0], data["drawn"][1]),
    )


def dump_event(event: Event) -> dict[str, Any]:
    """The event as a JSON object with its ``kind``, in the past tense."""
    if isinstance(event, StageEvent):
        return {"kind": kind_of(type(event)), **to_json(event)}
    return events.dump_event(event)


def load_event(data: Mapping[str, Any]) -> Event:
    """The inverse of :func:`dump_event`; a ValueError for a kind that no rule knows."""
    shape = _STAGE_EVENTS.get(data["kind"])
    return events.load_event(data) if shape is None else from_json(shape, data)
