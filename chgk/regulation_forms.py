"""What the curator types about the regulation: clarifications (§1.6.2), decisions by priority (§1.5)."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from chgk.models import ClubSeason
from chgk.regulation_page import paragraph_names
from chgk.rulebook import SETTINGS
from chgk.selectors.regulation import setting_named
from chgk.services.council_subjects import matters_of
from chgk.services.regulation import LONGEST_REASON, LONGEST_TEXT
from tournaments.setting_forms import WholeNumberField


class ClarifyForm(forms.Form):
    """A paragraph made more precise; a setting with it, if one belongs to it."""

    paragraph = forms.ChoiceField(label=gettext_lazy("Paragraph"), widget=forms.Select(attrs={"class": "form-select"}))
    text = forms.CharField(
        label=gettext_lazy("How it is to be understood"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 4, "class": "form-control"}),
    )
    setting = forms.ChoiceField(
        label=gettext_lazy("Setting that follows from it"),
        required=False,
        widget=forms.Select(attrs={"class": "form-select"}),
        help_text=gettext_lazy("Games that start later follow it. A number that the text fixes takes an amendment."),
    )
    value = WholeNumberField(
        label=gettext_lazy("New number"),
        required=False,
        widget=forms.NumberInput(attrs={"class": "form-control"}),
        help_text=gettext_lazy("Only for a setting that is a number."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["paragraph"].choices = [("", "—"), *paragraph_names()]  # type: ignore[attr-defined]
        choices: list[tuple[str, str]] = [("", _("none"))]
        fixed = _("fixed by the text")
        for setting in SETTINGS:
            name = f"§{setting.paragraph} {setting.label}"
            if setting.choices:
                choices += [(f"{setting.key}={one.value}", f"{name}: {one.label}") for one in setting.choices]
            else:
                choices.append((setting.key, f"{name} ({fixed})" if setting.fixed else name))
        self.fields["setting"].choices = choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """A number for a setting that is one, within its bounds."""
        data: dict[str, Any] = super().clean() or {}
        key, _equals, choice = (data.get("setting") or "").partition("=")
        setting = setting_named(key)
        data["key"], data["new"] = key, choice
        if setting is None or setting.choices:
            return data
        number = data.get("value")
        low, high = setting.minimum or 0, setting.maximum or 0
        if number is None and "value" not in self.errors:
            self.add_error("value", _("Enter the number."))
        elif number is not None and not low <= number <= high:
            self.add_error("value", _("A whole number from %(low)s to %(high)s.") % {"low": low, "high": high})
        data["new"] = number
        return data


class DecisionForm(forms.Form):
    """§1.5: what was decided, about what, and why."""

    scope = forms.ChoiceField(
        label=gettext_lazy("What it is about"), widget=forms.Select(attrs={"class": "form-select"})
    )
    matter = forms.CharField(
        label=gettext_lazy("Which matter"),
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"class": "form-control"}),
        help_text=gettext_lazy("Only if it is about another matter."),
    )
    paragraph = forms.ChoiceField(
        label=gettext_lazy("Paragraph that it stands beside"),
        required=False,
        widget=forms.Select(attrs={"class": "form-select"}),
    )
    text = forms.CharField(
        label=gettext_lazy("Decision"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 4, "class": "form-control"}),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2, "class": "form-control"}),
    )

    def __init__(self, *args: Any, club: ClubSeason, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = club.fixtures.filter(game__isnull=False).select_related("game").order_by("number")
        self.fields["scope"].choices = [  # type: ignore[attr-defined]
            ("season", _("the whole season")),
            *((f"game:{one.game_id}", one.game.title) for one in games if one.game is not None),
            *((one.key, one.label) for one in matters_of(club)),
            ("matter", _("another matter")),
        ]
        self.fields["paragraph"].choices = [("", "—"), *paragraph_names()]  # type: ignore[attr-defined]
