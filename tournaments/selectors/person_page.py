"""Everything that Sowa knows about one person, for the office and the head of their house."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count
from django.utils import timezone

from tournaments.models import (
    Application,
    Attendance,
    AuditEntry,
    Invitation,
    LiveGame,
    MergedPerson,
    Person,
    Privilege,
    Team,
    TeamMember,
)
from tournaments.selectors.holding import MOST_LISTED, Held, games_of, relations, rows_of
from tournaments.selectors.people import AlikePerson, find_alike
from tournaments.selectors.ranking import cup_season
from tournaments.selectors.register import THERE, lessons_attended

MOST_ENTRIES = 100


@dataclass(frozen=True, slots=True)
class PersonPage:
    """``attended``: lessons that count now; ``elsewhere``: rows of other apps; ``history``: the newest first."""

    person: Person
    alike: tuple[AlikePerson, ...]
    memberships: tuple[TeamMember, ...]
    games: tuple[LiveGame, ...]
    more_games: int
    attended: int | None
    lessons_there: int
    lessons: int
    privileges: tuple[Privilege, ...]
    applications: tuple[Application, ...]
    invitations: tuple[Invitation, ...]
    elsewhere: tuple[Held, ...]
    merged: tuple[MergedPerson, ...]
    history: tuple[AuditEntry, ...]

    @property
    def open_invitation(self) -> Invitation | None:
        """The one that can be accepted now."""
        now = timezone.now()
        rows = (one for one in self.invitations if one.accepted_at is None and one.revoked_at is None)
        return next((one for one in rows if one.expires_at > now), None)

    @property
    def houses(self) -> tuple[AuditEntry, ...]:
        """The changes of house, the newest first."""
        return tuple(entry for entry in self.history if "house" in entry.details.get("changed", {}))


def read_person(person: Person) -> PersonPage:
    """The page of a person; the same number of queries whatever there is."""
    merged = tuple(MergedPerson.objects.filter(person=person))
    keys = {f"p{person.pk}", *(f"p{row.old_id}" for row in merged)}
    games = games_of(keys)
    season = cup_season()
    marks = dict(Attendance.objects.filter(person=person).order_by().values_list("mark").annotate(Count("pk")))
    targets = [f"person:{key[1:]}" for key in keys]
    return PersonPage(
        person=person,
        alike=tuple(one for one in find_alike([person.name]).get(person.name, []) if one.person.pk != person.pk),
        memberships=tuple(
            TeamMember.objects.filter(person=person)
            .select_related("team__season", "team__house")
            .order_by("-team__season__created_at", "discipline")
        ),
        games=tuple(games[:MOST_LISTED]),
        more_games=max(0, len(games) - MOST_LISTED),
        attended=lessons_attended(season, [person.pk])[person.pk] if season is not None else None,
        lessons_there=sum(marks.get(mark, 0) for mark in THERE),
        lessons=sum(marks.values()),
        privileges=tuple(Privilege.objects.filter(person=person).select_related("game").order_by("-starts_at")),
        applications=tuple(
            Application.objects.filter(person=person).select_related("season", "house").order_by("-sent_at", "-pk")
        ),
        invitations=tuple(person.invitations.all()[:MOST_LISTED]),
        elsewhere=tuple(_elsewhere(person)),
        merged=merged,
        history=tuple(AuditEntry.objects.filter(target__in=targets).order_by("-at", "-pk")[:MOST_ENTRIES]),
    )


def rosters_of_house(person: Person) -> list[Team]:
    """The teams that a change of house matters to: those with the person in them, each with its state. One query."""
    teams = Team.objects.filter(members__person=person, season__is_current=True)
    return list(teams.select_related("season", "house"))


def _elsewhere(person: Person) -> list[Held]:
    found = []
    for relation in relations():
        model = relation.related_model
        if model._meta.app_label != Person._meta.app_label:
            rows = list(rows_of(relation, person).select_related()[:MOST_LISTED])
            if rows:
                found.append(Held(str(model._meta.verbose_name_plural), len(rows), tuple(map(str, rows))))
    return found
