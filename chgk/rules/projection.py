"""What each audience may see: the only way from the state to a screen.

The host sees everything but the fireplace, which is no part of the state; the table its own answer; everybody the
question once it is read, and its answer, comment and source after the verdict.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from chgk.rules.moves import is_deciding_offered
from chgk.rules.questions import Side, Verdict
from chgk.rules.score import standing
from chgk.rules.session import Session
from chgk.rules.stage import Answer, Author, Picture, Result, Sheet, compare_answer, is_answering
from chgk.rules.staging import worth_of
from tournaments.rules.audience import Audience
from tournaments.rules.clock import Clock
from tournaments.rules.likeness import Likeness
from tournaments.rules.lineup import Player, Seat


@dataclass(frozen=True, slots=True)
class SheetView:
    """The parts of a question that this audience may know; None where it may not yet."""

    number: int
    authors: tuple[Author, ...]
    text: str | None = None
    answer: str | None = None
    comment: str | None = None
    source: str | None = None
    accepted: tuple[str, ...] | None = None
    rejected: tuple[str, ...] | None = None
    category: int | None = None
    handout: str = ""
    pictures: tuple[Picture, ...] = ()
    on_screens: bool = False
    burnt: bool = False  # for the host: the hall saw it in a move since undone


@dataclass(frozen=True, slots=True)
class View:
    """A game as one audience sees it."""

    audience: Audience
    seat: Seat
    team_points: int
    author_points: int
    target: int
    played: int
    over: bool
    winner: Side | None
    deciding: bool
    deciding_offered: bool
    deciding_taken: bool
    deciding_worth: int
    needs_ruling: bool
    worth: int  # of the question that is open
    table: tuple[int, ...]
    envelopes: tuple[int, ...]
    spares_left: int
    sheet: SheetView | None
    is_open: bool  # a question waits for its verdict
    clock: Clock | None
    captain: Player | None
    acting: bool
    answerer: Player | None
    answering: bool  # the table answers; else a clock that stands still is a pause
    answer: Answer | None
    likeness: Likeness | None
    result: Result | None


def project(session: Session, audience: Audience) -> View:
    """The session as ``audience`` may see it."""
    game, stage, now = session.game, session.stage, standing(session.game)
    sees_answer = audience.is_host or audience.is_table
    return View(
        audience=audience,
        seat=session.seat,
        team_points=now.team,
        author_points=now.authors,
        target=game.parameters.target,
        played=now.questions_played,
        over=now.over,
        winner=now.winner,
        deciding=now.deciding,
        deciding_offered=is_deciding_offered(session),
        deciding_taken=game.ending is not None,
        deciding_worth=game.parameters.deciding_worth,
        needs_ruling=now.needs_ruling,
        worth=worth_of(game),
        table=session.table,
        envelopes=tuple(session.envelopes),
        spares_left=len(set(session.spares) - set(session.envelopes) - _asked(session)),
        sheet=_sheet_view(session, audience),
        is_open=game.asked is not None,
        clock=stage.clock,
        captain=session.captain,
        acting=session.acting is not None,
        answerer=_answerer(session),
        answering=is_answering(stage),
        answer=stage.answer if sees_answer else None,
        likeness=_likeness(session) if audience.is_host else None,
        result=_result(session),
    )


def sees_picture(session: Session, digest: str, *, is_host: bool) -> bool:
    """Whether the picture belongs to the question on the stage, and this audience sees that question by now."""
    sheet, stage = session.stage.sheet, session.stage
    if sheet is None or not (is_host or stage.shown):
        return False
    return any(picture.digest == digest for picture in sheet.pictures)


def _result(session: Session) -> Result | None:
    """How the last question ended, with the ruling that has been made on it since (§5.2.2)."""
    result, game = session.stage.result, session.game
    if result is None or not game.ruled:
        return result
    for question in (*game.opening, *(game.ending or ())):
        if question.label == result.number:
            removed = question.ruling is Verdict.REMOVE
            return replace(result, removed=removed, correct=question.winner is Side.TEAM)
    return result


def _asked(session: Session) -> set[int]:
    game = session.game
    labels = [question.label for question in (*game.opening, *(game.ending or ()))]
    return {label for label in (*labels, game.asked) if isinstance(label, int)}


def _sheet_view(session: Session, audience: Audience) -> SheetView | None:
    sheet, stage = session.stage.sheet, session.stage
    if sheet is None:
        return None
    judged = stage.result is not None
    if audience.is_host:
        return _whole(sheet, shown=stage.shown, burnt=sheet.number in session.burnt and not stage.shown)
    if not stage.shown:
        return SheetView(sheet.number, sheet.authors)
    return SheetView(
        sheet.number,
        sheet.authors,
        text=sheet.text,
        answer=sheet.answer if judged else None,
        comment=sheet.comment if judged else None,
        source=sheet.source if judged else None,
        handout=sheet.handout,
        pictures=sheet.pictures,
        on_screens=True,
    )


def _whole(sheet: Sheet, *, shown: bool, burnt: bool) -> SheetView:
    return SheetView(
        sheet.number,
        sheet.authors,
        text=sheet.text,
        answer=sheet.answer,
        comment=sheet.comment,
        source=sheet.source,
        accepted=sheet.accepted,
        rejected=sheet.rejected,
        category=sheet.category,
        handout=sheet.handout,
        pictures=sheet.pictures,
        on_screens=shown,
        burnt=burnt,
    )


def _answerer(session: Session) -> Player | None:
    """Who answers: the named player, else the captain of the day."""
    named = [player for player in session.seat.players if player.id == session.stage.answerer]
    return named[0] if named else session.captain


def _likeness(session: Session) -> Likeness | None:
    stage = session.stage
    if stage.sheet is None or stage.answer is None:
        return None
    return compare_answer(stage.sheet, stage.answer.text)
