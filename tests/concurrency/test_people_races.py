"""Two at the same moment: one invitation, one duplicate, one newcomer; each ends as one."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.concurrency.crowd import at_once
from tournaments.models import Attendance, Lesson, MergedPerson, Person, Season, User
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.invitations import (
    InvitationProblem,
    accept_invitation,
    invitation_token,
    invite_person,
    sign_up,
)
from tournaments.services.merging import merge_people
from tournaments.services.people import Facts, create_person

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
OFFICE = Actor(key="user:1", role="host", name="Sekretariat")


def tries(job):
    """What came of it: "done", or why not."""
    try:
        job()
    except InvitationProblem as problem:
        return problem.why
    except Refusal as refusal:
        return refusal.code
    except Person.DoesNotExist:
        return "gone"
    return "done"


def test_one_invitation_binds_one_account():
    person = Person.objects.create(name="Jan Kowalski")
    token = invitation_token(invite_person(person_id=person.pk, actor=OFFICE))
    users = [User.objects.create_user(f"user{number}") for number in range(2)]
    jobs: list[Any] = [partial(accept_invitation, token=token, user=user) for user in users]
    jobs += [partial(sign_up, token=token, username=f"new{number}", password="lantern-7-owl") for number in range(2)]
    assert sorted(at_once([partial(tries, job) for job in jobs])) == ["accepted", "accepted", "accepted", "done"]
    person.refresh_from_db()
    assert person.user is not None and Person.objects.filter(user__isnull=False).count() == 1
    assert User.objects.filter(username__startswith="new").count() == (person.user not in users)


def test_a_duplicate_is_merged_once():
    season = Season.objects.create(name="2026")
    lesson = Lesson.objects.create(season=season, held_on="2026-09-01", subject="x")
    keep, gone = Person.objects.create(name="Jan Kowalski"), Person.objects.create(name="Kowalski Jan")
    Attendance.objects.create(lesson=lesson, person=gone)
    there, back = (
        partial(merge_people, keep_id=keep.pk, gone_id=gone.pk, actor=OFFICE),
        partial(merge_people, keep_id=gone.pk, gone_id=keep.pk, actor=OFFICE),
    )
    assert sorted(at_once([partial(tries, job) for job in (there, back, there)])) == ["done", "gone", "gone"]
    assert Person.objects.count() == 1 == MergedPerson.objects.count()
    assert Attendance.objects.get().person == Person.objects.get()


def test_two_who_add_the_same_person_add_one():
    jobs = [partial(create_person, facts=Facts("Jan Kowalski"), actor=OFFICE)] * 3
    assert sorted(at_once([partial(tries, job) for job in jobs])) == ["alike_people", "alike_people", "done"]
    assert Person.objects.count() == 1
