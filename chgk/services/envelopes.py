"""The top: which envelope it stops at is a draw that anyone can check (docs/draws.md)."""

from __future__ import annotations

from typing import Any

from chgk import selectors
from chgk.rules.drawn import DRAWN
from chgk.rules.moves import can_spin
from chgk.rules.session import Session
from tournaments.models import LiveGame
from tournaments.rules.engine import Refusal
from tournaments.services.draws import begin_drawing

Json = dict[str, Any]
ROUND = 1  # a game of the club has one series of draws, from its start to its end


def draw_for(*, game: LiveGame, session: Session, command: Json) -> Json:
    """``ask`` with the envelope that the top points to, and the question in it; any other command as it is.

    Called under the game's lock. Raises :class:`Refusal` for what cannot be drawn now.
    """
    if command["do"] != "ask" or "question" in command:
        return command
    can_spin(session)
    numbers = session.under_the_top
    if not numbers:
        raise Refusal("3.1.3", "table_is_empty", {})
    drawing = begin_drawing(game=game, round_number=ROUND, in_force=session.drawn)
    reason = command.get("reason")
    if drawing.taken_back and not (isinstance(reason, str) and any(map(str.isalpha, reason))):
        raise Refusal("3.1.3", "redraw_needs_reason", {})
    number = int(drawing.draw(DRAWN, [str(number) for number in numbers]))
    question = selectors.find_question(game=game, number=number)
    if question is None:
        raise Refusal("3.1.3", "envelope_is_empty", {"question": number})
    return drawing.prove({**command, "question": number, "sheet": question.sheet()})
