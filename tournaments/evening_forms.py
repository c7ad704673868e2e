"""What a host types about an evening itself: why it stops, who takes the console, why it is closed before its end."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import LiveGame, User
from tournaments.moments import MomentField
from tournaments.selectors.hosting import possible_hosts
from tournaments.services.actors import account_name
from tournaments.services.reasons import LONGEST_REASON


class EveningForm(forms.Form):
    """A small form; its fields' ids begin with its name, as several stand on one page. Errors mark their fields."""

    name = ""

    def __init__(self, data: Any = None, files: Any = None, **kwargs: Any) -> None:
        super().__init__(data, files, auto_id=f"{self.name}-%s", **kwargs)
        for field in self.fields.values():
            is_list = isinstance(field, forms.ChoiceField | forms.ModelChoiceField)
            field.widget.attrs["class"] = "form-select" if is_list else "form-control"

    def full_clean(self) -> None:
        """Cleans, and marks the fields with errors."""
        super().full_clean()
        for name in self.errors:
            if name in self.fields:
                self.fields[name].widget.attrs["class"] += " is-invalid"


def reason_field(label: Any) -> forms.CharField:
    """A reason in words, which others will read."""
    return forms.CharField(
        label=label,
        max_length=LONGEST_REASON,
        error_messages={"required": _("This needs a reason in words: others will read it.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class SuspendForm(EveningForm):
    """Why the evening stops, and when it goes on if that is known."""

    name = "suspend"
    reason = reason_field(_("Reason, for everybody"))
    until = MomentField(label=_("Goes on"), required=False, help_text=_("Leave it empty if it is not known yet."))


class HandOverForm(EveningForm):
    """Which account takes the console."""

    name = "hand"
    to = forms.ModelChoiceField(label=_("Account"), queryset=User.objects.none(), empty_label=_("Choose…"))

    def __init__(self, data: Any = None, *, game: LiveGame) -> None:
        super().__init__(data)
        chosen: Any = self.fields["to"]
        chosen.queryset = possible_hosts(game)
        chosen.label_from_instance = account_name


class HandOverByLinkForm(EveningForm):
    """Who takes the console without an account."""

    name = "link"
    guest = forms.CharField(
        label=_("Name"),
        max_length=200,
        help_text=_("It stands in the log beside what they decide."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class CloseForm(EveningForm):
    """Why a game is closed before its rules have ended it."""

    name = "close"
    reason = reason_field(_("Reason, for everybody"))
