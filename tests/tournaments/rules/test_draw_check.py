"""The check of a record's draws: a good record passes, and no field of it can be changed unseen."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.draw_texts import SENTENCES, explain_finding
from tournaments.rules.draw import commitment, draw, draw_key, sort_choices
from tournaments.rules.draw_check import Check, State, check_draws
from tournaments.rules.draw_lines import dump_choices
from tournaments.rules.records import Row

SEED, OTHER = "4b" * 32, "5c" * 32
NONCES = {"blue": "aa" * 16, "red": "01" * 16}
KEY = draw_key(SEED, NONCES.values())
Lines = list[dict[str, Any]]


def needed(command: Any) -> dict[str, str | None]:
    return {"category": command.get("category")} if command.get("do") == "draw" else {}


def proof(n: int, *choices: Any, of: str = "category", key: str = KEY, series: int = 1) -> dict[str, Any]:
    weighted = sort_choices(choices)
    return {"series": series, "n": n, "of": of, "choices": dump_choices(weighted), "result": draw(key, n, weighted)}


def drawing(*proofs: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"do": "draw", "category": proofs[0]["result"], "draws": list(proofs), "at": 5, **more}


def good() -> Lines:
    """Two draws of two each, one undone between them, a second series without nonces."""
    second = draw_key(OTHER, [])
    return [
        {"do": "x-draw_commitment", "series": 1, "round": 1, "commitment": commitment(SEED), "at": 1},
        *({"do": "x-draw_nonce", "series": 1, "team": team, "nonce": nonce} for team, nonce in NONCES.items()),
        drawing(proof(1, "Film", "Historia", ("Podpowiedź", 2)), proof(2, "12", "7", of="question")),
        {"do": "open"},
        {"do": "x-undone_draw", "draws": [proof(3, "Film", "Muzyka")]},
        drawing(proof(4, "Film", "Muzyka"), reason="za wcześnie"),
        drawing(proof(5, "Film", "Sport")),
        {"do": "x-draw_seed", "series": 1, "seed": SEED, "key": KEY, "draws": 5},
        {"do": "x-draw_commitment", "series": 2, "round": 2, "commitment": commitment(OTHER)},
        drawing(proof(1, "Film", "Sport", key=second, series=2)),
        {"do": "x-draw_seed", "series": 2, "seed": OTHER, "key": second, "draws": 1, "abandoned": "closed"},
    ]


def check(lines: Lines) -> Check:
    return check_draws([Row(number, line) for number, line in enumerate(lines, 2)], needed)


def found(lines: Lines) -> list[tuple[int, str]]:
    return [(finding.line, finding.code) for finding in check(lines).findings]


def test_a_good_record_has_no_findings():
    checked = check(good())
    assert checked.findings == ()
    assert [drawn.state for drawn in checked.draws] == [State.RIGHT] * 6
    assert [drawn.undone for drawn in checked.draws] == [False, False, True, False, False, False]
    assert [series.abandoned for series in checked.series] == ["", "closed"]


def change(line: int, **fields: Any) -> Callable[[Lines], None]:
    def apply(lines: Lines) -> None:
        lines[line - 2].update(fields)

    return apply


def change_proof(line: int, index: int = 0, **fields: Any) -> Callable[[Lines], None]:
    def apply(lines: Lines) -> None:
        lines[line - 2]["draws"][index].update(fields)

    return apply


def drop(line: int, key: str = "") -> Callable[[Lines], None]:
    def apply(lines: Lines) -> None:
        if key:
            del lines[line - 2][key]
        else:
            del lines[line - 2]

    return apply


def wrong(lines: Lines, line: int, index: int = 0) -> str:
    """Some other choice than the one drawn."""
    one = lines[line - 2]["draws"][index]
    names = [choice if isinstance(choice, str) else choice[0] for choice in one["choices"]]
    return next(name for name in names if name != one["result"])


@pytest.mark.parametrize(
    ("tamper", "code", "line"),
    [
        (change(2, commitment=commitment("00" * 32)), "another_seed", 10),
        (change(2, commitment="zz"), "malformed", 2),
        (change(2, series=2), "series_missing", 2),
        (change(2, round=0), "malformed", 2),
        (drop(2), "no_commitment", 2),
        (change(3, nonce="02" * 16), "another_key", 10),
        (change(3, nonce="no"), "malformed", 3),
        (change(4, team="blue"), "nonce_repeated", 4),
        (change(4, series=3), "no_commitment", 4),
        (drop(3), "another_key", 9),
        (change(5, category="Sztuka"), "not_what_was_drawn", 5),
        (drop(5, "draws"), "no_proof", 5),
        (drop(5), "wrong_number", 6),
        (change_proof(5, n=2), "wrong_number", 5),
        (change_proof(5, n="1"), "malformed", 5),
        (change_proof(5, n=0), "malformed", 5),
        (change_proof(5, series=2), "no_commitment", 5),
        (change_proof(5, of="question"), "no_proof", 5),
        (change_proof(5, choices=["Historia", "Film"]), "malformed", 5),
        (change_proof(5, choices=["Film", "Film"]), "malformed", 5),
        (change_proof(5, choices=[["Film", 0], "Historia"]), "malformed", 5),
        (change_proof(5, choices=[["Film", 2, 3], "Historia"]), "malformed", 5),
        (change_proof(5, choices=[["Film", True], "Historia"]), "malformed", 5),
        (change_proof(5, choices=[["Film", 10**999], "Historia"]), "malformed", 5),
        (change_proof(5, choices=[]), "malformed", 5),
        (change_proof(5, choices=5), "malformed", 5),
        (change_proof(5, choices=[[["Film"], 1]]), "malformed", 5),
        (change_proof(5, result=7), "malformed", 5),
        (change(5, draws={}), "malformed", 5),
        (change(5, draws=[5]), "malformed", 5),
        (change(7, draws=[]), "malformed", 7),
        (drop(7), "wrong_number", 7),
        (drop(8, "reason"), "no_reason", 8),
        (change(8, reason="5!"), "no_reason", 8),
        (change(8, reason=["words"]), "no_reason", 8),
        (change(10, seed=OTHER), "another_seed", 10),
        (change(10, seed="4B" * 32), "malformed", 10),
        (change(10, key=OTHER), "another_key", 10),
        (drop(10, "key"), "malformed", 10),
        (change(10, draws=6), "draws_missing", 10),
        (change(10, draws=-1), "malformed", 10),
        (change(10, abandoned=5), "malformed", 10),
        (drop(10), "never_published", 2),
        (drop(12), "draws_missing", 12),
        (change(11, series=1), "series_repeated", 11),
    ],
)  # fmt: skip
def test_each_field_is_held(tamper, code, line):
    lines = good()
    tamper(lines)
    findings = found(lines)
    assert code in [each for _, each in findings], findings
    if line is not None:
        assert (line, code) in findings


@pytest.mark.parametrize(("line", "index"), [(5, 0), (5, 1), (7, 0), (8, 0), (9, 0), (12, 0)])
def test_another_result_is_found_on_its_line(line, index):
    lines = good()
    result = wrong(lines, line, index)
    lines[line - 2]["draws"][index]["result"] = result
    if "category" in lines[line - 2] and index == 0:
        lines[line - 2]["category"] = result
    assert found(lines) == [(line, "wrong_result")]
    assert sum(drawn.state is State.WRONG for drawn in check(lines).draws) == 1


def test_other_choices_or_weights_are_found_wherever_they_move_the_result():
    lines = good()
    moved = 0
    for weight in range(2, 12):
        other = copy.deepcopy(lines)
        other[3]["draws"][0]["choices"][0] = ["Film", weight]
        moved += (5, "wrong_result") in found(other)
    assert moved >= 3


def test_a_nonce_after_the_first_draw_and_a_draw_after_the_seed():
    lines = good()
    lines[1], lines[3] = lines[3], lines[1]
    assert (5, "nonce_too_late") in found(lines)
    lines = good()
    lines.append(drawing(proof(6, "Film", "Sport")))
    assert found(lines) == [(14, "after_the_seed")]
    assert check(lines).draws[-1].line == 12


@pytest.mark.parametrize("kept", range(1, 11))
def test_a_truncated_record_is_never_called_good(kept):
    assert found(good()[:kept]) or kept == 9  # after the first seed everything that is there is proved


def test_lines_without_any_draw_are_good():
    assert found([{"do": "open"}, {"do": "x-note", "draws": []}, {}]) == []


@given(st.data())
def test_no_value_anywhere_breaks_the_check(data):
    lines = copy.deepcopy(good())
    value = data.draw(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
        | st.lists(st.integers(), max_size=2) | st.just({"a": 1}) | st.just("\ud800")
    )  # fmt: skip
    line = data.draw(st.sampled_from(lines))
    places = [line, *(one for one in line.get("draws", []) if isinstance(one, dict))] if isinstance(
        line.get("draws"), list) else [line]  # fmt: skip
    place = data.draw(st.sampled_from(places))
    key = data.draw(st.sampled_from(sorted(place)))
    place[key] = value
    for finding in check(lines).findings:
        assert explain_finding(finding)


def test_every_code_has_its_sentence_and_every_sentence_its_code():
    raised = set()
    for line in (*range(2, 13), None):
        for key in ("series", "n", "nonce", "commitment", "seed", "draws", "category", "reason", "team", ""):
            lines = good()
            if line is not None:
                (lines[line - 2].pop(key, None) if key else lines.pop(line - 2))
            raised |= {code for _, code in found(lines)}
    assert raised <= set(SENTENCES)
    assert "%" not in "".join(explain_finding(finding) for finding in check(good()[:4]).findings)


def test_hostile_words_stay_short_in_a_sentence():
    lines = good()
    lines[3]["category"] = "x" * 10_000
    (finding,) = check(lines).findings
    assert len(explain_finding(finding)) < 200
    assert json.dumps(finding.params)
