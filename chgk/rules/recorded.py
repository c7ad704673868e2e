"""A record as a game that could have been played here: its setup, its commands with their events, what was refused.

Records know points only; where a line has what the stage needs (an envelope's number, a shown question, a clock), the
stage takes part, too. What the stage cannot do with an annotation is no refusal: the line stays in the log as a note.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from chgk.rules import engine
from chgk.rules.commands import dump_command, parse_command
from chgk.rules.fields import Label
from chgk.rules.parameters import Parameters
from chgk.rules.record import RECORD, UNNAMED, VERSION, final_state, open_record
from chgk.rules.session import Event, Session, decide, drawn_by, evolve, open_session, read_sheet
from chgk.rules.stage import Sheet
from chgk.rules.staging import STAGE_RULES, EnvelopeOpened
from tournaments.rules.engine import Refusal, fold
from tournaments.rules.fields import is_text, is_whole_number
from tournaments.rules.recorded import MARK, Entry, require_storable, time_of
from tournaments.rules.records import RecordError, Row, check_version, is_annotation, open_lines
from tournaments.rules.serial import to_json

_SECONDS = ("discussion_seconds", "deciding_seconds", "answer_grace")
_WHO = ("player", "by")  # the keys of a command that name somebody at the table


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
        """Who is named in a refusal -> how a sentence calls them."""
        players = {player.id: player.name for player in self.session.seat.players}
        return {**players, self.session.seat.team: self.session.seat.name}


def read_recording(lines: Iterable[bytes | str], people: Mapping[str, str] | None = None) -> Recording:
    """The record in these lines; a :class:`RecordError` names the line that makes it unreadable.

    ``people``: who of the table is known here, by name, under which id; the others get ids of their own.
    """
    header, rows = open_lines(lines, RECORD)
    check_version(header, VERSION)
    require_storable(header)
    try:
        setup, ids = setup_of(header.data, people or {})
        session = open_session(setup)
    except ValueError as error:
        raise RecordError(header.line, str(error)) from None
    except Refusal as refusal:
        raise RecordError(header.line, f"players: {refusal.code}") from None
    play = _Play(session, ids)
    entries = tuple(play.carry_out(row) for row in rows)
    return Recording(header.data, setup, entries, play.session, _digest(header.data, entries))


def setup_of(header: Mapping[str, Any], people: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
    """The setup of the game that a header starts, and the new ids of its players; a ValueError says what is wrong.

    How the team looks is left open.
    """
    open_record(header)
    key = header.get("team", UNNAMED)
    name = header["name"] if is_text(header.get("name")) else key
    names = [one for one in _list(header.get("players")) if is_text(one)]
    given = _list(header.get("player_ids"))
    given = given if len(given) == len(names) and all(is_text(one) for one in given) else []
    new = [people.get(one, f"{key}-{number}") for number, one in enumerate(names, 1)]
    captain = header.get("captain", names[0] if names else None)
    players = [{"id": pk, "name": one, "captain": one == captain} for pk, one in zip(new, names, strict=True)]
    team = {"id": key, "command": name, "house": key, "name": name, "colour": "", "emblem": "", "players": players}
    setup = {
        "rules": Parameters.from_json(header.get("rules", {})).to_json(),
        "settings": _settings(header.get("settings")),
        "team": team,
        "table": [number for number in _list(header.get("table")) if is_whole_number(number)],
        "spares": [number for number in _list(header.get("spares")) if is_whole_number(number)],
    }
    return setup if players else {**setup, "unseated": True}, dict(zip(given, new, strict=True)) if given else {}


@dataclass
class _Play:
    """The game in the middle of its record. ``ids``: whom the record calls how, and what they are called here."""

    session: Session
    ids: Mapping[str, str]
    at: int = 0

    def carry_out(self, row: Row) -> Entry:
        require_storable(row)
        at = time_of(row)
        self.at = at or self.at
        command = {key: self._who(value) if key in _WHO else value for key, value in row.data.items()}
        if is_annotation(command):
            return self._note(row, command, at)
        try:
            events, kept = self._take_effect(command)
        except Refusal as refusal:
            return Entry(row.line, command, at, refusal=refusal)
        return self._happened(row, kept, at, events)

    def _who(self, value: Any) -> Any:
        return self.ids.get(value, value) if isinstance(value, str) else value

    def _note(self, row: Row, command: dict[str, Any], at: int | None) -> Entry:
        """An annotation: a stage's own command if the stage can do it here, else a note."""
        do = command["do"].removeprefix(MARK)
        if do in STAGE_RULES:
            played = {**command, "do": do}
            try:
                events = STAGE_RULES[do](self.session.scene, {**played, "at": self.at})
            except Refusal:
                return Entry(row.line, command, at)
            return self._happened(row, played, at, events)
        return Entry(row.line, command, at)

    def _take_effect(self, command: dict[str, Any]) -> tuple[tuple[Event, ...], dict[str, Any]]:
        """The events, and the command as the log keeps it."""
        game, sheet = self.session.game, self.session.stage.sheet
        is_open = sheet is not None and sheet.number == game.asked and self.session.stage.shown
        if command.get("do") == "judge" and is_open:
            return decide(self.session, command), command
        events: tuple[Event, ...] = engine.decide(game, parse_command(command))
        if command["do"] == "ask" and is_whole_number(command["question"]):
            opened = _sheet(command)
            return (*events, EnvelopeOpened(opened), *drawn_by(command)), {**command, "sheet": to_json(opened)}
        return events, command

    def _happened(self, row: Row, command: dict[str, Any], at: int | None, events: tuple[Event, ...]) -> Entry:
        self.session = fold(evolve, self.session, events)
        return Entry(row.line, command, at, events)


def _sheet(command: Mapping[str, Any]) -> Sheet:
    """What the record tells of the question: what of it became public is all that a record has."""
    number: Label = command["question"]
    data = command.get("sheet")
    blank = {"number": number, "text": "", "answer": ""}
    try:
        return read_sheet({**blank, **(data if isinstance(data, Mapping) else {}), "number": number})
    except Refusal:
        return read_sheet(blank)


def _settings(data: object) -> dict[str, int]:
    given = data if isinstance(data, Mapping) else {}
    return {key: given[key] for key in _SECONDS if is_whole_number(given.get(key)) and 0 <= given[key] <= 3600}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _digest(header: Mapping[str, Any], entries: Iterable[Entry]) -> str:
    """Of what took effect: settings, team, commands as the rules read them, and their times."""
    rules = Parameters.from_json(header.get("rules", {})).to_json()
    said = [rules, header.get("team", UNNAMED), *_effective(entries)]
    text = json.dumps(said, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _effective(entries: Iterable[Entry]) -> Iterator[list[Any]]:
    for entry in entries:
        if entry.events and entry.command["do"] not in STAGE_RULES:
            yield [dump_command(parse_command(entry.command)), entry.at]
