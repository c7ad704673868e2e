"""What several screens tell of a question and of the end of a game."""

from __future__ import annotations

from dataclasses import dataclass

from chgk import words
from chgk.panels.page import Page
from chgk.rules.questions import Question, Side, Verdict


@dataclass(frozen=True, slots=True)
class Asked:
    """The question on the stage: who wrote it, and what it is worth."""

    number: int
    authors: str
    worth: str
    is_deciding: bool


@dataclass(frozen=True, slots=True)
class Ending:
    """Who won and why."""

    title: str
    sentence: str
    by_team: bool
    because: str = ""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A question that was played, as everybody may know it. ``mark``: team, authors or removed."""

    number: int | str
    mark: str
    ruling: str
    after_deciding: bool


def asked_of(page: Page) -> Asked | None:
    """The question on the stage, also after its verdict."""
    view = page.view
    if view.sheet is None:
        return None
    return Asked(
        view.sheet.number,
        words.author_line(view.sheet.authors),
        words.points(view.worth),
        view.worth > 1,
    )


def ending_of(page: Page) -> Ending | None:
    """The end, once there is one."""
    view = page.view
    if page.phase != "over":
        return None
    closed = page.session.game.closed_for is not None and max(view.team_points, view.author_points) < view.target
    return Ending(
        words.ending_title(view),
        words.ending_sentence(view, closed=closed),
        view.winner is Side.TEAM,
        page.around.closed_because,
    )


def game_log(page: Page) -> list[LogLine]:
    """The questions of the game in their order, with rulings."""
    game = page.session.game
    lines = [line_of(question) for question in game.opening]
    return lines + [line_of(question, after=True) for question in game.ending or ()]


def line_of(question: Question, *, after: bool = False) -> LogLine:
    """A question as a line of the log. ``after``: it was asked after the deciding round had been taken."""
    ruling = question.ruling
    if ruling is Verdict.REMOVE:
        mark = "removed"
    elif question.correct or ruling is Verdict.ACCEPT:
        mark = "team"
    else:
        mark = "authors"
    return LogLine(question.label, mark, "" if ruling is Verdict.NONE else str(ruling), after)
