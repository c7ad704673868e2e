"""A played game as its record: what took effect, in order (the format is docs/records.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from auction.rules.parameters import Parameters
from auction.rules.projection import QuestionView
from auction.rules.stage_rules import STAGE_RULES

_INNER = frozenset({"question", "by"})  # a question travels inside its command; its text is nobody's before it is shown
_PUBLIC = ("text", "variants", "right_variant", "answer", "comment", "source")
_KNOWN = frozenset(
    {"record", "version", "rules", "teams", "settings", "categories", "special", "boxes", "title"}
    | {"started_at", "finished_at"}
)
Questions = Mapping[int, Mapping[str, Any]]  # place of a command -> the parts of its question that became public
Buzzes = Mapping[int, str]  # place of a stage's command -> the side of the duel that it let answer (§25)


def record_lines(
    setup: Mapping[str, Any],
    commands: Iterable[Mapping[str, Any]],
    *,
    facts: Mapping[str, Any] | None = None,
    questions: Questions | None = None,
    buzzes: Buzzes | None = None,
) -> list[str]:
    """The lines of the record of a game with this setup. ``commands``: the accepted ones that were not undone.

    ``facts`` stand in the header beside the rules: title, start, end.
    """
    shown, granted = questions or {}, buzzes or {}
    lines = [_line({**_header(setup), **(facts or {})})]
    for place, command in enumerate(commands):
        lines.append(_line(_entry(command, shown.get(place))))
        if place in granted and command["do"] in STAGE_RULES:
            lines.append(_line({"do": "buzz", "team": granted[place], "at": command.get("at", 0)}))
    return lines


def public_parts(view: QuestionView | None) -> dict[str, Any]:
    """What a record may say of a question that the hall sees so."""
    if view is None or view.text is None:
        return {}
    parts = {name: value for name, value in asdict(view).items() if name in _PUBLIC and value not in (None, "", ())}
    return parts | ({"variants": list(view.variants)} if view.variants else {})


def foreign_keys(header: Mapping[str, Any]) -> dict[str, Any]:
    """What the header of a record says beyond what Sowa knows: kept, and exported again."""
    return {key: value for key, value in header.items() if key not in _KNOWN}


def _header(setup: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "record": "auction",
        "version": 1,
        "rules": Parameters.from_json(setup.get("rules", {})).to_json(),
        "teams": [_team(team) for team in setup["teams"]],
        "settings": setup.get("settings", {}),
        "categories": list(setup.get("categories", ())),
        **{key: setup[key] for key in ("special", "boxes") if setup.get(key)},
        **setup.get("header", {}),
    }


def _team(team: Mapping[str, Any]) -> dict[str, Any]:
    players = team.get("players", [])
    captain = [player["name"] for player in players if player.get("captain")]
    return {
        "id": team["id"],
        "command": team["command"],
        "house": team["house"],
        **{look: team[look] for look in ("name", "colour", "emblem") if team.get(look)},
        "players": [player["name"] for player in players],
        "player_ids": [player["id"] for player in players],
        **({"captain": captain[0]} if captain else {}),
    }


def _entry(command: Mapping[str, Any], question: Mapping[str, Any] | None) -> dict[str, Any]:
    """The stage's own commands become annotations, over which a replay passes."""
    entry = {key: value for key, value in command.items() if key not in _INNER}
    if entry["do"] in STAGE_RULES:
        entry["do"] = f"x-{entry['do']}"
    return entry | ({"question": dict(question)} if question else {})


def _line(entry: Mapping[str, Any]) -> str:
    return json.dumps(entry, ensure_ascii=False)
