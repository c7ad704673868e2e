"""The settings of a game as a form: each with its paragraph, what it is good for, its default and its readings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Field, Fieldset, Layout
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.rulebooks import Setting, Text, Value

_WHOLE_NUMBER = re.compile(r"[+\-−]?[0-9]+", re.ASCII)
_LONGEST_NUMBER = 12  # characters


class WholeNumberField(forms.IntegerField):
    """A whole number as one types it: plain digits. «4,0», «1e9» and figures of other scripts are asked for again."""

    def to_python(self, value: Any) -> int | None:
        """The number; a ValidationError for anything else."""
        text = "" if value is None else str(value).strip()
        if text and not (len(text) <= _LONGEST_NUMBER and _WHOLE_NUMBER.fullmatch(text)):
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(text.replace("−", "-"))


class ReadingSelect(forms.RadioSelect):
    """Readings side by side, each with what it means at the table."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(attrs={"class": "form-check-input"})
        self.setting = setting

    def create_option(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Django's option, with the explanation."""
        option: dict[str, Any] = super().create_option(*args, **kwargs)
        for choice in self.setting.choices:
            if str(choice.value) == str(option["value"]):
                option |= {"explanation": choice.explanation, "is_default": choice.value == self.setting.default}
        return option


class SettingField(Field):  # type: ignore[misc]  # crispy has no types
    """A setting on the form: paragraph, name, help, default, and the field itself."""

    template = "tournaments/_setting.html"

    def __init__(self, setting: Setting, rules_page: str) -> None:
        super().__init__(setting.key)
        self.more = {"setting": setting, "rules_page": rules_page}

    def render(self, form: Any, context: Any, *args: Any, **kwargs: Any) -> Any:
        """Crispy's rendering, with the setting in the context."""
        return super().render(form, context, *args, extra_context=self.more, **kwargs)


def setting_field(setting: Setting) -> forms.Field:
    """The field that takes the setting's values and no others."""
    if setting.kind == "int":
        return WholeNumberField(
            label=setting.label,  # type: ignore[arg-type]  # lazily translated
            min_value=setting.minimum,
            max_value=setting.maximum,
            widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
            error_messages={"invalid": _("Enter a whole number."), "required": _("Enter a whole number.")},
        )
    return forms.TypedChoiceField(
        label=setting.label,  # type: ignore[arg-type]  # lazily translated
        choices=[(str(choice.value), choice.label) for choice in setting.choices],
        coerce=_is_true if setting.kind == "bool" else str,
        widget=ReadingSelect(setting),
    )


def settings_helper(groups: Iterable[tuple[Text, Sequence[Setting]]], rules_page: str) -> FormHelper:
    """How crispy draws the settings: by titled groups; ``rules_page`` is the address that their paragraphs stand at."""
    helper = FormHelper()
    helper.form_tag = False
    helper.disable_csrf = True  # the page's form has it
    helper.layout = Layout(
        *(
            Fieldset(title, *(SettingField(setting, rules_page) for setting in settings), css_class="settings-group")
            for title, settings in groups
        )
    )
    return helper


def settings_rows(
    groups: Iterable[tuple[Text, Sequence[Setting]]], values: Mapping[str, Value]
) -> list[dict[str, Any]]:
    """Every setting with its value in words, by groups; ``differs`` from the rulebook or not."""
    return [
        {
            "title": title,
            "rows": [
                {
                    "setting": setting,
                    "value": setting.in_words(values[setting.key]),
                    "default": setting.in_words(setting.default),
                    "differs": values[setting.key] != setting.default,
                }
                for setting in settings
            ],
        }
        for title, settings in groups
    ]


def _is_true(text: str) -> bool:
    return text == "True"
