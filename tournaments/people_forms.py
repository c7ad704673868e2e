"""What is typed about people and houses; whether it can be so, the services decide."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import UserCreationForm
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.enums import PersonKind
from tournaments.models import House, Person, User
from tournaments.models.people import validate_colour
from tournaments.selectors.people import find_namesakes
from tournaments.services.houses import LONGEST_EMBLEM, LONGEST_WORD, HouseFacts
from tournaments.services.people import LONGEST_SHOWN, Facts

LONGEST_TYPED = 1000
_NUMBERED = re.compile(r"(?P<name>.*?)\s*#(?P<number>[0-9]{1,15})", re.ASCII | re.DOTALL)
DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


def _words(**more: Any) -> forms.TextInput:
    return forms.TextInput(attrs={"class": "form-control", "autocomplete": "off", **more})


class PersonForm(forms.Form):
    """Name, house, kind, name for screens, e-mail."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_TYPED, widget=_words(), required=False)
    kind = forms.ChoiceField(
        label=_("Kind"), choices=PersonKind, widget=forms.Select(attrs={"class": "form-select"}), initial="pupil"
    )
    house = forms.ModelChoiceField(
        label=_("House"),
        queryset=House.objects.none(),
        required=False,
        empty_label=_("none"),
        widget=forms.Select(attrs={"class": "form-select"}),
    )
    display_name = forms.CharField(
        label=_("Name on public pages"),
        max_length=LONGEST_TYPED,
        required=False,
        widget=_words(),
        help_text=_("Chosen by the person. Left empty: the first name and an initial, with consent the full name."),
    )
    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        widget=forms.EmailInput(attrs={"class": "form-control", "autocomplete": "off"}),
    )
    language = forms.ChoiceField(
        label=_("Language of letters"),
        required=False,
        choices=[("", "—"), *settings.LANGUAGES],
        widget=forms.Select(attrs={"class": "form-select"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        houses: Any = self.fields["house"]
        houses.queryset = House.objects.all()

    def facts(self) -> Facts:
        """As the service wants them."""
        data = self.cleaned_data
        house = data["house"].pk if data["house"] is not None else None
        plain = {key: data[key] for key in ("name", "kind", "display_name", "email", "language")}
        return Facts(**plain, house=house)


def person_initial(person: Person) -> dict[str, Any]:
    """The form as the row has it."""
    fields = ("name", "kind", "display_name", "email", "language")
    return {"house": person.house_id, **{field: getattr(person, field) for field in fields}}


def what_stands(form: forms.Form, stored: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What is stored by now where something else was typed, field by field, for whom another tab was quicker."""
    found = []
    for field in type(form)(initial=dict(stored)):
        value = field.value()
        if str(value or "") != str(form[field.name].value() or "").strip():
            choices = dict(getattr(field.field, "choices", ()))
            found.append((str(field.label), str(choices.get(value, value) or "—")))
    return found


class DayForm(forms.Form):
    """A day."""

    day = forms.DateField(widget=DAY)


class InviteForm(forms.Form):
    """Where an invitation is sent; nowhere if it is handed over on paper."""

    email = forms.EmailField(required=False)


class DisplayNameForm(forms.Form):
    """The name that somebody chose for public pages."""

    display_name = forms.CharField(
        label=_("Name on public pages"),
        max_length=LONGEST_TYPED,
        required=False,
        widget=_words(maxlength=LONGEST_SHOWN),
    )


class SignUpForm(UserCreationForm):
    """A user name and a password, by the usual validators."""

    class Meta:
        model = User
        fields = ("username",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, autocomplete in (
            ("username", "username"),
            ("password1", "new-password"),
            ("password2", "new-password"),
        ):
            self.fields[name].widget.attrs |= {"class": "form-control", "autocomplete": autocomplete}
        self.fields["username"].widget.attrs |= {"autocapitalize": "none", "spellcheck": "false", "autofocus": False}


class HouseForm(forms.Form):
    """A house; its head is named as «Anna Nowak #12», as the search offers her, or by name where there is one."""

    name = forms.CharField(
        label=pgettext_lazy("house", "Name"), max_length=LONGEST_TYPED, required=False, widget=_words()
    )
    command = forms.CharField(
        label=_("Command word"),
        max_length=LONGEST_WORD,
        widget=_words(),
        help_text=_("Its captain bids with it in the auction."),
    )
    colour = forms.CharField(
        label=_("Colour"),
        max_length=7,
        validators=[validate_colour],
        initial="#555555",
        widget=forms.TextInput(attrs={"type": "color", "class": "form-control form-control-color"}),
    )
    emblem = forms.CharField(
        label=_("Emblem"),
        max_length=LONGEST_EMBLEM,
        required=False,
        widget=_words(),
        help_text=_("A letter or an emoji."),
    )
    head = forms.CharField(
        label=_("Head"),
        max_length=LONGEST_TYPED,
        required=False,
        widget=_words(list="people-found"),
        help_text=_(
            "Reads the house's applications and names its teams. Left empty: nobody is named, the office acts."
        ),
    )

    def clean_head(self) -> Person | None:
        """The person who is meant, or why nobody is."""
        text = str(self.cleaned_data["head"]).strip()
        return find_named(text) if text else None

    def facts(self) -> HouseFacts:
        """As the service wants them."""
        data = self.cleaned_data
        head = data["head"].pk if data["head"] is not None else None
        return HouseFacts(head=head, **{key: data[key] for key in ("name", "command", "colour", "emblem")})


def find_named(text: str, house: House | None = None) -> Person:
    """Who is meant by «Anna Nowak #12», or by a name that one person has; of that house alone, unless None.

    Raises forms.ValidationError, which names nobody of another house.
    """
    numbered = _NUMBERED.fullmatch(text)
    found = (
        list(Person.objects.filter(pk=int(numbered["number"])))
        if numbered is not None
        else find_namesakes([text]).get(text, [])
    )
    if house is not None:
        found = [one for one in found if one.house_id == house.pk]
    if len(found) == 1:
        return found[0]
    if not found and house is not None:
        raise forms.ValidationError(gettext("Nobody of the house is called so: choose somebody from the list."))
    if not found:
        raise forms.ValidationError(gettext("Nobody is called so: choose somebody whom the search offers."))
    names = ", ".join(named(one) for one in found)
    several = gettext("Several people are called so; write whom you mean: %(names)s")
    raise forms.ValidationError(several % {"names": names})


def named(person: Person | None) -> str:
    """A person as the field takes them."""
    return f"{person.name} #{person.pk}" if person is not None else ""
