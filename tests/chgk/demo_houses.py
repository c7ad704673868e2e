"""The demo's four houses without the rest of its auction."""

from __future__ import annotations

import json
from pathlib import Path

from tournaments.models import House

PEOPLE = Path(__file__).resolve().parents[2] / "auction" / "demo" / "people.json"


def make_houses() -> None:
    """As the demo season has them."""
    House.objects.bulk_create(
        House(
            key=entry["house"],
            name=entry["name"],
            command=entry["command"],
            colour=entry["colour"],
            emblem=entry["emblem"],
            position=position,
        )
        for position, entry in enumerate(json.loads(PEOPLE.read_text(encoding="utf-8"))["houses"])
    )
