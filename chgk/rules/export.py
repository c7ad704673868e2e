"""A played game as its record: what took effect, in order (the format is docs/records.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from chgk.rules.parameters import Parameters
from chgk.rules.record import dump_header
from chgk.rules.staging import STAGE_RULES

Command = Mapping[str, Any]
_INNER = frozenset({"sheet", "by"})  # a question travels inside its command; its text is nobody's before it is shown
_JUDGING = frozenset({"judge", "remove_question"})


def record_lines(
    setup: Mapping[str, Any], commands: Iterable[Command], *, facts: Mapping[str, Any] | None = None
) -> list[str]:
    """The lines of the record of a game with this setup. ``commands``: the accepted ones that were not undone.

    ``facts`` stand in the header beside the rules: title, start, end.
    """
    rows = list(commands)
    lines = [_line({**_header(setup), **(facts or {})})]
    for place, command in enumerate(rows):
        lines += [_line(entry) for entry in _entries(command, rows[place + 1 :], rows[:place])]
    return lines


def _header(setup: Mapping[str, Any]) -> dict[str, Any]:
    team = setup["team"]
    return {
        **dump_header(Parameters.from_json(setup.get("rules", {})), team["id"]),
        "name": team["name"],
        "players": [player["name"] for player in team.get("players", [])],
        "player_ids": [player["id"] for player in team.get("players", [])],
        "captain": next((player["name"] for player in team.get("players", []) if player.get("captain")), ""),
        **({"stand_in": team["stand_in"]} if "stand_in" in team else {}),
        "settings": setup.get("settings", {}),
        "table": list(setup.get("table", ())),
        "spares": list(setup.get("spares", ())),
    }


def _entries(command: Command, later: Sequence[Command], earlier: Sequence[Command]) -> Iterator[dict[str, Any]]:
    """The stage's own commands become annotations, over which a replay passes; a removal is a verdict and a ruling."""
    entry = {key: value for key, value in command.items() if key not in _INNER}
    match entry["do"]:
        case "ask":
            yield entry | {"sheet": public_sheet(command, later)}
        case "remove_question":
            at = {"at": entry["at"]} if "at" in entry else {}
            number = _asked(earlier)
            yield {"do": "judge", "correct": False, **at}
            yield {"do": "rule", "question": number, "verdict": "remove", "reason": entry.get("reason", ""), **at}
        case do if do in STAGE_RULES:
            yield entry | {"do": f"x-{do}"}
        case _:
            yield entry


def public_sheet(ask: Command, later: Iterable[Command]) -> dict[str, Any]:
    """What everybody got to know of the question: its text once it was shown, its answer after the verdict."""
    sheet = ask.get("sheet") or {}
    known = {"number": ask.get("question"), "authors": sheet.get("authors", [])}
    shown = False
    for command in later:
        do = command.get("do")
        if do == "ask":
            break
        if do == "show_question":
            shown = True
            known["text"] = sheet.get("text", "")
            known |= {part: sheet[part] for part in ("handout", "pictures") if sheet.get(part)}
        if do in _JUDGING and shown:
            known |= {part: sheet[part] for part in ("answer", "comment", "source") if sheet.get(part)}
    return known


def _asked(earlier: Sequence[Command]) -> Any:
    """The label of the question that was open."""
    return next((command.get("question") for command in reversed(earlier) if command.get("do") == "ask"), None)


def _line(entry: Mapping[str, Any]) -> str:
    return json.dumps(entry, ensure_ascii=False)
