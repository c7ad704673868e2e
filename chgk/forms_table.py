"""Laying a table: which package, who of the roster plays today, who stands in for a captain who is not there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from chgk.forms_season import LONGEST_REASON, DeskForm
from chgk.package_choice import Offer
from chgk.roster_page import Roster
from chgk.rules.rosters import Member
from tournaments.models import User
from tournaments.services.actors import account_name


class TableForm(DeskForm):
    """The line-up of the day; with ``packages`` also what is played and who hosts."""

    package = forms.TypedChoiceField(
        label=gettext_lazy("Package of questions"),
        coerce=int,
        error_messages={
            "required": gettext_lazy("Choose what is played."),
            "invalid_choice": gettext_lazy("This package is not free any more. Choose another."),
        },
    )
    players = forms.TypedMultipleChoiceField(
        label=gettext_lazy("At the table today"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": gettext_lazy("Tick who plays."),
            "invalid_choice": gettext_lazy("Somebody ticked here is not in the roster any more. Tick again."),
        },
    )
    stand_in = forms.TypedChoiceField(
        label=gettext_lazy("Leads the team instead"), coerce=int, required=False, empty_value=None
    )
    reason = forms.CharField(
        label=gettext_lazy("Why the captain is not there"),
        max_length=LONGEST_REASON,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    host = forms.TypedChoiceField(
        label=gettext_lazy("Host"),
        coerce=int,
        help_text=gettext_lazy("The host's account opens the console and hands out the links."),
    )

    def __init__(
        self,
        data: Any = None,
        *,
        roster: Roster,
        packages: Iterable[Offer] | None = None,
        hosts: Iterable[User] = (),
        initial: dict[str, Any],
    ) -> None:
        super().__init__(data, key="table", initial=initial)
        fields: dict[str, Any] = self.fields
        self.roster = roster
        people = [(member.person, member.name) for member in roster.members]
        fields["players"].choices = people
        fields["stand_in"].choices = [("", _("nobody: the captain is here")), *people]
        if packages is None:
            del self.fields["package"], self.fields["host"]
            return
        fields["package"].choices = [("", _("Choose…")), *((each.package.pk, _package_name(each)) for each in packages)]
        fields["host"].choices = [(user.pk, account_name(user)) for user in hosts]

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Everybody of the roster as the form draws them, with what was ticked."""
        ticked = set(map(str, self["players"].value() or ()))
        return [self._row(member, ticked) for member in self.roster.members]

    def _row(self, member: Member, ticked: set[str]) -> dict[str, Any]:
        return {
            "member": member,
            "guest": member.person in self.roster.guests,
            "ticked": str(member.person) in ticked,
        }

    @property
    def captain_away(self) -> bool:
        """Whether the part about a stand-in is open: something stands in it, or the captain is not ticked."""
        captain = self.roster.captain
        ticked = set(map(str, self["players"].value() or ()))
        typed = bool(self["stand_in"].value() or self["reason"].value())
        return typed or (captain is not None and str(captain.person) not in ticked)


def _package_name(offer: Offer) -> str:
    """«Tour 1: 12 envelopes, 2 spare questions»."""
    envelopes = ngettext("%(number)d envelope", "%(number)d envelopes", offer.on_table) % {"number": offer.on_table}
    spares = ngettext("%(number)d spare question", "%(number)d spare questions", offer.spares) % {
        "number": offer.spares
    }
    return f"{offer.package.title}: {envelopes}, {spares}"


def everybody(roster: Roster) -> Sequence[int]:
    """Who is ticked before anybody has chosen: the whole roster."""
    return [member.person for member in roster.members]
