"""The demo's questions: whole (§4.1.1), each of its own, nothing given away, short enough for a phone."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

DEMO = Path(__file__).resolve().parents[2] / "chgk" / "demo"
PACKAGES = [
    (name, package)
    for name in ("questions", "past_questions")
    for package in json.loads((DEMO / f"{name}.json").read_text(encoding="utf-8"))["packages"]
]
QUESTIONS = [question for _, package in PACKAGES for question in package["questions"]]
LONGEST_TEXT, LONGEST_COMMENT, LONGEST_ANSWER = 240, 200, 60  # characters
ADDRESS = re.compile(r"https://[\w.-]+/\S+")


def words_of(text: str) -> set[str]:
    """Long words without their endings, in small letters."""
    return {word[:5] for word in re.findall(r"\w{5,}", text.lower())}


@pytest.mark.parametrize("question", QUESTIONS, ids=[question["answer"] for question in QUESTIONS])
def test_a_question_has_all_its_parts(question: dict[str, Any]) -> None:
    assert question["category"] in (1, 2, 3)
    assert question["text"].endswith(("?", ".")) and 40 <= len(question["text"]) <= LONGEST_TEXT
    assert 0 < len(question["answer"]) <= LONGEST_ANSWER
    assert "Зачёт" in question["comment"] and len(question["comment"]) <= LONGEST_COMMENT
    assert question["source"] and all(ADDRESS.fullmatch(source) for source in question["source"])
    assert question["authors"] and all(author["name"] and author["town"] for author in question["authors"])
    given = [question["answer"], *question["accepted"], *question["rejected"]]
    assert len({text.casefold() for text in given}) == len(given), "an answer stands there twice"


@pytest.mark.parametrize("question", QUESTIONS, ids=[question["answer"] for question in QUESTIONS])
def test_a_question_does_not_give_its_answer_away(question: dict[str, Any]) -> None:
    assert not words_of(question["answer"]) & words_of(question["text"])
    assert f" {question['answer'].lower()} " not in f" {question['text'].lower()} "


def test_no_question_and_no_answer_comes_twice() -> None:
    assert len({question["text"] for question in QUESTIONS}) == len(QUESTIONS) >= 90
    assert len({question["answer"].casefold() for question in QUESTIONS}) == len(QUESTIONS)


@pytest.mark.parametrize(("name", "package"), PACKAGES, ids=[package["title"] for _, package in PACKAGES])
def test_a_package_is_numbered_and_of_every_category(name: str, package: dict[str, Any]) -> None:
    questions = package["questions"]
    assert [question["number"] for question in questions] == list(range(1, len(questions) + 1))
    categories = Counter(question["category"] for question in questions)
    assert set(categories) == {1, 2, 3} and max(categories.values()) <= len(questions) / 2
    table = sum(not question["is_spare"] for question in questions)
    if name == "questions":  # four to three, a deciding question, and spares
        assert table >= 8 and len(questions) - table == 2
