"""A game as JSON and back, exactly: what is stored beside the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from chgk.rules.parameters import Parameters
from chgk.rules.questions import Question, Side, Stretch, Verdict
from chgk.rules.state import Game


def dump_game(game: Game) -> dict[str, Any]:
    """Canonical: equal games have equal dumps."""
    return {
        "parameters": game.parameters.pinned(),
        "team": game.team,
        "opening": _dump_stretch(game.opening),
        "ending": None if game.ending is None else _dump_stretch(game.ending),
        "asked": game.asked,
        "ruled": game.ruled,
        "closed_for": None if game.closed_for is None else str(game.closed_for),
    }


def load_game(data: Mapping[str, Any]) -> Game:
    """The inverse of :func:`dump_game`."""
    return Game(
        parameters=Parameters.from_json(data["parameters"]),
        team=data["team"],
        opening=_load_stretch(data["opening"]),
        ending=None if data["ending"] is None else _load_stretch(data["ending"]),
        asked=data["asked"],
        ruled=data["ruled"],
        closed_for=None if data["closed_for"] is None else Side(data["closed_for"]),
    )


def _dump_stretch(stretch: Stretch) -> list[dict[str, Any]]:
    return [{"label": q.label, "correct": q.correct, "ruling": str(q.ruling)} for q in stretch]


def _load_stretch(data: Iterable[Mapping[str, Any]]) -> Stretch:
    return Stretch.of(Question(q["label"], q["correct"], Verdict(q["ruling"])) for q in data)
