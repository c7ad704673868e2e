"""Reading records: what makes one unreadable, what is only refused, and what a long one costs."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from chgk.rules.commands import COMMANDS
from chgk.rules.record import replay_lines
from tests.costs import cost_of
from tournaments.rules.records import RecordError

HEADER = '{"record": "chgk", "version": 1, "rules": {}, "team": "gryffindor"}'


def _header(**fields: Any) -> str:
    return json.dumps({**json.loads(HEADER), **fields})


@pytest.mark.parametrize(
    ("lines", "line", "reason"),
    [
        ([], 1, "empty"),
        (['{"do": "ask"}'], 1, "no header"),
        ([_header(record="chess")], 1, "unknown kind of game"),
        ([_header(record="auction")], 1, "unknown kind of game"),
        ([_header(version=2)], 1, "unknown version"),
        ([_header(version=True)], 1, "unknown version"),
        ([_header(team=None)], 1, "team: must be a string"),
        ([_header(team=7)], 1, "team: must be a string"),
        ([_header(rules=[])], 1, "rules: must be an object"),
        ([_header(rules={"target": 0})], 1, "target: must be a whole number, at least 1"),
        ([_header(rules={"deciding_window": "never"})], 1, "deciding_window: must be at_point or while_at_point"),
        ([HEADER, "", "[]"], 3, "not a JSON object"),
        ([HEADER, '{"do": "ask", "question": NaN}'], 2, "not JSON"),
        ([HEADER, "[" * 100_000], 2, "nested too deeply"),
        ([HEADER.encode(), b'{"do": "x-\xc5"}'], 2, "not UTF-8"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_unreadable_records_name_the_line(lines: list[Any], line: int, reason: str) -> None:
    with pytest.raises(RecordError, match=reason) as error:
        replay_lines(lines)
    assert error.value.line == line


def test_the_state_of_a_game_that_has_not_begun() -> None:
    expected = {
        "score": {"team": 0, "authors": 0},
        "questions_played": 0,
        "over": False,
        "winner": None,
        "deciding": False,
        "needs_ruling": False,
        "refused": [],
    }
    assert replay_lines([HEADER]).state == expected
    assert replay_lines(["", '{"record": "chgk", "version": 1, "season": 3}']).state == expected


def test_blank_lines_are_counted_annotations_are_passed_over() -> None:
    lines = [HEADER, "", '{"do": "x-answer", "question": []}', '{"do": "x-"}', "  ", '{"do": "judge", "correct": true}']
    result = replay_lines(lines)
    assert result.state["refused"] == [6]
    assert [(line, refusal.paragraph) for line, refusal in result.refusals] == [(6, "3.1.3")]


@pytest.mark.parametrize("question", ["1e2", "1.0", "9" * 5000, '"\\ud800"', '"\\u0000"', "[1]", "null", "false"])
def test_what_is_no_label_is_refused(question: str) -> None:
    line = f'{{"do": "ask", "question": {question}}}'
    assert replay_lines([HEADER, line]).state["refused"] == [2]


def test_long_labels_are_labels() -> None:
    lines = ['{"do": "ask", "question": 1' + "0" * 900 + "}", '{"do": "judge", "correct": true}']
    assert replay_lines([HEADER, *lines]).state["score"] == {"team": 1, "authors": 0}


VALUE = st.recursive(
    st.one_of(
        *(st.none(), st.booleans(), st.integers(-3, 9), st.text(max_size=3), st.sampled_from([0.5, 1.0, 1e300])),
        st.sampled_from(["team", "authors", "accept", "remove", "none", "at_point", "while_at_point", "\ud800"]),
    ),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)  # fmt: skip
COMMAND = st.fixed_dictionaries(
    {"do": st.sampled_from([*COMMANDS, *COMMANDS, "x-note", "dance", None])},
    optional={
        "question": st.integers(1, 4) | VALUE,
        "correct": st.booleans() | VALUE,
        "winner": VALUE,
        "verdict": VALUE,
    },
)
RULES = st.dictionaries(
    st.sampled_from(["target", "deciding_at", "deciding_worth", "deciding_window"]), VALUE, max_size=2
)


@settings(max_examples=80, deadline=None)
@given(rules=RULES | VALUE, commands=st.lists(COMMAND, max_size=12), team=st.just("a") | VALUE)
def test_any_objects_make_a_state_or_a_record_error(rules: Any, commands: list[Any], team: Any) -> None:
    with suppress(RecordError):
        state = replay_lines([_header(rules=rules, team=team), *map(json.dumps, commands)]).state
        assert json.loads(json.dumps(state)) == state
        assert state["over"] == (state["winner"] is not None)
        assert not (state["deciding"] and state["over"])


@settings(max_examples=100, deadline=None)
@given(lines=st.lists(st.binary(max_size=30) | st.text(max_size=30), max_size=4))
def test_any_text_makes_a_state_or_a_record_error(lines: list[Any]) -> None:
    for header in ([HEADER], []):
        with suppress(RecordError):
            replay_lines([*header, *lines])


def _asked(questions: int) -> Iterator[dict[str, Any]]:
    for number in range(questions):
        yield {"do": "ask", "question": number}
        yield {"do": "judge", "correct": number % 3 == 0}


def _removed_at_once() -> Iterator[dict[str, Any]]:
    for number in range(6_600):
        yield from ({"do": "ask", "question": number}, {"do": "judge", "correct": True})
        yield {"do": "rule", "question": number, "verdict": "remove"}


def _appeal_after_appeal() -> Iterator[dict[str, Any]]:
    dice = random.Random(5)
    for number in range(5_000):
        yield {"do": "ask", "question": number}
        yield {"do": "judge", "correct": number % 3 == 0}
        for _ in range(2):
            verdict = dice.choice(["accept", "remove", "none"])
            yield {"do": "rule", "question": dice.randrange(number + 1), "verdict": verdict}


@pytest.mark.parametrize(
    ("commands", "refused"),
    [(_asked(10_000), False), (_removed_at_once(), False), (_appeal_after_appeal(), False), (_asked(10_000), True)],
    ids=["a long game", "every question removed", "appeal after appeal", "nearly all refused"],
)
def test_a_longer_record_costs_no_more_a_line(commands: Iterator[dict[str, Any]], refused: bool) -> None:
    lines = [_header(rules={} if refused else {"target": 1_000_000}), *map(json.dumps, commands)]
    quarter, _ = cost_of(lambda: replay_lines(lines[: len(lines) // 4]))
    whole, result = cost_of(lambda: replay_lines(lines))
    assert whole < 12 * quarter, "four times the lines cost about four times as much, not sixteen times"
    assert bool(result.refusals) == refused
