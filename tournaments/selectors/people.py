"""People, found by name whatever the case, the accents or the alphabet's twins, and by the ids that games call them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from tournaments.models import MergedPerson, Person
from tournaments.rules.names import ORDER, Alike, NameIndex, compare_names, contains_words, fold_name

LARGEST_KEY = 18  # digits of a primary key
FEW = 20  # names that are compared with everybody's one by one


@dataclass(frozen=True, slots=True)
class AlikePerson:
    """Somebody whom a written name may mean. ``why``: ``same`` is a namesake, everything else a guess."""

    person: Person
    why: Alike


def people_of_house(house: str | None, text: str = "") -> list[Person]:
    """Whose name contains each word of ``text``, by name; of all houses for None. One query."""
    people = Person.objects.select_related("house").order_by("name", "pk")
    if house is not None:
        people = people.filter(house__key=house)
    return [one for one in people if contains_words(f"{one.name} {one.display_name}", text)]


def people_by_public_name(text: str) -> list[Person]:
    """Whose public name contains each word of ``text``: a full one is not to be guessed by searching. One query."""
    people = Person.objects.select_related("house").order_by("name", "pk")
    return [one for one in people if contains_words(one.public_name, text)]


def people_called(name: str) -> list[Person]:
    """Whom public pages call exactly so, however it is typed. One query."""
    folded = fold_name(name)
    return [one for one in Person.objects.order_by("name", "pk") if fold_name(one.public_name) == folded]


def find_alike(names: Iterable[str], people: Iterable[Person] | None = None) -> dict[str, list[AlikePerson]]:
    """Whom the school may know by each of these names, the surest first: {name as given: people}; one query.

    Case, accents, spaces of any kind, decomposed letters and twins of two alphabets make no difference; the words may
    be turned around, a second name or initials more or less, one letter misspelt (``rules/names.py``). A name that
    nobody resembles is not in the answer. ``people``: those to look among; all, with their houses, for None.
    """
    wanted = list(dict.fromkeys(names))
    if not any(fold_name(name) for name in wanted):
        return {}
    known = list(people if people is not None else Person.objects.select_related("house").order_by("name", "pk"))
    if len(wanted) <= FEW:
        found = {name: _compared(name, known) for name in wanted}
    else:
        index = NameIndex[int]()
        for place, person in enumerate(known):
            for name in filter(None, (person.name, person.display_name)):
                index.add(name, place)
        found = {name: [AlikePerson(known[place], why) for why, place in index.find(name)] for name in wanted}
    return {name: alike for name, alike in found.items() if alike}


def _compared(name: str, people: Iterable[Person]) -> list[AlikePerson]:
    """The same for one name, without an index: that is worth its making for many."""
    found = []
    for person in people:
        whys = [why for own in {person.name, person.display_name} if own and (why := compare_names(name, own))]
        if whys:
            found.append(AlikePerson(person, min(whys, key=ORDER.index)))
    return sorted(found, key=lambda one: ORDER.index(one.why))


def find_namesakes(names: Iterable[str]) -> dict[str, list[Person]]:
    """Whom the school knows by exactly this name, however it is typed: {name as given: people}. One query."""
    found = {name: [one.person for one in alike if one.why is Alike.SAME] for name, alike in find_alike(names).items()}
    return {name: people for name, people in found.items() if people}


def person_number(player: object) -> int | None:
    """The number in a player's id («p12»); None for a guest's and for anything else."""
    digits = player[1:] if isinstance(player, str) and player[:1] == "p" else ""
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= LARGEST_KEY else None


def find_person(player: object) -> Person | None:
    """The person with a player's id, also one that was merged into somebody since. At most two queries."""
    number = person_number(player)
    if number is None:
        return None
    people = Person.objects.select_related("house")
    return people.filter(pk=number).first() or people.filter(merged__old_id=number).first()


def find_people(players: Iterable[object]) -> dict[str, Person]:
    """The people with these ids, by the id as given; a duplicate's leads to who it was merged into.

    One query, a second one if somebody is not found.
    """
    numbers = {str(player): number for player in players if (number := person_number(player)) is not None}
    known = Person.objects.select_related("house").in_bulk(numbers.values()) if numbers else {}
    gone = set(numbers.values()) - known.keys()
    if gone:
        rows = MergedPerson.objects.filter(old_id__in=gone).select_related("person__house")
        known |= {row.old_id: row.person for row in rows}
    return {player: known[number] for player, number in numbers.items() if number in known}


def old_ids(players: Collection[str]) -> dict[int, str]:
    """Who of these players' ids are merged duplicates: {number of the person today: the old id}. One query."""
    numbers = {number: player for player in players if (number := person_number(player)) is not None}
    rows = MergedPerson.objects.filter(old_id__in=numbers).values_list("person_id", "old_id") if numbers else ()
    return {person: numbers[old] for person, old in rows}
