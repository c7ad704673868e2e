"""A final up to its duel for the screens to show, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from auction.rules.session import Session
from tests.auction.stage_round import NOW, carry_out, question, whole_round
from tournaments.rules.lineup import Player, Seat

Command = dict[str, Any]
SEVEN = [f"Dziedzina {number}" for number in range(1, 8)]
MASTERS: Command = {"id": "masters", "command": "Mistrzowie", "house": None}
SIDES = ("green", "masters")
DUEL_AUDIENCES = [
    ("console", "host"),
    *((screen, f"{screen}:{team}") for screen in ("captain", "player") for team in SIDES),
    ("spectator", "public"),
    ("projector", "public"),
]
GO = NOW + 1_000_000
LEFT = SEVEN[6]
STRIKES: list[Command] = [
    {"do": "strike", "team": SIDES[number % 2], "category": category} for number, category in enumerate(SEVEN[:6])
]
NAMES: list[Command] = [
    {"do": "name_duellist", "team": "green", "player": "green-2"},
    {"do": "name_duellist", "team": "masters", "player": "masters-1"},
]
_PLAN = {"categories": SEVEN, "starter": "green"}
DRAW: Command = {"do": "draw", "category": "Jeden na jednego", "kind": "one_on_one", "duel": _PLAN}
OPEN: Command = {"do": "open", "question": question(9, LEFT)}
SHOWN: list[Command] = [DRAW, *NAMES, *STRIKES, OPEN, {"do": "show_question"}]
ARMED: list[Command] = [*SHOWN, {"do": "open_buzzers", "at": GO}]


def press(team: str, after: int, *, travels: int = 10) -> Command:
    """A press ``after`` ms of «go», on a phone whose way to the server takes ``travels`` ms."""
    return {"do": "press", "team": team, "at": GO + after + travels, "pressed_at": GO + after, "uncertainty": travels}


def settle(after: int = 700) -> Command:
    return {"do": "settle_buzz", "at": GO + after}


TIED: list[Command] = [*ARMED, press("green", 400), press("masters", 410)]
DECIDED: list[Command] = [*ARMED, press("masters", 480, travels=10), press("green", 400, travels=150)]


def final() -> Session:
    """The finalist and the Masters between two lots, the Masters with seats of their own."""
    *_, over = whole_round()
    assert over.game.finalist == "green", over.game.finalist
    session = carry_out(over, {"do": "open_final", "masters": MASTERS}, 99)
    players = tuple(Player(f"masters-{number}", f"Mistrz {number}", number == 1) for number in (1, 2, 3))
    others = tuple(seat for seat in session.seats if seat.team != "masters")
    return replace(session, seats=(*others, Seat("masters", "Mistrzowie", "#888888", "M", players)))


def duel(*commands: Command, session: Session | None = None) -> Session:
    """The final after these commands; a command may bring its own ``at``."""
    session = session or final()
    for step, command in enumerate(commands, 100):
        session = carry_out(session, command, step)
    return session


def whole_duel() -> Iterator[tuple[str, Session]]:
    """Each step of a duel with its name in the view of whoever may know it."""
    yield "naming", duel(DRAW)
    yield "naming", duel(DRAW, NAMES[0])
    yield "striking", duel(DRAW, *NAMES)
    yield "striking", duel(DRAW, *NAMES, *STRIKES[:3])
    yield "ready", duel(DRAW, *NAMES, *STRIKES)
    yield "question", duel(*SHOWN[:-1])
    yield "question", duel(*SHOWN)
    yield "armed", duel(*ARMED)
    yield "collecting", duel(*ARMED, press("green", 400))
    yield "tie", duel(*TIED)
    yield "answering", duel(*DECIDED)
