"""The houses: their names, colours and heads. A house keeps its key, which games and records name it by."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from tournaments.enums import RosterState
from tournaments.models import House, Person, Team
from tournaments.rules.engine import Refusal
from tournaments.rules.names import clean_name, fold_name
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import take_turns, write_lock

LONGEST_NAME = 200
LONGEST_WORD = 50
LONGEST_EMBLEM = 16
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


@dataclass(frozen=True, slots=True)
class HouseFacts:
    """A house as its page shows it. ``head`` is a person's number."""

    name: str
    command: str
    colour: str = "#555555"
    emblem: str = ""
    head: int | None = None


def house_fingerprint(house: House) -> str:
    """Changes with the house, so that a stale page is noticed."""
    facts = json.dumps([house.name, house.command, house.colour, house.emblem, house.head_id])
    return hashlib.sha256(facts.encode()).hexdigest()[:16]


def open_rosters(house: House) -> list[Team]:
    """Teams of the house whose rosters are the head's to finish."""
    teams = Team.objects.filter(house=house).exclude(state=RosterState.APPROVED)
    return list(teams.select_related("season", "house"))


def create_house(*, facts: HouseFacts, actor: Actor) -> House:
    """A new house, the last in their order. Raises :class:`Refusal` for what it cannot be called or look like."""
    with write_lock(), transaction.atomic():
        take_turns("people")
        house = House(position=House.objects.count())
        _fill(house, facts)
        house.save()
        row = _told(house)
        details = {"name_of_row": row.pop("name"), **row}  # ``name`` is in the audit trail who did it
        record_audit(actor=actor, action="create_house", target=f"house:{house.pk}", details=details)
    return house


def change_house(*, house_id: int, facts: HouseFacts, seen: str, actor: Actor) -> House:
    """Changes a house. Games that stand already keep what they say of it; its key never changes.

    A head may be taken away while rosters are open: they stay as they are, the house's desk says that nobody is named,
    and the office acts until somebody is. What is so already changes nothing and is never refused as stale.
    Raises :class:`Refusal` and House.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        take_turns("people")
        house = House.objects.select_for_update().get(pk=house_id)
        is_stale, before = house_fingerprint(house) != seen, _told(house)
        _fill(house, facts)
        after = _told(house)
        changed: dict[str, Any] = {key: [before[key], after[key]] for key in after if before[key] != after[key]}
        if changed and is_stale:
            raise Refusal("", "house_moved_on", {"house": before["name"]})
        if changed:
            house.save()
            if "head" in changed:
                changed["open_rosters"] = [team.pk for team in open_rosters(house)]
            record_audit(actor=actor, action="change_house", target=f"house:{house.pk}", details={"changed": changed})
    return house


def _fill(house: House, facts: HouseFacts) -> None:
    house.name = clean_name(facts.name, LONGEST_NAME)
    twins = House.objects.exclude(pk=house.pk).values_list("name", flat=True)
    if fold_name(house.name) in {fold_name(name) for name in twins}:
        raise Refusal("", "house_name_taken", {"house": house.name})
    command = " ".join(facts.command.split())
    if not any(char.isalnum() for char in command) or len(command) > LONGEST_WORD:
        raise Refusal("", "command_word_missing", {"limit": LONGEST_WORD})
    if not _COLOUR.fullmatch(facts.colour):
        raise Refusal("", "colour_unreadable", {})
    house.command, house.colour = command, facts.colour.lower()
    house.emblem = facts.emblem.strip()[:LONGEST_EMBLEM]
    if facts.head != house.head_id:
        head = None if facts.head is None else Person.objects.filter(pk=facts.head).first()
        if facts.head is not None and (head is None or head.left_at is not None):
            raise Refusal("", "head_not_here", {})
        house.head = head


def _told(house: House) -> dict[str, Any]:
    """The row for the audit trail."""
    facts = {"name": house.name, "command": house.command, "colour": house.colour, "emblem": house.emblem}
    return facts | {"head": house.head_id}
