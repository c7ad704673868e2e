"""The demo's council: an amendment in force, a clarification, a motion in discussion, another one being voted on."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.utils import timezone

from chgk.models import ClubSeason, Motion
from chgk.rules.council import Choice, Kind
from chgk.rules.regulation import Amended, Change, Wording
from chgk.selectors.council import council_at
from chgk.services.council import move_motion, open_vote, say_word
from chgk.services.council_votes import cast_ballot
from chgk.services.regulation import approve_regulation, clarify, promulgate
from tournaments.models import Person
from tournaments.services.actors import Actor

DEMO = Path(__file__).resolve().parent.parent / "demo" / "council.json"
DAY = datetime.timedelta(days=1)


def plant_council(club: ClubSeason, curator: Actor) -> None:
    """What the season's council has done so far; nothing for a season without captains."""
    entry = json.loads(DEMO.read_text(encoding="utf-8"))
    now = timezone.now()
    people = {
        person.pk: person for person in Person.objects.filter(pk__in=[one.person for one in council_at(club, now)])
    }
    captains = [people[voice.person] for voice in council_at(club, now)]
    if not captains:
        return
    _plant_amendment(entry["amendment"], club, captains, curator, now)
    clarification = entry["clarification"]
    clarify(club_id=club.pk, actor=curator, now=now - 6 * DAY, **clarification)
    _plant_discussion(entry["discussion"], club, captains, curator, now)
    vote = entry["vote"]
    motion = _move(club, captains[0], Kind.OTHER, vote, now - 2 * DAY)
    open_vote(motion_id=motion.pk, closes_at=now + 2 * DAY, actor=_actor(captains[0]), now=now - DAY)
    _cast(motion, captains, vote["votes"], now - DAY)


def _plant_amendment(
    entry: Mapping[str, Any], club: ClubSeason, captains: Sequence[Person], curator: Actor, now: datetime.datetime
) -> None:
    """Adopted, promulgated, and in force for three weeks."""
    approve_regulation(club_id=club.pk, actor=curator, now=now - 40 * DAY)
    texts = {language: Wording(one["title"], one["text"]) for language, one in entry["texts"].items()}
    changes = [Amended(entry["number"], Change.NEW, texts)]
    motion = _move(club, captains[1 % len(captains)], Kind.AMENDMENT, entry, now - 30 * DAY, changes)
    open_vote(motion_id=motion.pk, closes_at=now - 24 * DAY, actor=curator, now=now - 28 * DAY)
    _cast(motion, captains, entry["votes"], now - 26 * DAY)
    day = timezone.localdate(now - 21 * DAY)
    promulgate(motion_id=motion.pk, holds_from=day, actor=curator, now=now - 25 * DAY)


def _plant_discussion(
    entry: Mapping[str, Any], club: ClubSeason, captains: Sequence[Person], curator: Actor, now: datetime.datetime
) -> None:
    motion = _move(club, captains[-1], Kind.OTHER, entry, now - 3 * DAY)
    first, second = entry["words"]
    word = say_word(motion_id=motion.pk, text=first, as_curator=True, actor=curator, command_id="demo-1")
    fields: dict[str, Any] = {"as_curator": False, "actor": _actor(captains[-1]), "command_id": "demo-2"}
    say_word(motion_id=motion.pk, text=second, answers=word.pk, **fields)


def _move(
    club: ClubSeason,
    mover: Person,
    kind: Kind,
    entry: Mapping[str, Any],
    at: datetime.datetime,
    changes: Sequence[Amended] = (),
) -> Motion:
    """The services write down when it was recorded; the demo shows when it would have been."""
    motion = move_motion(
        club_id=club.pk,
        kind=kind,
        title=entry["title"],
        text=entry["text"],
        changes=changes,
        mover=mover,
        actor=_actor(mover),
    )
    Motion.objects.filter(pk=motion.pk).update(moved_at=at)
    return motion


def _cast(motion: Motion, captains: Sequence[Person], votes: Sequence[str], at: datetime.datetime) -> None:
    """In the order of the council; "" is somebody who has not voted, as the one of them who can log in to do it."""
    for person, choice in zip(captains, votes, strict=False):
        if choice:
            cast_ballot(motion_id=motion.pk, person=person, choice=Choice(choice), actor=_actor(person), now=at)


def _actor(person: Person) -> Actor:
    return Actor(key=f"user:{person.user_id}" if person.user_id else "system:demo", role="player", name=str(person))
