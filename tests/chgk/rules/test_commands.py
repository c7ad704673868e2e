"""The JSON of commands, events, settings and games: written and read back, and what cannot be read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from chgk.rules.commands import COMMANDS, Ask, dump_command, parse_command
from chgk.rules.events import EVENTS, dump_event, load_event
from chgk.rules.parameters import Parameters, as_written
from chgk.rules.record import dump_header, open_record
from chgk.rules.snapshot import dump_game, load_game
from tests.chgk.rules.board import PARAGRAPHS, Board
from tournaments.rules.engine import Refusal

EXAMPLES: tuple[dict[str, Any], ...] = (
    {"do": "ask", "question": 1},
    {"do": "ask", "question": "финал, 1"},
    {"do": "judge", "correct": True},
    {"do": "take_deciding_round"},
    {"do": "close_game", "winner": "team"},
    {"do": "rule", "question": 3, "verdict": "accept"},
)


@pytest.mark.parametrize("data", EXAMPLES, ids=lambda data: data["do"])
def test_every_command_reads_and_writes_its_json(data: dict[str, Any]) -> None:
    assert json.loads(json.dumps(dump_command(parse_command(data)))) == data


def test_the_examples_are_all_commands_that_there_are() -> None:
    assert {data["do"] for data in EXAMPLES} == set(COMMANDS)


def test_unknown_keys_are_ignored() -> None:
    assert parse_command({"do": "ask", "question": 1, "at": 12, "answer": None}) == Ask(1)


WRONG: tuple[tuple[dict[str, Any], str], ...] = (
    ({}, "command_missing"),
    ({"do": 7}, "command_missing"),
    ({"do": ["ask"]}, "command_missing"),
    ({"do": "a\ud800"}, "command_missing"),
    ({"do": "Ask", "question": 1}, "command_unknown"),
    ({"do": "undo"}, "command_unknown"),
    ({"do": "ask"}, "field_missing"),
    *(({"do": "ask", "question": q}, "question_not_label") for q in (None, True, 1.0, [1], {}, "\ud800", "a\0")),
    ({"do": "judge"}, "field_missing"),
    *(({"do": "judge", "correct": c}, "field_not_boolean") for c in (None, 1, 0, "true", [])),
    ({"do": "close_game"}, "field_missing"),
    *(({"do": "close_game", "winner": w}, "winner_unknown") for w in (None, "Team", "gryffindor", 1, ["team"])),
    ({"do": "rule", "verdict": "accept"}, "field_missing"),
    ({"do": "rule", "question": 1}, "field_missing"),
    ({"do": "rule", "question": False, "verdict": "accept"}, "question_not_label"),
    *(({"do": "rule", "question": 1, "verdict": v}, "verdict_unknown") for v in (None, "Accept", "", True, {})),
)


@pytest.mark.parametrize(("data", "code"), WRONG, ids=str)
def test_what_cannot_be_read_is_refused(data: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal) as caught:
        parse_command(data)
    assert caught.value.code == code
    assert caught.value.paragraph in PARAGRAPHS


def test_events_and_games_survive_their_json() -> None:
    board = Board("TTTA").rule(4, "remove").play("!A").rule(5, "remove").rule(4, "accept").rule(4, "none")
    board.do("close_game", winner="authors")
    assert {dump_event(event)["kind"] for event in board.log} == set(EVENTS)
    for event in board.log:
        assert load_event(json.loads(json.dumps(dump_event(event)))) == event
    assert load_game(json.loads(json.dumps(dump_game(board.game)))) == board.game
    assert load_game(dump_game(Board("T").ask().game)) == Board("T").ask().game
    with pytest.raises(ValueError, match="unknown event"):
        load_event({"kind": "game_postponed"})


def test_settings_follow_the_target_unless_they_are_set_apart() -> None:
    assert Parameters.from_json({}) == as_written() == Parameters(4, 3, 4, "at_point")
    assert Parameters.from_json({"target": 6}) == as_written(6) == Parameters(6, 5, 6, "at_point")
    apart = Parameters.from_json({"target": 6, "deciding_at": 3, "deciding_worth": 4, "hat": 1})
    assert apart == Parameters(6, 3, 4, "at_point")
    assert apart.to_json() == {"target": 6, "deciding_at": 3, "deciding_worth": 4}
    assert as_written().to_json() == {}
    assert as_written(6).to_json() == {"target": 6}
    for parameters in (apart, as_written(1), Parameters(4, 3, 4, "while_at_point")):
        assert Parameters.from_json(parameters.pinned()) == parameters == Parameters.from_json(parameters.to_json())
        assert open_record(dump_header(parameters, "slytherin")).parameters == parameters


@pytest.mark.parametrize(
    "rules",
    [
        *(None, [], "", 4),
        *({"target": target} for target in (0, "4", 4.0, True, None)),
        *({"deciding_at": -1}, {"deciding_worth": 0}),
        *({"deciding_window": window} for window in ("always", None, ["at_point"])),
    ],
    ids=str,
)
def test_wrong_settings_are_named(rules: Any) -> None:
    with pytest.raises(ValueError, match="must be"):
        Parameters.from_json(rules)
