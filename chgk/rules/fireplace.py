"""§3.1.5: the table talks a question over at its fireplace, from its reading to the answer. Nobody else is part of it.

What is proposed there is no part of the game's state: only when it may be, for which question, and by whom.
"""

from __future__ import annotations

from chgk.rules.session import Session
from tournaments.rules.engine import Refusal


def discussed_question(session: Session) -> int | None:
    """The question that the table talks over now: read out, neither answered nor judged; None for none."""
    stage = session.stage
    if stage.sheet is None or session.game.asked is None or not stage.shown or stage.answer is not None:
        return None
    return stage.sheet.number


def require_discussed(session: Session, question: int) -> None:
    """Raises :class:`Refusal` unless ``question`` is being talked over: what was meant for one is not for the next."""
    stage = session.stage
    if discussed_question(session) == question:
        return
    if stage.sheet is not None and stage.sheet.number == question and session.game.asked is not None:
        if not stage.shown:
            raise Refusal("3.1.5", "nothing_discussed", {})
        raise Refusal("3.1.5", "discussion_answered", {"question": question})
    if question in session.burnt:
        raise Refusal("3.1.5", "discussion_over", {"question": question})
    raise Refusal("3.1.5", "nothing_discussed", {})


def require_table(session: Session, role: str, team: str | None) -> None:
    """Raises :class:`Refusal` for whoever does not sit at this table: the host, other teams, anybody."""
    if role not in ("captain", "player") or team != session.seat.team:
        raise Refusal("3.1.5", "not_your_fireplace", {})


def require_captain(session: Session, player: str | None) -> None:
    """Raises :class:`Refusal` for anybody but the captain of the day (§2.2.2): the team's choice is the captain's."""
    if session.captain is None or player != session.captain.id:
        raise Refusal("2.2.2", "captain_decides", {})
