"""A screen shown a second time needs what the first one has: the replay draws with the spectators' parts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TEMPLATES = Path(__file__).parent.parent / "templates"


def styles(template: str) -> set[str]:
    """The style sheets that a page asks for, those of the page it extends too."""
    text = (TEMPLATES / template).read_text(encoding="utf-8")
    found = set(re.findall(r"css/([a-z-]+\.css)", text))
    extended = re.search(r'{% extends "([^"]+)" %}', text)
    return found if extended is None else found | styles(extended[1])


@pytest.mark.parametrize("game", ["auction", "chgk"])
def test_the_replay_has_every_style_sheet_of_the_spectators_screen(game: str) -> None:
    assert styles(f"{game}/screens/spectator.html") <= styles(f"{game}/replay.html")
