"""A house with its head, a deputy and a pupil, in the spring of 2026."""

from __future__ import annotations

import datetime

import pytest
from django.utils import timezone

from tournaments.models import Deputy, House, Person, Season, User

NOW = datetime.datetime(2026, 3, 2, 12, 0, tzinfo=datetime.UTC)


@pytest.fixture(autouse=True)
def _at_noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOW)


def account(username: str, first: str = "", last: str = "") -> User:
    return User.objects.create_user(
        username, email=f"{username}@example.org", first_name=first or username.title(), last_name=last
    )


@pytest.fixture
def head(season: Season) -> Person:
    return Person.objects.create(name="Ewa Lis", kind="staff", user=account("ewa", "Ewa", "Lis"))


@pytest.fixture
def jan(db: None) -> Person:
    return Person.objects.create(name="Jan Nowak", kind="staff", user=account("jan", "Jan", "Nowak"))


@pytest.fixture
def house(head: Person) -> House:
    return House.objects.create(name="Sowy", command="sowy", head=head)


@pytest.fixture
def pupil(house: House) -> Person:
    return Person.objects.create(name="Ola Wilk", house=house, user=account("ola"), language="pl")


def stand_in(office: str, principal: User | None, deputy: User | None, hours: float = 24) -> Deputy:
    """The deputy's time began an hour ago."""
    assert principal is not None and deputy is not None
    return Deputy.objects.create(
        office=office,
        principal=principal,
        deputy=deputy,
        starts_at=NOW - datetime.timedelta(hours=1),
        ends_at=NOW + datetime.timedelta(hours=hours),
    )
