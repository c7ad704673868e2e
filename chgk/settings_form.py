"""A season's settings as a form: its games, its final, the times; what is kept is what differs from the text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _

from chgk.models import ClubSeason
from chgk.rulebook import FINAL, GROUPS, RULEBOOK, SETTINGS, TIME_SETTINGS
from chgk.rules.parameters import FINAL_TARGET, Parameters, as_written
from chgk.services.season_rules import SettingsError
from tournaments.models import LiveGame
from tournaments.rulebooks import Text, Value
from tournaments.setting_forms import setting_field, settings_helper

_PREFIXES = {"rules": "", "final_rules": FINAL, "settings": ""}


class Change(NamedTuple):
    """A setting that has two values: what is ``saved``, and ``other``."""

    label: Text
    saved: Value | Text
    other: Value | Text


class SeasonSettingsForm(forms.Form):
    """Every setting of a season on one form."""

    def __init__(self, data: Any = None, *, club: ClubSeason) -> None:
        super().__init__(data, initial=season_values(club))
        self.fields.update({setting.key: setting_field(setting) for setting in SETTINGS})
        self.helper = settings_helper(GROUPS, reverse(RULEBOOK.page))

    def clean(self) -> dict[str, Any]:
        """§3.1.4: a deciding round is taken before the game is won."""
        data = super().clean() or self.cleaned_data
        for prefix in ("", FINAL):
            target, taken_at = data.get(f"{prefix}target"), data.get(f"{prefix}deciding_at")
            if target is not None and taken_at is not None and taken_at >= target:
                message = _("With %(points)s points the game is won already: enter a smaller number.")
                self.add_error(f"{prefix}deciding_at", message % {"points": taken_at})
        return data

    def rules(self) -> dict[str, Value]:
        """What a game is played with, where it differs from the text."""
        return _differing(self.cleaned_data, "", as_written().target)

    def final_rules(self) -> dict[str, Value]:
        """The same for the final."""
        return _differing(self.cleaned_data, FINAL, FINAL_TARGET)

    def times(self) -> dict[str, Value]:
        """Times that differ from the text, in seconds."""
        given = self.cleaned_data
        return {each.key: given[each.key] for each in TIME_SETTINGS if given[each.key] != each.default}

    def warnings(self) -> list[str]:
        """What is allowed, and may not be meant: a target raised without the question that was to reach it (§3.1.4)."""
        said = {
            "": _("A deciding question is now worth less than a victory takes: the game goes on after it."),
            FINAL: _(
                "In the final a deciding question is now worth less than a victory takes: the final goes on after it."
            ),
        }
        given = self.cleaned_data
        return [said[each] for each in said if given[f"{each}deciding_worth"] < given[f"{each}target"]]

    def add_settings_error(self, error: SettingsError) -> None:
        """What the service has found wrong, beside its field."""
        name = _PREFIXES[error.part] + error.key
        self.add_error(name if name in self.fields else None, str(error))

    def unlike(self, club: ClubSeason) -> list[Change]:
        """Where what has been typed is not what ``club`` has saved."""
        return _changes(season_values(club), self.cleaned_data)


def season_values(club: ClubSeason) -> dict[str, Value]:
    """Every setting of the season by its key on the form, the text's default where the season says nothing."""
    rules = Parameters.from_json(club.rules).pinned()
    final = Parameters.from_json({"target": FINAL_TARGET, **club.final_rules}).pinned()
    return rules | {FINAL + key: value for key, value in final.items()} | _times(club.settings)


def game_changes(club: ClubSeason, game: LiveGame, *, is_final: bool) -> list[Change]:
    """Where a game is not played with what the season says now: ``other`` is the game's."""
    prefix = FINAL if is_final else ""
    rules = Parameters.from_json(game.setup.get("rules", {})).pinned()
    own = {prefix + key: value for key, value in rules.items()} | _times(game.setup.get("settings", {}))
    return _changes(season_values(club), own)


def _times(kept: Mapping[str, Value]) -> dict[str, Value]:
    return {setting.key: kept.get(setting.key, setting.default) for setting in TIME_SETTINGS}


def _differing(data: Mapping[str, Value], prefix: str, usual_target: int) -> dict[str, Value]:
    """The rules without what follows from the text: the deciding round follows the target unless it is set apart."""
    given = Parameters.from_json({key: data[prefix + key] for key in as_written().pinned()})
    usual = {**as_written(given.target).pinned(), "target": usual_target}
    return {key: value for key, value in given.pinned().items() if value != usual[key]}


def _changes(saved: Mapping[str, Value], other: Mapping[str, Value]) -> list[Change]:
    return [
        Change(setting.label, setting.in_words(saved[setting.key]), setting.in_words(other[setting.key]))
        for setting in SETTINGS
        if setting.key in other and other[setting.key] != saved[setting.key]
    ]
