"""A school whose houses name their teams: heads with accounts, pupils with lessons, calls for both games."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from django.test import Client

from chgk.models import ClubSeason
from tournaments.models import Attendance, House, Lesson, Person, RosterCall, Season, Team, User
from tournaments.rules.engine import Refusal
from tournaments.services.rosters import approve_roster, save_draft, submit_roster

NOW = datetime.datetime(2026, 10, 5, 10, 0, tzinfo=datetime.UTC)
DUE = NOW + datetime.timedelta(days=7)
LESSONS = 10


class School:
    """Houses by their keys; ``pupils("red")`` are five, «red 1» first, all of them at ten lessons but the last."""

    def __init__(self, season: Season, houses: Sequence[str] = ("red", "blue")) -> None:
        self.season = season
        self.host = User.objects.create_user("host", first_name="Ada", email="ada@school.example", is_staff=True)
        self.houses: dict[str, House] = {}
        for position, key in enumerate(houses):
            self._add_house(key, position)
        self._hold_lessons()
        self.auction, self.chgk = (self.call(discipline) for discipline in ("auction", "chgk"))

    def _add_house(self, key: str, position: int) -> None:
        user = User.objects.create_user(f"head_{key}", first_name=f"Head of {key}")
        head = Person.objects.create(name=f"Head {key}", kind="staff", user=user, email=f"{key}@school.example")
        house = House.objects.create(key=key, name=key.title(), command=key, position=position, head=head)
        Person.objects.bulk_create(Person(name=f"{key} {number}", house=house) for number in range(1, 6))
        self.houses[key] = house

    def _hold_lessons(self) -> None:
        day = datetime.date(2026, 9, 1)
        lessons = Lesson.objects.bulk_create(
            Lesson(season=self.season, held_on=day + datetime.timedelta(days=number), subject="Charms")
            for number in range(LESSONS)
        )
        people = list(Person.objects.filter(house__isnull=False))
        Attendance.objects.bulk_create(
            Attendance(lesson=lesson, person=person)
            for person in people
            for lesson in (lessons[1:] if person.name.endswith("5") else lessons)
        )

    def call(self, discipline: str) -> RosterCall:
        """The rosters are due in a week."""
        return RosterCall.objects.create(season=self.season, discipline=discipline, due_at=DUE)

    def pupils(self, key: str, numbers: Iterable[int] = range(1, 6)) -> list[int]:
        """Some of a house's pupils."""
        return [Person.objects.get(name=f"{key} {number}").pk for number in numbers]

    def head(self, key: str) -> User:
        """The account of a house's head."""
        return User.objects.get(username=f"head_{key}")

    def account(self, name: str) -> User:
        """An account for somebody, made on first asking."""
        person = Person.objects.get(name=name)
        if person.user is None:
            person.user = User.objects.create_user(name.replace(" ", "_"), first_name=name)
            person.save()
        return person.user

    def draft(self, call: RosterCall, key: str, people: Sequence[int] | None = None, **more: Any) -> Team:
        """A draft of three, the first one the captain, unless told otherwise."""
        return save_draft(**self._fields(call, key, people, more))

    def submit(self, call: RosterCall, key: str, people: Sequence[int] | None = None, **more: Any) -> Team:
        """The same, handed in."""
        return submit_roster(**self._fields(call, key, people, more))

    def approve(self, call: RosterCall, key: str, people: Sequence[int] | None = None) -> Team:
        """The same, approved."""
        team = self.submit(call, key, people)
        fields = {"call_id": call.pk, "house_id": team.house_id, "revision": team.revision}
        return approve_roster(user=self.host, at=NOW, **fields)

    def _fields(self, call: RosterCall, key: str, people: Sequence[int] | None, more: dict[str, Any]) -> dict[str, Any]:
        chosen = self.pupils(key, (1, 2, 3)) if people is None else list(people)
        team = Team.objects.filter(season=call.season, discipline=call.discipline, house=self.houses[key]).first()
        return {
            "call_id": call.pk,
            "house_id": self.houses[key].pk,
            "people": chosen,
            "captain": chosen[0] if chosen else None,
            "revision": team.revision if team is not None else 0,
            "user": self.head(key),
            "at": NOW,
            **more,
        }

    def curate(self, user: User) -> ClubSeason:
        """The club's season has a curator, and no game yet."""
        return ClubSeason.objects.create(season=self.season, curator=user)


def refused(call: Any, *args: Any, **fields: Any) -> str:
    """The code that a deed is refused with."""
    with pytest.raises(Refusal) as caught:
        call(*args, **fields)
    return caught.value.code


def names(team: Team) -> list[str]:
    """Who is in the team, in its order; the captain with a star."""
    rows = team.members.order_by("position").select_related("person")
    return [f"{row.person.name}{'*' if row.is_captain else ''}" for row in rows]


def visitor(user: User) -> Client:
    """A browser in which somebody has logged in."""
    client = Client()
    client.force_login(user)
    return client


def url(call: RosterCall, key: str = "red", more: str = "") -> str:
    """Where a house's roster is."""
    return f"/rosters/{call.pk}/{key}/{more}"
