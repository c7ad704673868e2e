"""A record as a game that could have been played here: its setup, its commands with their events, what was refused.

Records know points only; where a line has what the stage needs (a shown question, a clock), the stage takes part, too.
What the stage cannot do with an annotation is no refusal: the line stays in the log as a note.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from auction.rules import dueling
from auction.rules.commands import dump_command, parse_command
from auction.rules.duel import ORDERS
from auction.rules.entrants import Entrant
from auction.rules.export import foreign_keys
from auction.rules.parameters import Parameters
from auction.rules.questions import Question
from auction.rules.record import RECORD, VERSION, entrants_of, final_state
from auction.rules.session import Event, Session, evolve, open_session, take_effect
from auction.rules.special import Specials
from auction.rules.stage_rules import STAGE_RULES
from tournaments.rules.engine import Refusal, fold
from tournaments.rules.fields import is_text, is_whole_number
from tournaments.rules.recorded import MARK, Entry, require_storable, time_of
from tournaments.rules.records import RecordError, Row, check_version, is_annotation, read_header, read_rows
from tournaments.rules.serial import to_json

_LOOKS = ("name", "emblem")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_PARTS = ("text", "answer", "comment", "source")


@dataclass(frozen=True, slots=True)
class Recording:
    """A whole record. ``digest`` is the same for records that say the same, whatever else they note."""

    header: Mapping[str, Any]
    setup: Mapping[str, Any]
    entries: tuple[Entry, ...]
    session: Session
    digest: str

    @property
    def refused(self) -> tuple[Entry, ...]:
        """What the rules do not allow; it changed nothing."""
        return tuple(entry for entry in self.entries if entry.refusal is not None)

    @property
    def state(self) -> dict[str, Any]:
        """The final state, as ``replay`` prints it."""
        return final_state(self.session.game)

    @property
    def names(self) -> dict[str, str]:
        """Team -> how a sentence calls it."""
        return {team.id: team.command for team in self.session.game.teams}


def read_recording(lines: Iterable[bytes | str]) -> Recording:
    """The record in these lines; a :class:`RecordError` names the line that makes it unreadable."""
    rows = read_rows(lines)
    header = read_header(rows)
    if header.data["record"] != RECORD:
        raise RecordError(header.line, "unknown kind of game")
    check_version(header, VERSION)
    require_storable(header)
    try:
        setup = setup_of(header.data)
        session = open_session(setup)
    except ValueError as error:
        raise RecordError(header.line, str(error)) from None
    play = _Play(session)
    entries = tuple(play.carry_out(row) for row in rows)
    return Recording(header.data, setup, entries, play.session, _digest(header.data, entries))


def setup_of(header: Mapping[str, Any]) -> dict[str, Any]:
    """The setup of the game that a header starts; a ValueError says what is wrong with it."""
    entrants = entrants_of(header)
    return {
        "rules": Parameters.from_json(header.get("rules", {})).to_json(),
        "settings": _settings(header.get("settings")),
        "teams": [
            _team(entrant, data if isinstance(data, Mapping) else {})
            for entrant, data in zip(entrants, header["teams"], strict=True)
        ],
        "categories": [name for name in _list(header.get("categories")) if is_text(name)],
        **_specials(header),
        "header": foreign_keys(header),
    }


@dataclass
class _Play:
    """The game in the middle of its record."""

    session: Session
    at: int = 0
    shown: dict[int, Question] = field(default_factory=dict)

    def carry_out(self, row: Row) -> Entry:
        require_storable(row)
        at = time_of(row)
        self.at = at or self.at
        if is_annotation(row.data):
            return self._note(row, at)
        command = self._with_question(row)
        try:
            events = take_effect(self.session, {**command, "at": self.at})
        except Refusal as refusal:
            return Entry(row.line, row.data, at, refusal=refusal)
        return self._happened(row, command, at, events)

    def _note(self, row: Row, at: int | None) -> Entry:
        """An annotation: a stage's own command if the stage can do it here, else a note."""
        do = row.data["do"].removeprefix(MARK)
        if do not in STAGE_RULES:
            return Entry(row.line, row.data, at)
        command = self._with_question(row) | {"do": do}
        try:
            events = STAGE_RULES[do](self.session.scene, {**command, "at": self.at})
        except Refusal:
            return Entry(row.line, row.data, at)
        return self._happened(row, command, at, dueling.until_buzz(events))

    def _happened(self, row: Row, command: dict[str, Any], at: int | None, events: tuple[Event, ...]) -> Entry:
        self.session = fold(evolve, self.session, events)
        question = command.get("question")
        kept = command if question is None else {**command, "question": to_json(question)}
        return Entry(row.line, kept, at, events)

    def _with_question(self, row: Row) -> dict[str, Any]:
        """The command with its question as the stage takes it: what of it became public is all that a record has."""
        command = {key: value for key, value in row.data.items() if key != "question"}
        lot = self.session.game.lot
        category = row.data.get("category", lot.category if lot is not None else None)
        question = _question(row.data.get("question"), category, row.line)
        return command if question is None else {**command, "question": question}


def _question(data: object, category: object, line: int) -> Question | None:
    if not isinstance(data, Mapping) or not is_text(data.get("text")) or not is_text(category):
        return None
    parts = {name: data[name] for name in _PARTS if is_text(data.get(name))}
    question = Question(id=f"{RECORD}-{line}", category=category, **{"answer": "", **parts})
    variants = tuple(text for text in _list(data.get("variants")) if is_text(text))
    right = data.get("right_variant")
    return replace(question, variants=variants, right_variant=right if is_whole_number(right) else -1)


def _team(entrant: Entrant, data: Mapping[str, Any]) -> dict[str, Any]:
    """A team as a setup has it; how it looks is left out where the record does not say."""
    names = [name for name in _list(data.get("players")) if is_text(name)]
    ids = _list(data.get("player_ids"))
    ids = ids if len(ids) == len(names) and all(is_text(one) for one in ids) else []
    captain = data.get("captain", names[0] if names else None)
    looks = {name: data[name] for name in _LOOKS if is_text(data.get(name))}
    return {
        **entrant._asdict(),
        "name": entrant.command,
        "colour": _colour(data.get("colour")),
        "emblem": "",
        **looks,
        "players": [
            {"id": ids[index] if ids else f"{entrant.id}-{index + 1}", "name": name, "captain": name == captain}
            for index, name in enumerate(names)
        ],
    }


def _colour(value: object) -> str:
    return value.lower() if isinstance(value, str) and _COLOUR.fullmatch(value) else ""


def _settings(data: object) -> dict[str, Any]:
    given = data if isinstance(data, Mapping) else {}
    settings: dict[str, Any] = {
        key: given[key]
        for key in ("answer_seconds", "answer_grace")
        if is_whole_number(given.get(key)) and 0 <= given[key] <= 3600
    }
    words = {"clock_from": ("read", "shown"), "duel_order": ORDERS}
    return settings | {key: given[key] for key, allowed in words.items() if given.get(key) in allowed}


def _specials(header: Mapping[str, Any]) -> dict[str, Any]:
    """The wheel's weights and the seals of the black boxes, if the record tells them in a way that can be read."""
    found: dict[str, Any] = {}
    for key in ("special", "boxes"):
        try:
            Specials.from_setup({key: header[key]} if key in header else {})
        except (ValueError, TypeError):
            continue
        found |= {key: header[key]} if key in header else {}
    return found


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _digest(header: Mapping[str, Any], entries: Iterable[Entry]) -> str:
    """Of what took effect: settings, teams, commands as the rules read them, and their times."""
    teams = [entrant._asdict() for entrant in entrants_of(header)]
    said = [Parameters.from_json(header.get("rules", {})).to_json(), teams, *_effective(entries)]
    text = json.dumps(said, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _effective(entries: Iterable[Entry]) -> Iterator[list[Any]]:
    for entry in entries:
        if entry.events and entry.command["do"] not in STAGE_RULES:
            yield [dump_command(parse_command(entry.command)), entry.at]
