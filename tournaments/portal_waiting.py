"""What waits for heads and whoever stands in for them, applications and rosters; and for guests, invitations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.disciplines import discipline_name
from tournaments.enums import AnswerState, RosterState
from tournaments.models import GuestInvitation, Person, RosterCall, Team, User
from tournaments.name_words import isolate
from tournaments.selectors.applications import waiting_applications
from tournaments.selectors.offices import headed_houses
from tournaments.selectors.roster_books import roster_book
from tournaments.selectors.waiting import Waiting


def applications(user: User, person: Person | None, now: datetime) -> Iterator[Waiting]:
    """One line, however many there are."""
    count = waiting_applications(user).count()
    if count:
        text = ngettext(
            "%(count)s application waits for your answer", "%(count)s applications wait for your answer", count
        )
        yield Waiting(text % {"count": count}, reverse("tournaments:applications"), key="applications")


def rosters(user: User, person: Person | None, now: datetime) -> Iterator[Waiting]:
    """A roster that is due, or was returned, for each house that the account heads. Four queries at most."""
    houses = [house for house, _stands_in in headed_houses(user, now).values()]
    if not houses:
        return
    calls = list(RosterCall.objects.filter(due_at__gt=now).select_related("season").order_by("due_at", "pk"))
    teams = Team.objects.filter(house__in=houses, season__in={call.season_id for call in calls})
    states = {(team.season_id, team.discipline, team.house_id): team.state for team in teams}
    for call in calls:
        for house in houses:
            state = states.get((call.season_id, call.discipline, house.pk), RosterState.DRAFT)
            if state in (RosterState.SUBMITTED, RosterState.APPROVED):
                continue
            names = {"house": isolate(house.name), "game": discipline_name(call.discipline)}
            is_back = state == RosterState.RETURNED
            text = (
                _("Returned, to be corrected: %(house)s, %(game)s") if is_back else _("Roster due: %(house)s, %(game)s")
            )
            url = reverse("tournaments:roster", args=[call.pk, house.key])
            yield Waiting(text % names, url, call.due_at, key=f"roster-{call.pk}-{house.key}")


def approvals(user: User, person: Person | None, now: datetime) -> Iterator[Waiting]:
    """One line a tournament whose submitted rosters the account decides about."""
    submitted = Team.objects.filter(state=RosterState.SUBMITTED).select_related("season").order_by("season_id", "pk")
    for (season, discipline), count in Counter((team.season, team.discipline) for team in submitted).items():
        book = roster_book(discipline)
        if book is None or book.approver(user, season) is None:
            continue
        text = ngettext(
            "%(count)s roster waits for your decision: %(game)s",
            "%(count)s rosters wait for your decision: %(game)s",
            count,
        ) % {"count": count, "game": discipline_name(discipline)}
        yield Waiting(text, reverse("tournaments:roster_review"), key=f"approvals-{season.pk}-{discipline}")


def invitations(user: User, person: Person | None, now: datetime) -> Iterator[Waiting]:
    """Teams of other houses that ask the person to play as their guest (ChGK §2.1.3). One query."""
    if person is None:
        return
    rows = GuestInvitation.objects.filter(person=person, state=AnswerState.SENT).select_related("team__house")
    for row in rows.order_by("pk"):
        text = _("%(house)s invites you to play as a guest") % {"house": isolate(row.team.house.name)}
        yield Waiting(text, reverse("tournaments:roster_invitations"), key=f"invitation-{row.pk}")
