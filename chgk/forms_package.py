"""What is typed of a package: title and note; the curator also says who edits it and for which game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from chgk.forms_season import DeskForm
from chgk.models import ClubSeason, Fixture, Package
from chgk.package_page import say_fixture
from chgk.services.packages import LONGEST_NOTE, LONGEST_TITLE, Assignment
from tournaments.models import Person, Season
from tournaments.models.people import table_names


class PackageForm(DeskForm):
    """Title and note; ``assigns``: editor and game, too. ``seasons``: only where a new package is made."""

    season = forms.TypedChoiceField(label=gettext_lazy("Season"), coerce=int)
    title = forms.CharField(
        label=gettext_lazy("Title"),
        max_length=LONGEST_TITLE,
        error_messages={"required": gettext_lazy("The package needs a title.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    editor = forms.TypedChoiceField(
        label=gettext_lazy("Editor"),
        coerce=int,
        required=False,
        empty_value=None,
        help_text=gettext_lazy("Somebody with an account, who does not play in that game."),
    )
    fixture = forms.TypedChoiceField(label=gettext_lazy("For which game"), coerce=int, required=False, empty_value=None)
    note = forms.CharField(
        label=gettext_lazy("Note"),
        max_length=LONGEST_NOTE,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("For whoever works on the package."),
    )

    def __init__(
        self,
        data: Any = None,
        *,
        package: Package | None = None,
        club: ClubSeason | None = None,
        assigns: bool = True,
        seasons: Sequence[Season] = (),
    ) -> None:
        initial = {} if package is None else _values(package)
        if seasons:
            initial["season"] = seasons[0].pk
        super().__init__(data, key="package", initial=initial)
        fields: dict[str, Any] = self.fields
        if seasons:
            fields["season"].choices = [(season.pk, season.name) for season in seasons]
        else:
            del self.fields["season"]
        if not assigns:
            del self.fields["editor"], self.fields["fixture"]
            return
        self.people = {person.pk: person for person in possible_editors(package)}
        names = table_names(self.people.values())
        fields["editor"].choices = [("", _("nobody yet")), *sorted(names.items(), key=lambda one: one[1].casefold())]
        if club is None:
            del self.fields["fixture"]
            return
        self.games = {game.pk: game for game in possible_fixtures(club)}
        fields["fixture"].choices = [
            ("", _("not said yet")),
            *((pk, say_fixture(game)) for pk, game in self.games.items()),
        ]

    def assignment(self) -> Assignment | None:
        """What the curator has said; None if it was not theirs to say."""
        if "editor" not in self.fields:
            return None
        editor, fixture = self.cleaned_data.get("editor"), self.cleaned_data.get("fixture")
        return Assignment(
            editor=None if editor is None else self.people[editor],
            fixture=None if fixture is None else self.games[fixture],
        )


def possible_editors(package: Package | None) -> list[Person]:
    """People of the school with an account; also whoever edits the package now. One query."""
    people = Person.objects.filter(user__is_active=True, left_at=None)
    if package is not None and package.editor_id is not None:
        people = people | Person.objects.filter(pk=package.editor_id)
    return list(people.select_related("house").order_by("name", "pk").distinct())


def possible_fixtures(club: ClubSeason) -> list[Fixture]:
    """The calendar. One query."""
    rows = Fixture.objects.filter(club=club).select_related("club", "team__house").order_by("is_final", "number")
    return list(rows)


def _values(package: Package) -> dict[str, Any]:
    return {
        "title": package.title,
        "note": package.note,
        "editor": package.editor_id or "",
        "fixture": package.fixture_id or "",
    }
