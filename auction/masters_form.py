"""The form on which the desk names the Masters: guests by name, or the house that won the last edition."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from auction.models import Masters
from auction.rules.seating import MASTERS_COLOUR, MOST_MASTERS
from auction.services.masters import DEFAULT_WORD, LONGEST_EMBLEM, LONGEST_NAME, LONGEST_WORD, Plan, Sitter
from tournaments.models import Person
from tournaments.models.people import validate_colour
from tournaments.selectors.people import find_namesakes

_NUMBERED = re.compile(r"(?P<name>.*?)\s*#(?P<number>[0-9]{1,15})", re.ASCII | re.DOTALL)
PLACES = range(1, MOST_MASTERS + 1)
OTHER = "other"  # somebody else of the same name


@dataclass(frozen=True, slots=True)
class Row:
    """A place at the table, as the form shows it."""

    place: int
    name: str
    captain: bool
    staff: bool
    namesakes: tuple[Person, ...] = ()  # who may be meant by the name alone: the form asks
    same: str = ""  # the answer: a person's number, or «other»

    @property
    def plain(self) -> str:
        """The name that the question is about."""
        return " ".join(self.name.split())


@dataclass(frozen=True, slots=True)
class Choice:
    """Somebody of the winners' house. ``elsewhere``: the word of the team that they play for in this game."""

    person: Person
    chosen: bool
    captain: bool
    elsewhere: str


class MastersForm(forms.Form):
    """Word, colour, emblem and who sits there. ``winners`` says for whom."""

    data: Any

    command = forms.CharField(label=_("The word that they bid with"), max_length=LONGEST_WORD)
    colour = forms.CharField(
        label=_("Colour"), max_length=7, validators=[validate_colour], widget=forms.TextInput(attrs={"type": "color"})
    )
    emblem = forms.CharField(label=_("Emblem"), max_length=LONGEST_EMBLEM, required=False)

    def __init__(self, data: Any = None, *, row: Masters | None, winners: bool) -> None:
        entry: Mapping[str, Any] = row.entry if row is not None else {}
        self.entry = entry
        self.winners = winners
        self._found: dict[int, list[Person]] | None = None
        initial = {
            "command": entry.get("command", DEFAULT_WORD),
            "colour": entry.get("colour", MASTERS_COLOUR),
            "emblem": entry.get("emblem", ""),
        }
        super().__init__(data, initial=initial, auto_id=f"{'winners' if winners else 'guests'}-%s")

    def plan(self) -> Plan:
        """What was named."""
        return Plan(
            players=tuple(self._winners() if self.winners else self._guests()),
            command=self.cleaned_data["command"],
            colour=self.cleaned_data["colour"],
            emblem=self.cleaned_data["emblem"],
            winners=self.winners,
        )

    def rows(self) -> list[Row]:
        """The guests as typed, else as prepared."""
        if self.is_bound:
            captain = self.data.get("captain", "1")
            asked = self._namesakes()
            return [
                Row(
                    n,
                    self.data.get(f"guest{n}", ""),
                    captain == str(n),
                    f"staff{n}" in self.data,
                    tuple(asked.get(n, ())),
                    self._same(n),
                )
                for n in PLACES
            ]
        players = [] if self.entry.get("house") else list(self.entry.get("players", ()))
        rows = [Row(n, _shown(player), player["captain"], player["staff"]) for n, player in enumerate(players, 1)]
        return [*rows, *(Row(n, "", n == 1 and not rows, False) for n in PLACES if n > len(rows))]

    def choices(self, people: Sequence[Person], winners: Sequence[Sitter], teams: Mapping[str, str]) -> list[Choice]:
        """The house's people: chosen as ticked, else as prepared, else the team that won. ``teams``: player to word."""
        prepared = {player["id"]: player["captain"] for player in self.entry.get("players", ())}
        default = {f"p{sitter.person}": sitter.captain for sitter in winners}
        kept = prepared if self.entry.get("house") else default
        if self.is_bound:
            captain = self.data.get("captain", "")
            kept = {f"p{pk}": captain == pk for pk in self.data.getlist("person")}
        choices = [
            Choice(person, f"p{person.pk}" in kept, kept.get(f"p{person.pk}", False), teams.get(f"p{person.pk}", ""))
            for person in people
        ]
        return sorted(choices, key=lambda one: (not one.chosen, bool(one.elsewhere)))

    def unsettled(self) -> bool:
        """Whether somebody typed by hand bears the name of a person whom the school knows, and nobody said which."""
        return not self.winners and any(not self._same(place) for place in self._namesakes())

    def _namesakes(self) -> dict[int, list[Person]]:
        """The places whose name alone may mean somebody. Who was prepared as a guest of this name stays one."""
        if self._found is None:
            guests = {player["name"] for player in self.entry.get("players", ()) if player["id"][:1] == "g"}
            typed = {place: " ".join(str(self.data.get(f"guest{place}", "")).split()) for place in PLACES}
            typed = {n: name for n, name in typed.items() if not _NUMBERED.fullmatch(name) and name not in guests}
            known = find_namesakes(typed.values())
            self._found = {place: known[name] for place, name in typed.items() if name in known}
        return self._found

    def _same(self, place: int) -> str:
        """Who it is, as answered for this very name: a number of those asked about, or «other»; else empty."""
        answer = str(self.data.get(f"same{place}", ""))
        people = self._namesakes().get(place, [])
        asked = self.data.get(f"asked{place}", "") == " ".join(str(self.data.get(f"guest{place}", "")).split())
        return answer if asked and answer in {OTHER, *(str(person.pk) for person in people)} else ""

    def _guests(self) -> list[Sitter]:
        captain = self.data.get("captain", "1")
        return [
            _sitter(name, self._same(n), captain=captain == str(n), staff=f"staff{n}" in self.data)
            for n in PLACES
            if (name := str(self.data.get(f"guest{n}", "")).strip()[: LONGEST_NAME + 20])
        ]

    def _winners(self) -> list[Sitter]:
        captain = self.data.get("captain", "")
        numbers = [pk for pk in self.data.getlist("person") if pk.isascii() and pk.isdigit() and len(pk) <= 15]
        return [Sitter(person=int(pk), captain=pk == captain) for pk in numbers]


def _sitter(text: str, same: str, *, captain: bool, staff: bool) -> Sitter:
    """«Anna Nowak #12» is person 12, as the search offers her, or by the answer; anything else is a guest's name."""
    if same.isdigit():
        return Sitter(text, person=int(same), captain=captain)
    known = _NUMBERED.fullmatch(text)
    if known is None:
        return Sitter(text, captain=captain, staff=staff)
    return Sitter(known["name"], person=int(known["number"]), captain=captain)


def _shown(player: Mapping[str, Any]) -> str:
    number = player["id"].removeprefix("p")
    return f"{player['name']} #{number}" if player["id"] != number and number.isdigit() else str(player["name"])
