"""A new season: rolled over from the last one, or set up house by house."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from chgk.forms_season import DeskForm
from chgk.roster_page import Roster
from tournaments.models import House, Season, User
from tournaments.services.actors import account_name

LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class HouseRow:
    """A house on the form, with its team of the club in that season; ``roster`` is None without one."""

    house: House
    roster: Roster | None
    ticked: bool


class CuratedForm(DeskForm):
    """What both ways to a season ask: who curates it."""

    curator = forms.TypedChoiceField(
        label=gettext_lazy("Curator"),
        coerce=int,
        help_text=gettext_lazy("The curator's account plans the games, lays the tables and decides ties."),
    )

    def offer(self, curators: Iterable[User]) -> None:
        """Who may be chosen."""
        fields: dict[str, Any] = self.fields
        fields["curator"].choices = [(user.pk, account_name(user)) for user in curators]


class RollOverForm(CuratedForm):
    """The next season, as the last one was."""

    name = forms.CharField(
        label=gettext_lazy("Name of the season"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    field_order = ("name", "curator")

    def __init__(self, data: Any = None, *, curators: Iterable[User], initial: dict[str, Any]) -> None:
        super().__init__(data, key="roll", initial=initial)
        self.offer(curators)


class NewSeasonForm(CuratedForm):
    """A season of the school, or a new one by its name; and which houses' teams play."""

    season = forms.TypedChoiceField(
        label=gettext_lazy("Season of the school"), coerce=int, required=False, empty_value=None
    )
    name = forms.CharField(
        label=gettext_lazy("Name of the new season"),
        max_length=LONGEST_NAME,
        required=False,
        help_text=gettext_lazy("Only for a new season: the school's current one from now on."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    houses = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Whose teams play"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose at least one house.")},
    )
    field_order = ("season", "name", "curator", "houses")

    def __init__(
        self,
        data: Any = None,
        *,
        seasons: Iterable[Season],
        curators: Iterable[User],
        houses: Sequence[House],
        rosters: dict[int, Roster],
        initial: dict[str, Any],
    ) -> None:
        super().__init__(data, key="new", initial=initial)
        self.offer(curators)
        fields: dict[str, Any] = self.fields
        fields["season"].choices = [*((one.pk, one.name) for one in seasons), ("", _("a new season"))]
        fields["houses"].choices = [(house.pk, house.name) for house in houses]
        self._houses = houses
        self._rosters = rosters

    def clean(self) -> dict[str, Any]:
        """A season of the school, or a name for a new one."""
        data: dict[str, Any] = super().clean() or {}
        if data.get("season") is None and not data.get("name", "").strip() and "season" not in self.errors:
            self.add_error("name", ValidationError(_("Give the new season a name.")))
        return data

    @property
    def rows(self) -> list[HouseRow]:
        """Every house as the form draws it, with what was ticked."""
        ticked = set(map(str, self["houses"].value() or ()))
        return [HouseRow(house, self._rosters.get(house.pk), str(house.pk) in ticked) for house in self._houses]
