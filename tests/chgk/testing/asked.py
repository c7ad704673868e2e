"""A package that somebody was asked to test, made without the services: for tests of doors, not of the procedure."""

from __future__ import annotations

import datetime
from typing import Any

from chgk.models import (
    BlindAnswer,
    ClubSeason,
    Package,
    Proposal,
    Question,
    QuestionImage,
    TestAssignment,
    Tester,
)
from tests.playing import NOW
from tournaments.models import Person, Season, User


def asked_package(*, editor: Person | None, tester: Person, club_id: int) -> dict[str, int]:
    """In a season without teams, the question opened; the tester offers to test for the season ``club_id``, too."""
    season = Season.objects.create(name="free")
    package = Package.objects.create(title="tested", season=season, state="testing", editor=editor)
    long_ago = NOW - datetime.timedelta(days=900)  # the newest season stays the one that it was
    club = ClubSeason.objects.create(
        season=season, curator=User.objects.create(username="curator"), opened_at=long_ago, closed_at=long_ago
    )
    Tester.objects.create(club=club, person=tester, state="approved")
    question = Question.objects.create(package=package, number=1, text="?", answer="!")
    TestAssignment.objects.create(package=package, person=tester)
    BlindAnswer.objects.create(question=question, person=tester, digest="x")
    picture: dict[str, Any] = {"name": "x", "media_type": "image/png", "width": 1, "height": 1, "data": b"x"}
    proposed = Proposal.objects.create(question=question, person=tester, part="text", before="?", after="??")
    return {
        "tested": package.pk,
        "tested_question": question.pk,
        "test_picture": QuestionImage.objects.create(question=question, **picture).pk,
        "test_proposal": proposed.pk,
        "tester": Tester.objects.create(club_id=club_id, person=tester).pk,
    }
