"""What people type on their own pages: why they apply, who stands in for them, in which language letters come."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tournaments.enums import DeputyOffice
from tournaments.evening_forms import EveningForm
from tournaments.models import User
from tournaments.moments import MomentField
from tournaments.selectors.applications import Tournament
from tournaments.selectors.offices import possible_deputies
from tournaments.services.actors import account_name
from tournaments.services.applications import LONGEST_REASON, LONGEST_WORDS

REASON_MISSING = _("This needs a reason in words: others will read it.")


class ApplyForm(EveningForm):
    """§4: for which tournament, and why."""

    name = "apply"
    tournament = forms.ChoiceField(label=_("Tournament"))
    words = forms.CharField(
        label=_("Why you want to play"),
        required=False,
        strip=True,
        widget=forms.Textarea(attrs={"rows": 5, "dir": "auto"}),
        help_text=_("A word or two for the head of your house; at most 1000 characters."),
    )

    def __init__(
        self, data: Any = None, *, tournaments: Iterable[Tournament], chosen: Tournament | None = None, **kwargs: Any
    ) -> None:
        """``chosen`` was sent; if it is not on offer any more, the service says why."""
        super().__init__(data, **kwargs)
        choice: Any = self.fields["tournament"]
        choice.choices = [(one.key, one.name) for one in tournaments]
        offered = [key for key, _name in choice.choices]
        choice.valid_value = lambda key: key in offered or (chosen is not None and key == chosen.key)

    def clean_words(self) -> str:
        """At most a thousand characters, counted as a person counts lines: a line break is one."""
        words = str(self.cleaned_data["words"]).replace("\r\n", "\n")
        if len(words) > LONGEST_WORDS:
            length = {"limit": LONGEST_WORDS, "length": len(words)}
            raise forms.ValidationError(_("At most %(limit)s characters fit; this has %(length)s."), params=length)
        return words


class DeclineForm(EveningForm):
    """Why an application is declined."""

    name = "decline"
    reason = forms.CharField(
        label=_("Reason, for the applicant"),
        max_length=LONGEST_REASON,
        error_messages={"required": REASON_MISSING},
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )


class DeputyForm(EveningForm):
    """Who stands in, in which office, from when until when."""

    name = "deputy"
    office = forms.ChoiceField(label=_("In your office of"))
    deputy = forms.ModelChoiceField(label=_("Deputy"), queryset=User.objects.none(), empty_label=_("Choose…"))
    starts_at = MomentField(label=_("From"))
    ends_at = MomentField(label=_("Until"))
    note = forms.CharField(
        label=_("Note"), max_length=300, required=False, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def __init__(self, data: Any = None, *, user: User, offices: Iterable[str]) -> None:
        super().__init__(data)
        office: Any = self.fields["office"]
        office.choices = [(key, DeputyOffice(key).label) for key in offices]
        chosen: Any = self.fields["deputy"]
        chosen.queryset = possible_deputies(user)
        chosen.label_from_instance = account_name


class LanguageForm(EveningForm):
    """In which language letters come."""

    name = "letters"
    language = forms.ChoiceField(label=_("Language of letters"), required=False)

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        choice: Any = self.fields["language"]
        choice.choices = [("", _("As the school's pages")), *settings.LANGUAGES]
