"""``manage.py replay``: one line of JSON a record, refusals and errors on standard error, 0, 1 or 2."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import call_command
from django.utils import translation

from tournaments import records
from tournaments.rules.records import Result, Row

HEADER = '{"record": "auction", "version": 1, "teams": [{"id": "red", "command": "Czerwoni"}, {"id": "blue"}]}\n'
DRAW = '{"do": "draw", "category": "Film"}\n'


def replay(*files: object) -> tuple[int, list[str], list[str]]:
    """Exit status, lines of standard output, lines of standard error."""
    out, err = io.StringIO(), io.StringIO()
    status: object = 0
    try:
        call_command("replay", *map(str, files), stdout=out, stderr=err, no_color=True)
    except SystemExit as stop:
        status = stop.code
    assert isinstance(status, int)
    return status, out.getvalue().splitlines(), err.getvalue().splitlines()


def _write(path: Path, text: str | bytes) -> Path:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_nothing_refused(tmp_path: Path) -> None:
    status, out, err = replay(_write(tmp_path / "a.jsonl", HEADER + DRAW))
    assert (status, err) == (0, [])
    assert json.loads(out[0])["phase"] == "drawn"


def test_refusals_name_line_and_paragraph_in_english(tmp_path: Path) -> None:
    path = _write(tmp_path / "a.jsonl", HEADER + DRAW + '{"do": "open"}\n{"do": "bid", "team": "red", "points": 3}\n')
    with translation.override("pl"):
        status, out, err = replay(path)
    assert (status, json.loads(out[0])["refused"]) == (1, [4])
    assert err == ["line 4: §11: Czerwoni 3: too low, at least 4 is needed."]


def test_an_unreadable_record_is_one_line_that_names_its_line(tmp_path: Path) -> None:
    path = _write(tmp_path / "a.jsonl", HEADER + DRAW + DRAW + "\n[]\n")
    status, out, err = replay(path)
    assert (status, out) == (2, [])
    assert err == [f"line 5: not a JSON object ({path})"]


def test_several_files_in_their_order_and_the_worst_status(tmp_path: Path) -> None:
    good = _write(tmp_path / "good.jsonl", HEADER + DRAW)
    refused = _write(tmp_path / "refused.jsonl", HEADER + DRAW + DRAW)
    bad = _write(tmp_path / "bad.jsonl", b"\xff")
    status, out, err = replay(good, bad, tmp_path / "missing.jsonl", tmp_path, refused)
    assert (status, [json.loads(line)["refused"] for line in out]) == (2, [[], [3]])
    assert len(err) == 4
    assert replay(good, refused)[0] == 1
    assert replay(good, good)[0] == 0


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO((HEADER + DRAW).encode())))
    assert json.loads(replay("-")[1][0])["pot"] == 6


def test_only_a_line_feed_ends_a_line(tmp_path: Path) -> None:
    note = '{"do": "x-note", "text": "a\u2028b\u0085c\x0cd"}'.replace("\x0c", "")
    status, out, _ = replay(_write(tmp_path / "a.jsonl", HEADER + note + "\n" + DRAW + DRAW))
    assert (status, json.loads(out[0])["refused"]) == (1, [4])


def test_hostile_words_stay_on_one_line_of_plain_ascii_controls(tmp_path: Path) -> None:
    line = json.dumps({"do": "a\nline 9: §1: \x1b[31m\ud800"}) + "\n" + json.dumps({"do": "a\nline 9: \x1b[31m"}) + "\n"
    status, _, err = replay(_write(tmp_path / "a.jsonl", HEADER + line))
    assert (status, len(err)) == (1, 2)
    assert "\x1b" not in "".join(err)


def test_standard_output_is_ascii(tmp_path: Path) -> None:
    header = '{"record": "auction", "version": 1, "teams": [{"id": "żółci"}, {"id": "🦉"}]}\n'
    out = replay(_write(tmp_path / "a.jsonl", header))[1]
    assert out[0].isascii()
    assert list(json.loads(out[0])["teams"]) == ["żółci", "🦉"]


def test_other_kinds_of_games_register_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _write(tmp_path / "a.jsonl", '{"record": "chess", "version": 1}\n{"do": "e4"}\n')
    status, _, err = replay(path)
    assert (status, err) == (2, [f"line 1: unknown kind of game ({path})"])

    def chess(header: Row, rows: Iterator[Row]) -> Result:
        return Result({"moves": [row.data["do"] for row in rows]}, (), {})

    monkeypatch.setitem(records._KINDS, "chess", records.RecordKind(chess, lambda refusal, names: refusal.code))
    assert replay(path)[:2] == (0, ['{"moves": ["e4"]}'])
