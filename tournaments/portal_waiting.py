"""What waits for heads and whoever stands in for them, applications and rosters; and for guests, invitations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.disciplines import discipline_name
from tournaments.enums import RosterState
from tournaments.models import Person, Team, User
from tournaments.name_words import isolate
from tournaments.selectors.applications import waiting_applications
from tournaments.selectors.guests import waiting_invitations
from tournaments.selectors.offices import headed_houses
from tournaments.selectors.rosters import book_of, named_teams, open_calls
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
    calls = list(open_calls().filter(due_at__gte=now))
    teams = named_teams().filter(house__in=houses, season__in={call.season_id for call in calls})
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
    """One line a tournament whose submitted rosters the account decides about; none of seasons that are over."""
    calls = list(open_calls())
    rows = Team.objects.filter(state=RosterState.SUBMITTED, season__in={call.season_id for call in calls})
    counts = Counter(rows.values_list("season_id", "discipline"))
    for call in calls:
        season, discipline, count = call.season, call.discipline, counts[call.season_id, call.discipline]
        if not count or book_of(call).approver(user, season) is None:
            continue
        text = ngettext(
            "%(count)s roster waits for your decision: %(game)s",
            "%(count)s rosters wait for your decision: %(game)s",
            count,
        ) % {"count": count, "game": discipline_name(discipline)}
        yield Waiting(text, reverse("tournaments:roster_review"), key=f"approvals-{season.pk}-{discipline}")


def invitations(user: User, person: Person | None, now: datetime) -> Iterator[Waiting]:
    """Teams of other houses that ask the person to play as their guest (ChGK §2.1.3), as long as they can answer.

    Two queries.
    """
    for one in waiting_invitations(person) if person is not None else ():
        if one.call.due_at < now:
            continue
        text = _("%(house)s invites you to play as a guest") % {"house": isolate(one.row.team.house.name)}
        url = reverse("tournaments:roster_invitations")
        yield Waiting(text, url, one.call.due_at, key=f"invitation-{one.row.pk}")
