"""Game records: JSON Lines, a header and then one command a line. What every kind of game's record has in common."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn, TypeVar

from tournaments.rules.engine import Refusal

Game = TypeVar("Game")

LONGEST_NUMBER = 1000  # digits; a longer one is no number that any rule knows
_BLANK = " \t\r\n"  # what JSON calls white space


class RecordError(Exception):
    """A record that cannot be read, and the number of the line that is to blame."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(line, reason)
        self.line = line
        self.reason = reason

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


class Row(NamedTuple):
    """A line that is not blank: its number, and the JSON object on it."""

    line: int
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Result:
    """A record carried out: the final state as JSON, and what was refused on which line."""

    state: Mapping[str, Any]
    refusals: tuple[tuple[int, Refusal], ...]
    names: Mapping[str, str]  # team -> how a sentence calls it


def read_rows(lines: Iterable[bytes | str]) -> Iterator[Row]:
    """The objects of a record, with the numbers of their lines; blank lines are skipped but counted."""
    for number, line in enumerate(lines, 1):
        text = _decode(number, line)
        if number == 1:
            text = text.removeprefix("\ufeff")
        if text.strip(_BLANK):
            yield Row(number, _parse(number, text))


def read_header(rows: Iterator[Row]) -> Row:
    """The first row, if it says which kind of game the record is of."""
    header = next(rows, None)
    if header is None:
        raise RecordError(1, "the record is empty, it has no header")
    if not isinstance(header.data.get("record"), str):
        raise RecordError(header.line, 'no header: the first line must name the kind of game in "record"')
    return header


def check_version(header: Row, version: int) -> None:
    """Refuse a record of another version than the one that can be read."""
    given = header.data.get("version")
    if type(given) is not int or given != version:
        raise RecordError(header.line, f"unknown version of the record, only version {version} can be read")


def open_lines(lines: Iterable[bytes | str], record: str) -> tuple[Row, Iterator[Row]]:
    """The header and the further rows of a record of this kind of game; refuses any other kind."""
    rows = read_rows(lines)
    header = read_header(rows)
    if header.data["record"] != record:
        raise RecordError(header.line, "unknown kind of game")
    return header, rows


def carry_out(
    header: Row,
    rows: Iterator[Row],
    *,
    version: int,
    start: Callable[[Mapping[str, Any]], Game],
    play: Callable[[Game, Mapping[str, Any]], Game],
) -> tuple[Game, tuple[tuple[int, Refusal], ...]]:
    """The game after every command in its order, and what was refused on which line: that changes nothing.

    ``start`` makes the game of a header, its ValueError says what is wrong with it; ``play`` carries a command out.
    """
    check_version(header, version)
    try:
        game = start(header.data)
    except ValueError as error:
        raise RecordError(header.line, str(error)) from None
    refusals: list[tuple[int, Refusal]] = []
    for row in rows:
        if is_annotation(row.data):
            continue
        try:
            game = play(game, row.data)
        except Refusal as refusal:
            refusals.append((row.line, refusal))
    return game, tuple(refusals)


def is_annotation(data: Mapping[str, Any]) -> bool:
    """Whether the line is a note beside the game, such as ``x-answer``: a replay passes over it."""
    do = data.get("do")
    return isinstance(do, str) and do.startswith("x-")


def _decode(number: int, line: bytes | str) -> str:
    if isinstance(line, str):
        return line
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        raise RecordError(number, "not UTF-8") from None


def _parse(number: int, text: str) -> dict[str, Any]:
    try:
        data = _DECODER.decode(text)
    except RecursionError:
        raise RecordError(number, "nested too deeply to be read") from None
    except ValueError as error:
        raise RecordError(number, f"not JSON: {error}") from None
    if not isinstance(data, dict):
        raise RecordError(number, "not a JSON object")
    return data


def _whole_number(digits: str) -> int | float:
    """An absurdly long integer becomes no integer, and is refused wherever a field asks for one.

    Python would not even read it: beyond 4300 digits the attempt is an error.
    """
    return int(digits) if len(digits) <= LONGEST_NUMBER else float("inf")


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


_DECODER = json.JSONDecoder(parse_int=_whole_number, parse_constant=_no_number)
