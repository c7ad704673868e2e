"""Whole games, computed by hand: each record explains its numbers and ends with the state that it expects."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from auction.rules.record import replay_lines

RECORDS = sorted((Path(__file__).parent / "golden").glob("*.jsonl"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_golden_record(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    expected = json.loads(lines[-1])
    assert expected["do"] == "x-expect"
    assert replay_lines(lines).state == expected["state"]
