"""What people type: the sheet of an appeal, a jury, the council's votes, the settings of a season."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from appeals.enums import AppealKind, CouncilChoice
from appeals.rules.settings import CHOICES, FLAGS, Settings
from appeals.rules.state import JURY
from appeals.rules.texts import LONGEST, unify_breaks
from tournaments.citation_forms import CitationRows
from tournaments.models import LiveGame, Person, Team

LONGEST_LIST = 21_000  # characters of a list that is typed one a line


class TextField(forms.CharField):
    """A text of several lines, counted as the page counts it."""

    widget = forms.Textarea

    def to_python(self, value: Any) -> str:
        """With the line breaks that the text is kept with."""
        return str(super().to_python(unify_breaks(value) if isinstance(value, str) else value))


class SheetForm(forms.Form):
    """§5.2.3.1: what a captain writes; what the game knows is not typed again."""

    kind = forms.ChoiceField(
        label=gettext_lazy("Request"), choices=AppealKind.choices, widget=forms.RadioSelect, required=True
    )
    given = forms.CharField(
        label=gettext_lazy("The team's answer"),
        max_length=LONGEST["given"],
        required=False,
        help_text=gettext_lazy("As it was given in the game."),
    )
    accepted = TextField(
        label=gettext_lazy("Answers to be accepted"),
        max_length=LONGEST_LIST,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("One a line. Left empty, it is the team's answer. For «accept the answer» only."),
    )
    reasoning = TextField(
        label=gettext_lazy("Reasons"),
        max_length=LONGEST["reasoning"],
        required=False,
        widget=forms.Textarea(attrs={"rows": 8}),
    )

    def __init__(self, *args: Any, kind: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs["class"] = "form-check-input" if name == "kind" else "form-control"
        if kind:  # one sheet is one request: another one is another appeal
            del self.fields["kind"]

    def content(self, sources: CitationRows) -> dict[str, Any]:
        """The draft, as the services take it; also of a form that has errors. Its sources are a form of their own."""
        data = self.data
        return {
            "given": data.get("given", ""),
            "reasoning": data.get("reasoning", ""),
            "accepted": data.get("accepted", "").splitlines(),
            "citations": sources.citations,
        }


def sheet_values(draft: dict[str, Any]) -> dict[str, str]:
    """A draft as the form shows it."""
    return {
        "given": draft.get("given", ""),
        "reasoning": draft.get("reasoning", ""),
        "accepted": "\n".join(draft.get("accepted", ())),
    }


def what_stands(form: forms.Form, stored: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What is stored by now where something else was typed, field by field, for whom another tab was quicker."""
    found = []
    for name in [name for name in form.fields if name in stored]:
        value, field = stored[name], form[name]
        if str(value or "") != unify_breaks(str(field.value() or "")).strip():
            if isinstance(value, bool):
                shown = _("yes") if value else _("no")
            else:
                shown = str(dict(getattr(field.field, "choices", ())).get(value, value))
            found.append((str(field.label), shown or "—"))
    return found


class JuryForm(forms.Form):
    """§5.1.1: three people in the order of their votes, for the season or for one game."""

    game = forms.ModelChoiceField(
        label=gettext_lazy("For"),
        queryset=LiveGame.objects.none(),
        required=False,
        empty_label=gettext_lazy("all games of the season"),
        widget=forms.Select(attrs={"class": "form-select"}),
    )
    reason = forms.CharField(
        label=gettext_lazy("Why the jury is replaced"),
        max_length=500,
        required=False,
        widget=forms.TextInput(attrs={"class": "form-control"}),
        help_text=gettext_lazy("Needed where a confirmed jury gives way to this one."),
    )

    def __init__(self, *args: Any, people: Iterable[Person], games: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].queryset = games  # type: ignore[attr-defined]
        choices = [("", "—"), *((str(person.pk), str(person)) for person in people)]
        self._people = {str(person.pk): person for person in people}
        for number in range(1, JURY + 1):
            self.fields[f"member_{number}"] = forms.ChoiceField(
                label=_("Member %(number)s") % {"number": number},
                choices=choices,
                widget=forms.Select(attrs={"class": "form-select"}),
            )
        self.order_fields([*(f"member_{number}" for number in range(1, JURY + 1)), "game", "reason"])

    def members(self) -> list[Person]:
        """Whom the form names."""
        return [self._people[self.cleaned_data[f"member_{number}"]] for number in range(1, JURY + 1)]


class CouncilForm(forms.Form):
    """§5.1.2: how each captain voted at the meeting."""

    held_on = forms.DateField(
        label=gettext_lazy("Held on"), widget=forms.DateInput(attrs={"type": "date", "class": "form-control"})
    )

    def __init__(self, *args: Any, teams: Sequence[Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["held_on"].initial = timezone.localdate().isoformat()
        self.teams = teams
        for team in teams:
            self.fields[f"team_{team.pk}"] = forms.ChoiceField(
                label=team.house.name,
                choices=CouncilChoice.choices,
                initial=CouncilChoice.ABSENT,
                widget=forms.Select(attrs={"class": "form-select"}),
            )

    def voices(self) -> dict[int, CouncilChoice]:
        """By the number of the team."""
        return {team.pk: CouncilChoice(self.cleaned_data[f"team_{team.pk}"]) for team in self.teams}


class FindingForm(forms.Form):
    """§5.4.2: the council's votes on a complaint, and what it found."""

    in_favour = forms.IntegerField(label=gettext_lazy("For the complaint"), min_value=0, max_value=99)
    against = forms.IntegerField(label=gettext_lazy("Against"), min_value=0, max_value=99)
    abstained = forms.IntegerField(label=gettext_lazy("Abstained"), min_value=0, max_value=99)
    finding = TextField(
        label=gettext_lazy("Finding"), max_length=LONGEST["finding"], widget=forms.Textarea(attrs={"rows": 3})
    )
    repeat = forms.BooleanField(label=gettext_lazy("Repeat the procedure"), required=False)

    def __init__(self, *args: Any, composition: int, voted: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.composition = composition
        if voted:  # the ballots are counted already: only the words are missing
            for name in ("in_favour", "against", "abstained"):
                del self.fields[name]
        for name, field in self.fields.items():
            field.widget.attrs["class"] = "form-check-input" if name == "repeat" else "form-control"

    def clean(self) -> dict[str, Any]:
        """No more votes than captains."""
        data: dict[str, Any] = super().clean() or {}
        votes = sum(data.get(name) or 0 for name in ("in_favour", "against", "abstained"))
        if votes > self.composition:
            raise ValidationError(
                _("The council has %(captains)s captains, not more.") % {"captains": self.composition}
            )
        return data


SETTING_WORDS = {
    "views_open": (
        gettext_lazy("Members read each other's views"),
        {"when_all": gettext_lazy("once all have stated theirs"), "at_once": gettext_lazy("as they are stated")},
    ),
    "votes_open": (
        gettext_lazy("Members see each other's votes"),
        {"when_all": gettext_lazy("once all have voted"), "at_once": gettext_lazy("as they stand on the sheet")},
    ),
    "team_sees": (
        gettext_lazy("Until the announcement the team sees"),
        {"status": gettext_lazy("that the appeal is being considered"), "steps": gettext_lazy("how far the jury is")},
    ),
    "names_public": (gettext_lazy("Strangers read the names of members and captains in the archive"), {}),
    "complaint_repeats": (
        gettext_lazy("The council may have the procedure repeated if it upholds a complaint (§5.4.1)"),
        {},
    ),
}


class SettingsForm(forms.Form):
    """What a season settles about its appeals."""

    def __init__(self, *args: Any, settings: Settings, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for key, values in CHOICES.items():
            label, words = SETTING_WORDS[key]
            self.fields[key] = forms.ChoiceField(
                label=label,
                choices=[(value, words[value]) for value in values],
                initial=getattr(settings, key),
                widget=forms.Select(attrs={"class": "form-select"}),
            )
        for key in FLAGS:
            self.fields[key] = forms.BooleanField(
                label=SETTING_WORDS[key][0],
                required=False,
                initial=getattr(settings, key),
                widget=forms.CheckboxInput(attrs={"class": "form-check-input"}),
            )
