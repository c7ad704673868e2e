"""What a season may settle about its appeals; an appeal keeps what was settled when it was filed (§1.6.2.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.rules.serial import from_json, to_json

WHEN_ALL = "when_all"  # opened together, once the last of them is there
AT_ONCE = "at_once"  # views: as they are stated; votes: as they stand on the sheet, from one member to the next
STATUS = "status"
STEPS = "steps"

CHOICES: Mapping[str, tuple[str, ...]] = {
    "views_open": (WHEN_ALL, AT_ONCE),
    "votes_open": (WHEN_ALL, AT_ONCE),
    "team_sees": (STATUS, STEPS),
}
FLAGS = ("names_public", "complaint_repeats")


@dataclass(frozen=True, slots=True)
class Settings:
    """Who sees what when, before the ruling is announced; and what the council may do with a complaint.

    ``views_open``, ``votes_open``: when members see each other's (§5.3.2). ``team_sees``: that the appeal is being
    considered, or also how far the jury is. ``names_public``: whether strangers read the members' names.
    ``complaint_repeats``: whether an upheld complaint may have the procedure repeated (§5.4.1 says final).
    """

    views_open: str = WHEN_ALL
    votes_open: str = WHEN_ALL
    team_sees: str = STATUS
    names_public: bool = True
    complaint_repeats: bool = False


def read_settings(data: Mapping[str, Any]) -> Settings:
    """The settings of a season; raises a ValueError that begins with the key of the first wrong value."""
    for key, value in data.items():
        if key in CHOICES:
            if value not in CHOICES[key]:
                raise ValueError(f"{key}: must be {' or '.join(CHOICES[key])}")
        elif key in FLAGS:
            if not isinstance(value, bool):
                raise ValueError(f"{key}: must be true or false")
        else:
            raise ValueError(f"{key}: there is no such setting")
    return from_json(Settings, dict(data))


def differing(settings: Settings) -> dict[str, Any]:
    """Only what differs from the regulation as it is read here."""
    usual = to_json(Settings())
    return {key: value for key, value in to_json(settings).items() if value != usual[key]}
