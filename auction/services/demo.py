"""The demo season: four houses, invented people, a bank of questions in Polish, a game ready to start."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management.color import no_style
from django.db import connection, transaction

from auction.services.bank import import_bank
from auction.services.boxes import seal_box
from auction.services.demo_people import plant_people
from auction.services.games import create_game
from auction.services.settings import save_settings
from tournaments.enums import PersonKind
from tournaments.models import House, LiveGame, Person, Season, Team, TeamMember, User
from tournaments.services.actors import Actor
from tournaments.services.demo_register import plant_register
from tournaments.services.demo_rosters import plant_rosters
from tournaments.services.demo_seasons import demo_apps, plant_demos
from tournaments.services.locks import write_lock

DEMO = Path(__file__).resolve().parent.parent / "demo"
DEMO_PASSWORD = "sowa-demo"  # noqa: S105 - printed by `make run`; seeded only with SOWA_DEMO
DEMO_ADMIN = "admin"
CONSENT: dict[str, Any] = {"consented_at": datetime.date(2025, 9, 1), "consent_by": "Sekretariat"}


class NotADemo(RuntimeError):
    """The demo season is seeded and reset only where SOWA_DEMO is set."""


def seed_demo() -> LiveGame:
    """Fills an empty database with the demo season and returns its game."""
    _only_in_a_demo()
    people = json.loads((DEMO / "people.json").read_text(encoding="utf-8"))
    with write_lock(), transaction.atomic():
        import_bank(json.loads((DEMO / "bank.json").read_text(encoding="utf-8")))
        season = Season.objects.create(name=people["season"], is_current=True)
        teams = [_seed_house(season, position, house) for position, house in enumerate(people["houses"])]
        for team, house in zip(teams, people["houses"], strict=True):
            Person.objects.bulk_create(_pupil(name, team.house) for name in house["reserves"])
        host = _seed_accounts(people["host"])
    game = create_game(season=season, teams=teams, title=f"Awantura o Punkty · {season.name}", host=host)
    actor = Actor(key=f"user:{host.pk}", role="host", name=str(people["host"]["name"]))
    save_settings(game_id=game.pk, rules={}, settings={}, special=people["special"], actor=actor)
    seal_box(game_id=game.pk, number=1, contents=people["box"], actor=actor)
    plant_demos(season, host)
    houses = {house.key: house for house in House.objects.all()}
    Person.objects.bulk_create(
        Person(name=entry["name"], house=houses[entry["house"]]) for entry in people["without_consent"]
    )
    plant_people(people, season, host)
    _seed_register(season, people["register"])
    plant_rosters(season, people["next_season"], host)
    return LiveGame.objects.get(pk=game.pk)


def is_seeded() -> bool:
    """Whether there is a game already; then `make run` keeps what is there."""
    return LiveGame.objects.exists()


def reset_demo() -> LiveGame:
    """Empties every table of ours and seeds the demo season anew."""
    _only_in_a_demo()
    ours = [
        model for label in ("auction", "tournaments", *demo_apps()) for model in apps.get_app_config(label).get_models()
    ]
    tables = [connection.ops.quote_name(model._meta.db_table) for model in ours]
    tables += [
        connection.ops.quote_name(field.m2m_db_table()) for model in ours for field in model._meta.local_many_to_many
    ]
    with write_lock():
        _empty(tables, [{"table": model._meta.db_table, "column": None} for model in ours])
    return seed_demo()


def _seed_house(season: Season, position: int, entry: dict[str, Any]) -> Team:
    house = House.objects.create(
        key=entry["house"],
        name=entry["name"],
        command=entry["command"],
        colour=entry["colour"],
        emblem=entry["emblem"],
        position=position,
    )
    house.head = Person.objects.create(name=entry["head"], house=house, kind=PersonKind.STAFF)
    house.save(update_fields=["head"])
    team = Team.objects.create(discipline="auction", season=season, house=house)
    for place, name in enumerate([entry["captain"], *entry["players"]]):
        person = _pupil(name, house)
        person.save()
        TeamMember.objects.create(team=team, person=person, is_captain=place == 0, position=place)
    return team


def _pupil(name: str, house: House) -> Person:
    """A pupil whose parents agreed to the full name when the season began."""
    return Person(name=name, house=house, **CONSENT)


def _seed_register(season: Season, entry: dict[str, Any]) -> None:
    """Last: the numbers of everybody else stay what they are without it."""
    first, _space, last = entry["teacher"].partition(" ")
    account = User.objects.create_user(entry["account"], password=DEMO_PASSWORD, first_name=first, last_name=last)
    plant_register(season, newcomers=entry["newcomers"], teacher=entry["teacher"], account=account)


def _seed_accounts(entry: dict[str, Any]) -> User:
    first, _space, last = entry["name"].partition(" ")
    host: User = User.objects.create_user(entry["username"], password=DEMO_PASSWORD, first_name=first, last_name=last)
    User.objects.create_superuser(DEMO_ADMIN, password=DEMO_PASSWORD)
    return host


def _empty(tables: list[str], ours: list[dict[str, str | None]]) -> None:
    """All rows of all tables at once: the log refuses to be deleted row by row, as it should. Numbers start anew."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"TRUNCATE {', '.join(tables)} RESTART IDENTITY CASCADE")
            return
        cursor.execute("PRAGMA foreign_keys=OFF")
        try:
            with transaction.atomic():
                for table in tables:
                    cursor.execute(f"DELETE FROM {table}")  # noqa: S608 - names of our own tables
                for statement in connection.ops.sequence_reset_by_name_sql(no_style(), ours):
                    cursor.execute(statement)
        finally:
            cursor.execute("PRAGMA foreign_keys=ON")


def _only_in_a_demo() -> None:
    if not settings.SOWA_DEMO:
        raise NotADemo("SOWA_DEMO is not set")
