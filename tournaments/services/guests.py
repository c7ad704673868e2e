"""Guests of a team (ChGK §2.1.3): invited by its captain, they accept or decline before the roster is approved."""

from __future__ import annotations

import datetime

from django.core import signing
from django.db import IntegrityError, transaction
from django.utils import timezone

from tournaments.enums import AnswerState, RosterState
from tournaments.models import GuestInvitation, Person, RosterCall, Team, TeamMember, User
from tournaments.rules.engine import Refusal
from tournaments.rules.rosters import PUPIL, Candidate
from tournaments.selectors.offices import person_of
from tournaments.selectors.rosters import WAITING_ANSWERS, Stand, book_of, read_candidates, read_stand
from tournaments.services.acting import Acting
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock
from tournaments.services.roster_letters import tell_guest
from tournaments.services.rosters import lock_roster, require_time

LONGEST_WORDS = 500
_SALT = "sowa.guest-invitation"


def invite_guest(
    *,
    call_id: int,
    house_id: int,
    person_id: int,
    words: str,
    user: User,
    at: datetime.datetime | None = None,
) -> GuestInvitation:
    """The captain asks somebody of another house into the team; they get a letter with a link of their own.

    Raises :class:`Refusal` for anybody but the captain, a third guest, somebody of the own house or of another team,
    a team that is approved, and once the rosters were due.
    """
    with write_lock(), transaction.atomic():
        call, house, team = lock_roster(call_id, house_id)
        stand = read_stand(call, house)
        acting, captain = _captain(user, stand)
        team = _require_open(call, team, at)
        book = book_of(call)
        if any(one.person_id == person_id for one in stand.guests):
            return next(one for one in stand.guests if one.person_id == person_id)
        if len(stand.guests) >= book.most_guests:
            raise Refusal("", "guests_are_two", {"most": book.most_guests})
        found = read_candidates(book, call.season, house, [person_id], team=team)
        if person_id not in found:
            raise Refusal("", "person_gone")
        _require_possible(found[person_id])
        row = GuestInvitation.objects.create(
            team=team,
            person_id=person_id,
            words=" ".join(words.split())[:LONGEST_WORDS],
            invited_by=captain.public_name[:250],  # the guest reads it
        )
        acting.audit("invite_guest", f"team:{team.pk}", player=found[person_id].public_name)
        tell_guest(call=call, invitation=row, token=invitation_token(row))
    return row


def answer_invitation(
    *, invitation_id: int, accept: bool, user: User | None = None, at: datetime.datetime | None = None
) -> GuestInvitation:
    """The invited one joins the team or declines. The same answer twice is one.

    ``user``: the account that answers; None for who came by the letter's link. Raises :class:`Refusal` once the
    invitation was withdrawn or answered, the rosters were due or the team is approved, and for whoever is in another
    team by now.
    """
    with write_lock(), transaction.atomic():
        row, call, team = _lock_invitation(invitation_id)
        wanted = AnswerState.ACCEPTED if accept else AnswerState.DECLINED
        if row.state == wanted:
            return row
        if row.state != AnswerState.SENT:
            raise Refusal("", "invitation_over")
        _require_open(call, team, at)
        if accept:
            _join(call, team, row)
        row.state, row.answered_at = wanted, at or timezone.now()
        row.save(update_fields=["state", "answered_at"])
        _audit(user, "accept_invitation" if accept else "decline_invitation", team, row.person)
    return row


def withdraw_invitation(*, invitation_id: int, user: User, at: datetime.datetime | None = None) -> GuestInvitation:
    """The captain takes an invitation back, an accepted one too, until the roster is approved. Twice is once."""
    with write_lock(), transaction.atomic():
        row, call, team = _lock_invitation(invitation_id)
        acting, _person = _captain(user, read_stand(call, team.house))
        if row.state not in WAITING_ANSWERS:
            return row
        _require_open(call, team, at)
        if row.state == AnswerState.ACCEPTED:
            team.members.filter(person=row.person_id).delete()
            _count_up(team)
        row.state, row.answered_at = AnswerState.WITHDRAWN, at or timezone.now()
        row.save(update_fields=["state", "answered_at"])
        acting.audit("withdraw_invitation", f"team:{team.pk}", player=row.person.public_name)
    return row


def invitation_token(row: GuestInvitation) -> str:
    """The secret part of an invitation's link: derived, never stored."""
    return signing.Signer(salt=_SALT).sign_object(row.pk)


def read_token(token: str) -> int | None:
    """Which invitation a link is about; None for one that no letter of ours had."""
    try:
        found = signing.Signer(salt=_SALT).unsign_object(token)
    except signing.BadSignature:
        return None
    return found if isinstance(found, int) else None


def _captain(user: User, stand: Stand) -> tuple[Acting, Person]:
    person, captain = person_of(user), stand.captain
    if person is None or captain is None or captain.pk != person.pk:
        raise Refusal("", "not_the_captain_here")
    return Acting(user, "captain"), person


def _require_open(call: RosterCall, team: Team | None, at: datetime.datetime | None) -> Team:
    if team is None:
        raise Refusal("", "roster_not_submitted")
    if team.state == RosterState.APPROVED:
        raise Refusal("", "roster_approved")
    if not book_of(call).has_guests:
        raise Refusal("", "no_guests_here")
    require_time(call, at)
    return team


def _require_possible(one: Candidate) -> None:
    """The captain may ask for anybody by number: a refusal tells no more of a name than public pages do."""
    if one.is_own:
        raise Refusal("", "guest_of_the_house", {"player": one.public_name})
    if one.kind != PUPIL or one.has_left:
        raise Refusal("", "guest_no_pupil", {"player": one.public_name})
    if one.elsewhere:
        raise Refusal("", "guest_taken", {"player": one.public_name, "house": one.elsewhere})


def _lock_invitation(invitation_id: int) -> tuple[GuestInvitation, RosterCall, Team]:
    """The season first, as every deed around rosters."""
    row = GuestInvitation.objects.select_related("team").get(pk=invitation_id)
    calls = RosterCall.objects.filter(season=row.team.season_id, discipline=row.team.discipline)
    call, _house, team = lock_roster(calls.get().pk, row.team.house_id)
    assert team is not None  # noqa: S101 - the invitation is the team's
    row = GuestInvitation.objects.select_for_update(of=("self",)).select_related("person__user").get(pk=row.pk)
    return row, call, team


def _join(call: RosterCall, team: Team, row: GuestInvitation) -> None:
    found = read_candidates(book_of(call), call.season, team.house, [row.person_id], team=team)
    _require_possible(found[row.person_id])
    place = team.members.count()
    try:
        with transaction.atomic():
            TeamMember.objects.create(team=team, person_id=row.person_id, position=place)
    except IntegrityError as error:  # entered in the backoffice at this moment
        raise Refusal("", "guest_taken", {"player": row.person.public_name, "house": "?"}) from error
    _count_up(team)


def _count_up(team: Team) -> None:
    """The people have changed: whoever looks at the roster from before looks again."""
    team.revision += 1
    team.save(update_fields=["revision"])


def _audit(user: User | None, action: str, team: Team, guest: Person) -> None:
    """The timeline shows it to the captain: the guest goes by the public name, as the one who acts too."""
    key = f"user:{user.pk}" if user is not None else f"person:{guest.pk}"
    actor = Actor(key=key, role="player", name=guest.public_name)
    record_audit(actor=actor, action=action, target=f"team:{team.pk}", details={"player": guest.public_name})
