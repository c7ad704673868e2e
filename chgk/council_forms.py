"""What captains and the curator type for the council: motions with their paragraphs, votes, stand-ins, settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from chgk.council_words import LANGUAGE_NAMES, READER_WORDS, SETTING_WORDS, SHARE_WORDS
from chgk.rules.council import FLAGS, MOST_DAYS, QUORUMS, READERS, SHARES, Settings
from chgk.rules.regulation import LANGUAGES, Amended, Change, Wording
from chgk.services.council import LONGEST_TEXT, LONGEST_TITLE
from tournaments.models import Team
from tournaments.moments import MomentField

LONGEST_ITEMS = 4000


def _style(form: forms.Form) -> None:
    for field in form.fields.values():
        widget = field.widget
        kind = {forms.Select: "form-select", forms.CheckboxInput: "form-check-input"}
        widget.attrs["class"] = next((css for shape, css in kind.items() if isinstance(widget, shape)), "form-control")


class MotionForm(forms.Form):
    """What is moved, in words."""

    title = forms.CharField(label=_("What the council is to decide"), max_length=LONGEST_TITLE)
    text = forms.CharField(
        label=_("Reasons"),
        max_length=LONGEST_TEXT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _style(self)


class ParagraphForm(forms.Form):
    """A paragraph of an amendment: its number and its wording in every language."""

    number = forms.CharField(label=_("Paragraph"), max_length=20)
    repealed = forms.BooleanField(label=_("Repeal this paragraph"), required=False)

    def __init__(self, *args: Any, texts: Mapping[str, Mapping[str, Wording]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.texts = texts
        for language in LANGUAGES:
            name = LANGUAGE_NAMES[language]
            fields: dict[str, forms.Field] = {
                f"title_{language}": forms.CharField(label=_("Title"), max_length=200, required=False),
                f"text_{language}": forms.CharField(
                    label=_("Text"), max_length=4000, required=False, widget=forms.Textarea(attrs={"rows": 4})
                ),
                f"items_{language}": forms.CharField(
                    label=_("List below the text, one item a line"),
                    max_length=LONGEST_ITEMS,
                    required=False,
                    widget=forms.Textarea(attrs={"rows": 2}),
                ),
            }
            for key, field in fields.items():
                field.widget.attrs |= {"lang": language, "data-language": str(name)}
                self.fields[key] = field
        _style(self)

    def languages(self) -> list[tuple[Any, list[Any]]]:
        """The fields by languages, with the language's name."""
        return [
            (LANGUAGE_NAMES[language], [self[f"{part}_{language}"] for part in ("title", "text", "items")])
            for language in LANGUAGES
        ]

    def amended(self) -> Amended:
        """The paragraph as the rules know it; new is whatever the text does not have."""
        data = self.cleaned_data
        number = data["number"].strip().removeprefix("§").strip()
        if data["repealed"]:
            return Amended(number, Change.REPEALED, {})
        change = Change.CHANGED if number in self.texts[LANGUAGES[0]] else Change.NEW
        return Amended(number, change, {language: self._wording(language) for language in LANGUAGES})

    def _wording(self, language: str) -> Wording:
        data = self.cleaned_data
        items = (line.strip() for line in data[f"items_{language}"].splitlines())
        text = "\n".join(line.rstrip() for line in data[f"text_{language}"].strip().splitlines())
        return Wording(" ".join(data[f"title_{language}"].split()), text, tuple(item for item in items if item))


def paragraph_values(number: str, texts: Mapping[str, Mapping[str, Wording]]) -> dict[str, str]:
    """A paragraph as it stands, for the form."""
    values = {"number": number}
    for language in LANGUAGES:
        wording = texts[language].get(number, Wording())
        values |= {
            f"title_{language}": wording.title,
            f"text_{language}": wording.text,
            f"items_{language}": "\n".join(wording.items),
        }
    return values


class VoteForm(forms.Form):
    """Until when the council votes."""

    closes_at = MomentField(label=_("The vote closes"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _style(self)


class ActingForm(forms.Form):
    """§2.2.2: who stands in for a captain, from when and until when, and why."""

    person = forms.ChoiceField(label=_("Acting captain"))
    starts_at = MomentField(label=_("Leads from"))
    ends_at = MomentField(label=_("Leads until"))
    reason = forms.CharField(label=_("Reason"), max_length=300)

    def __init__(self, *args: Any, teams: list[Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        groups: list[tuple[str, list[tuple[str, str]]]] = []
        self.people: dict[str, tuple[Team, Any]] = {}
        for team in teams:
            players = [row for row in team.members.all() if not row.is_captain]
            groups.append((team.house.name, [(str(row.pk), row.person.public_name) for row in players]))
            self.people |= {str(row.pk): (team, row.person) for row in players}
        self.fields["person"].choices = [("", "—"), *groups]  # type: ignore[attr-defined]
        self.fields["person"].widget = forms.Select(choices=[("", "—"), *groups])
        _style(self)


class CouncilSettingsForm(forms.Form):
    """What a season settles about its council."""

    def __init__(self, *args: Any, settings: Settings, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for key in QUORUMS:
            value = getattr(settings, key)
            shares = SHARES if value in SHARES else (*SHARES, value)
            self.fields[key] = forms.ChoiceField(
                label=SETTING_WORDS[key],
                choices=[(share, SHARE_WORDS.get(share, share)) for share in shares],
                initial=value,
            )
        self.fields["words_for"] = forms.ChoiceField(
            label=SETTING_WORDS["words_for"],
            choices=[(reader, READER_WORDS[reader]) for reader in READERS],
            initial=settings.words_for,
        )
        self.fields["vote_days"] = forms.IntegerField(
            label=SETTING_WORDS["vote_days"], min_value=1, max_value=MOST_DAYS, initial=settings.vote_days
        )
        for key in FLAGS:
            self.fields[key] = forms.BooleanField(
                label=SETTING_WORDS[key], required=False, initial=getattr(settings, key)
            )
        _style(self)
