"""At once around rosters: one player for two teams, two tabs, a guest who joins and is taken, approval and recall."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.concurrency.crowd import at_once
from tests.rosters import NOW, School
from tournaments.models import Person, Season, Team, TeamMember
from tournaments.rules.engine import Refusal
from tournaments.services.guests import answer_invitation, invite_guest
from tournaments.services.rosters import approve_roster, recall_roster

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


@pytest.fixture
def school(season: Season) -> School:
    return School(season)


def outcome(deed: Callable[..., Any], *args: Any, **fields: Any) -> str:
    """The code that the deed was refused with, or «done»."""
    try:
        deed(*args, **fields)
    except Refusal as refusal:
        return refusal.code
    return "done"


def test_a_player_whom_two_heads_put_down_ends_on_one_roster(school: School) -> None:
    """The head of both houses at once, say: of each house's roster the other one's is «another team»."""
    shared = Person.objects.get(name="Head red")
    school.houses["blue"].head = shared
    school.houses["blue"].save()
    user = school.head("red")
    for _round in range(5):
        Team.objects.all().delete()
        jobs = [
            partial(outcome, school.draft, school.chgk, key, [shared.pk, *school.pupils(key, (1, 2))], user=user)
            for key in ("red", "blue")
        ]
        assert sorted(at_once(jobs)) == ["cannot_stand_here", "done"]
        assert TeamMember.objects.filter(person=shared).count() == 1


def test_of_two_tabs_one_is_told_that_the_roster_moved_on(school: School) -> None:
    for _round in range(5):
        Team.objects.all().delete()
        jobs = [
            partial(outcome, school.draft, school.auction, "red", school.pupils("red", numbers), revision=0)
            for numbers in ((1, 2, 3), (2, 3, 4))
        ]
        assert sorted(at_once(jobs)) == ["done", "roster_moved_on"]
        assert Team.objects.get().revision == 1 and TeamMember.objects.count() == 3


def test_a_guest_joins_or_is_taken_by_the_own_house(school: School) -> None:
    captain, guest = school.account("red 1"), Person.objects.get(name="blue 1")
    for _round in range(5):
        Team.objects.all().delete()
        team = school.draft(school.chgk, "red")
        row = invite_guest(
            call_id=school.chgk.pk,
            house_id=team.house_id,
            person_id=guest.pk,
            words="",
            user=captain,
            at=NOW,
        )
        jobs = [
            partial(outcome, answer_invitation, invitation_id=row.pk, accept=True, at=NOW),
            partial(outcome, school.draft, school.chgk, "blue"),
        ]
        joined, taken = at_once(jobs)
        assert (joined, taken) in {("done", "cannot_stand_here"), ("guest_taken", "done")}
        assert TeamMember.objects.filter(person=guest).count() == 1


def test_a_roster_is_approved_or_taken_back(school: School) -> None:
    for _round in range(5):
        Team.objects.all().delete()
        team = school.submit(school.auction, "red")
        fields: dict[str, Any] = {"call_id": school.auction.pk, "house_id": team.house_id, "at": NOW}
        jobs = [
            partial(outcome, approve_roster, **fields, revision=team.revision, user=school.host),
            partial(outcome, recall_roster, **fields, user=school.head("red")),
        ]
        approved, recalled = at_once(jobs)
        assert (approved, recalled) in {("done", "roster_approved"), ("roster_not_submitted", "done")}
        assert Team.objects.get().state == ("approved" if approved == "done" else "draft")
