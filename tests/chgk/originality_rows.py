"""Rows for the doors of originality, made without the services."""

from __future__ import annotations

from typing import Any

from chgk.models import (
    Likeness,
    OriginalityClaim,
    Package,
    Question,
    ReferenceCollection,
    ReferenceFile,
    ReferenceQuestion,
)
from tournaments.models import Person, Season


def originality_rows(season: Season, editor: Person) -> dict[str, Any]:
    """The editor's package; one question is like one of a collection, another is claimed to be old."""
    package = Package.objects.create(title="Bank", season=season, editor=editor)
    question = Question.objects.create(package=package, number=1, text="Which bird?", answer="An owl")
    collection = ReferenceCollection.objects.create(name="Old")
    file = ReferenceFile.objects.create(collection=collection, path="old.txt", digest="x")
    reference = ReferenceQuestion.objects.create(file=file, text="Which bird?", stems="bird")
    likeness = Likeness.objects.create(question=question, like_reference=reference, similarity=90)
    other = Question.objects.create(package=package, number=2, text="Which tree?", answer="An oak")
    claim = OriginalityClaim.objects.create(question=other, number=2, claimant=editor, words="asked before")
    return {
        "alike_package": package.pk,
        "alike_question": question.pk,
        "likeness": likeness.pk,
        "originality_claim": claim.pk,
    }
