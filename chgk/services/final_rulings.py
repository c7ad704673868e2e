"""§5.4.1: a ruling that an appeal brought about is final: the console neither takes it back nor overrules it."""

from __future__ import annotations

from typing import Any

from chgk.selectors.endings import rulings_of_appeals
from tournaments.models import LiveGame
from tournaments.rules.engine import Refusal

Json = dict[str, Any]


def require_undoable(command: Json) -> None:
    """Raises :class:`Refusal` for the step of an appeal, which has a procedure of its own."""
    if "appeal" in command:
        raise Refusal("5.4.1", "ruling_of_appeal", {"number": command["appeal"]})


def require_unsettled(*, game: LiveGame, command: Json) -> None:
    """Raises :class:`Refusal` for a ruling by hand on a question on which an appeal was granted. One query."""
    if command["do"] != "rule" or "appeal" in command:
        return
    number = rulings_of_appeals(game).get(command.get("question"))
    if number is not None:
        raise Refusal("5.4.1", "ruling_of_appeal", {"number": number})
