"""Who there is in the table of permissions, and what a row of it says."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

OFFICE = {"host", "other_host", "staff", "superuser"}
STAFF = {"staff", "superuser"}
ACCOUNTS = {*OFFICE, "head", "pupil"}
SEATS = {"captain", "player", "host_seat", "elsewhere"}
EVERYBODY = {"nobody", *ACCOUNTS, *SEATS}
KEEPERS = {"staff", "superuser", "head"}  # of the class register; this head is on the school's staff
HOSTS = {"host", "superuser", "host_seat"}
IN_THE_GAME = {*HOSTS, "captain", "player"}
NOBODY: set[str] = set()


@dataclass(frozen=True)
class Row:
    """Who may, at an address; ``args`` for reverse(), as names of what the fixture made, ``@name`` in ``fields``."""

    get: set[str]
    post: set[str]
    args: dict[str, str] = field(default_factory=dict)
    fields: dict[str, Any] = field(default_factory=dict)
