"""The forms of the seasons' page: a season's name, days and threshold."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.enums import LessonsCounted
from tournaments.models import Season
from tournaments.rules.engine import Refusal
from tournaments.season_words import FIELDS, explain_season
from tournaments.services.seasons import DEFAULT_LESSONS, LONGEST_NAME, MOST_LESSONS, SeasonPlan

DAY = {"type": "date"}


class SeasonForm(forms.Form):
    """Name, first and last day, and what §1 asks of a pupil. ``season``: the one that is changed."""

    name = forms.CharField(
        label=_("Name of the season"), max_length=LONGEST_NAME, widget=forms.TextInput({"autocomplete": "off"})
    )
    starts_on = forms.DateField(
        label=_("First day"), required=False, widget=forms.DateInput(attrs=DAY, format="%Y-%m-%d")
    )
    ends_on = forms.DateField(label=_("Last day"), required=False, widget=forms.DateInput(attrs=DAY, format="%Y-%m-%d"))
    lessons_needed = forms.IntegerField(
        label=_("Lessons needed"),
        min_value=0,
        max_value=MOST_LESSONS,
        initial=DEFAULT_LESSONS,
        help_text=_("Who attended fewer may not play for points (§1). 0 asks for none."),
    )
    lessons_counted = forms.ChoiceField(
        label=_("Lessons that count"), choices=LessonsCounted, initial=LessonsCounted.OWN.value
    )
    is_current = forms.BooleanField(
        label=_("The current season from now on"),
        required=False,
        help_text=_("New games, the class register and the first pages belong to it."),
    )

    def __init__(
        self, data: Any = None, *, season: Season | None = None, initial: dict[str, Any] | None = None
    ) -> None:
        names = ("name", "starts_on", "ends_on", "lessons_needed", "lessons_counted")
        values = {name: getattr(season, name) for name in names} if season is not None else {}
        super().__init__(data, initial={**values, **(initial or {})})
        if season is not None:
            del self.fields["is_current"]
        for field in self.fields.values():
            is_list, is_tick = isinstance(field.widget, forms.Select), isinstance(field.widget, forms.CheckboxInput)
            field.widget.attrs["class"] = (
                "form-select" if is_list else "form-check-input" if is_tick else "form-control"
            )

    def plan(self) -> SeasonPlan:
        """What was filled in."""
        data = self.cleaned_data
        return SeasonPlan(
            data["name"], data["starts_on"], data["ends_on"], data["lessons_needed"], data["lessons_counted"]
        )

    def refuse(self, refusal: Refusal) -> None:
        """The refusal beside the field that it is about."""
        self.add_error(FIELDS.get(refusal.code), explain_season(refusal))

    def full_clean(self) -> None:
        """Cleans; fields with an error say so to the eye as well."""
        super().full_clean()
        self.mark_errors()

    def mark_errors(self) -> None:
        """The class that draws an error, once."""
        for name in self.errors:
            if name in self.fields:
                attrs = self.fields[name].widget.attrs
                if "is-invalid" not in attrs["class"]:
                    attrs["class"] += " is-invalid"
