"""The small forms of the curator's desk: dates, who did not come, a tie."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from chgk.models import Fixture
from tournaments.moments import MomentField

LONGEST_REASON = 300
LONGEST_TIE_REASON = 500


class DeskForm(forms.Form):
    """A form of the desk. ``key``: what its fields' ids begin with, as several stand on one page."""

    def __init__(self, data: Any = None, *, key: object, **kwargs: Any) -> None:
        super().__init__(data, auto_id=f"{key}-%s", **kwargs)
        for field in self.fields.values():
            if isinstance(field.widget, forms.RadioSelect):
                continue
            field.widget.attrs["class"] = "form-select" if isinstance(field.widget, forms.Select) else "form-control"

    def full_clean(self) -> None:
        """Cleans; the first field with an error is where the reader starts (static/js/office.js)."""
        super().full_clean()
        for name in self.errors:
            if name in self.fields:
                attrs = self.fields[name].widget.attrs
                attrs["class"] = f"{attrs.get('class', '')} is-invalid".strip()


def reason_field(label: Any, longest: int = LONGEST_REASON) -> forms.CharField:
    """A reason in words, which others will read."""
    return forms.CharField(
        label=label,
        max_length=longest,
        error_messages={"required": _("This needs a reason in words: others will read it.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class PlanForm(DeskForm):
    """Date and place of a game. A date once announced is postponed instead."""

    planned_at = MomentField(label=_("Date and time"), required=False)
    place = forms.CharField(label=_("Place"), max_length=200, required=False)

    def __init__(self, data: Any = None, *, fixture: Fixture) -> None:
        initial = {"planned_at": fixture.planned_at, "place": fixture.place}
        super().__init__(data, key=f"plan-{fixture.number}", initial=initial)
        if fixture.planned_at is not None and not (data or {}).get("planned_at"):
            del self.fields["planned_at"]


class PostponeForm(DeskForm):
    """Another date, or none yet, and why."""

    planned_at = MomentField(
        label=_("New date and time"), required=False, help_text=_("Leave it empty if it is not known yet.")
    )
    reason = reason_field(_("Reason, for everybody"))

    def __init__(self, data: Any = None, *, fixture: Fixture) -> None:
        super().__init__(data, key=f"postpone-{fixture.number}")


class NoShowForm(DeskForm):
    """What kept the team away."""

    reason = reason_field(_("What happened, for everybody"))

    def __init__(self, data: Any = None, *, fixture: Fixture) -> None:
        super().__init__(data, key=f"no-show-{fixture.number}")


class WithdrawNoShowForm(DeskForm):
    """Why the team has its game to play again."""

    reason = reason_field(_("Reason, for the record"))

    def __init__(self, data: Any = None, *, fixture: Fixture) -> None:
        super().__init__(data, key=f"withdraw-{fixture.number}")


class CloseForm(DeskForm):
    """Why the season is closed although something in it is still open."""

    reason = reason_field(_("Why it is closed all the same, for the record"))

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, key="close")


class TieForm(DeskForm):
    """§3.1.2: which of the teams that are equal in everything plays the final, and why."""

    team = forms.ChoiceField(
        label=_("In the final plays"),
        widget=forms.RadioSelect(attrs={"class": "form-check-input"}),
        error_messages={"required": _("Choose one of the teams."), "invalid_choice": _("Choose one of the teams.")},
    )
    reason = reason_field(_("Reason, for everybody"), LONGEST_TIE_REASON)

    def __init__(self, data: Any = None, *, teams: Iterable[tuple[str, str]]) -> None:
        super().__init__(data, key="tie")
        self.offer(teams)

    def offer(self, teams: Iterable[tuple[str, str]]) -> None:
        """Whom the form shows; what was posted is kept."""
        chosen: Any = self.fields["team"]
        chosen.choices = list(teams)
