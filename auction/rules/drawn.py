"""Which draws the commands of the game need, for the check of a record (tournaments/rules/draw_check.py)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from auction.rules.special import MARK
from auction.rules.state import Kind
from tournaments.rules.draw_check import Claim


def needed_draws(command: Mapping[str, Any]) -> Mapping[str, Claim]:
    """What each draw is about -> its result as the command shows it, None where only the question tells it."""
    match command.get("do"):
        case "draw":
            category = {"category": _name(command)}
            is_special = command.get("kind", Kind.QUESTION) != Kind.QUESTION
            return {**category, **_duel(command)} if is_special else {**category, "question": _number(command)}
        case "open" if "category" in command:  # of a duel: the question is drawn once one category is left
            return {"question": _number(command)}
        case "replace_question" | "x-replace_question":
            return {"question": _number(command)}
        case "break_tie" if command.get("by") == "lot":
            return {"tie": _text(command, "team")}
        case _:
            return {}


def _duel(command: Mapping[str, Any]) -> Mapping[str, Claim]:
    """The categories of a duel in the order in which they were drawn, and who strikes first (§25)."""
    plan = command.get("duel")
    if not isinstance(plan, Mapping):
        return {}
    categories = plan.get("categories")
    named = tuple(map(str, categories)) if isinstance(categories, list) else ()
    return {"duel_category": named, "starter": _text(plan, "starter")}


def _name(command: Mapping[str, Any]) -> str | None:
    """What was drawn; the name of a special lot is that of its kind, whatever else the command says."""
    name, kind = _text(command, "category"), command.get("kind", Kind.QUESTION)
    return f"{MARK}{kind}" if name is not None and name.startswith(MARK) else name


def _text(command: Mapping[str, Any], name: str) -> str | None:
    value = command.get(name)
    return value if isinstance(value, str) else None


def _number(command: Mapping[str, Any]) -> str | None:
    """The question's number in the bank; a record has it only if it says so."""
    question = command.get("question")
    return _text(question, "id") if isinstance(question, Mapping) else None
