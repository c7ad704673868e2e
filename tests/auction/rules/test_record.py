"""Reading records: what makes one unreadable, what is only refused, and what is passed over."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from auction.rules.commands import COMMANDS
from auction.rules.entrants import Entrant
from auction.rules.record import dump_header, open_record, replay_lines
from tests.costs import cost_of
from tournaments.rules.records import RecordError

HEADER = '{"record": "auction", "version": 1, "teams": [{"id": "red", "command": "Czerwoni"}, {"id": "blue"}]}'


def _header(**fields: Any) -> str:
    return json.dumps({**json.loads(HEADER), **fields})


@pytest.mark.parametrize(
    ("lines", "line", "reason"),
    [
        ([], 1, "empty"),
        ([b"", b"  \r\n"], 1, "empty"),
        ([b"[]"], 1, "not a JSON object"),
        (["null"], 1, "not a JSON object"),
        (["record"], 1, "not JSON"),
        (["\x00"], 1, "not JSON"),
        (["", "{"], 2, "not JSON"),
        ([b"\xff\xfe{"], 1, "not UTF-8"),
        (['{"do": "draw"}'], 1, "no header"),
        (['{"record": 5}'], 1, "no header"),
        ([_header(record="chess")], 1, "unknown kind of game"),
        ([_header(version=2)], 1, "unknown version"),
        ([_header(version=True)], 1, "unknown version"),
        ([_header(version="1")], 1, "unknown version"),
        ([_header(version=None)], 1, "unknown version"),
        ([_header(version=1.0)], 1, "unknown version"),
        ([_header(teams=None)], 1, "teams: must be a list"),
        ([_header(teams=[])], 1, "at least two"),
        ([_header(teams=[{"id": "red"}])], 1, "at least two"),
        ([_header(teams=["red", "blue"])], 1, "team 1: must be an object"),
        ([_header(teams=[{"id": "red"}, {"id": 5}])], 1, "team 2: id"),
        ([_header(teams=[{"id": "red"}, {}])], 1, "team 2: id"),
        ([_header(teams=[{"id": "red"}, {"id": "\ud800"}])], 1, "team 2: id"),
        ([_header(teams=[{"id": "red"}, {"id": "red"}])], 1, "the same id"),
        ([_header(teams=[{"id": "red", "command": None}, {"id": "blue"}])], 1, "team 1: command"),
        ([_header(teams=[{"id": "red", "house": 7}, {"id": "blue"}])], 1, "team 1: house"),
        ([_header(rules=[])], 1, "rules"),
        ([_header(rules=None)], 1, "rules"),
        ([_header(rules={"ante": "3"})], 1, "ante"),
        ([_header(rules={"min_raise": 0})], 1, "min_raise"),
        ([HEADER.replace('"version": 1', '"version": 1, "rules": {"ante": ' + "9" * 6000 + "}")], 1, "ante"),
        ([HEADER, "", "[1]"], 3, "not a JSON object"),
        ([HEADER, '{"do": "x-note"'], 2, "not JSON"),
        ([HEADER, '{"do": "open"} {"do": "close"}'], 2, "not JSON"),
        ([HEADER, '{"do": "bid", "points": NaN}'], 2, "not JSON: NaN"),
        ([HEADER, '{"do": "bid", "points": -Infinity}'], 2, "not JSON"),
        ([HEADER, "[" * 100_000], 2, "nested too deeply"),
        ([HEADER, '{"a":' * 100_000], 2, "nested too deeply"),
        ([HEADER.encode(), b'{"do": "x-\xc5"}'], 2, "not UTF-8"),
        ([HEADER, "\ufeff{}"], 2, "not JSON"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_unreadable_records_name_the_line(lines: list[Any], line: int, reason: str) -> None:
    with pytest.raises(RecordError, match=reason) as error:
        replay_lines(lines)
    assert error.value.line == line
    assert str(error.value).startswith(f"line {line}: ")


def test_a_byte_order_mark_carriage_returns_and_blank_lines_do_no_harm() -> None:
    lines = [b"\xef\xbb\xbf" + HEADER.encode() + b"\r\n", b"\r\n", b'{"do": "judge"}\r\n', b" \t \n", b'{"do": "open"}']
    assert replay_lines(lines).state["refused"] == [3, 5]


def test_a_header_after_blank_lines() -> None:
    assert replay_lines(["", HEADER]).state["phase"] == "ready"


def test_unknown_keys_of_a_header_are_ignored() -> None:
    lines = [_header(rules={"colour": []}, players={"red": ["Ada"]}, at=None)]
    assert replay_lines(lines).state == replay_lines([HEADER]).state


@pytest.mark.parametrize("rules", [{}, {"ante": 2, "special_stakes": "carry"}], ids=str)
def test_command_and_house_default_to_the_id(rules: dict[str, Any]) -> None:
    game = open_record(json.loads(_header(rules=rules)))
    assert [(team.command, team.house) for team in game.teams] == [("Czerwoni", "red"), ("blue", "blue")]
    assert open_record(json.loads(_header(teams=[{"id": "a", "house": None}, {"id": "b"}]))).teams[0].house is None


def test_a_header_round_trips() -> None:
    header = _header(rules={"ante": 2})
    game = open_record(json.loads(header))
    entrants = [Entrant(team.id, team.command, team.house) for team in game.teams]
    dumped = dump_header(game.parameters, entrants)
    assert open_record(dumped) == game
    assert dumped["rules"] == {"ante": 2}


@pytest.mark.parametrize(
    "command",
    [
        "{}",
        '{"do": "x"}',
        '{"record": "auction", "version": 1}',
        '{"do": "draw", "category": "\\ud800"}',
        '{"do": "draw", "category": "\\u0000"}',
        '{"do": "\\ud800"}',
        '{"do": "adjust", "team": "red", "reason": "a", "points": ' + "9" * 5000 + "}",
        '{"do": "adjust", "team": "red", "reason": "a", "points": -' + "9" * 5000 + "}",
        '{"do": "adjust", "team": "red", "reason": "a", "points": 1e400}',
        '{"do": "adjust", "team": "red", "reason": "a", "points": 1e2}',
        '{"do": "bid", "team": {"id": "red"}, "points": [[[]]]}',
    ],
    ids=lambda command: command[:40],
)
def test_any_object_is_at_worst_refused(command: str) -> None:
    assert replay_lines([HEADER, command]).state["refused"] == [2]


def test_a_number_nobody_reads_does_no_harm() -> None:
    line = '{"do": "draw", "category": "Film", "at": ' + "9" * 50_000 + "}"
    assert replay_lines([HEADER, line]).state["refused"] == []


def test_long_but_readable_numbers_are_numbers() -> None:
    line = '{"do": "adjust", "team": "red", "reason": "a", "points": 1' + "0" * 900 + "}"
    assert json.dumps(replay_lines([HEADER, line]).state)


def test_annotations_are_passed_over_whatever_they_hold() -> None:
    lines = [HEADER, '{"do": "x-"}', '{"do": "x-strike", "category": 5, "team": null}', '{"do": "X-strike"}']
    assert replay_lines(lines).state["refused"] == [4]


def test_a_refused_command_changes_nothing() -> None:
    draw = '{"do": "draw", "category": "Film"}'
    refused = replay_lines([HEADER, draw, draw, '{"do": "judge", "correct": true}'])
    assert refused.state == {**replay_lines([HEADER, draw]).state, "refused": [3, 4]}
    assert [(line, refusal.code) for line, refusal in refused.refusals] == [(3, "draw_not_now"), (4, "judge_not_now")]


def test_the_state_has_every_key() -> None:
    assert list(replay_lines([HEADER]).state) == [
        "phase", "round", "played", "pot", "bank", "teams", "finalist", "winner", "ranking", "refused",
    ]  # fmt: skip


JSON_VALUE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(["red", "blue"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
FIELDS = ["team", "points", "category", "kind", "text", "excused", "correct", "reason", "masters", "seed"]
COMMAND = st.builds(
    lambda do, fields: {**fields, "do": do},
    st.sampled_from([*COMMANDS, "x-note", "dance"]) | JSON_VALUE,
    st.dictionaries(st.sampled_from(FIELDS), JSON_VALUE, max_size=4),
)
RIGHT = [
    {"do": "draw", "category": "Film"},
    {"do": "open"},
    {"do": "bid", "team": "red", "points": 9},
    {"do": "close"},
    {"do": "judge", "correct": True},
]


@settings(max_examples=150, deadline=None)
@given(st.lists(COMMAND | st.sampled_from(RIGHT), max_size=8))
def test_fuzz_objects_are_never_more_than_refused(commands: list[dict[str, Any]]) -> None:
    json.dumps(replay_lines([HEADER, *map(json.dumps, commands)]).state).encode()


@settings(max_examples=150, deadline=None)
@given(st.lists(st.text(max_size=30) | st.binary(max_size=30), max_size=5), st.booleans())
def test_fuzz_text_is_never_more_than_unreadable(lines: list[str | bytes], with_header: bool) -> None:
    with suppress(RecordError):
        replay_lines([HEADER, *lines] if with_header else lines)


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.sampled_from(["record", "version", "rules", "teams"]), JSON_VALUE))
def test_fuzz_headers(fields: dict[str, Any]) -> None:
    with suppress(RecordError):
        replay_lines([_header(**fields)])


def test_the_cost_of_a_command_does_not_grow_with_the_record() -> None:
    """Void lots, each with a category of its own, in a record of 20,000 commands."""
    header = _header(rules={"start_points": 10**6, "reprimand_penalty": 0})
    lines = [header]
    for lot in range(6_666):
        lines += [json.dumps({"do": "draw", "category": f"Kategoria {lot}"}), '{"do": "open"}', '{"do": "close"}']
    quarter, first = cost_of(lambda: replay_lines(lines[:5_001]))
    whole, result = cost_of(lambda: replay_lines(lines))
    assert result.state["refused"] == first.state["refused"] == []
    assert whole < 8 * quarter  # 4 times as many
