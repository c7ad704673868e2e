"""Into the final and through its duel, by commands and without a browser: for what must hold in each step (§25)."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from tests.browser.people import IDS, TEAMS
from tests.browser.phases import Desk, Stop, set_rules
from tests.browser.server import Server

GUESTS = ("Sara Lancaster", "Bellatriks Recendiforce", "Anastazja Dayne")
SIDES = {"red": IDS["red"], "masters": "masters"}
MOST_DRAWS = 60  # the wheel holds up to sixteen categories beside the duel, which weighs 9


def make_short(server: Server, questions: int = 1) -> None:
    """Rounds of few questions, and a duel that comes up easily; before the game starts."""
    set_rules(server, questions_per_round=questions)
    set_rules(server, "special", one_on_one=9)


class FinalDesk(Desk):
    """The host's commands from the first round into the final's duel. Red is the finalist."""

    def to_the_final(self) -> None:
        """Red wins every question of the first round; the Masters sit down."""
        self.starts()
        while self.server.session()["game"]["phase"] != "round_over":
            self.does("draw")
            self.does("open")
            self.does("bid", team=IDS["red"], points=10)
            self.does("close", excused=",".join(IDS[team] for team in TEAMS))
            self.does("show_question")
            self.does("judge", correct="true")
        self.opens_final()

    def opens_final(self) -> None:
        """Three guests, the first of them captain."""
        guests = {f"guest{place}": name for place, name in enumerate(GUESTS, 1)}
        self.does("open_final", command="Mistrzowie", captain="1", **guests)

    def draws_duel(self) -> None:
        """Draws until the wheel stops at the duel: each other draw is taken back, as a host might."""
        self.does("draw")
        for number in range(MOST_DRAWS):
            if self.server.session()["game"]["lot"]["kind"] == "one_on_one":
                return
            self.does("undo")
            self.does("draw", reason=f"draw {number}")
        raise AssertionError("the wheel never stopped at the duel")

    @property
    def duel(self) -> dict[str, Any]:
        """The duel as it is stored."""
        return dict(self.server.session()["stage"]["duel"])

    def waits_for_decision(self) -> None:
        """Until the server has said who was first."""
        self._waits_for("decision")

    def waits_for_press(self) -> None:
        """Until a press has arrived."""
        self._waits_for("presses")

    def _waits_for(self, what: str) -> None:
        deadline = time.monotonic() + 60
        while not self.duel[what]:
            assert time.monotonic() < deadline, f"no {what}"
            time.sleep(0.02)

    def players(self, team: str) -> list[str]:
        """The ids of a team's players, the captain first."""
        seats = self.server.session()["seats"]
        players = next(seat["players"] for seat in seats if seat["team"] == SIDES[team])
        return [player["id"] for player in sorted(players, key=lambda player: not player.get("captain"))]

    def names(self, red: int = 1, masters: int = 0) -> None:
        """Each side its duellist, by the place in the team: 0 is the captain."""
        self.does("name_duellist", team=SIDES["red"], player=self.players("red")[red])
        self.does("name_duellist", team=SIDES["masters"], player=self.players("masters")[masters])

    def strikes(self, leave: int = 1) -> None:
        """The sides strike in turn until ``leave`` categories are left."""
        while True:
            duel = self.duel
            struck = {strike["category"] for strike in duel["struck"]}
            left = [name for name in duel["categories"] if name not in struck]
            if len(left) <= leave:
                return
            sides = duel["sides"]
            self.does("strike", team=sides[len(struck) % 2], category=left[0])

    def to_the_buzzers(self, *, go: bool = True) -> None:
        """The final's duel, its question read, the buzzers open."""
        self.draws_duel()
        self.names()
        self.strikes()
        self.does("open")
        self.does("show_question")
        if go:
            self.does("open_buzzers")

    def link_of(self, team: str, player: int) -> str:
        """The private link of a player by the place in the team: 0 is the captain."""
        code = (
            "from tournaments.models import AccessLink; from tournaments.services.access_links import link_token; "
            f"print(link_token(AccessLink.objects.get(game_id=1, player={self.players(team)[player]!r})))"
        )
        return f"/join/{self.server.shell(code).strip().splitlines()[-1]}/"


def walk_final(desk: FinalDesk) -> Iterator[Stop]:
    """Every step of a duel, to be looked at in turn, from the opened final to the verdict."""
    does = desk.does
    yield Stop("final opened")
    desk.draws_duel()
    yield Stop("naming")
    desk.names()
    yield Stop("striking")
    desk.strikes(leave=3)
    yield Stop("three left")
    desk.strikes()
    yield Stop("duel ready")
    does("open")
    yield Stop("duel")
    text = frozenset({"text"})
    does("show_question")
    yield Stop("duel question", text)
    does("open_buzzers")
    yield Stop("armed", text)
    does("replace_question", reason="two answers are right")
    yield Stop("duel reserve")
    does("show_question")
    does("open_buzzers")
    does("undo")
    yield Stop("closed again", text)
    does("open_buzzers")
    does("buzz", team=SIDES["masters"], reason="first to say it aloud")
    yield Stop("duel answering", text)
    does("buy_hint", team=SIDES["masters"])
    yield Stop("duel hint bought", text)
    does("show_hint")
    yield Stop("duel variants", text | {"variant"})
    does("answer", team=SIDES["masters"], text="nie wiemy")
    yield Stop("duel answered", text | {"variant"})
    does("judge", correct="false")
    yield Stop("duel verdict", text | {"variant", "answer", "comment", "source"})
