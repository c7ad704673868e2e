"""An evening of the club for the screens to show, and the screens without a database."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import Any

from django.utils import timezone

from chgk.panels import build_panels
from chgk.rules.session import Session, decide, evolve, open_session
from tests.chgk.rules.table import setup
from tournaments.panels.context import Around, ChatLine, Device, FeedLine
from tournaments.rules.audience import Audience

NOW = 1_700_000_000_000
AUDIENCES = [
    ("console", "host"),
    ("captain", "captain:lions"),
    ("player", "player:lions"),
    ("spectator", "public"),
    ("projector", "public"),
]
PUBLIC = AUDIENCES[1:]
LINKS = ("do", "start", "finish", "reopen", "resume", "chat", "chat_remove", "chat_mute", "chat_release", "setup")


def sheet(number: int) -> dict[str, Any]:
    """A question whose every part can be found again."""
    parts = ("text", "answer", "comment", "source")
    return {
        "number": number,
        **{part: f"{part}-{number}-{part}" for part in parts},
        "accepted": [f"accepted-{number}-accepted"],
        "rejected": [f"rejected-{number}-rejected"],
        "category": 2,
        "authors": [{"name": f"Автор {number}", "town": "Томск"}],
    }


def ask(number: int) -> dict[str, Any]:
    """The top stops at this envelope."""
    return {"do": "ask", "question": number, "sheet": sheet(number)}


START = {"do": "clock", "action": "start"}
SHOW = {"do": "show_question"}
# A named answerer, a late answer, a removed question, an undoable mistake, a captain of the day, the deciding round.
EVENING: list[dict[str, Any]] = [
    ask(1), SHOW, START, {"do": "name_answerer", "player": "p2"}, {"do": "end_discussion"},
    {"do": "answer", "text": "сказанное", "by": "Глеб"}, {"do": "judge", "correct": True},
    ask(2), SHOW, START, {"do": "clock", "action": "stop"}, {"do": "judge", "correct": False},
    ask(3), SHOW, {"do": "remove_question", "reason": "ошибка"},
    {"do": "set_captain", "player": "p3", "reason": "Веры нет"},
    ask(101), SHOW, START, {"do": "judge", "correct": True},
    ask(4), SHOW, START, {"do": "judge", "correct": True},
    {"do": "take_deciding_round"}, ask(5), SHOW, START, {"do": "answer", "text": "решающее"},
    {"do": "judge", "correct": True}, {"do": "rule", "question": 1, "verdict": "remove", "reason": "апелляция"},
]  # fmt: skip


def carry_out(session: Session, command: dict[str, Any], step: int) -> Session:
    """The session after a command."""
    for event in decide(session, {"at": NOW + 1000 * step, **command}):
        session = evolve(session, event)
    return session


def evening() -> Iterator[Session]:
    """The session after each command."""
    session = open_session(setup())
    yield session
    for step, command in enumerate(EVENING):
        session = carry_out(session, command, step)
        yield session


def played(count: int) -> Session:
    """After so many commands of the evening."""
    return list(evening())[count]


def around(step: int = 1, **changes: Any) -> Around:
    """What stands around a game, with something of everything."""
    facts: dict[str, Any] = {
        "game_id": 1, "title": "Игра", "seq": step,
        "feed": (FeedLine(7, "Ответ", timezone.now(), refused="нельзя", paragraph="3.1.3"),),
        "undo": "Ответ", "chat": (ChatLine(3, "Вера", "seat:4", "lions", "Добрый вечер", timezone.now()),),
        "room": (ChatLine(4, "Глеб", "seat:5", "lions", "у-камина", timezone.now()),),
        "devices": (Device("seat:4", "Вера", "p1"),), "links": {name: f"/{name}/" for name in LINKS} | {"rules": ""},
    }  # fmt: skip
    return Around(**{**facts, **changes})


def panels(session: Session, screen: str, audience: str, **changes: Any) -> dict[str, str]:
    """The panels of a screen."""
    return build_panels(session, screen, Audience.parse(audience), around(**changes))


def text_of(parts: dict[str, str]) -> str:
    """All that stands there."""
    return html.unescape(" ".join(parts.values()))
