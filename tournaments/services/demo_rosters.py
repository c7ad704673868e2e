"""The demo's rosters of the season to come: of each game one draft, one that waits for its approval, two approved."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from django.utils import timezone

from tournaments.enums import LessonsCounted, RosterState
from tournaments.models import GuestInvitation, House, Person, RosterCall, Season, Team, TeamMember, User
from tournaments.selectors.roster_books import roster_books
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit

STATES = (RosterState.DRAFT, RosterState.SUBMITTED, RosterState.APPROVED, RosterState.APPROVED)
DUE_IN = {"auction": 14, "chgk": 21}  # days
NAMED = 3


def plant_rosters(season: Season, name: str, host: User) -> Season:
    """The next season, with a date for the rosters of both games; its people are those who play in ``season``."""
    following = Season.objects.create(
        name=name,
        created_at=timezone.now() + datetime.timedelta(minutes=1),
        lessons_counted=LessonsCounted.PREVIOUS,
    )
    evening = timezone.localtime().replace(hour=20, minute=0, second=0, microsecond=0)
    houses = list(House.objects.select_related("head").order_by("position"))
    for discipline in roster_books():
        due_at = evening + datetime.timedelta(days=DUE_IN.get(discipline, 14))
        RosterCall.objects.create(season=following, discipline=discipline, due_at=due_at)
        for house, state in zip(houses, STATES, strict=False):  # whom the demo lets in belong to the first one
            _plant_team(season, following, discipline, house, state, host)
    _invite_a_guest(following, houses)
    return following


def _plant_team(
    season: Season, following: Season, discipline: str, house: House, state: RosterState, host: User
) -> None:
    rows = TeamMember.objects.filter(team__season=season, team__discipline=discipline, team__house=house)
    own = [row.person for row in rows.select_related("person").order_by("position") if row.person.house_id == house.pk]
    people = own[: NAMED - 1] if state == RosterState.DRAFT else own[:NAMED]
    now, head = timezone.now(), house.head.name if house.head is not None else ""
    team = Team.objects.create(season=following, discipline=discipline, house=house, state=state, revision=1)
    TeamMember.objects.bulk_create(
        TeamMember(team=team, person=person, position=place, is_captain=not place)
        for place, person in enumerate(people)
    )
    _note(team, "save_roster", "head", head, people)
    if state == RosterState.DRAFT:
        return
    team.submitted_at, team.submitted_by = now, head
    _note(team, "submit_roster", "head", head, people)
    if state == RosterState.APPROVED:
        team.decided_at, team.decided_by = now, host.get_full_name()
        _note(team, "approve_roster", "approver", host.get_full_name(), people)
    team.save()


def _note(team: Team, action: str, role: str, name: str, people: Sequence[Person]) -> None:
    """The line that the page shows in its timeline."""
    actor = Actor(key="system:demo", role=role, name=name)
    players = [
        {"id": person.pk, "name": person.name, **({} if place else {"captain": True})}
        for place, person in enumerate(people)
    ]
    record_audit(actor=actor, action=action, target=f"team:{team.pk}", details={"players": players})


def _invite_a_guest(following: Season, houses: Sequence[House]) -> None:
    """The club's team that waits for its approval has asked somebody of another house, who has not answered."""
    guests = [book.discipline for book in roster_books().values() if book.has_guests]
    team = Team.objects.filter(season=following, discipline__in=guests, state=RosterState.SUBMITTED).first()
    taken = TeamMember.objects.filter(season=following).values("person")
    guest = Person.objects.filter(house=houses[0], kind="pupil").exclude(pk__in=taken).order_by("pk").first()
    if team is None or guest is None or team.house_id == houses[0].pk:
        return
    captain = team.members.get(is_captain=True).person
    GuestInvitation.objects.create(team=team, person=guest, invited_by=captain.public_name, words="Играй с нами!")
