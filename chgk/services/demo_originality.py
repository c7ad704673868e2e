"""The demo's originality: a small reference collection, a draft that is like one of its questions, a claim decided."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from chgk.models import ClubSeason, Package, Question, ReferenceCollection
from chgk.services.claims import decide_claim, make_claim
from chgk.services.originality import compare_all
from chgk.services.reference import count_stems, import_file
from tournaments.models import Person, Season, TeamMember, User
from tournaments.rules.citations import Internet
from tournaments.services.actors import Actor

DEMO = Path(__file__).resolve().parent.parent / "demo"


def plant_originality(season: Season, host: User) -> None:
    """After the club's own part; nothing where its season or a roster is missing."""
    club = ClubSeason.objects.filter(season=season).first()
    author = _author(season)
    if club is None or author is None:
        return
    entry = json.loads((DEMO / "originality.json").read_text(encoding="utf-8"))
    collection = ReferenceCollection.objects.create(name=entry["collection"])
    import_file(collection, DEMO / "reference.txt", "reference.txt")
    count_stems()
    package = Package.objects.create(title=entry["package"], season=season, editor=author)
    Question.objects.bulk_create(
        Question(package=package, written_by=author, authors=author.name, **each) for each in entry["questions"]
    )
    compare_all(Question.objects.order_by("pk"))
    _claim(entry["claim"], author, host)


def _claim(entry: dict[str, Any], claimant: Person, host: User) -> None:
    """On a question that was played; the curator has declined it."""
    asked = Question.objects.filter(answer=entry["answer"], package__game__finished_at__isnull=False).first()
    if asked is None:
        return
    who = Actor(
        key=f"user:{claimant.user_id}" if claimant.user_id else "system:demo", role="player", name=claimant.name
    )
    claim = make_claim(
        question_id=asked.pk, claimant=claimant, words=entry["words"], citations=[Internet(entry["source"])], actor=who
    )
    curator = Actor(key=f"user:{host.pk}", role="host", name=host.get_full_name() or host.get_username())
    decide_claim(claim_id=claim.pk, granted=False, reason=entry["reason"], actor=curator)


def _author(season: Season) -> Person | None:
    """The captain of the first team of the club."""
    members = TeamMember.objects.filter(team__season=season, team__discipline="chgk", is_captain=True)
    first = members.select_related("person").order_by("team__pk").first()
    return None if first is None else first.person
