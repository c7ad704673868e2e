"""Appeals for tests of the services: a season with a played game, its captain, a curator and three jurors."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from typing import Any

from appeals.enums import CouncilChoice
from appeals.models import Appeal, Jury
from appeals.rules.state import Choice, Kind
from appeals.selectors.juries import council_of
from appeals.selectors.questions import read_asked
from appeals.services.complaints import make_complaint, record_finding
from appeals.services.considering import cast_vote, confirm_reading, state_view
from appeals.services.drafts import start_draft
from appeals.services.filing import file_appeal, receive_appeal
from appeals.services.juries import compose_jury, record_council_vote
from appeals.services.rulings import announce_ruling, decide_appeal
from chgk.models import ClubSeason
from tests.club_seasons import curator_of, fixture_of, make_club, play_fixture
from tests.playing import NOW
from tournaments.models import LiveGame, Person, Season, User
from tournaments.rules.votes import Count
from tournaments.services.actors import Actor

CHOICES = {"A": Choice.AGREE, "D": Choice.DISAGREE, "-": Choice.ABSTAIN}
CONTENT = {
    "reasoning": "Это один и тот же человек.",
    "given": "смотритель маяка",
    "accepted": ["смотритель маяка"],
    "sources": ["А. Автор. Лампы. — М.: Наука, 1990. — С. 12."],
}
LATER = NOW + datetime.timedelta(days=1)


@dataclass
class Evening:
    """Everybody who has to do with an appeal of the owls."""

    season: Season
    curator_user: User
    club: ClubSeason
    game: LiveGame
    captain: Person
    jurors: list[Person]
    curator: Actor
    asked: list[int] = field(default_factory=list)  # the numbers of the questions in the order of the game

    def actor(self, person: Person) -> Actor:
        return Actor(key=f"user:{person.user_id}", role="player", name=str(person))

    def number(self, place: int) -> int:
        """The number on the envelope of the question that was played in this place."""
        return self.asked[place - 1] if place <= len(self.asked) else 99

    def draft(self, question: int = 1, kind: Kind = Kind.ACCEPT, **content: Any) -> Appeal:
        return start_draft(
            game_id=self.game.pk,
            question=self.number(question),
            kind=kind,
            content={**CONTENT, **content},
            captain=self.captain,
            author=self.captain.user,
            actor=self.actor(self.captain),
        )

    def file(self, question: int = 1, kind: Kind = Kind.ACCEPT, **content: Any) -> Appeal:
        row = self.draft(question, kind, **content)
        return file_appeal(appeal_id=row.pk, actor=self.actor(self.captain), now=NOW)

    def jury(self, *, confirmed: bool = True, people: list[Person] | None = None, **more: Any) -> Jury:
        jury = compose_jury(club_id=self.club.pk, people=people or self.jurors, actor=self.curator, **more)
        if confirmed:
            self.council(jury, "+" * len(council_of(self.club)))
        jury.refresh_from_db()
        return jury

    def council(self, jury: Jury, votes: str) -> Any:
        """+ in favour, - against, 0 abstained, . absent; one a captain."""
        words = {
            "+": CouncilChoice.FOR,
            "-": CouncilChoice.AGAINST,
            "0": CouncilChoice.ABSTAINED,
            ".": CouncilChoice.ABSENT,
        }
        voices = {team.pk: words[sign] for team, sign in zip(council_of(self.club), votes, strict=True)}
        return record_council_vote(jury_id=jury.pk, voices=voices, held_on=NOW.date(), actor=self.curator, now=NOW)

    def receive(self, row: Appeal) -> Appeal:
        return receive_appeal(appeal_id=row.pk, actor=self.curator, now=NOW)

    def speak(self, row: Appeal) -> None:
        for number, person in enumerate(self.jurors, 1):
            who: dict[str, Any] = {"juror": f"p{person.pk}", "actor": self.actor(person), "now": LATER}
            confirm_reading(appeal_id=row.pk, **who)
            state_view(appeal_id=row.pk, text=f"мнение-{number}-тайна", **who)

    def vote(self, row: Appeal, votes: str) -> Appeal:
        for person, letter in zip(self.jurors, votes, strict=False):
            row = cast_vote(
                appeal_id=row.pk,
                juror=f"p{person.pk}",
                choice=CHOICES[letter],
                actor=self.actor(person),
                now=LATER,
            )
        return row

    def considered(self, votes: str = "AAD", question: int = 1, kind: Kind = Kind.ACCEPT) -> Appeal:
        """An appeal with this jury's votes; the curator grants what these leave open."""
        return self.carry(self.file(question, kind), votes)

    def carry(self, row: Appeal, votes: str) -> Appeal:
        """From the curator's receipt to the decision."""
        if not Jury.objects.filter(club=self.club, state="confirmed").exists():
            self.jury()
        row = self.receive(row)
        self.speak(row)
        row = self.vote(row, votes)
        if row.phase == "curator":
            row = decide_appeal(appeal_id=row.pk, granted=True, reason="весомее", actor=self.curator, now=LATER)
        return row

    def announce(self, row: Appeal, **more: Any) -> Appeal:
        fields = {"accepted": ("смотритель маяка",), "actor": self.curator, "now": LATER, **more}
        return announce_ruling(appeal_id=row.pk, **fields)

    def repeat(self, row: Appeal) -> Appeal:
        """The council upholds a complaint and has the procedure repeated, where the season allows that."""
        complaint: dict[str, Any] = {"text": "out of turn", "on_procedure": True, "actor": self.curator, "now": LATER}
        make_complaint(appeal_id=row.pk, person=self.captain, **complaint)
        found: dict[str, Any] = {"count": Count(4, 4, 0), "finding": "Out of turn.", "repeat": True}
        return record_finding(appeal_id=row.pk, number=1, actor=self.curator, now=LATER, **found)


def make_person(name: str, **more: Any) -> Person:
    """Somebody of the school with an account and an address."""
    user = User.objects.create(username=f"user-{name}", email=f"{name}@example.org", password="!")
    return Person.objects.create(name=name, user=user, email=user.email, kind="staff", **more)


def make_evening(season: Season, host_user: User, evening: str = "AAAA", teams: int = 4) -> Evening:
    """A season in which the owls have played (T: a question for the team, A: one for the authors)."""
    User.objects.filter(pk=host_user.pk).update(email="curator@example.org")
    club = make_club(season, host_user, teams=teams)
    fixture = fixture_of(club, "owls")
    game = play_fixture(fixture, host_user, evening)
    assert fixture.team is not None
    captain = fixture.team.members.get(is_captain=True).person
    user = User.objects.create(username="captain", email="captain@example.org", password="!")
    Person.objects.filter(pk=captain.pk).update(user=user, email=user.email)
    captain.refresh_from_db()
    jurors = [make_person(name) for name in ("Ada", "Bea", "Cyryl")]
    return Evening(season, host_user, club, game, captain, jurors, curator_of(host_user), list(read_asked(game)))
