"""Sources as citations (§4.1.2): what each kind must say, how it is printed, what is made of a pasted text."""

from __future__ import annotations

from dataclasses import replace

import hypothesis.strategies as st
import pytest
from hypothesis import example, given, settings

from tournaments.rules.citation_proposals import propose_citation
from tournaments.rules.citation_references import as_reference
from tournaments.rules.citations import (
    Book,
    Citation,
    Internet,
    Other,
    Periodical,
    as_json,
    check_citation,
    from_json,
    is_full_address,
)
from tournaments.rules.engine import Refusal

BOOK = Book(title="Совы Польши", author="А. Б. Сыч", place="М.", publisher="Гнездо", year="1997", pages="10–12")
JOURNAL = Periodical(title="Ночная птица", article="О слухе сов", year="2012", month=3, issue="4", pages="3")
NEWSPAPER = replace(JOURNAL, title="Вечернее гнездо", issue="", day=14, is_newspaper=True)
PAGE = Internet(address="https://ru.wikipedia.org/wiki/Сова_(птица)", title="Сова", seen="2026-11-30")
OTHER = Other(text="Табличка у входа в Зоологический музей, Варшава")

ADDRESSES = [
    "http://ru.wikipedia.org/wiki/Ностальгия_(фильм)",
    "http://example.org/a_b_c?x=1&y=2#z",
    "http://example.org/a?x=1&amp;y=2",
    "https://ru.wikipedia.org/wiki/%D0%93%D0%B5%D0%BB%D0%B8%D0%B9",
    "http://en.wikipedia.org/wiki/L.H.O.O.Q.",
    "http://example.org/dots...",
    "HTTPS://Example.ORG:80/%7Ea/../b//c/",
    "www.example.org/пример,с,запятыми",
    "http://example.org/«кавычки»/[1]/(2",
    "http://example.org/a\u200bb",
]


def without(citation: Citation, field: str) -> Citation:
    return from_json({**as_json(citation), field: " "})


@pytest.mark.parametrize("citation", [BOOK, JOURNAL, NEWSPAPER, PAGE, OTHER], ids=lambda c: type(c).__name__)
def test_a_whole_citation_is_not_refused(citation: Citation) -> None:
    assert check_citation(citation) == []


@pytest.mark.parametrize(
    ("citation", "paragraph", "field"),
    [(without(BOOK, name), "4.1.2.1", name) for name in ("title", "author", "place", "publisher", "year", "pages")]
    + [(without(JOURNAL, name), "4.1.2.2", name) for name in ("title", "article", "year", "pages")]
    + [(replace(JOURNAL, month=None), "4.1.2.2", "month"), (replace(NEWSPAPER, day=None), "4.1.2.2", "day")]
    + [(Internet(), "4.1.2.3", "address"), (Other(text="  "), "4.1.2.4", "text")],
)
def test_each_part_that_is_missing_is_named(citation: Citation, paragraph: str, field: str) -> None:
    kind = as_json(citation)["kind"]
    assert check_citation(citation) == [Refusal(paragraph, "citation_field_missing", {"kind": kind, "field": field})]


def test_an_editor_stands_for_the_author_and_a_journal_needs_no_day() -> None:
    assert check_citation(replace(BOOK, author="", editor="Ц. Филин")) == []
    assert JOURNAL.day is None and check_citation(JOURNAL) == []


@pytest.mark.parametrize(
    ("citation", "paragraph", "code"),
    [
        (replace(BOOK, year="давно"), "4.1.2.1", "citation_field_unreadable"),
        (replace(BOOK, pages="везде"), "4.1.2.1", "citation_field_unreadable"),
        (replace(JOURNAL, month=13), "4.1.2.2", "citation_field_unreadable"),
        (replace(NEWSPAPER, month=2, day=30), "4.1.2.2", "citation_field_unreadable"),
        (replace(NEWSPAPER, year="2011", month=2, day=29), "4.1.2.2", "citation_field_unreadable"),
        (replace(PAGE, seen="2026-02-30"), "4.1.2.3", "citation_field_unreadable"),
        (replace(PAGE, seen="вчера"), "4.1.2.3", "citation_field_unreadable"),
        (Internet(address="http://example.org/very/long…"), "4.1.2.3", "citation_address_not_full"),
        (Internet(address="http://example.org/very/long..."), "4.1.2.3", "citation_address_not_full"),
        (Internet(address="где-то на сайте"), "4.1.2.3", "citation_address_not_full"),
        (Internet(address="википедия"), "4.1.2.3", "citation_address_not_full"),
        (Other(text="ЛОАВ."), "4.1.2.4", "citation_not_identifying"),
        (Other(text="Общие   знания"), "4.1.2.4", "citation_not_identifying"),
        (Other(text="Wiedza ogólna."), "4.1.2.4", "citation_not_identifying"),
        (Other(text="???"), "4.1.2.4", "citation_not_identifying"),
    ],
)
def test_what_cannot_be_right_is_refused(citation: Citation, paragraph: str, code: str) -> None:
    assert [(refusal.paragraph, refusal.code) for refusal in check_citation(citation)] == [(paragraph, code)]


def test_the_twenty_ninth_of_february_exists_in_its_year() -> None:
    assert check_citation(replace(NEWSPAPER, year="2012", month=2, day=29)) == []


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_comes_back_letter_for_letter(address: str) -> None:
    for text in (address, f"  {address}\n"):
        found = propose_citation(text)
        assert isinstance(found, Internet)
        assert (found.address, found.raw) == (address, text)
    assert from_json(as_json(found)) == found
    for language in ("ru", "pl", "en"):
        assert address in as_reference(found, language)


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_after_a_title_is_kept_too(address: str) -> None:
    found = propose_citation(f"Сова. Статья в энциклопедии. {address}")
    assert isinstance(found, Internet)
    assert (found.address, found.title) == (address, "Сова. Статья в энциклопедии")


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("(см. http://a.example/b_(c)).", "http://a.example/b_(c)"),
        ("Сова, http://a.example/b, и дальше", "http://a.example/b"),
        ("«http://a.example/b»", "http://a.example/b"),
        ("Смотри http://a.example/b.", "http://a.example/b."),  # who knows; the editor looks at it
    ],
)
def test_only_the_sentence_around_an_address_is_cut_off(text: str, address: str) -> None:
    found = propose_citation(text)
    assert isinstance(found, Internet) and found.address == address


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "А.Б. Сыч. Совы. Ночная жизнь. - М.: Гнездо, 1989. - С. 49, 51.",
            Book(
                author="А.Б. Сыч",
                title="Совы. Ночная жизнь",
                place="М.",
                publisher="Гнездо",
                year="1989",
                pages="49, 51",
            ),
        ),
        (
            "Словарь птиц / под ред. Ц. Филина. СПб.: Перо, 2001. С. 214",
            Book(title="Словарь птиц", editor="Ц. Филина", place="СПб.", publisher="Перо", year="2001", pages="214"),
        ),
        (
            "Сыч А. Б. Совы. — М., 2004. — С. 4.",
            Book(author="Сыч А. Б.", title="Совы", place="М.", year="2004", pages="4"),
        ),
        (
            "Sowiński J., Sowy Polski, Puszczyk, Warszawa 1985, s. 12",
            Book(
                author="Sowiński J.",
                title="Sowy Polski",
                place="Warszawa",
                publisher="Puszczyk",
                year="1985",
                pages="12",
            ),
        ),
        (
            'Журнал "Ночная птица", 2007, N 11, "Слух". - С. 24.',
            Periodical(title="Ночная птица", article="Слух", year="2007", issue="11", pages="24"),
        ),
        (
            '"Вечернее гнездо", 23.09.2008 г. - С. 1.',
            Periodical(title="Вечернее гнездо", year="2008", month=9, day=23, pages="1", is_newspaper=True),
        ),
        (
            '"Гнездо", газета, 14 марта 2012, "Заметка о перьях", с. 3',
            Periodical(
                title="Гнездо",
                article="Заметка о перьях",
                year="2012",
                month=3,
                day=14,
                pages="3",
                is_newspaper=True,
            ),
        ),
        (
            "Сыч А. О слухе сов // Ночная птица. 2012. № 3. С. 12–14.",
            Periodical(
                title="Ночная птица", article="О слухе сов", author="Сыч А.", year="2012", issue="3", pages="12–14"
            ),
        ),
        (
            "J. Sowiński, Sowy w mieście, „Nocny Ptak”, nr 3, marzec 2012, s. 12",
            Periodical(
                title="Nocny Ptak",
                article="Sowy w mieście",
                author="J. Sowiński",
                year="2012",
                month=3,
                issue="3",
                pages="12",
            ),
        ),
        (
            "Strzyżyk, hasło w encyklopedii, https://example.pl/x_y [dostęp: 3.02.2026]",
            Internet(address="https://example.pl/x_y", title="Strzyżyk, hasło w encyklopedii", seen="2026-02-03"),
        ),
        ('Фильм "Совы" (Польша, 2009).', Other(text='Фильм "Совы" (Польша, 2009).')),
        ('Концерт хора в клубе "Гнездо" 01.08.2012 г.', Other(text='Концерт хора в клубе "Гнездо" 01.08.2012 г.')),
        ("", Other()),
    ],
)
def test_what_is_proposed_for_a_pasted_text(text: str, wanted: Citation) -> None:
    found = propose_citation(text)
    assert found == replace(wanted, raw=text)


def test_references_follow_the_usual_forms() -> None:
    assert as_reference(BOOK, "ru") == "А. Б. Сыч. Совы Польши. — М. : Гнездо, 1997. — С. 10–12."
    assert as_reference(BOOK, "pl") == "А. Б. Сыч, Совы Польши, Гнездо, М. 1997, s. 10–12."
    assert as_reference(BOOK, "en-gb") == "А. Б. Сыч. Совы Польши. М.: Гнездо, 1997, p. 10–12."
    assert as_reference(NEWSPAPER, "ru") == "О слухе сов // Вечернее гнездо. — 2012. — 14 марта. — С. 3."
    assert as_reference(JOURNAL, "pl") == "„О слухе сов”, „Ночная птица”, nr 4, marzec 2012, s. 3."
    assert as_reference(JOURNAL, "en") == "“О слухе сов”, Ночная птица, no. 4, March 2012, p. 3."
    assert as_reference(PAGE, "ru") == (
        "Сова [Электронный ресурс]. — URL: https://ru.wikipedia.org/wiki/Сова_(птица) (дата обращения: 30.11.2026)"
    )
    assert as_reference(PAGE, "pl") == "„Сова”, https://ru.wikipedia.org/wiki/Сова_(птица) [dostęp: 30.11.2026]"
    assert as_reference(replace(BOOK, author="", editor="Ц. Филина", pages="с. 7"), "ru") == (
        "Совы Польши / под ред. Ц. Филина. — М. : Гнездо, 1997. — с. 7."
    )


@settings(max_examples=300, deadline=None)
@example(text="«" * 900)
@example(text="А." * 400)
@example(text="Слово, " * 140)
@example(text="http://" + "(" * 900)
@given(text=st.text(max_size=200) | st.text(alphabet='АБа .,:;-–—«»"„”()№N12sсhtp/_%', max_size=300))
def test_no_text_breaks_the_proposal_and_none_is_lost(text: str) -> None:
    found = propose_citation(text)
    assert found.raw == text
    assert from_json(as_json(found)) == found
    assert all(as_reference(found, language).count("\n\n") == 0 or "\n" in text for language in ("ru", "pl", "en"))
    check_citation(found)
    if isinstance(found, Internet):
        assert found.address in text and not any(letter.isspace() for letter in found.address)


@settings(max_examples=200, deadline=None)
@given(tail=st.text(alphabet=st.characters(exclude_categories=("Cs", "Zs", "Zl", "Zp", "Cc")), max_size=60))
def test_any_address_alone_comes_back(tail: str) -> None:
    address = f"https://example.org/{tail}"
    if any(letter.isspace() for letter in address):
        return
    found = propose_citation(address)
    assert isinstance(found, Internet) and found.address == address


def test_a_very_long_text_is_kept_and_not_guessed_at() -> None:
    text = 'Журнал "Ночная птица", 2007. ' * 10_000
    assert propose_citation(text) == Other(text=text.strip(), raw=text)


@pytest.mark.parametrize(
    "data", [None, [], {}, {"kind": "scroll"}, {"kind": "book", "title": 5}, {"kind": "periodical", "month": "март"}]
)
def test_what_is_no_citation_is_an_error(data: object) -> None:
    with pytest.raises(ValueError):
        from_json(data)


def test_what_is_missing_in_a_stored_citation_is_empty() -> None:
    assert from_json({"kind": "other", "text": "табличка", "colour": "red"}) == Other(text="табличка")


def test_a_host_needs_a_dot() -> None:
    assert is_full_address("ru.wikipedia.org/wiki/Сова")
    assert not is_full_address("http://localhost/x")
