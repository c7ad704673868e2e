"""A roster's way: drafted and submitted by the head of the house, called back, approved or returned.

Every deed locks the season, then the team: a player whom two heads put down at the same moment ends on one roster.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.utils import timezone

from tournaments.enums import AnswerState, RosterState
from tournaments.models import GuestInvitation, House, RosterCall, Season, Team, TeamMember, User
from tournaments.rules.engine import Refusal
from tournaments.rules.rosters import Candidate
from tournaments.selectors.rosters import (
    OPEN_STATES,
    Chosen,
    Stand,
    book_of,
    is_blank,
    judge_roster,
    read_candidates,
    read_stand,
)
from tournaments.services.acting import Acting, acting_head
from tournaments.services.locks import write_lock
from tournaments.services.reasons import read_reason
from tournaments.services.roster_guards import require_open_roster
from tournaments.services.roster_letters import tell_approvers, tell_head

MOST_NAMED = 12  # people on a draft: more is no roster of any game


def save_draft(
    *,
    call_id: int,
    house_id: int,
    people: Sequence[int],
    captain: int | None,
    revision: int,
    user: User,
    at: datetime.datetime | None = None,
) -> Team:
    """Keeps whom the head has named so far; a draft may still be refused by the rulebook.

    Raises :class:`Refusal` for whoever is not the house's head, once the rosters were due, for a roster that was
    submitted or approved meanwhile, for an older ``revision`` (``roster_moved_on``), and for people who cannot stand
    on it at all: of another house, or in another team of the tournament.
    """
    with write_lock(), transaction.atomic():
        call, house, team = lock_roster(call_id, house_id)
        acting = acting_head(user, house)
        require_time(call, at)
        return _write(call, house, team, Chosen(tuple(dict.fromkeys(people)), captain), revision, acting)


def submit_roster(
    *,
    call_id: int,
    house_id: int,
    people: Sequence[int],
    captain: int | None,
    revision: int,
    user: User,
    at: datetime.datetime | None = None,
) -> Team:
    """Saves the roster and hands it in; whoever approves gets a letter.

    Refused like :func:`save_draft`, and with ``roster_refused`` if the rulebook refuses anything of it today. Pressed
    twice, it was handed in once.
    """
    with write_lock(), transaction.atomic():
        call, house, team = lock_roster(call_id, house_id)
        acting, chosen = acting_head(user, house), Chosen(tuple(dict.fromkeys(people)), captain)
        if team is not None and team.state == RosterState.SUBMITTED and read_stand(call, house).chosen == chosen:
            return team
        require_time(call, at)
        team = _write(call, house, team, chosen, revision, acting)
        stand = read_stand(call, house)
        _roster, judgement = judge_roster(book_of(call), stand, stand.chosen)
        if judgement.is_refused:
            raise Refusal("", "roster_refused")
        team.state, team.submitted_at, team.submitted_by = RosterState.SUBMITTED, _now(at), acting.signature
        team.decided_at, team.decided_by, team.return_reason = None, "", ""
        team.save()
        acting.audit("submit_roster", f"team:{team.pk}", **_told(stand))
        tell_approvers(call=call, team=team, acting=acting)
    return team


def recall_roster(*, call_id: int, house_id: int, user: User, at: datetime.datetime | None = None) -> Team:
    """The head takes a submitted roster back to correct it, until the rosters are due. Twice is once."""
    with write_lock(), transaction.atomic():
        call, house, team = lock_roster(call_id, house_id)
        acting = acting_head(user, house)
        if team is None or is_blank(team, list(team.members.all()[:1])):
            raise Refusal("", "roster_not_submitted")
        if team.state == RosterState.APPROVED:
            raise Refusal("", "roster_approved")
        if team.state in OPEN_STATES:
            return team
        require_time(call, at)
        team.state = RosterState.DRAFT
        team.save(update_fields=["state"])
        acting.audit("recall_roster", f"team:{team.pk}")
    return team


def approve_roster(
    *, call_id: int, house_id: int, revision: int, user: User, at: datetime.datetime | None = None
) -> Team:
    """The roster is the team's from now on; the head gets a letter.

    Refused for an account that does not decide here, for a roster that is not submitted or has changed since it was
    seen, and for one that the rulebook refuses by now, by what the register said on the day it was submitted.
    """
    with write_lock(), transaction.atomic():
        call, house, team = lock_roster(call_id, house_id)
        acting = acting_approver(user, call)
        if team is not None and team.state == RosterState.APPROVED and team.decided_at is not None:
            return team
        team = _require_submitted(team)
        if team.revision != revision:
            raise Refusal("", "roster_moved_on")
        stand = read_stand(call, house)
        day = timezone.localdate(team.submitted_at) if team.submitted_at is not None else None
        _roster, judgement = judge_roster(book_of(call), stand, stand.chosen, until=day)
        if judgement.is_refused:
            raise Refusal("", "roster_refused_by_now")
        _decide(team, RosterState.APPROVED, acting, "", at)
        _close_invitations(team, at)
        acting.audit("approve_roster", f"team:{team.pk}", **_told(stand))
        tell_head(call=call, team=team, acting=acting, at=_now(at))
    return team


def return_roster(
    *,
    call_id: int,
    house_id: int,
    revision: int,
    reason: str,
    user: User,
    at: datetime.datetime | None = None,
) -> Team:
    """Back to the head, with a reason, by letter too. An approved roster as well, where its rulebook allows that.

    Refused without a reason, and for whoever does not decide here; see also ``roster_guards``.
    """
    with write_lock(), transaction.atomic():
        call, _house, team = lock_roster(call_id, house_id)
        acting, why = acting_approver(user, call), read_reason(reason)
        if team is None or is_blank(team, list(team.members.all()[:1])):
            raise Refusal("", "roster_not_submitted")
        if team.state == RosterState.RETURNED:
            return team
        if team.state == RosterState.APPROVED:
            if book_of(call).stays:
                raise Refusal("", "roster_stays")
            require_open_roster(team)
        else:
            _require_submitted(team)
        if team.revision != revision:
            raise Refusal("", "roster_moved_on")
        _decide(team, RosterState.RETURNED, acting, why, at)
        acting.audit("return_roster", f"team:{team.pk}", reason=why)
        tell_head(call=call, team=team, acting=acting, at=_now(at))
    return team


def acting_approver(user: User, call: RosterCall) -> Acting:
    """The account as who decides on the call's rosters, or their deputy. Raises :class:`Refusal` for anybody else."""
    found = book_of(call).approver(user, call.season)
    if found is None:
        raise Refusal("", "not_the_approver")
    return Acting(user, "approver", found.deputy)


def lock_roster(call_id: int, house_id: int) -> tuple[RosterCall, House, Team | None]:
    """The call, the house and its team, if there is one; raises their DoesNotExist."""
    call = RosterCall.objects.get(pk=call_id)
    call.season = Season.objects.select_for_update(no_key=True).get(pk=call.season_id)
    call.refresh_from_db(fields=["due_at"])
    house = House.objects.select_related("head").get(pk=house_id)
    teams = Team.objects.select_for_update(of=("self",)).select_related("house")
    return call, house, teams.filter(season=call.season, discipline=call.discipline, house=house).first()


def require_time(call: RosterCall, at: datetime.datetime | None) -> None:
    """Refused once the rosters were due."""
    if _now(at) > call.due_at:
        raise Refusal("", "rosters_were_due", {"since": call.due_at.isoformat()})


def _require_submitted(team: Team | None) -> Team:
    if team is None or team.state != RosterState.SUBMITTED:
        raise Refusal("", "roster_not_submitted")
    return team


def _now(at: datetime.datetime | None) -> datetime.datetime:
    return at or timezone.now()


def _write(call: RosterCall, house: House, team: Team | None, chosen: Chosen, revision: int, acting: Acting) -> Team:
    """The draft with these people; a version that says the same as what is stored changes nothing."""
    stand = read_stand(call, house)
    if team is not None and not stand.state:  # a team entered for its season, with nobody in it yet
        team.state = RosterState.DRAFT
    elif team is not None and team.state not in OPEN_STATES:
        raise Refusal("", "roster_approved" if team.state == RosterState.APPROVED else "roster_submitted")
    if team is not None and stand.state and stand.chosen == chosen:
        return team
    if stand.revision != revision:
        raise Refusal("", "roster_moved_on")
    _require_places(call, stand, chosen)
    if team is None:
        team = Team(season=call.season, discipline=call.discipline, house=house, state=RosterState.DRAFT)
    else:
        require_open_roster(team)
    team.revision = revision + 1
    team.save()
    try:
        with transaction.atomic():
            _seat(team, stand, chosen)
    except IntegrityError as error:  # entered in the backoffice at this moment, which locks no season
        raise Refusal("", "cannot_stand_here", {"players": ""}) from error
    now = read_stand(call, house)
    acting.audit("save_roster", f"team:{team.pk}", **_told(now), before=_told(stand)["players"])
    return team


def _require_places(call: RosterCall, stand: Stand, chosen: Chosen) -> None:
    """A draft may be wrong, but it keeps nobody from their own house's team."""
    if len(chosen.people) > MOST_NAMED:
        raise Refusal("", "too_many_named_at_all", {"most": MOST_NAMED})
    if chosen.captain is not None and chosen.captain not in chosen.people:
        raise Refusal("", "captain_not_named")
    found = read_candidates(book_of(call), call.season, stand.house, chosen.people, team=stand.team)
    if len(found) < len(chosen.people):
        raise Refusal("", "person_gone")
    stored = {row.person_id for row in stand.members}
    barred = [one for one in found.values() if one.elsewhere or (not one.is_own and one.person not in stored)]
    if barred or stand.guest_people & set(chosen.people):
        raise Refusal("", "cannot_stand_here", {"players": ", ".join(map(_called, barred))})


def _called(one: Candidate) -> str:
    """A head reads full names of the own house only, whatever numbers a form has."""
    return one.name if one.is_own else one.public_name


def _seat(team: Team, stand: Stand, chosen: Chosen) -> None:
    """The people in their order, the guests after them."""
    rows = {row.person_id: row for row in stand.members}
    kept = {*chosen.people, *stand.guest_people}
    team.members.exclude(person__in=kept).delete()
    team.members.update(is_captain=False)
    order = [*chosen.people, *(pk for pk in rows if pk in stand.guest_people)]
    for place, person in enumerate(order):
        is_captain = person == chosen.captain
        if person in rows:
            team.members.filter(person=person).update(position=place, is_captain=is_captain)
        else:
            TeamMember.objects.create(team=team, person_id=person, position=place, is_captain=is_captain)


def _decide(team: Team, state: RosterState, acting: Acting, reason: str, at: datetime.datetime | None) -> None:
    team.state, team.decided_at, team.decided_by, team.return_reason = state, _now(at), acting.signature, reason
    team.save(update_fields=["state", "decided_at", "decided_by", "return_reason"])


def _close_invitations(team: Team, at: datetime.datetime | None) -> None:
    """Whoever has not answered by now does not join any more (§2.2.3 of the club's regulation)."""
    GuestInvitation.objects.filter(team=team, state=AnswerState.SENT).update(
        state=AnswerState.WITHDRAWN, answered_at=_now(at)
    )


def _told(stand: Stand) -> dict[str, object]:
    """The people as the audit keeps them; the captain reads the timeline, so guests go by their public names."""
    guests = stand.guest_people
    return {
        "players": [
            {
                "id": row.person_id,
                "name": row.person.public_name if row.person_id in guests else row.person.name,
                **({"captain": True} if row.is_captain else {}),
            }
            for row in stand.members
        ]
    }
