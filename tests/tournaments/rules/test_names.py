"""Names as people, spreadsheets and other keyboards write them."""

import pytest

from tournaments.rules.names import (
    Alike,
    NameIndex,
    compare_names,
    contains_words,
    fold_name,
    shorten_name,
    tell_apart,
)

CASES = [
    ("Anna Nowak", "anna\u00a0 NOWAK", Alike.SAME),
    ("Zażółć Gęślą", "Zażo\u0301łc\u0301 Ge\u0328s\u0301la\u0328", Alike.SAME),  # decomposed, as macOS writes them
    ("Алёна Королёва", "Алена Королева", Alike.SAME),
    ("Сергей Носов", "Cepгeй Hocoв", Alike.SAME),  # Latin C, e, p, H, o, c
    ("Андрей Юй", "Андрей Юи\u0306", Alike.SAME),
    ("Ann O'Neill", "Ann O\u2019Neill", Alike.SAME),
    ("\ufeffJan\u200b Kowalski\u202c", "Jan Kowalski", Alike.SAME),
    ("Maria Nowak-Zając", "Maria Nowak Zając", Alike.SAME),
    ("🦉", "🦉", Alike.SAME),
    ("בית", "בית", Alike.SAME),
    ("Kowalski Jan", "Jan Kowalski", Alike.TURNED),
    ("Иванов Пётр Сергеевич", "Петр Иванов", Alike.LONGER),
    ("Jan Adam Kowalski", "Kowalski Jan", Alike.LONGER),
    ("Kowalski J.", "Jan Kowalski", Alike.INITIALS),
    ("Иванов П. С.", "Иванов Пётр Сергеевич", Alike.INITIALS),
    ("Anna Kowalska", "Anna Kowaslka", Alike.SLIP),
    ("Ewa Nowak", "Eva Nowak", Alike.SLIP),
    ("Nowak Ewa", "Eva Nowak", Alike.SLIP),
    ("Jan Adam Kowalski", "Jan Piotr Kowalski", None),
    ("Guest 1", "Guest 2", None),
    ("Anna Nowak", "Anna Kowal", None),
    ("Kowalski", "Jan Kowalski", None),
    ("Li Na", "Li Ma", None),
    ("🦉", "🐍", None),
    ("", "Anna", None),
    ("\u200b", "\u202e", None),
]


@pytest.mark.parametrize(("one", "other", "why"), CASES)
def test_two_names_may_mean_one_person(one, other, why):
    assert compare_names(one, other) == why == compare_names(other, one)
    index = NameIndex()
    index.add(one, "x")
    assert index.find(other) == ([(why, "x")] if why else [])


def test_the_surest_comes_first_and_each_once():
    index = NameIndex()
    for number, name in enumerate(["Jan Adam Kowalski", "Kowalski Jan", "jan kowalski", "Jan Nowak"]):
        index.add(name, number)
    index.add("Janek Kowalski", 2)  # the name on screens
    assert index.find("Jan Kowalski") == [(Alike.SAME, 2), (Alike.TURNED, 1), (Alike.LONGER, 0)]


def test_huge_names_cost_nothing():
    index = NameIndex()
    index.add("Ł " * 50_000, 1)
    assert index.find("ł " * 50_000) == [(Alike.SAME, 1)]


def test_a_search_looks_for_each_word():
    assert contains_words("Алёна Королёва (Лёка)", "королева ал")
    assert contains_words("Łukasz Żak", "  zak luk ")
    assert contains_words("anything", "")
    assert not contains_words("Anna Nowak", "anna kowal")


def test_a_name_folds_to_itself_and_no_further():
    for name in ("Сергей", "Żółć", "🦉", "ß"):
        assert fold_name(fold_name(name)) == fold_name(name)


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Jan Kowalski", "Jan K."),
        ("Maria Anna Nowak-Zając", "Maria N."),
        ("Иванов Пётр Сергеевич", "Пётр И."),
        ("Пётр Сергеевич Иванов", "Пётр И."),
        ("Anna\u00a0Z\u0301bik", "Anna Ź."),  # a decomposed initial keeps its accent
        ("Cher", "Cher"),
        ("Team 7", "Team 7"),
        ("x \u202eevil", "x e."),
        ("🦉", "🦉"),
        ("דנה לוי", "דנה ל."),
    ],
)
def test_a_name_is_shortened(name, short):
    assert shorten_name(name) == short


def test_two_of_a_table_are_told_apart():
    names: list[str] = []
    for full in ("Jan Kowalski", "Jan Kotowicz", "Jan Koza", "Jan Kowal", "Jan Ko", "Jan Ko"):
        names.append(tell_apart(shorten_name(full), full, names))
    assert names == ["Jan K.", "Jan Ko.", "Jan Koz.", "Jan Kow.", "Jan K. 2", "Jan K. 3"]
    assert tell_apart("Ola", "", ["ola"]) == "Ola 2"
    assert tell_apart("Ola", "", ["Ola", "Ola 2"]) == "Ola 3"
