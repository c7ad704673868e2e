"""A played record for every end that a round or the game can have."""

from __future__ import annotations

from typing import Any

from auction.rules.session import Session
from tests.auction.stage_round import TEAMS, draw, played

Command = dict[str, Any]
EVERYBODY = [*TEAMS, "masters"]
CLOSE: Command = {"do": "close", "excused": EVERYBODY}
SHOW: Command = {"do": "show_question"}
RIGHT: Command = {"do": "judge", "correct": True}
WRONG: Command = {"do": "judge", "correct": False}
MASTERS: Command = {
    "id": "masters",
    "command": "Mistrzowie",
    "house": None,
    "name": "Mistrzowie",
    "colour": "#7b4fa3",
    "emblem": "M",
    "players": [
        {"id": "g1", "name": "Sara Lancaster", "captain": True},
        {"id": "g2", "name": "Desmond", "staff": True},
    ],
}
BY_ANSWERS: Command = {"do": "break_tie", "team": "red", "by": "answers", "reason": "więcej trafnych"}
OPEN_FINAL: Command = {"do": "open_final", "masters": MASTERS}


def question(number: int, team: str, verdict: Command, points: int = 10) -> list[Command]:
    """A lot sold to ``team``."""
    return [draw(number), {"do": "open"}, {"do": "bid", "team": team, "points": points}, CLOSE, SHOW, verdict]


def all_in(number: int, team: str, verdict: Command) -> list[Command]:
    """A lot in which ``team`` risks everything (§15)."""
    return [draw(number), {"do": "open"}, {"do": "va_banque", "team": team}, SHOW, verdict]


def set_points(team: str, points: int) -> Command:
    """A correction by so many points."""
    return {"do": "adjust", "team": team, "points": points, "reason": "na próbę"}


def poor(*teams: str, has: int = 50) -> list[Command]:
    """These teams cannot pay an ante any more."""
    return [set_points(team, 2 - has) for team in teams]


ROUND = question(1, "red", RIGHT)  # Red wins a first round of one question: 59, the others 47
FINAL = [*ROUND, OPEN_FINAL]
# code -> (commands, questions a round)
PLAYED: dict[str, tuple[list[Command], int]] = {
    "most_points": (question(1, "red", RIGHT), 1),
    "tie_by_answers": (
        [
            *question(1, "red", RIGHT),
            set_points("red", -9),
            set_points("yellow", 3),
            *question(2, "blue", WRONG),
            BY_ANSWERS,
        ],
        2,
    ),
    "tie_by_lot": ([*question(1, "red", WRONG), {"do": "break_tie", "team": "blue", "by": "lot", "reason": ""}], 1),
    "tie_by_host": (
        [*question(1, "red", WRONG), {"do": "break_tie", "team": "green", "reason": "dogrywka"}],
        1,
    ),
    "last_standing": (
        [*all_in(1, "red", WRONG), *all_in(2, "yellow", WRONG), *all_in(3, "blue", WRONG)],
        5,
    ),
    "draw_left_one": ([*poor("red", "yellow", "blue"), draw(1)], 5),
    "nobody_left": ([*poor(*TEAMS), draw(1)], 5),
    "final_most_points": ([*FINAL, *question(2, "red", RIGHT)], 1),
    "final_masters_most_points": ([*FINAL, *question(2, "masters", RIGHT)], 1),
    "final_tie": ([*FINAL, *question(2, "red", WRONG)[:-1], set_points("red", 7), WRONG], 1),
    "final_last_standing": ([*FINAL, *all_in(2, "red", WRONG)], 1),
    "final_draw_left_one": ([*FINAL, *poor("red", has=59), draw(2)], 1),
    "final_nobody_left": ([*FINAL, *poor("red", "masters", has=59), draw(2)], 1),
}


def session_at(code: str) -> Session:
    """The session that stands at this end."""
    commands, questions = PLAYED[code]
    return played(*commands, questions_per_round=questions)
