"""Juries and complaints before the council of captains: its ballots decide, or a meeting that is recorded by hand."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from appeals.models import Appeal, CouncilVote, Jury
from appeals.rules.state import Kind
from appeals.selectors.folds import read_state
from appeals.services.complaints import make_complaint, record_finding
from chgk.models import CouncilBallot, Motion
from chgk.rules.council import Choice
from chgk.services.council import open_vote
from chgk.services.council_votes import cast_ballot
from chgk.services.regulation import decide_priority
from tests.appeals.evening import LATER, Evening, make_person
from tests.playing import NOW
from tournaments.models import Person, TeamMember
from tournaments.rules.engine import Refusal
from tournaments.rules.votes import Count
from tournaments.services.actors import Actor

pytestmark = pytest.mark.django_db
SIGNS = {"+": Choice.FOR, "-": Choice.AGAINST, "0": Choice.ABSTAINED}


def captains(evening: Evening) -> list[Person]:
    rows = TeamMember.objects.filter(season=evening.season, is_captain=True).select_related("person")
    return [row.person for row in rows.order_by("pk")]


def vote(evening: Evening, motion: Motion, signs: str) -> Motion:
    now = motion.rounds.get(closed_at=None).opened_at
    for person, sign in zip(captains(evening), signs, strict=True):
        if sign in SIGNS:
            actor = Actor(key=f"user:{person.user_id}", role="player", name=person.name)
            cast_ballot(motion_id=motion.pk, person=person, choice=SIGNS[sign], actor=actor, now=now)
    motion.refresh_from_db()
    return motion


def code_of(call: object) -> str:
    with pytest.raises(Refusal) as refusal:
        call()  # type: ignore[operator]
    return refusal.value.code


def test_a_proposed_jury_is_voted_on_at_once_and_takes_its_seats(evening: Evening) -> None:
    row = evening.receive(evening.file())
    jury = evening.jury(confirmed=False)
    motion = Motion.objects.get(subject=f"jury:{jury.pk}")
    assert motion.state == Motion.State.VOTE and motion.title == "Ada, Bea, Cyryl"
    vote(evening, motion, "++-+")
    jury.refresh_from_db()
    row.refresh_from_db()
    assert jury.state == "confirmed" and row.phase == "speaking"
    kept = CouncilVote.objects.get(jury=jury)
    assert (kept.composition, kept.in_favour, kept.decision) == (4, 3, "adopted")


def test_another_proposal_or_a_meeting_breaks_the_vote_off(evening: Evening) -> None:
    first = evening.jury(confirmed=False)
    old = Motion.objects.get(subject=f"jury:{first.pk}")
    vote(evening, old, "+-..")
    second = evening.jury(confirmed=False, people=[make_person(name) for name in ("Dag", "Ewa", "Fil")])
    old.refresh_from_db()
    assert old.state == Motion.State.WITHDRAWN and not CouncilBallot.objects.exclude(choice="").exists()
    motion = Motion.objects.get(subject=f"jury:{second.pk}")
    evening.council(second, "++.+")
    motion.refresh_from_db()
    second.refresh_from_db()
    assert motion.state == Motion.State.ADOPTED and second.state == "confirmed"
    assert motion.rounds.get().decision == "" and Jury.objects.get(pk=first.pk).state == "replaced"
    other = evening.jury(confirmed=False, reason="болезнь")
    rejected = vote(evening, Motion.objects.get(subject=f"jury:{other.pk}"), "--+-")
    other.refresh_from_db()
    assert rejected.state == Motion.State.REJECTED and other.state == "rejected"


def complained(evening: Evening) -> tuple[Appeal, Motion]:
    row = evening.announce(evening.considered("DDA", kind=Kind.REMOVE))
    person = make_person("Gal")
    make_complaint(
        appeal_id=row.pk, person=person, text="Жюри не читало.", on_procedure=True, actor=evening.actor(person),
        now=LATER,
    )  # fmt: skip
    return row, Motion.objects.get(subject=f"complaint:{row.pk}:1")


def readers(evening: Evening, motion: Motion) -> list[int]:
    """What a stranger, a juror, whoever complained, a captain and the curator get of the motion's page."""
    users = [None, evening.jurors[0].user, Person.objects.get(name="Gal").user, evening.captain.user]
    found = []
    for user in (*users, evening.curator_user):
        client = Client()
        if user is not None:
            client.force_login(user)
        found.append(client.get(reverse("chgk:motion", args=[motion.pk])).status_code)
        listed = "Жюри не читало." in client.get(reverse("chgk:council", args=[evening.club.pk])).text
        assert listed is (found[-1] == 200)
    return found


def test_the_finding_follows_from_the_councils_ballots(evening: Evening) -> None:
    row, motion = complained(evening)
    assert motion.state == Motion.State.DISCUSSION and motion.text == "Жюри не читало."
    finding = {"appeal_id": row.pk, "number": 1, "finding": "Так и было.", "actor": evening.curator}
    assert code_of(lambda: record_finding(**finding)) == "council_to_vote"  # type: ignore[arg-type]
    assert readers(evening, motion) == [404, 404, 404, 200, 200]
    open_vote(motion_id=motion.pk, closes_at=LATER.replace(year=LATER.year, day=LATER.day + 1), actor=evening.curator,
              now=LATER)  # fmt: skip
    vote(evening, motion, "+++-")
    assert readers(evening, motion) == [404, 404, 404, 200, 200]  # the finding is not written down yet
    curator = Client()
    curator.force_login(evening.curator_user)
    page = curator.get(reverse("appeals:appeal", args=[row.pk])).text
    assert "Write down what the council found" in page and 'name="in_favour"' not in page
    address = reverse("appeals:deed", args=[row.pk, "finding"])
    response = curator.post(address, {"number": "1", "finding": "Так и было.", "in_favour": "0", "command_id": "x"})
    assert response.status_code == 302
    found = read_state(Appeal.objects.get(pk=row.pk)).complaints[0].finding
    assert found is not None and found.upheld and (found.in_favour, found.composition) == (3, 4)
    motion.refresh_from_db()
    assert motion.note == "Так и было." and readers(evening, motion) == [200] * 5


def test_a_meeting_in_a_room_is_recorded_instead(evening: Evening) -> None:
    row, motion = complained(evening)
    record_finding(appeal_id=row.pk, number=1, count=Count(4, 1, 3), finding="Нет.", actor=evening.curator, now=LATER)
    motion.refresh_from_db()
    assert motion.state == Motion.State.REJECTED and "1/4" in motion.note


def test_an_announced_ruling_is_out_of_the_curators_reach(evening: Evening) -> None:
    row = evening.announce(evening.considered())
    fields = {"club_id": evening.club.pk, "text": "Пересмотреть.", "reason": "важно", "actor": evening.curator}
    assert code_of(lambda: decide_priority(scope=f"appeal:{row.pk}", now=NOW, **fields)) == "ruling_is_final"  # type: ignore[arg-type]
    pending = evening.receive(evening.file(2))
    kept = decide_priority(scope=f"appeal:{pending.pk}", now=NOW, **fields)  # type: ignore[arg-type]
    assert kept.matter == "Appeal 2"
