"""The demo bank is what a newcomer plays first, so a flaw in it is a flaw they see."""

import json
import unicodedata
from collections import Counter
from pathlib import Path

import pytest

DEMO = Path(__file__).resolve().parents[2] / "auction" / "demo"
BANK = json.loads((DEMO / "bank.json").read_text(encoding="utf-8"))
CATEGORIES = BANK["categories"]
QUESTIONS = [(category["name"], question) for category in CATEGORIES for question in category["questions"]]
EVERY_QUESTION = pytest.mark.parametrize(
    "question",
    [question for _, question in QUESTIONS],
    ids=[f"{name}-{question['answer']}" for name, question in QUESTIONS],
)


def plain(text):
    """Casefolded, with punctuation dropped and spaces evened out."""
    kept = "".join(" " if unicodedata.category(char)[0] in "PZ" else char for char in text.casefold())
    return " ".join(kept.split())


def test_enough_categories_and_questions():
    assert len(CATEGORIES) >= 14
    assert len(QUESTIONS) >= 84
    names = [category["name"] for category in CATEGORIES]
    assert all(name.strip() for name in names)
    assert len(set(map(plain, names))) == len(names)
    assert all(len(category["questions"]) >= 6 for category in CATEGORIES)


@EVERY_QUESTION
def test_every_field_is_filled(question):
    for field in ("text", "answer", "comment", "source"):
        assert isinstance(question[field], str)
        assert question[field].strip(), field
    assert len(question["source"]) > 15
    assert isinstance(question["accepted"], list)
    assert all(isinstance(form, str) and form.strip() for form in question["accepted"])
    forms = [question["answer"], *question["accepted"]]
    assert len(set(map(plain, forms))) == len(forms), "the same form listed twice"


@EVERY_QUESTION
def test_variants(question):
    variants = question["variants"]
    assert len(variants) == 4
    assert all(variant.strip() for variant in variants)
    assert len(set(map(plain, variants))) == 4
    assert question["right"] in range(4)
    good = {plain(form) for form in [question["answer"], *question["accepted"]]}
    assert plain(variants[question["right"]]) in good
    for index, variant in enumerate(variants):
        if index != question["right"]:
            assert plain(variant) not in good, "a wrong variant would be accepted"


@EVERY_QUESTION
def test_text_does_not_give_the_answer_away(question):
    assert question["answer"].casefold() not in question["text"].casefold()


def test_no_duplicate_texts():
    counts = Counter(plain(question["text"]) for _, question in QUESTIONS)
    assert [text for text, count in counts.items() if count > 1] == []


def test_right_variants_are_spread_evenly():
    counts = Counter(question["right"] for _, question in QUESTIONS)
    fair = len(QUESTIONS) / 4
    for index in range(4):
        assert 0.8 * fair <= counts[index] <= 1.2 * fair, counts


def test_people():
    people = json.loads((DEMO / "people.json").read_text(encoding="utf-8"))
    assert people["season"].strip()
    assert people["host"]["username"] == "prowadzacy"
    houses = people["houses"]
    assert [house["key"] for house in houses] == ["red", "yellow", "blue", "green"]
    names = [people["host"]["name"]]
    for house in houses:
        assert len(house["players"]) >= 2
        names += [house["head"], house["captain"], *house["players"]]
    assert all(name.strip() for name in names)
    assert len(set(names)) == len(names)
