"""A final about to play its duel: red against the Masters, without a database."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from auction.rules.duel import Duel
from auction.rules.duel_view import DuelView
from auction.rules.projection import project
from auction.rules.session import after_undo, evolve, open_session
from tests.auction.rules.evening import CATEGORIES, TEAMS, Evening, question, setup_of
from tournaments.rules.audience import Audience
from tournaments.rules.engine import fold
from tournaments.rules.lineup import Player, Seat

MASTERS = {"id": "masters", "command": "Mistrzowie", "house": None}
SEVEN = CATEGORIES[1:]
SIDES = ("red", "masters")


class DuelEvening(Evening):
    """Methods lead to the steps of the duel; each returns the evening."""

    def __init__(self, **settings: Any) -> None:
        setup = setup_of(TEAMS[:2], rules={"questions_per_round": 2}, settings=settings)
        super().__init__(open_session(setup))
        for number in (1, 2):
            self.sold_to("red", number=number, category=CATEGORIES[0] if number == 1 else "Jazz")
            self.do("show_question").do("judge", correct=True)
        self.do("open_final", masters=MASTERS)
        players = tuple(Player(f"masters-{place}", f"Mistrz {place}", place == 1) for place in (1, 2, 3))
        seat = Seat("masters", "Mistrzowie", "#000000", "M", players)
        others = tuple(seat for seat in self.session.seats if seat.team != "masters")
        self.session = replace(self.session, seats=(*others, seat))
        self.start, self.log = self.session, []

    def drawn(self, categories: tuple[str, ...] = SEVEN, starter: str = "red") -> DuelEvening:
        plan = {"categories": list(categories), "starter": starter}
        self.do("draw", category=":one_on_one", kind="one_on_one", duel=plan)
        return self

    def named(self) -> DuelEvening:
        self.do("name_duellist", team="red", player="red-2").do("name_duellist", team="masters", player="masters-1")
        return self

    def struck(self) -> DuelEvening:
        while (duel := self.session.stage.duel) is not None and duel.turn is not None:
            self.do("strike", team=duel.turn, category=duel.offered[0])
        return self

    def opened(self, number: int = 7) -> DuelEvening:
        self.drawn().named().struck()
        self.do("open", question=question(number, SEVEN[-1]))
        return self

    def asked(self) -> DuelEvening:
        self.opened().do("show_question")
        return self

    def armed(self) -> DuelEvening:
        self.asked().do("open_buzzers")
        return self

    def press(self, team: str, wait: int = 0, **fields: Any) -> DuelEvening:
        self.do("press", team=team, wait=wait, **fields)
        return self

    def undo(self, steps: int = 1) -> DuelEvening:
        """What an undo of the last ``steps`` commands leaves."""
        kept = [event for events in self.log[: len(self.log) - steps] for event in events]
        self.session = after_undo(self.session, fold(evolve, self.start, kept), self.at)
        self.start, self.log = self.session, []
        return self

    @property
    def duel(self) -> Duel:
        """The duel on the stage."""
        assert self.session.stage.duel is not None
        return self.session.stage.duel

    def view(self, audience: str = "public", now: int | None = None) -> DuelView:
        """The duel as an audience sees it."""
        view = project(self.session, Audience.parse(audience), now).duel
        assert view is not None
        return view
