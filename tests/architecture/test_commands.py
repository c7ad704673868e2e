"""Every management command says what it does, and is found in the documentation."""

from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

ROOT = Path(__file__).resolve().parent.parent.parent
OURS = sorted(name for name, app in get_commands().items() if app in ("tournaments", "auction", "chgk", "config"))


@pytest.mark.parametrize("name", OURS)
def test_a_command_is_documented(name):
    command = load_command_class(get_commands()[name], name)
    assert len(command.help) > 20 and type(command).__doc__
    documents = [*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md")]
    assert any(f"manage.py {name}" in document.read_text() for document in documents), f"docs say nothing about {name}"


def test_there_are_commands():
    assert "check_games" in OURS
