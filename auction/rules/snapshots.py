"""The session and its events as JSON: what a snapshot and a log row hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from auction.rules import events
from auction.rules.ends import End
from auction.rules.session import Event, Session
from auction.rules.snapshot import dump_game, load_game
from auction.rules.special import Specials
from auction.rules.stage import Proposal, Settings, Stage
from auction.rules.stage_rules import StageEvent
from tournaments.rules.lineup import Seat
from tournaments.rules.serial import from_json, kind_of, to_json

_STAGE_EVENTS = {kind_of(shape): shape for shape in get_args(StageEvent)}


def dump_session(session: Session) -> dict[str, Any]:
    """The session as a JSON object; equal sessions give equal objects."""
    return {
        "game": dump_game(session.game),
        "seats": to_json(session.seats),
        "settings": to_json(session.settings),
        "stage": to_json(session.stage),
        "burnt": sorted(session.burnt),
        "categories": list(session.categories),
        "specials": to_json(session.specials),
        **({"drawn": list(session.drawn)} if session.drawn is not None else {}),
        **({"ends": to_json(session.ends)} if session.ends else {}),
        **({"proposals": to_json(session.proposals)} if session.proposals else {}),
    }


def load_session(data: Mapping[str, Any]) -> Session:
    """The inverse of :func:`dump_session`."""
    return Session(
        game=load_game(data["game"]),
        seats=tuple(from_json(Seat, seat) for seat in data["seats"]),
        settings=from_json(Settings, data["settings"]),
        stage=from_json(Stage, data["stage"]),
        burnt=frozenset(data["burnt"]),
        categories=tuple(data["categories"]),
        specials=from_json(Specials, data.get("specials", {})),
        drawn=(data["drawn"][0], data["drawn"][1]) if "drawn" in data else None,
        ends=tuple(from_json(End, one) for one in data.get("ends", ())),
        proposals=tuple(from_json(Proposal, one) for one in data.get("proposals", ())),
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
