"""Through every phase of a round, by commands and without a browser: for what must hold in each of them."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass

from tests.browser.people import IDS, Host
from tests.browser.server import Server

# What only the host may know of a question; each can be found again wherever it turns up.
SECRETS = ("text", "answer", "accepted", "comment", "source", "variant")


@dataclass(frozen=True)
class Stop:
    """A phase, and which parts of its question are public by now."""

    name: str
    public: frozenset[str] = frozenset()


def make_questions_recognisable(server: Server) -> None:
    """Every question of the bank gets texts that stand nowhere else: «zz-answer-17»."""
    parts = {"text": "text", "answer": "answer", "accepted": "accepted", "comment": "comment", "source": "source"}
    values = [f"{column} = 'zz-{part}-' || id" for column, part in parts.items()]
    values += [f"variant_{letter} = 'zz-variant-' || id || '-{letter}'" for letter in "abcd"]
    server.execute(f"UPDATE auction_auctionquestion SET {', '.join(values)}")


def mark(part: str, question_id: str) -> str:
    """What to look for."""
    return f"zz-{part}-{question_id}"


def set_rules(server: Server, where: str = "rules", **values: int) -> None:
    """Changes the rules, or the stage's settings, of a game that has not started."""
    for name, value in values.items():
        server.execute(
            f"UPDATE tournaments_livegame SET setup = json_set(setup, '$.{where}.{name}', ?) WHERE id = 1", value
        )


class Desk:
    """The host's commands, given without the console."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.server = host.hall.server

    def does(self, do: str, **fields: object) -> None:
        """A command that must be accepted."""
        answer = self.host.posts(
            "/games/1/do/",
            seat="host",
            do=do,
            command_id=uuid.uuid4().hex,
            expected_seq=self.server.seq(),
            **fields,
        )
        assert answer["status"] == 200, answer

    def starts(self) -> None:
        """The game."""
        assert self.host.posts("/games/1/start/", seat="host", command_id="start")["accepted"]

    def to_the_start_of_a_lot(self) -> None:
        """The game has started, a category is drawn."""
        self.starts()
        self.does("draw")

    def to_bidding(self) -> None:
        """A lot, up to the open bidding."""
        self.does("draw")
        self.does("open")

    def to_question(self, team: str = "red", points: int = 10) -> None:
        """A lot, sold to ``team``, its question shown and the clock running."""
        self.to_bidding()
        self.does("bid", team=IDS[team], points=points)
        self.does("close", excused=",".join(IDS.values()))
        self.does("show_question")
        self.does("clock", action="start")


def walk(desk: Desk) -> Iterator[Stop]:
    """Every phase of a round of two questions, to be looked at in turn; the first lot is Red's."""
    does = desk.does
    yield Stop("waiting")
    desk.starts()
    yield Stop("ready")
    does("draw")
    yield Stop("drawn")
    does("top_up", points=7)
    yield Stop("topped up")
    does("open")
    yield Stop("bidding")
    does("bid", team=IDS["red"], points=10)
    yield Stop("a leader")
    does("call")
    does("call")
    yield Stop("going twice")
    does("close")
    yield Stop("sold")
    text = frozenset({"text"})
    does("show_question")
    yield Stop("question", text)
    does("clock", action="start")
    yield Stop("clock", text)
    does("buy_hint", team=IDS["red"])
    yield Stop("hint bought", text)
    variants = text | {"variant"}
    does("show_hint")
    yield Stop("variants", variants)
    does("answer", team=IDS["red"], text="nie wiemy")
    yield Stop("answered", variants)
    does("judge", correct="false")
    yield Stop("verdict", variants | {"answer", "comment", "source"})
    does("draw")
    yield Stop("second draw")
    does("open")
    does("va_banque", team=IDS["blue"])
    yield Stop("va banque")
    does("replace_question", reason="two answers are right")
    yield Stop("reserve")
    does("show_question")
    does("undo")
    yield Stop("burnt", text)
    does("replace_question", reason="burnt")
    does("show_question")
    _tie(desk)
    yield Stop("tie", text | {"answer", "comment", "source"})
    does("break_tie", team=IDS["red"], reason="more right answers")
    yield Stop("round over", text | {"answer", "comment", "source"})


def _tie(desk: Desk) -> None:
    """Wrong, so that Blue is out; the host has set the others equal before."""
    points = {team["id"]: team["points"] for team in desk.server.session()["game"]["teams"]}
    top = max(points.values())
    for team, has in points.items():
        if team != IDS["blue"] and has != top:
            desk.does("adjust", team=team, points=top - has, reason="for the tie")
    desk.does("judge", correct="false")
