"""The demo's appeals: a jury that the council has confirmed, one appeal denied, one that waits for its last member."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.contrib.auth.hashers import make_password
from django.utils import timezone

from appeals.enums import CouncilChoice
from appeals.models import Appeal
from appeals.rules.state import Choice, Kind
from appeals.selectors.juries import council_of
from appeals.services.considering import cast_vote, confirm_reading, state_view
from appeals.services.drafts import start_draft
from appeals.services.filing import file_appeal, receive_appeal
from appeals.services.juries import compose_jury, record_council_vote
from appeals.services.rulings import announce_ruling
from chgk.models import ClubSeason, Fixture, Motion
from tournaments.models import Person, Season, User
from tournaments.services.actors import Actor

DEMO = Path(__file__).resolve().parent.parent / "demo" / "appeals.json"
DEMO_PASSWORD = "sowa-demo"  # noqa: S105 - seeded only with SOWA_DEMO


def plant(season: Season, host: User) -> None:
    """Appeals on the season's first game; nothing where the club or one of the people is missing."""
    entry = json.loads(DEMO.read_text(encoding="utf-8"))
    club = ClubSeason.objects.filter(season=season).first()
    people = {person.name: person for person in Person.objects.filter(name__in=[*entry["jury"], entry["captain"]])}
    if club is None or len(people) < len(entry["jury"]) + 1:
        return
    fixture = club.fixtures.select_related("game").get(number=1)
    curator = Actor(key=f"user:{host.pk}", role="host", name=host.get_full_name() or host.get_username())
    _give_accounts({entry["jury"][name]: people[name] for name in entry["jury"]})
    _give_accounts({entry["account"]: people[entry["captain"]]})
    jury = [people[name] for name in entry["jury"]]
    proposed = compose_jury(club_id=club.pk, people=jury, actor=curator)
    played = fixture.planned_at or timezone.now()
    voices = dict.fromkeys([team.pk for team in council_of(club)], CouncilChoice.FOR)
    record_council_vote(
        jury_id=proposed.pk, voices=voices, held_on=timezone.localdate(played), actor=curator, now=played
    )
    Motion.objects.filter(subject=f"jury:{proposed.pk}").update(moved_at=played - _days(2))
    for each in entry["appeals"]:
        _plant_appeal(each, fixture, people[entry["captain"]], jury, curator)


def _plant_appeal(
    entry: Mapping[str, Any], fixture: Fixture, captain: Person, jury: Sequence[Person], curator: Actor
) -> Appeal:
    """Filed, received, and as far as the demo has it. ``ago``: days, else counted from the game."""
    begun = fixture.planned_at or timezone.now()
    now = begun + datetime.timedelta(days=2) if "ago" not in entry else timezone.now() - _days(entry["ago"])
    actor = Actor(key=f"user:{captain.user_id}", role="player", name=str(captain))
    row = start_draft(
        game_id=fixture.game_id or 0,
        question=entry["question"],
        kind=Kind(entry["kind"]),
        content=entry,
        captain=captain,
        author=captain.user,
        actor=actor,
    )
    file_appeal(appeal_id=row.pk, actor=actor, now=now)
    row = receive_appeal(appeal_id=row.pk, actor=curator, now=now + _days(1))
    for person, step in zip(jury, entry["jury"], strict=False):
        who: dict[str, Any] = {
            "juror": f"p{person.pk}",
            "actor": Actor(f"user:{person.user_id}", "player", name=str(person)),
        }
        confirm_reading(appeal_id=row.pk, now=now + _days(1), **who)
        row = state_view(appeal_id=row.pk, text=step["view"], now=now + _days(1), **who)
    for person, step in zip(jury, entry["jury"], strict=False):
        if "vote" in step:
            who = {"juror": f"p{person.pk}", "actor": Actor(f"user:{person.user_id}", "player", name=str(person))}
            row = cast_vote(appeal_id=row.pk, choice=Choice(step["vote"]), now=now + _days(1), **who)
    if entry.get("announced"):
        row = announce_ruling(appeal_id=row.pk, actor=curator, now=now + _days(2))
    return row


def _give_accounts(people: Mapping[str, Person]) -> None:
    password = make_password(DEMO_PASSWORD)
    for name, person in people.items():
        person.user = User.objects.create(username=name, password=password, first_name=str(person))
        person.save(update_fields=["user"])


def _days(count: float) -> datetime.timedelta:
    return datetime.timedelta(days=count)
