"""The questions of a game as an appeal needs them: what was asked, what the team said, how it was judged."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from appeals.rules.ground import Played
from chgk.rules.questions import Question, Side, Verdict
from chgk.rules.session import Session
from chgk.rules.snapshots import load_session
from tournaments.models import LiveGame
from tournaments.selectors.games import effective_commands


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question that was judged in its game; ``given`` is what the team typed, "" if it said it aloud."""

    number: int
    text: str
    answer: str
    accepted: tuple[str, ...]
    authors: tuple[str, ...]
    given: str
    question: Question

    @property
    def played(self) -> Played:
        """What the rules ask of it."""
        one = self.question
        return Played(True, counted=one.winner is Side.TEAM, removed=one.ruling is Verdict.REMOVE)


def read_asked(game: LiveGame) -> dict[int, AskedQuestion]:
    """The judged questions of a game of the club by their numbers, in the order of the game; two queries."""
    if not game.snapshot:
        return {}
    session: Session = load_session(json.loads(game.snapshot)["state"])
    judged = {one.label: one for one in (*session.game.opening, *(session.game.ending or ()))}
    found: dict[int, AskedQuestion] = {}
    sheet: Mapping[str, Any] | None = None
    given = ""
    for row in effective_commands(game):
        command, do = row.command, row.command.get("do")
        if do == "ask":
            sheet, given = command.get("sheet"), ""
        elif do == "answer":
            given = str(command.get("text", ""))
        elif do in ("judge", "remove_question") and sheet is not None:
            number = int(sheet["number"])
            if number in judged:
                found[number] = _asked(number, sheet, given, judged[number])
            sheet = None
    return found


def _asked(number: int, sheet: Mapping[str, Any], given: str, question: Question) -> AskedQuestion:
    authors = tuple(str(author.get("name", "")) for author in sheet.get("authors", ()))
    return AskedQuestion(
        number, sheet["text"], sheet["answer"], tuple(sheet.get("accepted", ())), authors, given, question
    )
