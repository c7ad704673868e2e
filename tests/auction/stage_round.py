"""A first round for the screens to show, and the screens without a database."""

from __future__ import annotations

import html
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

from django.utils import timezone

from auction.panels import build_panels
from auction.panels.context import Around
from auction.rules import session as rules
from auction.rules.session import Session
from tournaments.panels.context import ChatLine, Device, FeedLine
from tournaments.rules.audience import Audience

TEAMS = {"red": "Czerwoni", "yellow": "Żółci", "blue": "Niebiescy", "green": "Zieloni"}
CATEGORIES = [f"Kategoria {number}" for number in range(1, 9)]
AUDIENCES = [
    ("console", "host"),
    *((screen, f"{screen}:{team}") for screen in ("captain", "player") for team in TEAMS),
    ("spectator", "public"),
    ("projector", "public"),
]
PUBLIC = [pair for pair in AUDIENCES if pair[0] != "console"]
NOW = 1_700_000_000_000


def setup(names: dict[str, str] | None = None, **parameters: Any) -> dict[str, Any]:
    return {
        "rules": parameters,
        "categories": CATEGORIES,
        "teams": [
            {
                "id": team,
                "command": name,
                "house": team,
                "name": name,
                "colour": "#2c5f9e",
                "emblem": team[0].upper(),
                "players": [
                    {"id": f"{team}-{number}", "name": f"Gracz {number} {name}", "captain": number == 1}
                    for number in (1, 2, 3)
                ],
            }
            for team, name in (names or TEAMS).items()
        ],
    }


def question(number: int, category: str) -> dict[str, Any]:
    """A question whose every part can be found again."""
    return {
        "id": str(number),
        "category": category,
        "text": f"tekst-{number}",
        "answer": f"odpowiedź-{number}",
        "accepted": [f"uznana-{number}"],
        "comment": f"komentarz-{number}",
        "source": f"źródło-{number}",
        "variants": [f"wariant-{number}-{letter}" for letter in "abcd"],
        "right_variant": 2,
    }


def draw(number: int) -> dict[str, Any]:
    category = CATEGORIES[number - 1]
    return {"do": "draw", "category": category, "question": question(number, category)}


def bid(team: str, points: int) -> dict[str, Any]:
    return {"do": "bid", "team": team, "points": points}


CLOSE = {"do": "close", "excused": ["green"]}
# A first round with everything in it: a hint, an answer by a named player, va banque won and lost, a reserve, a void
# lot, a correction, and an end without a tie.
ROUND: list[dict[str, Any]] = [
    draw(1), {"do": "top_up", "points": 5}, {"do": "open"}, bid("red", 5), bid("blue", 12), {"do": "call"},
    {"do": "call"}, CLOSE, {"do": "name_answerer", "team": "blue", "player": "blue-2"}, {"do": "show_question"},
    {"do": "clock", "action": "start"}, {"do": "clock", "action": "stop"}, {"do": "clock", "action": "resume"},
    {"do": "buy_hint", "team": "blue"}, {"do": "show_hint"}, {"do": "answer", "team": "blue", "text": "nie wiem"},
    {"do": "judge", "correct": False},
    draw(2), {"do": "open"}, {"do": "call"}, CLOSE,
    draw(3), {"do": "open"}, bid("red", 10), {"do": "va_banque", "team": "green"}, {"do": "show_question"},
    {"do": "answer", "team": "green", "text": "odpowiedz 3"}, {"do": "judge", "correct": True},
    draw(4), {"do": "open"}, {"do": "va_banque", "team": "yellow"}, {"do": "show_question"},
    {"do": "judge", "correct": False}, {"do": "adjust", "team": "red", "points": 2, "reason": "pomyłka"},
    {"do": "reinstate", "team": "yellow", "reason": "powrót"},
    draw(5), {"do": "replace_question", "question": question(55, CATEGORIES[4]), "reason": "wadliwe"}, {"do": "open"},
    bid("blue", 20), CLOSE, {"do": "show_question"}, {"do": "judge", "correct": True},
    draw(6), {"do": "open"}, bid("red", 6), CLOSE, {"do": "show_question"}, {"do": "judge", "correct": True},
]  # fmt: skip


def carry_out(session: Session, command: dict[str, Any], step: int) -> Session:
    for event in rules.decide(session, {"at": NOW + 1000 * step, **command}):
        session = rules.evolve(session, event)
    return session


def played(*commands: dict[str, Any], **fields: Any) -> Session:
    session = rules.open_session(setup(**fields))
    for step, command in enumerate(commands):
        session = carry_out(session, command, step)
    return session


def whole_round() -> Iterator[Session]:
    """The session after each command of the round."""
    session = rules.open_session(setup())
    yield session
    for step, command in enumerate(ROUND):
        session = carry_out(session, command, step)
        yield session


def tied() -> Session:
    """Nobody gains anything from the only question: three teams are level."""
    only = (draw(1), {"do": "open"}, bid("red", 4), CLOSE, {"do": "show_question"}, {"do": "judge", "correct": False})
    return played(*only, questions_per_round=1)


def around(session: Session, *, step: int = 1, **changes: Any) -> Around:
    """What stands around a game, with something of everything."""
    wheel = tuple(name for name in CATEGORIES if name not in session.game.drawn)
    line = FeedLine(7, "Niebiescy 9", timezone.now(), team="blue", refused="za mało", paragraph="11", rules_url="#p11")
    message = ChatLine(3, "Ruda", "seat:4", "red", "Dzień dobry", timezone.now())
    facts: dict[str, Any] = {
        "game_id": 1, "title": "Wieczór", "seq": step, "wheel": wheel, "reserves": 2, "feed": (line,),
        "undo": "Czerwoni 5", "redo": None, "chat": (message,), "room": (message,),
        "seats": {"red": (Device("seat:4", "Ruda"),)},
        "links": {"do": "/games/1/do/", "finish": "/games/1/finish/", "setup": "/s/", "record": "/r/"},
    }  # fmt: skip
    return Around(**{**facts, **changes})


def panels(session: Session, screen: str, audience: str, **changes: Any) -> dict[str, str]:
    return build_panels(session, screen, Audience.parse(audience), around(session, **changes))


def text_of(parts: dict[str, str]) -> str:
    return html.unescape(" ".join(parts.values()))


class Tags(HTMLParser):
    """Collects the tags and attributes of a panel."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))


def tags(parts: dict[str, str]) -> list[tuple[str, dict[str, str | None]]]:
    parser = Tags()
    parser.feed(" ".join(parts.values()))
    return parser.seen
