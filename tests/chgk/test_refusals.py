"""Every refusal of the club's game has a sentence, every sentence a refusal, and both know the same facts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import translation

from chgk import refusals
from tournaments.rules.engine import Refusal

RULES = Path(refusals.__file__).parent / "rules"
APP = RULES.parent
FILES = [
    *RULES.glob("*.py"),
    *(APP / "services").glob("*.py"),
    *(APP / "views").glob("*.py"),
    APP / "discipline.py",
    APP.parent / "tournaments" / "rules" / "clock.py",
    APP.parent / "tournaments" / "rules" / "staging.py",
]
PARAGRAPH = re.compile(r"[1-5](\.\d)+")
PLACEHOLDER = re.compile(r"%\(([a-z]+)\)s")


def raised() -> Iterator[tuple[str, str, set[str]]]:
    """Paragraph, code and facts of every refusal that the rules spell out."""
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or getattr(node.func, "id", "") not in ("Refusal", "_nothing_open"):
                continue
            opened = getattr(node.func, "id", "") == "_nothing_open"
            paragraph, code = (ast.unparse(argument).strip("'") for argument in node.args[opened : 2 + opened])
            facts = {"question"} if opened else set()
            for argument in node.args[2:]:
                if isinstance(argument, ast.Dict):
                    facts |= {str(key.value) for key in argument.keys if isinstance(key, ast.Constant)}
            yield paragraph, code, facts


SPELT_OUT = [entry for entry in raised() if entry[1] != "code"]


def test_every_refusal_has_one_sentence_and_none_is_unused() -> None:
    assert {code for _, code, _ in SPELT_OUT} == set(refusals.SENTENCES)


@pytest.mark.parametrize(("paragraph", "code", "facts"), SPELT_OUT)
def test_a_refusal_cites_a_paragraph_and_brings_the_facts_of_its_sentence(
    paragraph: str, code: str, facts: set[str]
) -> None:
    assert PARAGRAPH.fullmatch(paragraph) or paragraph.endswith("paragraph")  # handed on from another refusal
    assert set(PLACEHOLDER.findall(str(refusals.SENTENCES[code]))) <= facts


def test_sentences_say_who_and_what() -> None:
    with translation.override("en"):
        refusal = Refusal("3.1.2", "team_not_tied", {"team": "snakes", "teams": ("owls", "lions")})
        names = {"snakes": "Слизерин", "owls": "Когтевран"}
        sentence = "Слизерин is not among those tied for the first place: Когтевран, lions."
        assert refusals.explain(refusal, names) == sentence
        stored = Refusal("3.1.2", "team_not_tied", {"team": "snakes", "teams": ["owls", "lions"]})
        assert refusals.explain(stored, names) == sentence
        refusal = Refusal("3.1.4", "deciding_not_at_point", {"points": 2, "needed": 3})
        assert refusals.explain(refusal, {}) == "The deciding round is taken at 3 points; the team has 2."
        assert refusals.explain(Refusal("3.1.3", "odd_code"), {}) == "Not possible now (odd_code)."


def test_nothing_endless_is_repeated() -> None:
    assert len(refusals.explain(Refusal("3.1.3", "command_unknown", {"do": "a" * 10_000}), {})) < 120
