"""The protocol of a game: question by question, and between them what was ruled, decided and noted.

A question stands in it only as the hall knew it, so that the host's own copy tells nothing too early. What an undo took
back is left out, but for the draws of the top: those keep their numbers.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from chgk import words
from chgk.happenings import Teller
from chgk.rules.export import public_sheet
from chgk.rules.projection import View, project
from chgk.rules.session import Session
from chgk.rules.stage import Author
from tournaments.models import GameCommand, LiveGame
from tournaments.rules.audience import Audience
from tournaments.rules.draw_lines import PROOFS
from tournaments.selectors.games import Deed, logged_commands
from tournaments.services.replay_log import replay_game
from tournaments.services.replay_moves import moves_of

_PUBLIC = Audience("public")
_ENDING = frozenset({"judge", "remove_question"})  # what takes a question off the stage
_SCORING = frozenset({"rule", "take_deciding_round", "close_game"})  # notes that may change the score
_TOLD = _SCORING | {
    "set_captain",
    "decline_deciding_round",
    "x-suspend",
    "x-resume",
    "x-close",
    "x-hand_over",
}


@dataclass(slots=True)
class Asked:
    """A question of the game. ``sheet``: what the hall got to know of it; ``mark``: team, authors, removed, or open."""

    place: int  # in the order of the game, removed ones too
    number: int | str  # on the envelope
    at: datetime.datetime
    authors: str
    sheet: Mapping[str, Any]
    worth: str = ""  # of a deciding question
    captain: str = ""  # who stood in for the captain
    redrawn: str = ""  # why the top was spun again for it
    answerer: str = ""
    said: str = ""
    late: bool = False
    mark: str = "open"
    verdict: str = ""
    reason: str = ""  # why it was removed on the spot
    score: str = ""  # after it
    rulings: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Note:
    """Something between two questions. ``score``: after it, if it may have changed."""

    at: datetime.datetime
    text: str
    score: str = ""
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Protocol:
    """The whole of it; ``view``: the game as it stands, for everybody."""

    entries: tuple[Asked | Note, ...]
    view: View
    title: str  # who won
    sentence: str  # and how, once the game is over

    @property
    def questions(self) -> int:
        """How many were asked."""
        return sum(isinstance(entry, Asked) for entry in self.entries)


def read_protocol(game: LiveGame) -> Protocol:
    """The protocol of a game, also while it runs; three queries, however long it is."""
    replay = replay_game(game)
    final: Session = replay.state
    writer = _Writer(final, {move.command_pk: state for move, state in moves_of(replay)}, replay.plain[0])
    writer.write(list(logged_commands(game)))
    view = project(final, _PUBLIC)
    over = view.over or game.finished_at is not None
    closed = final.game.closed_for is not None and max(view.team_points, view.author_points) < view.target
    return Protocol(
        entries=tuple(writer.entries),
        view=view,
        title=words.ending_title(view) if over else "",
        sentence=words.ending_sentence(view, closed=closed) if over else "",
    )


class _Writer:
    """Goes through the log once. ``states``: the session after each command in force."""

    def __init__(self, final: Session, states: Mapping[int, Session], start: Session) -> None:
        self.entries: list[Asked | Note] = []
        self._asked: dict[Any, Asked] = {}  # by number; the last of each
        self._open: Asked | None = None
        self._states, self._before = states, start
        self._names = {player.id: player.name for player in final.seat.players}
        self._teller = Teller(final.seat.name, self._names)

    def write(self, rows: Sequence[tuple[GameCommand, bool]]) -> None:
        """All lines, in their order."""
        in_force = [row.command for row, undone in rows if not undone]
        place = 0
        for row, undone in rows:
            if undone:
                self._taken_back(row)
                continue
            place += 1
            after = self._states.get(row.pk, self._before)
            self._take(row, after, in_force[place:])
            self._before = after

    def _take(self, row: GameCommand, after: Session, later: Sequence[Mapping[str, Any]]) -> None:
        do = row.command.get("do")
        if do == "ask":
            self._ask(row, after, later)
        elif do in _ENDING and self._open is not None:
            self._finish(self._open, row.command, after)
        elif do in _TOLD:
            text = self._teller.sentence(Deed(row.command))
            self.entries.append(Note(row.received_at, text, _score(after) if do in _SCORING else ""))
            if do == "rule" and (asked := self._asked.get(row.command.get("question"))) is not None:
                asked.rulings.append(text)

    def _ask(self, row: GameCommand, after: Session, later: Sequence[Mapping[str, Any]]) -> None:
        sheet, view = public_sheet(row.command, later), project(after, _PUBLIC)
        self._open = Asked(
            place=1 + sum(isinstance(entry, Asked) for entry in self.entries),
            number=row.command.get("question", ""),
            at=row.received_at,
            authors=words.author_line(tuple(Author(**author) for author in sheet["authors"])),
            sheet=sheet,
            worth=words.points(view.worth) if view.worth > 1 else "",
            captain=view.captain.name if view.acting and view.captain is not None else "",
            redrawn=str(row.command.get("reason") or ""),
        )
        self._asked[self._open.number] = self._open
        self.entries.append(self._open)

    def _finish(self, asked: Asked, command: Mapping[str, Any], after: Session) -> None:
        stage, result = self._before.stage, after.stage.result
        if stage.answer is not None:
            asked.said, asked.late = stage.answer.text, stage.answer.late
        asked.answerer = self._names.get(stage.answerer or "", "")
        if result is not None:
            asked.mark = "removed" if result.removed else "team" if result.correct else "authors"
            asked.verdict = words.result_sentence(result, project(after, _PUBLIC))
        asked.reason = str(command.get("reason") or "")
        asked.score = _score(after)
        self._open = None

    def _taken_back(self, row: GameCommand) -> None:
        """The top's stop, which keeps its number; its question is nobody's before it is asked again."""
        if PROOFS in row.command:
            text = _("The top: envelope %(question)s") % {"question": row.command.get("question", "")}
            self.entries.append(Note(row.received_at, text, undone=True))


def _score(session: Session) -> str:
    view = project(session, _PUBLIC)
    return f"{view.team_points}:{view.author_points}"
