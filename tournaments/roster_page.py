"""What the page of a house's roster shows: people with what the rulebook says of each, the verdict, the timeline."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.enums import RosterState
from tournaments.models import AuditEntry, GuestInvitation, Person, Season
from tournaments.models.people import table_names
from tournaments.name_words import isolate
from tournaments.register_texts import say_asked
from tournaments.roster_words import STATES, Line, Said, next_step, say, say_due, say_entry, tournament_name
from tournaments.rules.rosters import Candidate
from tournaments.selectors.roster_books import RosterBook
from tournaments.selectors.rosters import (
    OPEN_STATES,
    Chosen,
    Possible,
    Stand,
    book_of,
    judge_roster,
    lessons_asked_by,
    possible_players,
)

MOST_SHOWN = 12
LONGEST_TIMELINE = 30


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody on the page. ``notes``: lessons, application, head; ``refusals``: why they cannot be on the roster."""

    id: int
    name: str
    is_chosen: bool = False
    is_captain: bool = False
    is_guest: bool = False
    is_last: bool = False  # of those whose order the head says, the guests come after them
    is_barred: bool = False  # cannot even stand on a draft
    notes: tuple[str, ...] = ()
    words: str = ""  # of the application
    refusals: tuple[Said, ...] = ()


@dataclass(frozen=True, slots=True)
class People:
    """The list to choose from. ``carried``: chosen people whom the search does not show."""

    rows: tuple[PersonRow, ...]
    carried: tuple[int, ...]
    more: int
    q: str


@dataclass(frozen=True, slots=True)
class RosterPage:
    """A house's roster as the form stands, or as it is stored."""

    stand: Stand
    book: RosterBook
    rows: tuple[PersonRow, ...]
    whole: tuple[Said, ...]
    is_changed: bool  # and not saved
    is_late: bool
    next: str
    lessons: str  # what the register asks here; "" where the game does not

    @property
    def title(self) -> str:
        """«Awantura o Punkty · 2026/27»."""
        return tournament_name(self.stand.call, self.book)

    @property
    def state(self) -> str:
        """In words."""
        return str(STATES[self.stand.state])

    @property
    def due(self) -> str:
        """In the school's time zone."""
        return say_due(self.stand.call.due_at)

    @property
    def is_open(self) -> bool:
        """Whether the head can write."""
        return not self.is_late and self.stand.state in ("", *OPEN_STATES)

    @property
    def may_recall(self) -> bool:
        """Whether the head can take it back."""
        return not self.is_late and self.stand.state == RosterState.SUBMITTED

    @property
    def is_refused(self) -> bool:
        """Whether the rulebook refuses anything."""
        return bool(self.whole) or any(row.refusals for row in self.rows)

    @property
    def verdict(self) -> str:
        """Why the roster can or cannot be submitted, in a sentence."""
        named = sum(not row.is_guest for row in self.rows)
        if not named:
            return _("Nobody is chosen yet.")
        people = ngettext("%(number)d person chosen.", "%(number)d people chosen.", named) % {"number": named}
        if not self.is_refused:
            return _("%(people)s The rulebook allows this roster.") % {"people": people}
        number = len(self.whole) + sum(len(row.refusals) for row in self.rows)
        reasons = ngettext(
            "It cannot be submitted: %(number)d reason above.",
            "It cannot be submitted: %(number)d reasons above.",
            number,
        )
        return f"{people} {reasons % {'number': number}}"

    @property
    def guests(self) -> list[tuple[str, str, bool]]:
        """Whom the captain has invited: public name, house, whether they have accepted."""
        return [
            (one.person.public_name, str(one.person.house or ""), one.person_id in self.stand.guest_people)
            for one in self.stand.guests
        ]


def read_page(book: RosterBook, stand: Stand, now: datetime.datetime, typed: Chosen | None = None) -> RosterPage:
    """The roster as ``typed``, else as stored, with everything that the rulebook refuses. A fixed number of queries."""
    chosen = stand.chosen if typed is None else typed
    roster, judgement = judge_roster(book, stand, chosen, until=_judged_on(stand))
    last = next((one.person for one in reversed(roster) if not one.is_guest), None)
    rows = tuple(
        replace(
            _row(one),
            is_chosen=True,
            is_last=one.person == last,
            refusals=tuple(say(refusal, book) for refusal in judgement.people[one.person]),
        )
        for one in roster
    )
    return RosterPage(
        stand=stand,
        book=book,
        rows=rows,
        whole=tuple(say(refusal, book) for refusal in judgement.whole),
        is_changed=chosen != stand.chosen,
        is_late=now > stand.call.due_at,
        next=next_step(stand, now),
        lessons=_lessons_asked(book, stand.call.season),
    )


def read_for_captain(book: RosterBook, stand: Stand, now: datetime.datetime) -> RosterPage:
    """What the captain, a pupil, reads of the team: its people as public pages call them, and nothing more of each;
    what the rulebook refuses of the roster as a whole.
    """
    names = table_names(row.person for row in stand.members)
    roster, judgement = judge_roster(book, stand, stand.chosen, until=_judged_on(stand), names=names)
    rows = tuple(
        PersonRow(one.person, one.name, is_captain=one.is_captain, is_guest=one.is_guest, is_chosen=True)
        for one in roster
    )
    whole = tuple(say(refusal, book) for refusal in judgement.whole)
    is_late = now > stand.call.due_at
    return RosterPage(stand, book, rows, whole, False, is_late, next_step(stand, now), "")


def read_pages(
    book: RosterBook, stand: Stand, now: datetime.datetime, typed: Chosen
) -> tuple[RosterPage, RosterPage | None]:
    """The roster as ``typed`` while it can be written; else as it is stored, and beside it what was typed in vain."""
    page = read_page(book, stand, now, typed)
    if page.is_open:
        return page, None
    return read_page(book, stand, now), page if typed.people and page.is_changed else None


def read_card(book: RosterBook, stand: Stand, now: datetime.datetime) -> RosterPage:
    """The same for a list: who is named and where it stands, without the rulebook's word. No query."""
    guests = stand.guest_people
    rows = tuple(
        PersonRow(
            row.person_id,
            row.person.public_name if row.person_id in guests else row.person.name,
            is_captain=row.is_captain,
            is_guest=row.person_id in guests,
        )
        for row in sorted(stand.members, key=lambda row: (not row.is_captain, row.position))
    )
    is_late = now > stand.call.due_at
    return RosterPage(stand, book, rows, (), False, is_late, next_step(stand, now), "")


def say_place(rows: Sequence[PersonRow], person: int | None) -> str:
    """Where somebody who was moved stands now; "" for nobody of the house's own."""
    own = [row for row in rows if not row.is_guest]
    for place, row in enumerate(own, 1):
        if row.id == person:
            names = {"name": isolate(row.name), "place": place, "count": len(own)}
            return _("%(name)s: place %(place)d of %(count)d.") % names
    return ""


def read_people(book: RosterBook, stand: Stand, chosen: Chosen, q: str) -> People:
    """Whom the head chooses from: who is stored, applicants, everybody else by name. A fixed number of queries."""
    found, more = possible_players(book, stand, q, most=MOST_SHOWN)
    rows = [_possible(book, one, chosen) for one in found]
    carried = [pk for pk in chosen.people if pk not in {row.id for row in rows}]
    return People(tuple(rows), tuple(carried), more, q)


def read_timeline(stand: Stand) -> list[Line]:
    """Who did what with the roster, the newest first; one query, one more where a game has guests."""
    if stand.team is None:
        return []
    entries = AuditEntry.objects.filter(target=f"team:{stand.team.pk}").order_by("-pk")[:LONGEST_TIMELINE]
    guests = _ever_invited(stand)
    return [say_entry(_hide_names(entry, guests)) for entry in entries]


def _ever_invited(stand: Stand) -> dict[int, Person]:
    """Whom the team has ever invited, by their number."""
    if not book_of(stand.call).has_guests:
        return {}
    rows = GuestInvitation.objects.filter(team=stand.team).select_related("person")
    return {row.person_id: row.person for row in rows}


def _hide_names(entry: AuditEntry, guests: Mapping[int, Person]) -> AuditEntry:
    """Lines from before the audit kept public names, and from before a consent was withdrawn, tell no more either."""
    details = dict(entry.details)
    for one in guests.values():
        own = {f"person:{one.pk}", *([f"user:{one.user_id}"] if one.user_id is not None else [])}
        if entry.actor in own:
            details["name"] = one.public_name
        if details.get("player") == one.name:
            details["player"] = one.public_name
    if "players" in details:
        details["players"] = [
            {**one, "name": guests[one["id"]].public_name} if one.get("id") in guests else one
            for one in details["players"]
        ]
    entry.details = details
    return entry


def _judged_on(stand: Stand) -> datetime.date | None:
    """What was submitted is judged by the register of that day, a draft by today's."""
    team = stand.team
    if team is None or team.submitted_at is None or stand.state in ("", *OPEN_STATES):
        return None
    return timezone.localdate(team.submitted_at)


def _possible(book: RosterBook, one: Possible, chosen: Chosen) -> PersonRow:
    candidate = replace(one.candidate, is_captain=one.person.pk == chosen.captain)
    row = _row(candidate)
    notes = list(row.notes)
    if one.application:
        notes.insert(0, _("application accepted") if one.application == "accepted" else _("has applied"))
    return replace(
        row,
        is_chosen=one.person.pk in chosen.people,
        is_barred=bool(candidate.elsewhere),
        notes=tuple(notes),
        words=one.words,
        refusals=tuple(say(refusal, book) for refusal in book.judge_person(candidate)),
    )


def _row(one: Candidate) -> PersonRow:
    notes: list[str] = []
    if one.is_head:
        notes.append(_("head of the house"))
    elif one.lessons is not None and one.lessons >= one.needed:
        lessons = ngettext("%(number)d lesson", "%(number)d lessons", one.lessons) % {"number": one.lessons}
        notes.append(lessons)
    if one.is_guest:
        notes.append(_("guest, invited by the captain"))
    return PersonRow(one.person, one.name, is_captain=one.is_captain, is_guest=one.is_guest, notes=tuple(notes))


def _lessons_asked(book: RosterBook, season: Season) -> str:
    if not book.asks_lessons:
        return ""
    number = lessons_asked_by(book, season)
    if not number:
        return say_asked(season, number)
    return ngettext(
        "The class register counts up to the day of submission: %(number)d lesson is needed.",
        "The class register counts up to the day of submission: %(number)d lessons are needed.",
        number,
    ) % {"number": number}
