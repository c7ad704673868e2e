"""From the first round's end through a final without a duel to the Masters' win on a tie, by commands alone."""

from __future__ import annotations

from collections.abc import Iterator

from tests.browser.people import IDS, TEAMS
from tests.browser.phases import Desk, Stop

EVERYBODY = ",".join([*(IDS[team] for team in TEAMS), "masters"])
OVER = frozenset({"text", "answer", "comment", "source"})


def win_first_round(desk: Desk, team: str = "red", questions: int = 1) -> None:
    """Every question of the round goes to ``team``."""
    for _ in range(questions):
        desk.to_question(team)
        desk.does("judge", correct="true")


def set_equal(desk: Desk, team: str, other: str) -> None:
    """The host's correction that brings ``team`` to what ``other`` has."""
    points = {entry["id"]: entry["points"] for entry in desk.server.session()["game"]["teams"]}
    if points[team] != points[other]:
        desk.does("adjust", team=team, points=points[other] - points[team], reason="for the tie")


def walk_to_the_end(desk: Desk) -> Iterator[Stop]:
    """Each phase of a final of one question, which ends in a tie: the Masters win it (§27)."""
    does = desk.does
    win_first_round(desk)
    yield Stop("round over", OVER)
    does("open_final", command="Mistrzowie", guest1="Sara", guest2="Desmond", staff2="on", captain="1")
    yield Stop("final opened")
    does("draw")
    yield Stop("final drawn")
    does("open")
    yield Stop("final bidding")
    does("bid", team="masters", points=10)
    yield Stop("the Masters lead")
    does("close", excused=EVERYBODY)
    yield Stop("sold to the Masters")
    text = frozenset({"text"})
    does("show_question")
    yield Stop("final question", text)
    does("buy_hint", team="masters")
    yield Stop("final hint bought", text)
    does("show_hint")
    yield Stop("final variants", text | {"variant"})
    set_equal(desk, IDS["red"], "masters")
    does("judge", correct="false")
    yield Stop("finished", OVER | {"variant"})
