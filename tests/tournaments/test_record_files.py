"""The commands that take records, as a shell uses them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

RECORD = '{"record": "auction", "version": 1, "teams": [{"id": "red"}, {"id": "blue"}]}\n'
ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize("command", ["replay", "verify_draws"])
def test_a_reader_who_has_seen_enough_ends_it_quietly(command: str, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(RECORD)
    many = [str(path)] * 3000  # more than a pipe holds
    process = subprocess.Popen(
        [sys.executable, "manage.py", command, *many], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    with process:
        assert process.stdout.readline().startswith(b"{")
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 128 + 13
