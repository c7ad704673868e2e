"""§5.4.1: a ruling that an appeal brought about is final: the console neither takes it back nor overrules it.

Nor one that the curator's decision on a claim of originality has brought about (§4.1.3).
"""

from __future__ import annotations

from typing import Any

from chgk.selectors.endings import is_taken_out_as_not_original, rulings_of_appeals
from tournaments.models import LiveGame
from tournaments.rules.engine import Refusal

Json = dict[str, Any]


def require_undoable(command: Json) -> None:
    """Raises :class:`Refusal` for the step of an appeal or a claim, which have procedures of their own."""
    if "appeal" in command:
        raise Refusal("5.4.1", "ruling_of_appeal", {"number": command["appeal"]})
    if "originality" in command:
        raise Refusal("4.1.3", "ruling_of_claim", {"question": command.get("question")})


def require_unsettled(*, game: LiveGame, command: Json) -> None:
    """Raises :class:`Refusal` for a ruling by hand where one of an appeal or a claim stands. Two queries."""
    if command["do"] != "rule" or "appeal" in command or "originality" in command:
        return
    number = rulings_of_appeals(game).get(command.get("question"))
    if number is not None:
        raise Refusal("5.4.1", "ruling_of_appeal", {"number": number})
    if is_taken_out_as_not_original(game, command.get("question")):
        raise Refusal("4.1.3", "ruling_of_claim", {"question": command.get("question")})
