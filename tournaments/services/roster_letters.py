"""Letters about rosters: to whoever approves them once one is there, to the head of the house once it is decided."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.enums import RosterState
from tournaments.models import GuestInvitation, Person, RosterCall, Team
from tournaments.selectors.rosters import book_of
from tournaments.services.acting import Acting
from tournaments.services.letters import write_letter


def tell_approvers(*, call: RosterCall, team: Team, acting: Acting, link: str) -> None:
    """A roster was submitted: everybody who may approve it hears of it, in their own language."""
    for user in book_of(call).write_to(call.season):
        person = Person.objects.filter(user=user).first()
        with _language_of(person):
            facts = _facts(call, team, acting) | {"link": link}
            write_letter(
                to=user.email or (person.email if person is not None else ""),
                subject=_("Roster of %(house)s: %(game)s, %(season)s") % facts,
                body=_(
                    "%(who)s has submitted the roster of %(house)s for %(game)s, %(season)s.\n\n"
                    "Look at it, then approve it or return it with a reason:\n%(link)s\n"
                )
                % facts,
                about=f"team:{team.pk}",
            )


def tell_head(*, call: RosterCall, team: Team, acting: Acting, link: str) -> None:
    """A roster was approved or returned: the head of the house hears of it."""
    head = team.house.head
    if head is None:
        return
    with _language_of(head):
        facts = _facts(call, team, acting) | {"link": link, "reason": team.return_reason, "due": _moment(call)}
        if team.state == RosterState.APPROVED:
            subject = _("Approved: the roster of %(house)s for %(game)s")
            body = _("%(who)s has approved the roster of %(house)s for %(game)s, %(season)s.\n\n%(link)s\n")
        else:
            subject = _("Returned: the roster of %(house)s for %(game)s")
            body = _(
                "%(who)s has returned the roster of %(house)s for %(game)s, %(season)s:\n\n%(reason)s\n\n"
                "It can be corrected until %(due)s:\n%(link)s\n"
            )
        write_letter(to=address_of(head), subject=subject % facts, body=body % facts, about=f"team:{team.pk}")


def tell_guest(*, call: RosterCall, invitation: GuestInvitation, link: str) -> None:
    """Somebody is invited into the team of another house; the letter's link is theirs alone."""
    guest = invitation.person
    with _language_of(guest):
        facts = {
            "who": invitation.invited_by,
            "house": invitation.team.house.name,
            "game": str(book_of(call).name),
            "season": call.season.name,
            "words": f"«{invitation.words}»\n\n" if invitation.words else "",
            "link": link,
            "due": _moment(call),
        }
        write_letter(
            to=address_of(guest),
            subject=_("Invitation into the team of %(house)s: %(game)s") % facts,
            body=_(
                "%(who)s invites you to play for %(house)s as a guest: %(game)s, %(season)s.\n\n"
                "%(words)sAccept or decline until %(due)s:\n%(link)s\n"
            )
            % facts,
            about=f"invitation:{invitation.pk}",
        )


def address_of(person: Person) -> str:
    """Where letters reach somebody: their own address, else the account's; "" for nowhere."""
    return person.email or (person.user.email if person.user is not None else "")


@contextmanager
def _language_of(person: Person | None) -> Iterator[None]:
    with translation.override((person.language if person is not None else "") or settings.LANGUAGE_CODE):
        yield


def _facts(call: RosterCall, team: Team, acting: Acting) -> dict[str, str]:
    who = acting.name
    if acting.in_place_of:
        who = _("%(name)s (for %(principal)s)") % {"name": acting.name, "principal": acting.in_place_of}
    return {"who": who, "house": team.house.name, "game": str(book_of(call).name), "season": call.season.name}


def _moment(call: RosterCall) -> str:
    zone = timezone.get_default_timezone()
    return date_format(timezone.localtime(call.due_at, zone), "j E Y, H:i")
