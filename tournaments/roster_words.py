"""What the pages of the rosters say: states, the next step, refusals with their paragraphs, who did what when."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import texts
from tournaments.enums import RosterState
from tournaments.models import AuditEntry, RosterCall
from tournaments.name_words import isolate
from tournaments.rules.engine import Refusal
from tournaments.selectors.roster_books import RosterBook
from tournaments.selectors.rosters import Stand

SENTENCES: Mapping[str, str | Promise] = {
    "not_the_head": gettext_lazy("The teams of %(house)s are named by its head, and that is not you."),
    "not_the_approver": gettext_lazy("It is not for you to decide on these rosters."),
    "rosters_were_due": gettext_lazy("The rosters were due on %(since)s. Whoever approves them can set a later date."),
    "roster_moved_on": gettext_lazy("The roster has changed since you saw it. Look at it again."),
    "roster_submitted": gettext_lazy("The roster has been submitted already. Take it back to correct it."),
    "roster_not_submitted": gettext_lazy("No roster has been submitted here."),
    "roster_approved": gettext_lazy("The roster is approved and stays as it is."),
    "roster_stays": gettext_lazy("An approved roster stays for the whole season."),
    "roster_refused": gettext_lazy("The rulebook refuses this roster: see the reasons below."),
    "roster_refused_by_now": gettext_lazy("The rulebook refuses this roster by now: return it with the reason."),
    "too_many_named_at_all": gettext_lazy("A draft holds at most %(most)s people."),
    "captain_not_named": gettext_lazy("The captain has to be one of the people named."),
    "person_gone": gettext_lazy("Somebody chosen here is not in the school's list any more."),
    "cannot_stand_here": gettext_lazy("Not of this house, or in another team of this tournament: %(players)s"),
    "call_moved_on": gettext_lazy("The date has been changed in another window; look at it again."),
    "due_has_passed": gettext_lazy("This moment has passed: every house's desk would close. Choose a later one."),
    "not_the_captain_here": gettext_lazy("Guests are invited by the captain of the team, and that is not you."),
    "no_guests_here": gettext_lazy("This game has no guests."),
    "guests_are_two": gettext_lazy("A team has at most %(most)s guests, those included who have not answered yet."),
    "guest_of_the_house": gettext_lazy("%(player)s is of the team's own house: whom it sends, the dean decides."),
    "guest_no_pupil": gettext_lazy("%(player)s is no pupil of the school."),
    "guest_taken": gettext_lazy("%(player)s is in the team of %(house)s in this season."),
    "invitation_over": gettext_lazy("This invitation is no longer open."),
}

STATES: Mapping[str, str | Promise] = {
    "": gettext_lazy("nothing yet"),
    RosterState.DRAFT: gettext_lazy("draft"),
    RosterState.SUBMITTED: gettext_lazy("submitted"),
    RosterState.RETURNED: gettext_lazy("returned"),
    RosterState.APPROVED: gettext_lazy("approved"),
}

_DEEDS: Mapping[str, str | Promise] = {
    "save_roster": gettext_lazy("saved the draft: %(players)s"),
    "submit_roster": gettext_lazy("submitted the roster: %(players)s"),
    "recall_roster": gettext_lazy("took the roster back to correct it"),
    "approve_roster": gettext_lazy("approved the roster: %(players)s"),
    "return_roster": gettext_lazy("returned the roster: %(reason)s"),
    "invite_guest": gettext_lazy("invited %(player)s"),
    "accept_invitation": gettext_lazy("%(player)s accepted the invitation"),
    "decline_invitation": gettext_lazy("%(player)s declined the invitation"),
    "withdraw_invitation": gettext_lazy("withdrew the invitation of %(player)s"),
}


@dataclass(frozen=True, slots=True)
class Said:
    """A refusal in words. ``paragraph`` with its address; "" where no rulebook is behind it."""

    text: str
    paragraph: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the timeline."""

    at: datetime.datetime
    who: str
    text: str


def say(refusal: Refusal, book: RosterBook) -> Said:
    """A refusal of the game's rules or of the desk itself, in the active language."""
    if refusal.paragraph:
        return Said(book.explain(refusal), refusal.paragraph, book.rules_url(refusal.paragraph))
    if refusal.code not in SENTENCES:
        return Said(texts.explain_here(refusal) if refusal.code in texts.SENTENCES else book.explain(refusal))
    params = {
        key: isolate(str(value)) if key in ("player", "house") else value for key, value in refusal.params.items()
    }
    if "since" in params:
        params["since"] = say_due(datetime.datetime.fromisoformat(str(params["since"])))
    return Said(str(SENTENCES[refusal.code]) % params)


def say_due(moment: datetime.datetime) -> str:
    """A moment in the school's time zone, whatever the reader's device thinks."""
    with timezone.override(timezone.get_default_timezone()):
        return texts.say_moment(moment)


def next_step(stand: Stand, now: datetime.datetime) -> str:
    """What the head does now, in one sentence."""
    due = say_due(stand.call.due_at)
    is_late = now > stand.call.due_at
    match stand.state:
        case RosterState.APPROVED:
            return _("Approved: nothing is left to do.")
        case RosterState.SUBMITTED if is_late:
            return _("Submitted: whoever approves it looks at it now.")
        case RosterState.SUBMITTED:
            return _("Submitted; until %(due)s you can still take it back and correct it.") % {"due": due}
        case _ if is_late:
            return _("It was due on %(due)s. Whoever approves the rosters can set a later date.") % {"due": due}
        case RosterState.RETURNED:
            return _("Returned: correct it and submit it again by %(due)s.") % {"due": due}
        case RosterState.DRAFT:
            return _("A draft is there: complete and submit it by %(due)s.") % {"due": due}
        case _:
            return _("Choose the players, name the captain, submit by %(due)s.") % {"due": due}


def say_entry(entry: AuditEntry) -> Line:
    """A line of the audit as the timeline shows it."""
    details = entry.details
    facts = {
        "players": ", ".join(_player(one) for one in details.get("players", [])) or "–",
        "reason": f"«{details.get('reason', '')}»",
        "player": isolate(str(details.get("player", ""))),
    }
    text = str(_DEEDS.get(entry.action, entry.action)) % facts
    who = isolate(str(details.get("name", "")))
    if details.get("in_place_of") and str(details["in_place_of"]) not in str(details.get("name", "")):
        who = _("%(name)s for %(principal)s") % {"name": who, "principal": isolate(str(details["in_place_of"]))}
    return Line(entry.at, who, text)


def _player(one: Mapping[str, object]) -> str:
    name = isolate(str(one.get("name", "")))
    return _("%(name)s (captain)") % {"name": name} if one.get("captain") else name


def guide(book: RosterBook) -> list[Said]:
    """The paragraphs that say what a roster is, with their addresses."""
    return [Said("", paragraph, book.rules_url(paragraph)) for paragraph in book.paragraphs]


def tournament_name(call: RosterCall, book: RosterBook) -> str:
    """«Awantura o Punkty · 2026/27»."""
    return f"{book.name} · {call.season.name}"
