"""Every refusal has a sentence, every sentence a refusal, and both know the same facts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from auction import refusals
from auction.rules.commands import parse_command
from auction.rules.engine import decide
from tests.auction.rules import test_commands
from tests.auction.rules.table import MASTERS, Table, duel_table
from tournaments import texts
from tournaments.rules.engine import Refusal

ROOT = Path(refusals.__file__).parent
SHARED = [ROOT.parent / "tournaments" / "rules" / f"{name}.py" for name in ("clock", "staging")]
ENGINE = ["answering", "bidding", "chat_grammar", "checks", "commands", "corrections", "drawing", "endings", "record"]
CODE = re.compile(r"[a-z]+(_[a-z]+)*")
CHAT = ["chat_grammar", "bidding"]
NAMES = {"red": "Czerwoni", "blue": "Niebiescy"}


def codes_in(path: Path) -> Iterator[str]:
    """The codes that a module refuses with, wherever it names them."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"Refusal", "_Unreadable"}:
            yield from (text for argument in node.args[-3:] for text in _texts(argument))
        elif isinstance(node, ast.keyword) and node.arg == "code":
            yield from _texts(node.value)
        elif path.stem in CHAT and isinstance(node, ast.Constant) and str(node.value).startswith("chat_"):
            yield str(node.value)


def _texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
        yield node.value


def test_every_refusal_of_the_rules_has_one_sentence_and_none_is_unused() -> None:
    raised = {code for name in ENGINE for code in codes_in(ROOT / "rules" / f"{name}.py")}
    assert raised == set(refusals.GAME)


def test_every_refusal_of_the_stage_has_one_sentence_and_none_is_unused() -> None:
    paths = {*ROOT.rglob("*.py"), *SHARED} - {ROOT / "rules" / f"{name}.py" for name in ENGINE}
    raised = {code for path in paths for code in codes_in(path)}
    raised -= set(texts.SENTENCES) - set(refusals.STAGE)  # the live loop's own
    assert raised - set(refusals.GAME) == set(refusals.STAGE)
    assert not set(refusals.GAME) & set(refusals.STAGE)
    said = set(re.findall(r'"(paper_\w+)"', (ROOT / "rules" / "paper.py").read_text()))
    assert said == set(refusals.PAPER)


def test_paragraphs_exist() -> None:
    for path in (ROOT / "rules").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                paragraph = node.args[0]
                assert not isinstance(paragraph, ast.Constant) or 1 <= int(str(paragraph.value)) <= 29


@pytest.mark.parametrize(
    ("refusal", "sentence"),
    [
        (
            Table("red", "blue").bidding(red=12).refused("bid", team="blue", points=9),
            "Niebiescy 9: too low, at least 13 is needed.",
        ),
        (
            Table("red", "blue").bidding().refused("bid", team="blue", points=51),
            "Niebiescy 51: too high, the team can name 50 at most.",
        ),
        (
            Table("red", "blue").bidding(red=45).do("close").refused("buy_hint"),
            "Czerwoni cannot pay for the hint: it costs 16, the team has 5.",
        ),
        (
            Table("red", "blue").refused("judge", correct=True),
            "No answer is waiting for a verdict; now: between lots.",
        ),
        (
            Table(questions_per_round=1).question(False, green=9).refused("break_tie", team="green"),
            "green is not among those tied: Czerwoni, yellow, Niebiescy.",
        ),
        (
            Table("red", "blue").bidding().refused("say", team="red", text="Czerwoni"),
            "«Czerwoni»: the number is missing. Write for example: Czerwoni 12",
        ),
        (
            Table("red", "blue").refused("adjust", team="red", points=-60, reason="kara"),
            "Czerwoni -60: nobody falls below zero, and the team has 50.",
        ),
    ],
    ids=lambda value: value.code if isinstance(value, Refusal) else "",
)  # fmt: skip
def test_sentences_say_who_and_what(refusal: Refusal, sentence: str) -> None:
    with translation.override("en"):
        assert refusals.explain(refusal, NAMES) == sentence


def test_every_sentence_gets_the_facts_it_asks_for() -> None:
    """Played through: no placeholder is left without its fact."""
    duel = duel_table()
    tables = [Table(), Table().draw(), Table().bidding(red=50), Table().sold(red=40), duel]
    tables += [Table(questions_per_round=1).question(False, red=10), duel_table().draw(kind="one_on_one").do("open")]
    tables += [Table().bidding().do("va_banque", team="red"), Table().draw(kind="hint")]
    tables += [Table(va_banque_must_top=True).bidding(blue=50), Table().question(True, red=4)]
    commands = [*test_commands.EXAMPLES, *(data for data, _ in test_commands.WRONG)]
    commands += [{"do": "bid", "team": team, "points": points} for team in ("red", "x") for points in (0, 99)]
    commands += [{"do": "adjust", "team": "red", "points": points, "reason": "a"} for points in (0, -99)]
    commands += [{"do": "top_up", "points": 0}, {"do": "open_final", "masters": MASTERS}]
    seen = set()
    for table in tables:
        for command in commands:
            refusal = _refusal(table, command)
            if refusal is not None:
                seen.add(refusal.code)
                assert "%(" not in refusals.explain(refusal, NAMES)
    assert len(seen) > 35


def _refusal(table: Table, command: dict[str, Any]) -> Refusal | None:
    try:
        decide(table.game, parse_command(command))
    except Refusal as refusal:
        return refusal
    return None


def test_an_unknown_code_still_makes_a_sentence() -> None:
    with translation.override("en"):
        assert refusals.explain(Refusal("11", "odd_code"), {}) == "Not possible now (odd_code)."


def test_nothing_endless_is_repeated() -> None:
    assert len(refusals.explain(Refusal("11", "command_unknown", {"do": "a" * 10_000}), {})) < 120


def test_values_stored_as_json_read_the_same() -> None:
    stored = Refusal("21", "tie_team_not_leading", {"team": "red", "teams": ["red", "blue"]})
    fresh = Refusal("21", "tie_team_not_leading", {"team": "red", "teams": ("red", "blue")})
    assert refusals.explain(stored, NAMES) == refusals.explain(fresh, NAMES)
