"""A council of captains for tests: the season of four teams, each captain with an account."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any

from chgk.models import ClubSeason, Motion, MotionRound
from chgk.rules.council import Choice, Kind
from chgk.rules.regulation import LANGUAGES, Amended, Change, Wording
from chgk.services.council import move_motion, open_vote
from chgk.services.council_votes import cast_ballot
from tests.club_seasons import HOUSES, curator_of, make_club
from tests.playing import NOW
from tournaments.models import Person, Season, TeamMember, User
from tournaments.services.actors import Actor

SIGNS = {"+": Choice.FOR, "-": Choice.AGAINST, "0": Choice.ABSTAINED}
DAY = datetime.timedelta(days=1)
CLOSES = NOW + 3 * DAY


@dataclass
class Council:
    """Captains in the order of the houses, and the curator."""

    club: ClubSeason
    curator_user: User
    curator: Actor
    captains: list[Person]

    def actor(self, person: Person) -> Actor:
        return Actor(key=f"user:{person.user_id}", role="player", name=person.name)

    def move(self, kind: Kind = Kind.OTHER, mover: Person | None = None, **more: Any) -> Motion:
        fields: dict[str, Any] = {"title": "Играть при свечах", "mover": mover, **more}
        actor = self.curator if mover is None else self.actor(mover)
        return move_motion(club_id=self.club.pk, kind=kind, actor=actor, **fields)

    def amend(self, text: str = "Время на обсуждение: 90 секунд.", number: str = "3.1.5") -> Motion:
        wording = {language: Wording("Time", f"{text} {language}") for language in LANGUAGES}
        change = Change.CHANGED if number == "3.1.5" else Change.NEW
        return self.move(Kind.AMENDMENT, self.captains[0], changes=[Amended(number, change, wording)])

    def open(self, motion: Motion, now: datetime.datetime = NOW) -> MotionRound:
        return open_vote(motion_id=motion.pk, closes_at=now + 3 * DAY, actor=self.curator, now=now)

    def vote(self, motion: Motion, signs: str, now: datetime.datetime = NOW) -> Motion:
        """+ in favour, - against, 0 abstained, . absent; one a captain."""
        for person, sign in zip(self.captains, signs, strict=False):
            if sign in SIGNS:
                actor = self.actor(person)
                cast_ballot(motion_id=motion.pk, person=person, choice=SIGNS[sign], actor=actor, now=now)
        return Motion.objects.get(pk=motion.pk)


def make_council(season: Season, host_user: User, teams: int = 4) -> Council:
    """Owls, lions, snakes, badgers."""
    User.objects.filter(pk=host_user.pk).update(email="curator@example.org")
    club = make_club(season, host_user, teams=teams)
    captains = []
    for key in HOUSES[:teams]:
        member = TeamMember.objects.get(team__house__key=key, team__season=season, is_captain=True)
        user = User.objects.create(username=f"captain-{key}", password="!")
        member.person.user, member.person.email = user, f"{key}@example.org"
        member.person.save(update_fields=["user", "email"])
        captains.append(member.person)
    return Council(club, host_user, curator_of(host_user), captains)
