"""What git tracks is the project and nothing around it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.skipif(shutil.which("git") is None or not (ROOT / ".git").exists(), reason="no checkout")
def test_the_environment_is_not_tracked() -> None:
    listed = subprocess.run(["git", "ls-files", ".venv", "var"], cwd=ROOT, capture_output=True, text=True, check=True)
    # Merged into a checkout, a tracked link of this name replaces the environment there: `git rm --cached .venv`.
    assert listed.stdout.splitlines() == []
