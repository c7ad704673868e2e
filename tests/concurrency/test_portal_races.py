"""Two tabs in one moment: one application, one answer, one deputy."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from tests.concurrency.crowd import at_once
from tournaments.models import Application, Deputy, House, Letter, Person, Season, User
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.applications import accept_application, apply_for_team, decline_application
from tournaments.services.deputies import name_deputy

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

EWA = Actor(key="user:1", role="host", name="Ewa")


@pytest.fixture
def pupil(season: Season) -> Person:
    user = User.objects.create_user("ewa", email="ewa@example.org")
    house = House.objects.create(name="Sowy", command="s", head=Person.objects.create(name="Ewa", user=user))
    return Person.objects.create(name="Ola Wilk", house=house, email="ola@example.org")


def told(job: Callable[[], Any]) -> str:
    try:
        job()
    except Refusal as refusal:
        return refusal.code
    return ""


def test_of_two_applications_at_once_one_is_sent(pupil: Person, season: Season) -> None:
    facts: dict[str, Any] = {"person_id": pupil.pk, "season_id": season.pk, "discipline": "auction", "actor": EWA}
    jobs = [partial(told, partial(apply_for_team, words=words, **facts)) for words in ("jeden", "dwa")]
    assert sorted(at_once(jobs)) == ["", "application_there"]
    assert Application.objects.count() == 1 == Letter.objects.count()


def test_of_two_answers_at_once_one_counts(pupil: Person, season: Season) -> None:
    row = Application.objects.create(season=season, discipline="auction", house_id=pupil.house_id or 0, person=pupil)
    accept = partial(accept_application, application_id=row.pk, actor=EWA)
    decline = partial(decline_application, application_id=row.pk, reason="Komplet", actor=EWA)
    assert sorted(at_once([partial(told, accept), partial(told, decline)])) == ["", "application_decided"]
    row.refresh_from_db()
    assert Letter.objects.count() == 1 and (row.state == "declined") == bool(row.reason)


def test_of_two_like_deputies_at_once_there_is_one(pupil: Person) -> None:
    jan = User.objects.create_user("jan")
    Person.objects.create(name="Jan", kind="staff", user=jan)
    now = timezone.now()
    times: dict[str, Any] = {"starts_at": now, "ends_at": now + datetime.timedelta(days=1)}
    head = User.objects.get(username="ewa")
    jobs = [partial(told, partial(name_deputy, office="head", principal=head, deputy=jan, **times))] * 2
    assert at_once(jobs) == ["", ""] and Deputy.objects.count() == 1
