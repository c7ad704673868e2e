"""The council of captains as the tables have it: its composition at a moment, its motions, who has voted."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, Q, QuerySet

from chgk.models import ActingCaptain, ClubSeason, CouncilRules, Motion, MotionRound
from chgk.rules.council import Acting, Choice, Kind, Seat, Settings, Voice, read_settings, voices_at
from tournaments.enums import RosterState
from tournaments.models import Person, Team, TeamMember


def milliseconds(moment: datetime.datetime) -> int:
    """A moment as the rules know it."""
    return int(moment.timestamp() * 1000)


def council_settings(club: ClubSeason) -> Settings:
    """What the season has settled; one query."""
    row = CouncilRules.objects.filter(club=club).first()
    return Settings() if row is None else read_settings(row.values)


def season_teams(club: ClubSeason) -> list[Team]:
    """The season's teams in the order of their games; one query."""
    fixtures = club.fixtures.filter(is_final=False, team__isnull=False).select_related("team__house")
    return [fixture.team for fixture in fixtures.order_by("number") if fixture.team is not None]


def read_acting(club: ClubSeason) -> list[ActingCaptain]:
    """Everybody who has stood in for a captain, or will; one query."""
    return list(ActingCaptain.objects.filter(club=club).select_related("person", "team__house").order_by("starts_at"))


def as_acting(row: ActingCaptain) -> Acting:
    """The row as the rules know it."""
    times = milliseconds(row.starts_at), milliseconds(row.ends_at)
    return Acting(row.team_id, row.person_id, *times, row.person.public_name)


def council_at(
    club: ClubSeason,
    at: datetime.datetime,
    teams: Sequence[Team] | None = None,
    acting: Iterable[ActingCaptain] | None = None,
) -> tuple[Voice, ...]:
    """§1.6.3: the council at a moment; three queries, fewer with what is at hand."""
    teams = season_teams(club) if teams is None else teams
    acting = read_acting(club) if acting is None else acting
    captains = TeamMember.objects.filter(team__in=teams, is_captain=True).select_related("person")
    leads = {row.team_id: row.person for row in captains if row.person.left_at is None}
    seats = []
    for team in teams:
        if team.state != RosterState.APPROVED:
            continue
        captain = leads.get(team.pk)
        approved = None if team.decided_at is None else milliseconds(team.decided_at)
        seats.append(
            Seat(
                team.pk,
                team.house.name,
                None if captain is None else captain.pk,
                "" if captain is None else captain.public_name,
                approved,
            )
        )
    return voices_at(seats, [as_acting(row) for row in acting], milliseconds(at))


def voice_of(person: Person | None, voices: Iterable[Voice]) -> Voice | None:
    """The voice that the person has among these."""
    return None if person is None else next((one for one in voices if one.person == person.pk), None)


_ROUNDS = Prefetch("rounds", MotionRound.objects.order_by("number").prefetch_related("ballots"))


def motions() -> QuerySet[Motion]:
    """All motions with their rounds and ballots, the newest first; three queries."""
    return Motion.objects.select_related("club__season", "club__curator", "mover").prefetch_related(_ROUNDS)


def open_rounds(person: Person) -> list[MotionRound]:
    """The votes of seasons in whose council the person may have a voice; one query."""
    mine = Q(motion__club__fixtures__team__members__person=person) | Q(motion__club__acting_captains__person=person)
    rows = MotionRound.objects.filter(mine, closed_at=None).select_related("motion__club__season").distinct()
    return list(rows.prefetch_related("ballots").order_by("closes_at"))


@dataclass(frozen=True, slots=True)
class VoterLine:
    """A team in a round: whether it has voted; how, only once an open vote is over."""

    voice: Voice
    voted: bool
    choice: Choice | None = None


def voices_of(round_: MotionRound) -> tuple[Voice, ...]:
    """The council as it was when the vote was opened."""
    return tuple(Voice(**one) for one in round_.voices)


def voter_lines(round_: MotionRound) -> list[VoterLine]:
    """Who has voted, in the order of the council; when is nobody's business. No query if ballots are prefetched."""
    ballots = {ballot.team_id: ballot for ballot in round_.ballots.all()}
    lines = []
    for voice in voices_of(round_):
        ballot = ballots.get(voice.team)
        if ballot is None:
            lines.append(VoterLine(voice, voted=False))
            continue
        shown = round_.closed_at is not None and not round_.secret and bool(ballot.choice)
        # whoever cast it, even if somebody else is the captain by now
        caster = Voice(voice.team, voice.house, ballot.person_id, ballot.name, voice.acting)
        lines.append(VoterLine(caster, voted=True, choice=Choice(ballot.choice) if shown else None))
    return lines


def kind_of(motion: Motion) -> Kind:
    """The motion's kind as the rules know it."""
    return Kind(motion.kind)
