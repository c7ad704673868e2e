"""``manage.py replay`` reads the records of the club's game as well."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command

import chgk
from chgk.apps import ChgkConfig
from tournaments import records

GOLDEN = Path(__file__).parent / "rules" / "golden"


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The app is ready, whether or not the settings have it; forgotten after the test."""
    monkeypatch.setattr(records, "_KINDS", dict(records._KINDS))
    ChgkConfig("chgk", chgk).ready()


def test_records_of_both_games_side_by_side(tmp_path: Path) -> None:
    auction = tmp_path / "auction.jsonl"
    auction.write_text('{"record": "auction", "version": 1, "teams": [{"id": "red"}, {"id": "blue"}]}\n')
    out = io.StringIO()
    call_command("replay", str(GOLDEN / "an_ordinary_game.jsonl"), str(auction), stdout=out)
    first, second = map(json.loads, out.getvalue().splitlines())
    assert (first["score"], first["winner"]) == ({"team": 4, "authors": 2}, "team")
    assert second["phase"] == "ready"


def test_refusals_cite_the_regulation() -> None:
    out, err = io.StringIO(), io.StringIO()
    with pytest.raises(SystemExit) as stop:
        call_command("replay", str(GOLDEN / "refused_commands.jsonl"), stdout=out, stderr=err, no_color=True)
    assert stop.value.code == 1
    lines = err.getvalue().splitlines()
    assert len(lines) == len(json.loads(out.getvalue())["refused"])
    assert lines[0] == "line 2: §3.1.3: No question is waiting for a verdict."
    assert (
        "line 20: §3.1.4: The moment has passed: the deciding round is taken right after the team's point 3." in lines
    )
