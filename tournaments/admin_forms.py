"""The backoffice's forms of people and houses: tried with the use cases that write, so refusals stand on the form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import House, Person
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.houses import HouseFacts, change_house, create_house, house_fingerprint
from tournaments.services.people import (
    Facts,
    bind_account,
    change_person,
    create_person,
    fingerprint,
    mark_left,
    record_consent,
    unbind_account,
    withdraw_consent,
)
from tournaments.texts import explain_here

TRIAL = Actor(key="system:trial", role="system")
FIELD_OF = {
    "full_name_without_consent": "display_name",
    "name_of_somebody_else": "display_name",
    "day_to_come": "consented_at",
    "leaves_later": "left_at",
    "account_of_somebody_else": "user",
    "name_missing": "name",
    "name_invisible": "name",
    "house_name_taken": "name",
    "command_word_missing": "command",
    "colour_unreadable": "colour",
    "head_not_here": "head",
}


class TriedForm(forms.ModelForm):
    """A form whose row a use case writes. :meth:`act` does it; validating does it, too, and takes it back."""

    def act(self, actor: Actor) -> Any:
        """Writes what was filled in. Raises :class:`Refusal`."""
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        """Beside the field what the use case refuses."""
        cleaned = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                try_out(lambda: self.act(TRIAL))
            except Refusal as refusal:
                field = FIELD_OF.get(refusal.code)
                self.add_error(field if field in self.fields else None, self.say(refusal))
        return cleaned

    def say(self, refusal: Refusal) -> str:
        """The refusal in the reader's language."""
        return explain_here(refusal)

    def _post_clean(self) -> None:
        """The row is the use case's to write."""


class PersonForm(TriedForm):
    """Somebody of the school. Whoever is alike somebody known is told apart by a tick."""

    is_other = forms.BooleanField(
        label=gettext_lazy("Somebody else"),
        required=False,
        help_text=gettext_lazy("Tick it if the people of like names are others."),
    )

    class Meta:
        model = Person
        fields = ("name", "display_name", "kind", "house", "user", "email", "language", "consented_at", "left_at")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.fields.pop("is_other", None)

    def facts(self) -> Facts:
        """What the office keeps."""
        data, house = self.cleaned_data, self.cleaned_data["house"]
        return Facts(
            name=data["name"],
            kind=data["kind"],
            house=house.pk if house is not None else None,
            display_name=data["display_name"],
            email=data["email"],
            language=data["language"],
        )

    def act(self, actor: Actor) -> Person:
        """By the use cases of people."""
        data, facts, user = self.cleaned_data, self.facts(), self.cleaned_data["user"]
        if self.instance.pk:
            row = Person.objects.get(pk=self.instance.pk)
            self._consent(row, actor, data)
            row.refresh_from_db()
            seen = fingerprint(row)
            person = change_person(person_id=row.pk, facts=facts, seen=seen, told=facts.house, actor=actor)
        else:
            person = self._create(facts, actor)
            self._consent(person, actor, data)
        mark_left(person_id=person.pk, day=data["left_at"], actor=actor)
        if user is not None:
            bind_account(person_id=person.pk, user_id=user.pk, actor=actor)
        else:
            unbind_account(person_id=person.pk, actor=actor)
        return Person.objects.get(pk=person.pk)

    def say(self, refusal: Refusal) -> str:
        """Those who are alike by name and number."""
        if refusal.code != "alike_people":
            return explain_here(refusal)
        people = Person.objects.select_related("house").filter(pk__in=refusal.params["people"])  # type: ignore[misc]
        named = "; ".join(f"{one.name} #{one.pk}" + (f" ({one.house})" if one.house else "") for one in people)
        return _("Known already: %(people)s. If this is somebody else, tick it below.") % {"people": named}

    def _create(self, facts: Facts, actor: Actor) -> Person:
        try:
            return create_person(facts=facts, actor=actor)
        except Refusal as refusal:
            if refusal.code != "alike_people" or not self.cleaned_data.get("is_other"):
                raise
            others: Any = refusal.params["people"]
            return create_person(facts=facts, actor=actor, others=others)

    def _consent(self, row: Person, actor: Actor, data: dict[str, Any]) -> None:
        day = data["consented_at"]
        if day is None:
            withdraw_consent(person_id=row.pk, actor=actor)
        elif day != row.consented_at:
            record_consent(person_id=row.pk, day=day, actor=actor)


class HouseForm(TriedForm):
    """A house."""

    class Meta:
        model = House
        fields = ("name", "key", "command", "colour", "emblem", "head", "position")

    def clean_key(self) -> str:
        """Games name houses by it."""
        key = str(self.cleaned_data.get("key") or "")
        if key and House.objects.filter(key=key).exclude(pk=self.instance.pk).exists():
            raise forms.ValidationError(_("Another house has this key."))
        return key

    def act(self, actor: Actor) -> House:
        """By the use cases of houses; key and place in their order are the backoffice's alone."""
        data = self.cleaned_data
        head = data.get("head")
        facts = HouseFacts(
            data["name"], data["command"], data["colour"], data["emblem"], head.pk if head is not None else None
        )
        if self.instance.pk:
            row = House.objects.get(pk=self.instance.pk)
            house = change_house(house_id=row.pk, facts=facts, seen=house_fingerprint(row), actor=actor)
        else:
            house = create_house(facts=facts, actor=actor)
            if data.get("key"):
                House.objects.filter(pk=house.pk).update(key=data["key"])
        House.objects.filter(pk=house.pk).update(position=data["position"])
        return House.objects.get(pk=house.pk)


def try_out(act: Callable[[], Any]) -> None:
    """Does it and takes it back, so that whatever would refuse it does. Raises :class:`Refusal`."""
    with transaction.atomic():
        act()
        transaction.set_rollback(True)
