"""Invitations to teams of other houses: who waits for an answer, whom a captain could ask."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.enums import AnswerState, PersonKind
from tournaments.models import GuestInvitation, Person, RosterCall
from tournaments.rules.rosters import Candidate
from tournaments.selectors.people import people_by_public_name
from tournaments.selectors.roster_books import RosterBook, roster_book
from tournaments.selectors.rosters import Stand, read_candidates


@dataclass(frozen=True, slots=True)
class Invited:
    """An invitation with the call that says until when it can be answered."""

    row: GuestInvitation
    call: RosterCall
    book: RosterBook

    @classmethod
    def read(cls, row: GuestInvitation) -> Invited | None:
        """None where the tournament has no call or no book any more. One query."""
        call = RosterCall.objects.filter(season=row.team.season_id, discipline=row.team.discipline).first()
        book = roster_book(row.team.discipline)
        return cls(row, call, book) if call is not None and book is not None else None


def waiting_invitations(person: Person) -> list[Invited]:
    """What somebody has been invited into and not answered yet, the oldest first; two queries."""
    rows = list(
        GuestInvitation.objects.filter(person=person, state=AnswerState.SENT)
        .exclude(team__state="approved")
        .select_related("team__house", "team__season")
        .order_by("sent_at", "pk")
    )
    calls = RosterCall.objects.filter(season__in={row.team.season_id for row in rows}) if rows else []
    by_key = {(call.season_id, call.discipline): call for call in calls}
    found = []
    for row in rows:
        call, book = by_key.get((row.team.season_id, row.team.discipline)), roster_book(row.team.discipline)
        if call is not None and book is not None:
            found.append(Invited(row, call, book))
    return found


def invitations_of(stand: Stand) -> list[GuestInvitation]:
    """Everybody whom the team has invited, also who declined; one query."""
    if stand.team is None:
        return []
    rows = GuestInvitation.objects.filter(team=stand.team).select_related("person__house")
    return list(rows.order_by("-sent_at", "-pk")[:30])


@dataclass(frozen=True, slots=True)
class PossibleGuest:
    """A pupil of another house. ``candidate.elsewhere``: already in that house's team."""

    person: Person
    candidate: Candidate


def possible_guests(book: RosterBook, stand: Stand, text: str, *, most: int = 12) -> tuple[list[PossibleGuest], int]:
    """Pupils of other houses whose public name contains ``text``, and how many more; a fixed number of queries."""
    people = [
        one
        for one in people_by_public_name(text)
        if one.kind == PersonKind.PUPIL and one.left_at is None and one.house_id not in (None, stand.house.pk)
    ]
    shown = people[:most]
    found = read_candidates(book, stand.call.season, stand.house, shown, team=stand.team)
    return [PossibleGuest(one, found[one.pk]) for one in shown], len(people) - len(shown)
