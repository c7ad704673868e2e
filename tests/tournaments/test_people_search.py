"""Whom the school knows by a name: one query, whatever is asked and however many there are."""

import pytest

from tournaments.models import House, Person
from tournaments.rules.names import Alike
from tournaments.selectors.people import find_alike, find_namesakes, people_of_house

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def people():
    house = House.objects.create(key="lions", name="Lwy", command="Lwy")
    names = [("Сергей Носов", ""), ("Aleksandra Żak", "Ola"), ("Aleksandra Zak", ""), ("Jan Adam Nowak", "")]
    return [Person.objects.create(name=name, display_name=shown, house=house) for name, shown in names]


def test_alike_people_are_found_in_one_query(people, django_assert_num_queries):
    asked = ["Cергей Hосов", "żak aleksandra", "Jan Nowak", "OLA", "Nobody Here", ""]
    with django_assert_num_queries(1):
        found = find_alike(asked)
        houses = {str(one.person.house) for alike in found.values() for one in alike}
    assert houses == {"Lwy"}
    assert {name: [(one.person.pk, one.why) for one in alike] for name, alike in found.items()} == {
        "Cергей Hосов": [(people[0].pk, Alike.SAME)],
        "żak aleksandra": [(people[2].pk, Alike.TURNED), (people[1].pk, Alike.TURNED)],
        "Jan Nowak": [(people[3].pk, Alike.LONGER)],
        "OLA": [(people[1].pk, Alike.SAME)],
    }


def test_nothing_is_asked_for_no_name(people, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert find_alike(["", " \u200b"]) == {}
        assert find_alike(["Jan Nowak"], people[:1]) == {}


def test_namesakes_are_all_of_that_name(people):
    assert find_namesakes(["Aleksandra Zak", "Jan Nowak"]) == {"Aleksandra Zak": [people[2], people[1]]}


def test_a_house_is_searched(people):
    assert people_of_house("lions", "носов") == [people[0]]
    assert people_of_house("snakes", "носов") == []
    assert people_of_house(None, "ola") == [people[1]]
