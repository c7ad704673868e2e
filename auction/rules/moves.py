"""What the host can do now: one primary move a phase, and for every other one why it is not possible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from auction.rules import dueling
from auction.rules.boxes import boxes_to_open
from auction.rules.duel_view import is_overdue
from auction.rules.ends import leader_by_answers
from auction.rules.questions import compare_answer
from auction.rules.session import Session, decide
from auction.rules.stage import CALLS_BEFORE_SOLD
from auction.rules.state import Phase
from tournaments.rules.engine import Refusal
from tournaments.rules.likeness import Likeness


@dataclass(frozen=True, slots=True)
class Move:
    """A command that the console offers. ``label`` is a code that the surface puts into words."""

    label: str
    do: str
    fields: Mapping[str, Any] = field(default_factory=dict)


FINISH = Move("finish", "finish")
OPEN_FINAL = Move("open_final", "open_final")  # the console asks first who the Masters are
DECIDE = Move("decide", "judge")  # which way is the host's alone: the console asks


def primary_move(session: Session, now: int | None = None) -> Move:
    """The one thing that comes next; every phase has one. ``now``: ms since the epoch, for what is overdue."""
    match session.game.phase:
        case Phase.READY:
            return Move("draw", "draw")
        case Phase.DRAWN:
            return _next_before_lot(session)
        case Phase.BIDDING:
            return _next_call(session)
        case Phase.ANSWERING:
            return _next_in_answering(session)
        case Phase.DUEL:
            return _next_in_duel(session, now)
        case Phase.TIE:
            return Move("break_tie", "break_tie", {"team": propose_finalist(session)})
        case Phase.ROUND_OVER:
            return OPEN_FINAL
        case Phase.FINISHED if boxes_to_open(session.game, session.specials):
            box = boxes_to_open(session.game, session.specials)[0]
            return Move("open_box", "open_box", {"box": box.number, "team": box.team})
        case Phase.FINISHED:
            return FINISH


def propose_finalist(session: Session) -> str:
    """Of the tied teams the one with more right answers in the round; the first seated if that is equal too (§21)."""
    tied = [team for team in session.game.standing if team.points == max(t.points for t in session.game.standing)]
    return max(tied, key=lambda team: team.right_answers).id


def is_tie_decided_by_answers(session: Session) -> bool:
    """Whether right answers tell the tied teams apart, so that the proposal needs no lot (§21)."""
    return leader_by_answers(session.game) is not None


def why_not(session: Session, command: Mapping[str, Any]) -> Refusal | None:
    """The reason why a command would be refused now, or None; as far as the host may know it.

    That a press waits for the other side's is such a reason, and nobody's before it is decided who was first (§25).
    """
    try:
        decide(_without_hidden_presses(session), command)
    except Refusal as refusal:
        return refusal
    return None


def _without_hidden_presses(session: Session) -> Session:
    duel = session.stage.duel
    if duel is None or not duel.is_collecting:
        return session
    return replace(session, stage=replace(session.stage, duel=replace(duel, presses=())))


def suggested_verdict(session: Session) -> bool | None:
    """What the typed answer suggests: right, wrong, or None for the host alone to tell: late, or merely alike."""
    stage = session.stage
    if stage.question is None or stage.answer is None or stage.answer.late:
        return None
    likeness = compare_answer(stage.question, stage.answer.text)
    return None if likeness is Likeness.CLOSE else likeness is Likeness.SAME


def _next_call(session: Session) -> Move:
    if session.stage.calls < CALLS_BEFORE_SOLD:
        return Move("going_once" if session.stage.calls == 0 else "going_twice", "call")
    lot = session.game.lot
    return Move("sold" if lot is not None and lot.leader else "no_buyer", "close")


def _next_before_lot(session: Session) -> Move:
    """§25: a duel needs two players and a category first: the captains' choice, the host's only in their stead."""
    duel = session.stage.duel
    if duel is None:
        return Move("open", "open")
    for team in dueling.unnamed(session.scene):
        return _name_duellist(session, team)
    if duel.turn is not None:
        return Move("strike", "strike", {"team": duel.turn, "category": duel.offered[0]})
    return Move("open", "open")


def _name_duellist(session: Session, team: str) -> Move:
    players = dueling.members(session.scene, team)
    proposed = next((player for player in players if player.captain), players[0])
    return Move("name_duellist", "name_duellist", {"team": team, "player": proposed.id})


def _next_in_duel(session: Session, now: int | None) -> Move:
    duel, question = session.stage.duel, session.stage.question
    if question is not None and not session.stage.shown:
        burnt = question.id in session.burnt
        return Move("reserve", "replace_question") if burnt else Move("show_question", "show_question")
    if duel is None or (duel.go_at is not None and not duel.is_tie and not is_overdue(duel, now)):
        return Move("no_answer", "no_answer")
    for team in dueling.unnamed(session.scene) if duel.go_at is None else ():
        return _name_duellist(session, team)
    if duel.is_collecting:
        return Move("settle_buzz", "settle_buzz")
    return Move("repeat_buzz", "repeat_buzz") if duel.is_tie else Move("open_buzzers", "open_buzzers")


def _next_in_answering(session: Session) -> Move:
    stage, lot = session.stage, session.game.lot
    question = stage.question
    if question is not None and not stage.shown:
        burnt = question.id in session.burnt
        return Move("reserve", "replace_question") if burnt else Move("show_question", "show_question")
    if lot is not None and lot.hinted and not stage.hint_shown:
        return Move("show_hint", "show_hint")
    if stage.answer is not None:
        suggested = suggested_verdict(session)
        return DECIDE if suggested is None else _verdict(right=suggested)
    if stage.clock is None:
        return DECIDE if question is None else Move("start_clock", "clock", {"action": "start"})
    if stage.clock.deadline is not None:
        return Move("stop_clock", "clock", {"action": "stop"})
    # A team that speaks is judged by the host's ear, with keys of their own; only silence till the end is wrong.
    return Move("resume_clock", "clock", {"action": "resume"}) if stage.clock.remaining else _verdict(right=False)


def _verdict(*, right: bool) -> Move:
    return Move("judge_right" if right else "judge_wrong", "judge", {"correct": right})
