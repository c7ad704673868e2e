"""What a table keeps of a game: what it said and proposed at its fireplace, question by question. The table's alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from chgk.rules.questions import Question
from chgk.rules.session import Session
from chgk.selectors.fireplace import VersionLine, versions_of
from tournaments.models import ChatMessage, GameCommand, LiveGame
from tournaments.selectors.chat import chat_messages
from tournaments.selectors.games import logged_commands

MOST_MESSAGES = 2000  # of a whole game; a page has an end


@dataclass(slots=True)
class Talk:
    """A question as the table knew it, and what was said over it. ``number`` is None for what was said before all.

    ``text`` once it was read out, ``answer`` (the authors') once it was judged; ``given`` is the table's own.
    """

    number: int | None = None
    text: str = ""
    answer: str = ""
    given: str = ""
    question: Question | None = None
    versions: list[VersionLine] = field(default_factory=list)
    messages: list[ChatMessage] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether nothing was said over it."""
        return not self.versions and not self.messages


def read_talks(game: LiveGame, session: Session) -> list[Talk]:
    """The talks of a game in their order, with the questions that were asked in its ``session``; five queries.

    A question that an undo took back stands here only if something was said over it.
    """
    messages = list(chat_messages(game, rooms=(session.seat.team,), limit=MOST_MESSAGES))
    talks = [Talk()]
    for command, undone in logged_commands(game):
        if command.command["do"] == "ask":
            _hand_over(messages, talks[-1], command)
            talks.append(_talk(session, command.command["sheet"]))
        elif command.command["do"] == "answer" and not undone:
            talks[-1].given = str(command.command.get("text", ""))
    talks[-1].messages += messages
    last = {talk.number: talk for talk in talks}
    for line in versions_of(game):
        last.get(line.question, talks[-1]).versions.append(line)
    asked = {id(last[number]) for number in _asked(session) if number in last}
    return [talk for talk in talks if id(talk) in asked or not talk.is_empty]


def _hand_over(messages: list[ChatMessage], talk: Talk, until: GameCommand) -> None:
    """Whatever was said before the next envelope was opened belongs to the talk before it."""
    while messages and messages[0].sent_at <= until.recorded_at:
        talk.messages.append(messages.pop(0))


def _talk(session: Session, sheet: dict[str, Any]) -> Talk:
    """What the table may know of a question: its text once read, the answer once it was judged."""
    number = int(sheet["number"])
    question = next((one for one in _played(session) if one.label == number), None)
    return Talk(
        number=number,
        text=str(sheet.get("text", "")) if number in session.burnt else "",
        answer=str(sheet.get("answer", "")) if question is not None and number in session.burnt else "",
        question=question,
    )


def _played(session: Session) -> Iterator[Question]:
    yield from session.game.opening
    yield from session.game.ending or ()


def _asked(session: Session) -> set[int | str]:
    labels = {question.label for question in _played(session)}
    return labels if session.game.asked is None else {*labels, session.game.asked}
