"""The demo's people with accounts: heads, two pupils, the host; and an application that waits for a head."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from tournaments.enums import PersonKind
from tournaments.models import Application, House, Person, Season, User

DISCIPLINE = "auction"


def plant_people(people: Mapping[str, Any], season: Season, host: User) -> None:
    """Binds the accounts. All have the host's password, hashed once: hashing is slow on purpose."""
    houses = {house.key: house for house in House.objects.all()}
    for entry in people["houses"]:
        _plant_head(houses[entry["house"]], entry["head"], entry["head_account"], host)
    pupils = [_plant_pupil(houses[entry["house"]], entry, host) for entry in people["pupils"]]
    Person.objects.create(name=people["host"]["name"], kind=PersonKind.STAFF, user=host)
    Application.objects.bulk_create(
        Application(
            season=season,
            discipline=DISCIPLINE,
            house_id=pupil.house_id or 0,
            person=pupil,
            words=entry["words"],
            sent_at=timezone.now() - datetime.timedelta(days=2),
        )
        for pupil, entry in zip(pupils, people["pupils"], strict=True)
        if entry.get("words")
    )


def _plant_head(house: House, name: str, username: str, host: User) -> None:
    head = Person.objects.get(name=name, house=house)
    head.user = _account(username, name, host)
    head.save(update_fields=["user"])


def _plant_pupil(house: House, entry: Mapping[str, Any], host: User) -> Person:
    pupil = Person.objects.get(name=entry["name"], house=house)
    pupil.user, pupil.language = _account(entry["account"], entry["name"], host), entry.get("language", "")
    pupil.save(update_fields=["user", "language"])
    return pupil


def _account(username: str, name: str, host: User) -> User:
    first, _space, last = name.partition(" ")
    address = f"{username}@sowa.example"
    return User.objects.create(
        username=username, first_name=first, last_name=last, email=address, password=host.password
    )
