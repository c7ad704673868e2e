"""Letters about rosters: to whoever approves them once one is there, to the head of the house once it is decided."""

from __future__ import annotations

import datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.enums import RosterState
from tournaments.models import GuestInvitation, RosterCall, Team
from tournaments.selectors.offices import readers_of
from tournaments.selectors.rosters import book_of
from tournaments.services.acting import Acting
from tournaments.services.letters import site_address, write_to, write_to_accounts


def tell_approvers(*, call: RosterCall, team: Team, acting: Acting) -> None:
    """A roster was submitted: everybody who may approve it hears of it, in their own language."""

    def words() -> tuple[str, str]:
        facts = _facts(call, team, acting)
        body = _(
            "%(who)s has submitted the roster of %(house)s for %(game)s, %(season)s.\n\n"
            "Look at it, then approve it or return it with a reason:\n%(link)s\n"
        )
        return _("Roster of %(house)s: %(game)s, %(season)s") % facts, body % facts

    write_to_accounts(users=book_of(call).write_to(call.season), words=words, about=f"team:{team.pk}")


def tell_head(*, call: RosterCall, team: Team, acting: Acting, at: datetime.datetime) -> None:
    """A roster was approved or returned, at ``at``: the head of the house hears of it, and who stands in for the head.

    Returned once the rosters were due, it says that a later date has to be set first.
    """

    def words() -> tuple[str, str]:
        facts = _facts(call, team, acting) | {"reason": team.return_reason, "due": _moment(call)}
        if team.state == RosterState.APPROVED:
            subject = _("Approved: the roster of %(house)s for %(game)s")
            body = _("%(who)s has approved the roster of %(house)s for %(game)s, %(season)s.\n\n%(link)s\n")
        else:
            subject = _("Returned: the roster of %(house)s for %(game)s")
            told = _("%(who)s has returned the roster of %(house)s for %(game)s, %(season)s:\n\n%(reason)s")
            if at > call.due_at:
                then = _(
                    "The rosters were due on %(due)s: it can be corrected once whoever approves them sets a later date."
                    "\n%(link)s\n"
                )
            else:
                then = _("It can be corrected until %(due)s:\n%(link)s\n")
            body = f"{told}\n\n{then}"
        return subject % facts, body % facts

    for person in readers_of(team.house):
        write_to(person=person, words=words, about=f"team:{team.pk}")


def tell_guest(*, call: RosterCall, invitation: GuestInvitation, token: str) -> None:
    """Somebody is invited into the team of another house; the letter's link is theirs alone."""

    def words() -> tuple[str, str]:
        facts = {
            "who": invitation.invited_by,
            "house": invitation.team.house.name,
            "game": str(book_of(call).name),
            "season": call.season.name,
            "words": f"«{invitation.words}»\n\n" if invitation.words else "",
            "link": site_address(reverse("tournaments:roster_invitation", args=[token])),
            "due": _moment(call),
        }
        body = _(
            "%(who)s invites you to play for %(house)s as a guest: %(game)s, %(season)s.\n\n"
            "%(words)sAccept or decline until %(due)s:\n%(link)s\n"
        )
        return _("Invitation into the team of %(house)s: %(game)s") % facts, body % facts

    write_to(person=invitation.person, words=words, about=f"invitation:{invitation.pk}")


def _facts(call: RosterCall, team: Team, acting: Acting) -> dict[str, str]:
    who = acting.name
    if acting.in_place_of:
        who = _("%(name)s (for %(principal)s)") % {"name": acting.name, "principal": acting.in_place_of}
    return {
        "who": who,
        "house": team.house.name,
        "game": str(book_of(call).name),
        "season": call.season.name,
        "link": site_address(reverse("tournaments:roster", args=[call.pk, team.house.key])),
    }


def _moment(call: RosterCall) -> str:
    zone = timezone.get_default_timezone()
    return date_format(timezone.localtime(call.due_at, zone), "j E Y, H:i")
