"""A house's roster as it stands and as the rulebook sees it; who could be on it; what is due to whom."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from tournaments.enums import AnswerState, RosterState
from tournaments.models import (
    Application,
    GuestInvitation,
    House,
    Person,
    RosterCall,
    Season,
    Team,
    TeamMember,
)
from tournaments.rules.rosters import Candidate, Judgement, judge
from tournaments.selectors.people import people_of_house
from tournaments.selectors.register import lessons_asked, lessons_attended
from tournaments.selectors.roster_books import RosterBook, roster_book, roster_books
from tournaments.selectors.seasons import seasons_ahead

OPEN_STATES = (RosterState.DRAFT, RosterState.RETURNED)  # the head writes
WAITING_ANSWERS = (AnswerState.SENT, AnswerState.ACCEPTED)


@dataclass(frozen=True, slots=True)
class Chosen:
    """Who is to be on a roster, in this order; ``captain`` is one of them or nobody yet."""

    people: tuple[int, ...] = ()
    captain: int | None = None


@dataclass(frozen=True, slots=True)
class Stand:
    """Where a house's roster stands. ``state``: as stored; a team without people is nobody's roster yet."""

    call: RosterCall
    house: House
    team: Team | None
    members: tuple[TeamMember, ...]
    guests: tuple[GuestInvitation, ...]  # sent and accepted ones

    @property
    def state(self) -> str:
        """The roster's state; "" before anything is there."""
        return "" if self.team is None or is_blank(self.team, self.members) else str(self.team.state)

    @property
    def revision(self) -> int:
        """Which version of the people this is."""
        return 0 if self.team is None else self.team.revision

    @property
    def guest_people(self) -> frozenset[int]:
        """Who is in the team by the captain's invitation."""
        accepted = {one.person_id for one in self.guests if one.state == AnswerState.ACCEPTED}
        return frozenset(row.person_id for row in self.members if row.person_id in accepted)

    @property
    def chosen(self) -> Chosen:
        """Whom the head has named."""
        own = [row for row in self.members if row.person_id not in self.guest_people]
        captain = next((row.person_id for row in own if row.is_captain), None)
        return Chosen(tuple(row.person_id for row in own), captain)

    @property
    def captain(self) -> Person | None:
        """Who leads the team, once somebody is named."""
        return next((row.person for row in self.members if row.is_captain), None)


def is_blank(team: Team, members: Collection[TeamMember]) -> bool:
    """Whether a team has been entered, for a season that opens say, before anybody has named its people."""
    return not members and team.state == RosterState.APPROVED


def named_teams() -> QuerySet[Team]:
    """The teams that are not blank (:func:`is_blank`): a roster of each has been written at least."""
    members = TeamMember.objects.filter(team=OuterRef("pk"))
    return Team.objects.filter(~Q(state=RosterState.APPROVED) | Exists(members))


def handed_in() -> QuerySet[Team]:
    """The teams whose rosters nobody waits for: submitted, or approved with people in them."""
    return named_teams().filter(state__in=(RosterState.SUBMITTED, RosterState.APPROVED))


def open_calls() -> QuerySet[RosterCall]:
    """The calls of the current season and of those after it, the most pressing first; disciplines with a book only."""
    seasons = seasons_ahead().order_by()
    found = RosterCall.objects.filter(season__in=seasons, discipline__in=list(roster_books()))
    return found.select_related("season").order_by("due_at", "pk")


def read_stands(calls: Iterable[RosterCall], houses: Iterable[House]) -> list[Stand]:
    """Where the rosters of these houses stand for these calls, call by call; three queries."""
    calls, houses = list(calls), list(houses)
    seasons, disciplines = {call.season_id for call in calls}, {call.discipline for call in calls}
    teams = list(
        Team.objects.filter(season__in=seasons, discipline__in=disciplines, house__in=houses).select_related("house")
    )
    members: dict[int, list[TeamMember]] = {}
    for row in TeamMember.objects.filter(team__in=teams).select_related("person__house").order_by("position", "pk"):
        members.setdefault(row.team_id, []).append(row)
    guests: dict[int, list[GuestInvitation]] = {}
    invited = GuestInvitation.objects.filter(team__in=teams, state__in=WAITING_ANSWERS).select_related("person__house")
    for one in invited.order_by("sent_at", "pk"):
        guests.setdefault(one.team_id, []).append(one)
    by_key = {(team.season_id, team.discipline, team.house_id): team for team in teams}
    stands = []
    for call in calls:
        for house in houses:
            team = by_key.get((call.season_id, call.discipline, house.pk))
            own = tuple(members.get(team.pk, ())) if team is not None else ()
            asked = tuple(guests.get(team.pk, ())) if team is not None else ()
            stands.append(Stand(call, house, team, own, asked))
    return stands


def read_stand(call: RosterCall, house: House) -> Stand:
    """The same for one house and one call."""
    return read_stands([call], [house])[0]


def lessons_asked_by(book: RosterBook, season: Season) -> int:
    """How many lessons the game asks for in the season; 0 where none. At most two queries."""
    return lessons_asked(season) if book.asks_lessons else 0


def read_candidates(
    book: RosterBook,
    season: Season,
    house: House,
    people: Iterable[int | Person],
    *,
    team: Team | None = None,
    until: datetime.date | None = None,
) -> dict[int, Candidate]:
    """What the rules ask about these people, by their number, in their order; unknown numbers are left out.

    ``until``: the day on which the roster is judged, today by default. A fixed number of queries.
    """
    wanted = list(people)
    numbers = [one for one in wanted if isinstance(one, int)]
    rows = {one.pk: one for one in wanted if isinstance(one, Person)}
    if numbers:
        rows |= Person.objects.select_related("house").in_bulk(numbers)
    order = [one if isinstance(one, int) else one.pk for one in wanted]
    day = until or timezone.localdate()
    needed = lessons_asked_by(book, season) if rows else 0
    lessons = lessons_attended(season, rows, until=day) if needed else {}
    places = TeamMember.objects.filter(season=season, discipline=book.discipline, person__in=rows)
    elsewhere = dict(
        places.exclude(team=team).values_list("person_id", "team__house__name")
        if team is not None
        else places.values_list("person_id", "team__house__name")
    )
    return {
        number: Candidate(
            person=number,
            name=person.name,
            is_own=person.house_id == house.pk or house.head_id == number,
            is_head=house.head_id == number,
            kind=str(person.kind),
            has_left=person.left_at is not None and person.left_at <= day,
            lessons=lessons.get(number),
            needed=needed,
            elsewhere=elsewhere.get(number, ""),
            public_name=person.public_name,
        )
        for number in dict.fromkeys(order)
        if (person := rows.get(number)) is not None
    }


def judge_roster(
    book: RosterBook,
    stand: Stand,
    chosen: Chosen,
    until: datetime.date | None = None,
    names: Mapping[int, str] | None = None,
) -> tuple[list[Candidate], Judgement]:
    """The people chosen with the team's guests, and everything that the rulebook refuses of them.

    Of people of other houses, guests or typed in by their number, it knows no more than public pages; so of everybody
    where ``names`` says what to call them.
    """
    guests = [one.person for one in stand.guests if one.person_id in stand.guest_people]
    found = read_candidates(
        book,
        stand.call.season,
        stand.house,
        [*chosen.people, *guests],
        team=stand.team,
        until=until,
    )
    roster = [replace(one, is_captain=one.person == chosen.captain) for one in found.values()]
    roster = [replace(one, is_guest=True) if one.person in stand.guest_people else one for one in roster]
    roster = [one if one.is_own and not one.is_guest else _as_stranger(one) for one in roster]
    if names is not None:
        roster = [replace(_as_stranger(one), name=names.get(one.person, one.public_name)) for one in roster]
    return roster, judge(roster, book.judge_person, book.check_roster)


def _as_stranger(one: Candidate) -> Candidate:
    """What whoever does not lead their house may know: what they are called on public pages, none of their lessons."""
    return replace(one, name=one.public_name, lessons=None)


@dataclass(frozen=True, slots=True)
class Possible:
    """Somebody of the house who could be put on the roster. ``application``: what became of theirs, "" without one."""

    person: Person
    candidate: Candidate
    application: str
    words: str


def possible_players(book: RosterBook, stand: Stand, text: str = "", *, most: int = 20) -> tuple[list[Possible], int]:
    """People of the house whose name contains ``text``, and how many more there are.

    Who is on the roster comes first, then applicants, then everybody by name: ticking somebody moves nobody.

    A fixed number of queries.
    """
    call, house = stand.call, stand.house
    rows = Application.objects.filter(
        season=call.season_id, discipline=call.discipline, house=house, state__in=WAITING_ANSWERS
    )
    asked = {row.person_id: row for row in rows}
    people = [one for one in people_of_house(house.key, text) if one.left_at is None]
    if house.leader is not None and house.leader.house_id != house.pk and not text.strip():
        people.append(house.leader)
    stored = set(stand.chosen.people)
    order = {AnswerState.ACCEPTED: 1, AnswerState.SENT: 2}

    def rank(one: Person) -> int:
        if one.pk in stored:
            return 0
        return order.get(AnswerState(asked[one.pk].state), 3) if one.pk in asked else 3

    people.sort(key=rank)
    shown: Sequence[Person] = people[:most]
    found = read_candidates(book, call.season, house, shown, team=stand.team)
    possible = [
        Possible(
            one,
            found[one.pk],
            asked[one.pk].state if one.pk in asked else "",
            asked[one.pk].words if one.pk in asked else "",
        )
        for one in shown
    ]
    return possible, len(people) - len(shown)


def book_of(call: RosterCall) -> RosterBook:
    """The call's book; KeyError for a discipline that has none any more."""
    book = roster_book(call.discipline)
    if book is None:
        raise KeyError(call.discipline)
    return book
