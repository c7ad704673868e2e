"""A game as JSON and back, exactly: what is stored beside the log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from auction.rules.categories import Categories
from auction.rules.parameters import Parameters
from auction.rules.state import Game, Kind, Lot, Phase, Team

_TEAM = tuple(f.name for f in fields(Team))
_LOT = tuple(f.name for f in fields(Lot))
_GAME = tuple(f.name for f in fields(Game))


def dump_game(game: Game) -> dict[str, Any]:
    """Canonical: equal games have equal dumps, whatever order sets were filled in."""
    return {
        **{name: getattr(game, name) for name in _GAME},
        "parameters": game.parameters.pinned(),
        "teams": [{name: getattr(team, name) for name in _TEAM} for team in game.teams],
        "playing": list(game.playing),
        "phase": str(game.phase),
        "drawn": sorted(game.drawn),
        "lot": None if game.lot is None else _dump_lot(game.lot),
    }


def _dump_lot(lot: Lot) -> dict[str, Any]:
    return {
        **{name: getattr(lot, name) for name in _LOT},
        "kind": str(lot.kind),
        "stakes": dict(sorted(lot.stakes.items())),
        "solvent": sorted(lot.solvent),
        "bidders": sorted(lot.bidders),
    }


def load_game(data: Mapping[str, Any]) -> Game:
    """The inverse of :func:`dump_game`."""
    changed = {
        "parameters": Parameters.from_json(data["parameters"]),
        "teams": tuple(Team(**team) for team in data["teams"]),
        "playing": tuple(data["playing"]),
        "phase": Phase(data["phase"]),
        "drawn": Categories.of(data["drawn"]),
        "lot": None if data["lot"] is None else _load_lot(data["lot"]),
    }
    return Game(**{**data, **changed})


def _load_lot(data: Mapping[str, Any]) -> Lot:
    changed = {
        "kind": Kind(data["kind"]),
        "stakes": dict(data["stakes"]),
        "solvent": frozenset(data["solvent"]),
        "bidders": frozenset(data["bidders"]),
    }
    return Lot(**{**data, **changed})
