"""Which parts a question still lacks: §4.1.1, and §4.1.2 for its sources."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chgk.rules.completeness import Parts, judge_parts
from tournaments.rules.citations import Book, Internet, Other, Periodical
from tournaments.rules.engine import Refusal

PAGE = Internet(address="https://pl.wikipedia.org/wiki/Kopernik")
WHOLE = Parts(
    category=2, number=7, in_package=True, text="Кто?", answer="Он", comment="Зачёт: по смыслу.", citations=(PAGE,)
)
DUPLET = replace(WHOLE, kind="duplet", text="Дуплет.\n1. Кто?\n2. Где?", answer="1. Он. 2. Там.")
BLITZ = replace(WHOLE, kind="blitz", text="1) Кто?\n2) Где?\n3) Когда?", answer="1) Он\n2) Там\n3) Тогда")


def codes(parts: Parts) -> list[str]:
    return [refusal.code for refusal in judge_parts(parts)]


@pytest.mark.parametrize(
    "parts",
    [
        WHOLE,
        replace(WHOLE, category=1),
        replace(WHOLE, category=3),
        replace(WHOLE, number=None, in_package=False),
        replace(WHOLE, number=0, category=None, kind="warm-up"),
        replace(WHOLE, answer="?"),
        replace(WHOLE, answer="3"),
        replace(WHOLE, citations=(PAGE, Other(text="Вывеска на доме 5 по улице Садовой"))),
        DUPLET,
        BLITZ,
    ],
)
def test_a_complete_question_lacks_nothing(parts):
    assert judge_parts(parts) == ()


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        (replace(WHOLE, category=None), "question_category_missing"),
        (replace(WHOLE, category=4), "question_category_missing"),
        (replace(WHOLE, number=None), "question_number_missing"),
        (replace(WHOLE, text=" \n"), "question_text_missing"),
        (replace(WHOLE, text="…?"), "question_text_missing"),
        (replace(WHOLE, answer=""), "question_answer_missing"),
        (replace(WHOLE, answer="\u200b"), "question_answer_missing"),
        (replace(WHOLE, comment="—"), "question_comment_missing"),
        (replace(WHOLE, citations=()), "question_source_missing"),
        (replace(DUPLET, text="Кто и где?"), "question_small_texts"),
        (replace(DUPLET, answer="Он там"), "question_small_answers"),
        (replace(DUPLET, kind="blitz", text=BLITZ.text), "question_small_answers"),
        (replace(BLITZ, kind="duplet", answer=DUPLET.answer), "question_small_texts"),
    ],
)
def test_each_part_that_is_missing_is_named_with_its_paragraph(parts, code):
    assert judge_parts(parts) == (Refusal("4.1.1", code, judge_parts(parts)[0].params),)


def test_everything_that_is_missing_is_told_at_once_in_the_order_of_the_regulation():
    assert codes(Parts(in_package=True)) == [
        "question_category_missing",
        "question_number_missing",
        "question_text_missing",
        "question_answer_missing",
        "question_comment_missing",
        "question_source_missing",
    ]


def test_a_number_written_in_passing_is_no_small_question():
    assert codes(replace(DUPLET, text="1. Кто родился 2 мая?\nИли в версии 3.1?")) == ["question_small_texts"]


@pytest.mark.parametrize(
    ("citation", "paragraph", "field"),
    [
        (Book(title="t", author="a", place="p", year="1999", publisher="x"), "4.1.2.1", "pages"),
        (Book(title="t", place="p", year="1999", publisher="x", pages="7"), "4.1.2.1", "author"),
        (Periodical(title="t", article="a", year="1999", month=5, pages="7", is_newspaper=True), "4.1.2.2", "day"),
        (Internet(address="https://example.org/…"), "4.1.2.3", "address"),
        (Other(text="личный опыт"), "4.1.2.4", "text"),
    ],
)
def test_a_source_that_is_incomplete_is_named_with_its_place_and_field(citation, paragraph, field):
    (refusal,) = judge_parts(replace(WHOLE, citations=(PAGE, citation)))
    assert (refusal.paragraph, refusal.params["source"], refusal.params["field"]) == (paragraph, 2, field)
