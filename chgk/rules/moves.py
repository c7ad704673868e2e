"""What the host and the captain can do now: one primary move for each state, and why others are not possible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from chgk.rules.score import standing
from chgk.rules.session import Session, decide
from chgk.rules.stage import compare_answer, is_answering
from tournaments.rules.engine import Refusal
from tournaments.rules.likeness import Likeness


@dataclass(frozen=True, slots=True)
class Move:
    """A command that the console offers. ``label`` is a code that the surface puts into words."""

    label: str
    do: str
    fields: Mapping[str, Any] = field(default_factory=dict)


FINISH = Move("finish", "finish")
DECIDE = Move("decide", "judge")  # which way is the host's alone: the console asks
EMPTY = Move("table_empty", "close_game")  # no envelope is left: only the curator can end the game


def primary_move(session: Session) -> Move:
    """The one thing that comes next; every state has one."""
    now = standing(session.game)
    if session.game.asked is not None:
        return _next_in_question(session)
    if now.over:
        return FINISH
    return Move("spin", "ask") if session.envelopes else EMPTY


def can_spin(session: Session) -> None:
    """§3.1.3: whether the top may be started now; the refusal says why not."""
    if session.game.asked is not None:
        raise Refusal("3.1.3", "ask_question_open", {"question": session.game.asked})
    if standing(session.game).over:
        raise Refusal("3.1.3", "ask_game_over", {})


def is_deciding_offered(session: Session) -> bool:
    """§3.1.4: whether the captain is being asked about the deciding round: never while no question is left for it."""
    offered = session.game.asked is None and standing(session.game).may_take_deciding_round
    return offered and not session.stage.declined and bool(session.envelopes)


def why_not(session: Session, command: Mapping[str, Any]) -> Refusal | None:
    """The reason why a command would be refused now, or None."""
    try:
        decide(session, command)
    except Refusal as refusal:
        return refusal
    return None


def suggested_verdict(session: Session) -> bool | None:
    """What the typed answer suggests: right, wrong, or None for the host alone to tell: late, or merely alike."""
    stage = session.stage
    if stage.sheet is None or stage.answer is None or stage.answer.late:
        return None
    likeness = compare_answer(stage.sheet, stage.answer.text)
    return None if likeness is Likeness.CLOSE else likeness is Likeness.SAME


def _next_in_question(session: Session) -> Move:
    stage = session.stage
    if not stage.shown:
        burnt = stage.sheet is not None and stage.sheet.number in session.burnt
        return Move("replace_burnt", "remove_question") if burnt else Move("show_question", "show_question")
    if stage.answer is not None:
        suggested = suggested_verdict(session)
        return DECIDE if suggested is None else _verdict(right=suggested)
    if stage.clock is None:
        return Move("start_clock", "clock", {"action": "start"})
    if stage.clock.deadline is not None:
        return Move("end_discussion", "end_discussion")
    if not is_answering(stage):
        return Move("resume_clock", "clock", {"action": "resume"})
    # A team that speaks is judged by the host's ear; the time that is left may be given back.
    return DECIDE


def _verdict(*, right: bool) -> Move:
    return Move("judge_right" if right else "judge_wrong", "judge", {"correct": right})
