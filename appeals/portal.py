"""What waits for somebody on their own page: a sheet sent back, an appeal to consider, a curator's decisions."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from appeals.models import Appeal
from appeals.rules.state import Phase
from appeals.selectors.desks import curated_clubs, left_to_curator
from appeals.selectors.folds import read_state
from appeals.selectors.lists import appeals_of_captain, appeals_of_juror, undecided_appeals
from appeals.selectors.people import ids_of
from chgk.models import ClubSeason
from chgk.selectors.open_matters import OpenMatter
from tournaments.models import Person, User
from tournaments.selectors.waiting import Waiting


def waiting(user: User, person: Person | None, now: datetime) -> Iterator[Waiting]:
    """Six queries at most, however many appeals there are."""
    if person is not None:
        for row in appeals_of_captain(person):
            if row.phase == Phase.RETURNED.value:
                yield _line(row, _("%(appeal)s was returned: put it right and file it again"))
        ids = ids_of(person)
        for row in appeals_of_juror(person):
            if _is_asked(row, ids):
                yield _line(row, _("%(appeal)s: the jury waits for you"), row.decide_by)
    for row in left_to_curator(curated_clubs(user)):
        yield _line(row, _("%(appeal)s (%(season)s): your decision is asked for"), row.decide_by)


def left_open(club: ClubSeason) -> Iterator[OpenMatter]:
    """The season's appeals that were filed and are neither announced nor withdrawn; one query."""
    for row in undecided_appeals(club):
        yield OpenMatter(str(row), reverse("appeals:appeal", args=[row.pk]))


def _is_asked(row: Appeal, ids: frozenset[str]) -> bool:
    """Whether the member has something to do just now: to read, to speak, to vote."""
    state = read_state(row)
    member = next((one for one in state.voters if one.id in ids), None)
    if member is None:
        return False
    following = state.next_voter
    return member.id not in state.spoken or (following is not None and following.id == member.id)


def _line(row: Appeal, text: str, due: datetime | None = None) -> Waiting:
    values = {"appeal": row, "season": row.club}
    return Waiting(text % values, reverse("appeals:appeal", args=[row.pk]), due, key=f"appeal-{row.pk}")
