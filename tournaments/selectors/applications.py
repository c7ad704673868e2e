"""Applications (§4): one's own, those to the houses that one heads, and which tournaments take any."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Page, Paginator
from django.db.models import Case, QuerySet, Value, When
from django.utils import timezone

from tournaments.disciplines import discipline_name, disciplines
from tournaments.enums import AnswerState, RosterState
from tournaments.models import Application, Deputy, House, LiveGame, Person, RosterCall, Season, User
from tournaments.selectors.offices import headed_houses
from tournaments.selectors.register import LessonCount, count_lessons
from tournaments.selectors.roster_books import roster_books
from tournaments.selectors.rosters import named_teams

ON_A_PAGE = 50


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament that takes applications; ``due_at`` is when rosters are due, if anybody has said so."""

    season: Season
    discipline: str
    due_at: datetime | None = None

    @property
    def key(self) -> str:
        """How a form names it."""
        return f"{self.season.pk}-{self.discipline}"

    @property
    def name(self) -> str:
        """What it is called in the active language."""
        return f"{discipline_name(self.discipline)} · {self.season.name}"


def open_tournaments(now: datetime | None = None) -> list[Tournament]:
    """Those whose rosters are not due yet; of the current season also those without a date. Two queries."""
    now = now or timezone.now()
    known = disciplines()
    calls = list(RosterCall.objects.filter(discipline__in=known).select_related("season"))
    current = Season.objects.filter(is_current=True).first()
    found = [Tournament(call.season, call.discipline, call.due_at) for call in calls if call.due_at > now]
    called = {(call.season_id, call.discipline) for call in calls}
    if current is not None:
        found += [Tournament(current, key) for key in known if (current.pk, key) not in called]
    order = list(known)
    return sorted(found, key=lambda one: (not one.season.is_current, -one.season.pk, order.index(one.discipline)))


def is_open_tournament(season: Season, discipline: str, now: datetime | None = None) -> bool:
    """Whether this one takes applications now. At most one query."""
    call = RosterCall.objects.filter(season=season, discipline=discipline).first()
    if call is not None:
        return call.due_at > (now or timezone.now())
    return season.is_current and discipline in disciplines()


def find_tournament(key: str) -> Tournament | None:
    """What a form named, also if it takes no applications any more; None if there is no such tournament."""
    number, _dash, discipline = key.partition("-")
    if not re.fullmatch("[0-9]{1,9}", number) or discipline not in disciplines():
        return None
    season = Season.objects.filter(pk=int(number)).first()
    return Tournament(season, discipline) if season is not None else None


def is_over(season: Season, discipline: str, now: datetime | None = None) -> bool:
    """Whether the date for its rosters has passed. One query."""
    call = RosterCall.objects.filter(season=season, discipline=discipline).first()
    return call is not None and call.due_at <= (now or timezone.now())


def closed_teams(house: House) -> set[tuple[int, str]]:
    """Season and discipline of the house's teams that stay as they were approved (ChGK §2.2.3). One query."""
    staying = [key for key, book in roster_books().items() if book.stays]
    teams = named_teams().filter(house=house, discipline__in=staying, state=RosterState.APPROVED)
    return set(teams.values_list("season_id", "discipline"))


def played_teams(house: House, seasons: Iterable[int]) -> set[tuple[int, str]]:
    """Season and discipline of the house's teams that have begun to play: nobody finds a place in them any more (a
    substitute is the captain's and the host's affair, §5). One query, as many rows as these seasons have evenings.
    """
    begun = LiveGame.objects.filter(season__in=list(seasons), started_at__isnull=False, rehearsal_of=None)
    rows = begun.only("season_id", "discipline", "setup")
    return {
        (game.season_id, game.discipline)
        for game in rows
        if any(entry.get("house") == house.key for entry in game.team_entries)
    }


def applications_of(person: Person) -> list[Application]:
    """A person's own, the newest first. One query."""
    rows = Application.objects.filter(person=person).select_related("season", "house__head")
    return list(rows.order_by("-sent_at", "-pk"))


@dataclass(frozen=True, slots=True)
class Line:
    """An application for whoever answers it. ``count``: their lessons, where the game asks for any (§1);
    ``elsewhere``: they have changed house since; ``unread``: nobody at the house can answer it here.
    """

    application: Application
    count: LessonCount | None
    may_answer: bool
    unread: bool
    deputy: Deputy | None = None

    @property
    def elsewhere(self) -> bool:
        """Whether the applicant belongs to another house now."""
        return self.application.person.house_id != self.application.house_id


def list_applications(user: User, page: str = "1") -> Page[Application]:
    """Those to the account's houses, for staff all; what waits first, then the newest. ``lines`` are made of a page."""
    rows = Application.objects.select_related("person__house", "house__head__user", "season")
    if not user.is_staff and not user.is_superuser:
        rows = rows.filter(house__in=headed_houses(user))
    waiting = Case(When(state=AnswerState.SENT, then=Value(0)), default=Value(1))
    return Paginator(rows.order_by(waiting, "-sent_at", "-pk"), ON_A_PAGE).get_page(page)


def lines_of(user: User, applications: Page[Application]) -> list[Line]:
    """The page's rows with what §1 says of each. A fixed number of queries."""
    mine = headed_houses(user)
    rows = list(applications)
    asking = {key for key, book in roster_books().items() if book.asks_lessons}
    seasons: dict[int, tuple[Season, set[int]]] = {}
    for row in rows:
        if row.discipline in asking:
            seasons.setdefault(row.season_id, (row.season, set()))[1].add(row.person_id)
    counts = {pk: count_lessons(season, people) for pk, (season, people) in seasons.items()}
    return [
        Line(
            application=row,
            count=counts[row.season_id][row.person_id] if row.discipline in asking else None,
            may_answer=row.state == AnswerState.SENT and (row.house_id in mine or user.is_superuser),
            unread=not is_read(row.house),
            deputy=mine[row.house_id][1] if row.house_id in mine else None,
        )
        for row in rows
    ]


def is_read(house: House) -> bool:
    """Whether the house has a head with an account, who can read and answer applications. No query with the head."""
    return house.leader is not None and house.leader.user_id is not None


def waiting_applications(user: User) -> QuerySet[Application]:
    """Those that the account has to answer."""
    return Application.objects.filter(house__in=headed_houses(user), state=AnswerState.SENT)


def may_read_applications(user: User) -> bool:
    """Whether the list of applications has anything to do with the account: heads, their deputies, staff."""
    return user.is_active and (user.is_staff or user.is_superuser or bool(headed_houses(user)))
