"""Random finals with a duel: the laws of every evening hold in it, too, and there is always a way forward."""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from auction.rules.session import Session
from auction.rules.state import Phase
from tests.auction.rules.duel_evening import SEVEN, SIDES, DuelEvening
from tests.auction.rules.evening import question
from tests.auction.rules.test_session_machine import EveningMachine

sides = st.sampled_from(SIDES)


class DuelMachine(EveningMachine):
    """The final's commands beside all others."""

    @initialize(start=st.integers(3, 60), count=st.integers(2, 4), clock=st.sampled_from(["read", "shown"]))
    def open(self, start: int, count: int, clock: str) -> None:
        evening = DuelEvening(clock_from=clock, duel_order="fair" if count % 2 else "arrival")
        begin = (evening.drawn, evening.opened, evening.armed, evening.armed, lambda: evening)
        begin[start % len(begin)]()
        self.start = self.session = evening.session
        self.log: list[tuple[Session, tuple[Any, ...]]] = []
        self.at = evening.at
        self.next_question = 10
        game = self.session.game
        self.total = sum(team.points for team in game.teams) + game.pot + game.bank

    @rule(starter=sides, count=st.integers(1, 7))
    def draw_duel(self, starter: str, count: int) -> None:
        plan = {"categories": list(SEVEN[:count]), "starter": starter}
        self.command("draw", category=":one_on_one", kind="one_on_one", duel=plan)

    @rule(team=sides, number=st.integers(1, 4))
    def name_duellist(self, team: str, number: int) -> None:
        self.command("name_duellist", team=team, player=f"{team}-{number}")

    @rule(team=sides, category=st.sampled_from(SEVEN))
    def strike(self, team: str, category: str) -> None:
        self.command("strike", team=team, category=category)

    @precondition(lambda self: self.session.stage.duel is not None)
    @rule()
    def open_duel(self) -> None:
        self.next_question += 1
        duel = self.session.stage.duel
        assert duel is not None
        self.command("open", question=question(self.next_question, duel.left or "Historia"))

    @precondition(lambda self: self.session.game.phase is Phase.DUEL)
    @rule(do=st.sampled_from(["open_buzzers", "settle_buzz", "repeat_buzz", "buzz", "no_answer"]), team=sides)
    def duel(self, do: str, team: str) -> None:
        self.command(do, team=team, reason="tak")

    @precondition(lambda self: self.session.game.phase is Phase.DUEL)
    @rule(team=sides, ahead=st.integers(-600, 100), spread=st.integers(0, 300), hurry=st.integers(0, 399))
    def buzzer(self, team: str, ahead: int, spread: int, hurry: int) -> None:
        self.at -= hurry
        self.command("press", team=team, pressed_at=self.at + ahead, uncertainty=spread)


DuelMachine.TestCase.settings = settings(max_examples=35, stateful_step_count=50, deadline=None)
TestDuel = DuelMachine.TestCase
