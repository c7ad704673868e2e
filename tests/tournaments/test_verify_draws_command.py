"""``manage.py verify_draws``: one line of JSON a record, findings and errors on standard error, 0, 1 or 2."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import translation

from tournaments.rules.draw import commitment, draw, draw_key

SEED, NONCE = "4b" * 32, "0a" * 16
KEY = draw_key(SEED, [NONCE])
HEADER = {"record": "auction", "version": 1, "teams": [{"id": "red", "command": "Czerwoni"}, {"id": "blue"}]}


def good() -> list[dict[str, Any]]:
    """A record of one drawn lot."""
    categories, questions = ["Film", "Historia"], ["12", "40", "7"]
    category, question = draw(KEY, 1, categories), draw(KEY, 2, questions)
    return [
        HEADER,
        {"do": "x-draw_commitment", "series": 1, "round": 1, "commitment": commitment(SEED)},
        {"do": "x-draw_nonce", "series": 1, "team": "red", "nonce": NONCE},
        {
            "do": "draw",
            "category": category,
            "draws": [
                {"series": 1, "n": 1, "of": "category", "choices": categories, "result": category},
                {"series": 1, "n": 2, "of": "question", "choices": questions, "result": question},
            ],
        },
        {"do": "x-draw_seed", "series": 1, "seed": SEED, "key": KEY, "draws": 2},
    ]


def written(path: Path, lines: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def verify(*files: object) -> tuple[int, list[dict[str, Any]], list[str]]:
    """Exit status, objects on standard output, lines on standard error."""
    out, err = io.StringIO(), io.StringIO()
    status: object = 0
    try:
        call_command("verify_draws", *map(str, files), stdout=out, stderr=err, no_color=True)
    except SystemExit as stop:
        status = stop.code
    assert isinstance(status, int)
    return status, [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue().splitlines()


def test_a_good_record(tmp_path: Path) -> None:
    counts = {"series": 1, "draws": 2, "right": 2, "wrong": 0, "hidden": 0, "undone": 0, "by_hand": [], "findings": []}
    assert verify(written(tmp_path / "good.jsonl", good())) == (0, [counts], [])


def test_the_same_record_replays(tmp_path: Path) -> None:
    out = io.StringIO()
    call_command("replay", str(written(tmp_path / "good.jsonl", good())), stdout=out)
    assert json.loads(out.getvalue())["refused"] == []


def test_findings_name_their_line_in_english(tmp_path: Path) -> None:
    lines = good()
    lines[3]["category"] = "Muzyka"
    lines[4]["seed"] = "5c" * 32
    with translation.override("pl"):
        status, out, err = verify(written(tmp_path / "bad.jsonl", lines))
    assert status == 1 and out[0]["findings"][:2] == [4, 5]
    assert err[0] == f"line 4: The draw (category) came to «{good()[3]['category']}», the game took «Muzyka»."
    assert err[1] == "line 5: This is not the seed that was promised for series 1."


@pytest.mark.parametrize("kept", [2, 3, 4])
def test_a_truncated_record_cannot_be_verified(tmp_path: Path, kept: int) -> None:
    status, out, err = verify(written(tmp_path / "short.jsonl", good()[:kept]))
    assert (status, out[0]["right"]) == (1, 0)
    assert err == ["line 2: The seed of series 1 is not published: its draws cannot be checked yet."]


def test_a_record_cut_in_the_middle_of_a_line(tmp_path: Path) -> None:
    path = written(tmp_path / "cut.jsonl", good())
    path.write_bytes(path.read_bytes()[:-20])
    status, out, err = verify(path)
    assert (status, out, len(err)) == (2, [], 1) and err[0].startswith("line 5: not JSON")


def test_a_draw_by_hand_proves_nothing(tmp_path: Path) -> None:
    status, out, err = verify(written(tmp_path / "hand.jsonl", [HEADER, {"do": "draw", "category": "Film"}]))
    assert (status, out[0]["draws"]) == (1, 0)
    assert err == [
        "line 2: Nothing shows how this was drawn: category.",
        "line 2: Nothing shows how this was drawn: question.",
    ]


def test_what_was_drawn_on_paper_is_named_and_is_no_finding(tmp_path: Path) -> None:
    lines = [*good()[:3], {"do": "draw", "category": "Film", "afterwards": True}, *good()[3:]]
    status, out, err = verify(written(tmp_path / "paper.jsonl", lines))
    assert (status, out[0]["by_hand"], out[0]["findings"]) == (0, [4], [])
    assert err == [
        "line 4: Drawn by hand, entered afterwards (category: Film); this cannot be checked.",
        "line 4: Drawn by hand, entered afterwards (question: not recorded); this cannot be checked.",
    ]


def test_a_proof_that_a_command_from_paper_carries_is_checked_all_the_same(tmp_path: Path) -> None:
    lines = good()
    lines[3] |= {"afterwards": True, "category": "Muzyka"}
    status, out, _err = verify(written(tmp_path / "both.jsonl", lines))
    assert status == 1 and out[0]["findings"][0] == 4


def test_several_files_and_the_worst_status(tmp_path: Path) -> None:
    whole, short = written(tmp_path / "a.jsonl", good()), written(tmp_path / "b.jsonl", good()[:3])
    status, out, err = verify(whole, short, tmp_path / "missing.jsonl", written(tmp_path / "c.jsonl", [{}]), whole)
    assert (status, len(out), len(err)) == (2, 3, 3)
    assert verify(whole, short)[0] == 1


def test_standard_input_and_another_kind_of_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\ufeff" + "\n\n".join(json.dumps(line) for line in good())
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))
    assert verify("-")[0] == 0
    assert verify(written(tmp_path / "x.jsonl", [{"record": "chess"}]))[0] == 2
    chgk = [{"record": "chgk", "version": 1, "team": "gryffindor"}, {"do": "ask", "question": 1}]
    status, out, err = verify(written(tmp_path / "chgk.jsonl", chgk))
    assert (status, out[0]["findings"]) == (1, [2]), err  # an envelope that no draw has chosen
    assert verify(written(tmp_path / "chgk.jsonl", chgk[:1]))[0] == 0


def test_hostile_words_stay_on_one_line(tmp_path: Path) -> None:
    lines = good()
    lines[3]["category"] = "a\nline 9: \x1b[31m\ud800"
    status, _, err = verify(written(tmp_path / "a.jsonl", lines))
    assert (status, len(err)) == (1, 1) and "\x1b" not in err[0]
