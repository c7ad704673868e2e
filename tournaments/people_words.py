"""What pages say about people: why two may be one, what a change of house means, what the audit trail tells."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.disciplines import discipline_name
from tournaments.enums import PersonKind, RosterState
from tournaments.models import AuditEntry, Person, Team
from tournaments.name_words import isolate
from tournaments.rules.names import Alike
from tournaments.selectors.people import AlikePerson

_ALIKE: Mapping[Alike, str] = {
    Alike.SAME: gettext_noop("the same name"),
    Alike.TURNED: gettext_noop("the same words in another order"),
    Alike.LONGER: gettext_noop("a second name more or less"),
    Alike.INITIALS: gettext_noop("initials that fit"),
    Alike.SLIP: gettext_noop("one letter apart"),
}
_ACTIONS: Mapping[str, str] = {
    "create_person": gettext_noop("added"),
    "change_person": gettext_noop("changed"),
    "choose_display_name": gettext_noop("name on public pages"),
    "record_consent": gettext_noop("consent recorded"),
    "withdraw_consent": gettext_noop("consent withdrawn"),
    "import_person": gettext_noop("entered from an imported list"),
    "choose_language": gettext_noop("language of letters chosen"),
    "renew_calendar": gettext_noop("new address of the calendar"),
    "bind_account": gettext_noop("account bound"),
    "bind_account_person": gettext_noop("account bound"),  # what the backoffice called it once
    "mark_left": gettext_noop("left the school, or came back"),
    "unbind_account": gettext_noop("account taken off"),
    "delete_person": gettext_noop("deleted"),
    "invite_person": gettext_noop("invited"),
    "revoke_invitation": gettext_noop("invitation taken back"),
    "accept_invitation": gettext_noop("account bound"),
    "merge_people": gettext_noop("a duplicate merged into this person"),
    "confirm_magister": gettext_noop("title of Magister confirmed"),
}
_FIELDS: Mapping[str, str] = {
    "name": gettext_noop("name"),
    "display_name": gettext_noop("name on public pages"),
    "kind": gettext_noop("kind"),
    "house": gettext_noop("house"),
    "email": gettext_noop("e-mail"),
    "language": gettext_noop("language of letters"),
    "consented_at": gettext_noop("consent to the full name"),
    "left_at": gettext_noop("left on"),
    "user": gettext_noop("account"),
}
_DAYS = ("consented_at", "left_at")


class Entry(NamedTuple):
    """A line of the history. ``changes``: field, before, after."""

    at: Any
    who: str
    what: str
    changes: list[tuple[str, str, str]]
    note: str


def why_alike(one: AlikePerson) -> str:
    """Why somebody may be meant."""
    return _(_ALIKE[one.why])


def house_effects(person: Person, teams: Sequence[Team]) -> list[str]:
    """What a change of house means, told before it is confirmed."""
    found = []
    for team in teams:
        facts = {"team": isolate(team.house.name), "game": discipline_name(team.discipline)}
        if team.state == RosterState.APPROVED:
            text = _("%(game)s: stays in the approved team of %(team)s; what it has played and will play is unchanged.")
        else:
            text = _("%(game)s: the roster of %(team)s is open and will refuse them as of another house.")
        found.append(text % facts)
    found.append(_("An application to the old house that nobody has answered is withdrawn."))
    if person.headed_houses.exists():
        found.append(_("They go on heading the house that they head."))
    return found


def say_entry(entry: AuditEntry) -> Entry:
    """A line of the audit trail about a person."""
    details = entry.details
    changed = dict(details.get("changed", {}))
    if "left_at" in details:
        changed["left_at"] = details["left_at"]
    if entry.action == "choose_language":
        changed["language"] = [details.get("before"), details.get("after")]
    changes = [
        (_(_FIELDS[field]), _said(field, before), _said(field, after))
        for field, (before, after) in changed.items()
        if field in _FIELDS
    ]
    note = str(details.get("gone", {}).get("name") or details.get("username") or "")
    if details.get("day"):
        note = _said("consented_at", details["day"])
    what = _(_ACTIONS[entry.action]) if entry.action in _ACTIONS else entry.action
    return Entry(entry.at, str(details.get("name") or entry.actor), what, changes, note)


def _said(field: str, value: object) -> str:
    """What stood or stands in a field, as the page says it elsewhere; a dash for nothing."""
    text = "" if value is None else str(value)
    if field == "kind":
        text = str(dict(PersonKind.choices).get(text, text))
    elif field == "language":
        text = str(dict(settings.LANGUAGES).get(text, text))
    elif field in _DAYS:
        with suppress(ValueError):  # nothing, or what an older version wrote
            text = date_format(datetime.date.fromisoformat(text), "j E Y")
    return text or "—"
