"""People of a house, found by name whatever the case, the accents or the alphabet's twins."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from tournaments.models import Person

_TWINS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ё": "е"})


def people_of_house(house: str | None, text: str = "") -> list[Person]:
    """Whose name contains each word of ``text``, by name; of all houses for None. One query."""
    people = Person.objects.select_related("house").order_by("name", "pk")
    if house is not None:
        people = people.filter(house__key=house)
    words = _folded(text).split()
    return [one for one in people if all(word in _folded(f"{one.name} {one.display_name}") for word in words)]


def find_namesakes(names: Iterable[str]) -> dict[str, list[Person]]:
    """Whom the school knows by exactly this name, whatever case and accents: {name as given: people}. One query."""
    wanted = {name: _whole(name) for name in names}
    if not any(wanted.values()):
        return {}
    found: dict[str, list[Person]] = {name: [] for name in wanted}
    for person in Person.objects.select_related("house").order_by("name", "pk"):
        own = {_whole(person.name), _whole(person.display_name)} - {""}
        for name, folded in wanted.items():
            if folded in own:
                found[name].append(person)
    return {name: people for name, people in found.items() if people}


def _whole(name: str) -> str:
    return " ".join(_folded(name).split())


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_TWINS))
    return "".join(char for char in plain if not unicodedata.combining(char))
