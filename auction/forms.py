"""The two forms of the desk: a new game, and every setting of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from auction.rulebook import RULEBOOK, SETTINGS, SETTINGS_BY_KEY
from auction.rules.special import ORDER
from tournaments.models import Team
from tournaments.rulebooks import Setting, Text, Value
from tournaments.selectors.lineups import Lineup
from tournaments.setting_forms import setting_field, settings_helper

STAGE_KEYS = ("answer_seconds", "answer_grace", "clock_from", "duel_order")  # of the stage; the others are the rules
FEWEST_TEAMS, MOST_TEAMS = 2, 4  # §7
SPECIAL_KEYS = {f"special_{kind}": str(kind) for kind in ORDER}  # of the form -> of the setup


class Row(NamedTuple):
    """A house on the form of a new game."""

    lineup: Lineup
    is_chosen: bool


class NewGameForm(forms.Form):
    """Which houses play, under which title. Houses that cannot play are shown, with the reason, but not offered."""

    title = forms.CharField(
        label=_("Title"),
        max_length=200,
        help_text=_("How the game is called on the home page and on every screen."),
    )
    teams = forms.MultipleChoiceField(
        label=_("Houses"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose two to four houses (§7).")},
    )

    def __init__(self, *args: Any, lineups: Sequence[Lineup], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._by_pk = {str(each.team.pk): each.team for each in lineups if each.team is not None and not each.problem}
        teams: Any = self.fields["teams"]
        teams.choices = [(pk, team.house.name) for pk, team in self._by_pk.items()]
        self._lineups = lineups

    def clean_teams(self) -> list[Team]:
        """The teams in the order of the houses."""
        chosen = set(self.cleaned_data["teams"])
        if not FEWEST_TEAMS <= len(chosen) <= MOST_TEAMS:
            raise ValidationError(
                ngettext(
                    "Choose two to four houses (§7): %(count)d is chosen.",
                    "Choose two to four houses (§7): %(count)d are chosen.",
                    len(chosen),
                )
                % {"count": len(chosen)}
            )
        return [team for pk, team in self._by_pk.items() if pk in chosen]

    @property
    def lineups(self) -> list[Row]:
        """Every house as the form draws it, with what was ticked."""
        ticked = set(map(str, self["teams"].value() or ()))
        return [
            Row(each, each.team is not None and not each.problem and str(each.team.pk) in ticked)
            for each in self._lineups
        ]

    @property
    def houses(self) -> list[dict[str, str]]:
        """The houses' colours, for the page."""
        return [{"id": each.house.key, "colour": each.house.colour} for each in self._lineups]


class SettingsForm(forms.Form):
    """Every setting of a game on one form, in the order of the rulebook."""

    def __init__(self, data: Any = None, *, setup: Mapping[str, Any]) -> None:
        super().__init__(data, initial=current_values(setup))
        self.fields.update({setting.key: setting_field(setting) for setting in SETTINGS})
        self.helper = settings_helper(groups(), reverse(RULEBOOK.page))

    def rules(self) -> dict[str, Value]:
        """The rules that differ from the rulebook."""
        return {
            key: value
            for key, value in self.cleaned_data.items()
            if key not in STAGE_KEYS and key not in SPECIAL_KEYS and value != SETTINGS_BY_KEY[key].default
        }

    def stage(self) -> dict[str, Value]:
        """How the stage runs."""
        return {key: self.cleaned_data[key] for key in STAGE_KEYS}

    def special(self) -> dict[str, Value]:
        """What each special lot weighs on the wheel."""
        return {kind: self.cleaned_data[key] for key, kind in SPECIAL_KEYS.items()}


def groups() -> list[tuple[Text, list[Setting]]]:
    """The settings under the titles of their sections."""
    return [(section.title, settings) for section, settings in RULEBOOK.grouped_settings()]


def current_values(setup: Mapping[str, Any]) -> dict[str, Value]:
    """What a game's setup says, the rulebook's default where it says nothing."""
    special = setup.get("special", {})
    weights = {key: special[kind] for key, kind in SPECIAL_KEYS.items() if kind in special}
    kept = {**setup.get("rules", {}), **setup.get("settings", {}), **weights}
    return {setting.key: kept.get(setting.key, setting.default) for setting in SETTINGS}
