"""Everybody the school knows, read once to look up a whole table of names."""

from __future__ import annotations

from tournaments.models import Person
from tournaments.rules.names import NameIndex, fold_name

MOST_ALIKE = 6


class Acquaintances:
    """People by number and by name: of the very name, or of one that may mean the same person. One query."""

    def __init__(self) -> None:
        people = Person.objects.select_related("house").order_by("name", "pk")
        self.people: dict[int, Person] = {person.pk: person for person in people}
        self._index = NameIndex[int]()
        self._called: dict[str, list[int]] = {}
        self._public: dict[str, list[int]] = {}
        for person in self.people.values():
            for name in {person.name, person.display_name} - {""}:
                self._index.add(name, person.pk)
            for folded in {fold_name(person.name), fold_name(person.display_name)} - {""}:
                self._called.setdefault(folded, []).append(person.pk)
            self._public.setdefault(fold_name(person.public_name), []).append(person.pk)

    def called(self, name: str) -> list[Person]:
        """Those of exactly this name, however it is typed."""
        return [self.people[pk] for pk in self._called.get(fold_name(name), ())]

    def publicly_called(self, name: str) -> list[Person]:
        """Those whom public pages call exactly so."""
        return [self.people[pk] for pk in self._public.get(fold_name(name), ())]

    def alike(self, name: str) -> list[Person]:
        """Those whom the name may mean, the surest first."""
        return [self.people[pk] for _why, pk in self._index.find(name)[:MOST_ALIKE]]
