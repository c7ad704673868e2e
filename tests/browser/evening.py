"""Everybody of a whole evening, each at a screen of their own: who they are, how they come in, what all of them see."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.acting import leading_on
from tests.browser.duellists import Duellist
from tests.browser.people import COMMANDS, IDS, TEAMS, Captain, Hall, Host, Person

MASTERS = "masters"
TABLES = IDS | {MASTERS: MASTERS}
WORDS = COMMANDS | {MASTERS: "Mistrzowie"}
GUESTS = ("Sara Lancaster", "Anastazja Dayne", "Desmond Dayne")
BOX = "Pióro sowy, które leci bezgłośnie"
MOST_DRAWS = 60  # at worst one draw in three stops at a special lot of weight 9


class Evening:
    """The people and what they do together. Every command goes through a control that its person sees."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.host: Host = hall.host()
        self._set_up()
        self.captains: dict[str, Captain] = {team: self._seated(team) for team in TEAMS}
        self.players: dict[str, Duellist] = {"leaving": self._player("red")}
        self.public: list[Person] = [hall.watches(), hall.watches("projector")]

    @property
    def everybody(self) -> list[Person]:
        """All screens."""
        return [self.host, *self.captains.values(), *self.players.values(), *self.public]

    # --- coming in --------------------------------------------------------------------------------------------------

    def _set_up(self) -> None:
        """Heavy special lots, more time; the demo's black box is thrown away and another is sealed."""
        host = self.host
        host.logs_in(then="/games/1/setup/")
        for setting, value in {
            "special_hint": 9,
            "special_black_box": 9,
            "special_one_on_one": 9,
            "answer_seconds": 120,
        }.items():
            host.page.locator(f"#id_{setting}").fill(str(value))
        with leading_on(host.page):
            host.page.get_by_role("button", name="Save settings").click()
        expect(host.page.get_by_test_id("evening-hint")).to_contain_text("weight 9")
        host.submits("to-boxes")
        expect(host.see("sealed-1")).to_contain_text("sealed")
        host.page.get_by_text("Throw it away and seal another").click()
        host.see("unseal-reason").fill("the feather has broken")
        host.submits("unseal")
        host.see("box-text").fill(BOX)
        host.submits("seal")
        expect(host.see("sealed-1")).to_contain_text("sealed")
        assert BOX not in host.page.content()
        host.goes_to("/games/1/setup/")

    def link(self, card: Locator, role: str) -> str:
        """A private link as it stands on the page that the host has open."""
        return card.locator("li.seat", has_text=role).first.locator("[data-address]").input_value()

    def _card(self, team: str) -> Locator:
        return self.host.page.locator("section.team-card", has_text=COMMANDS[team])

    def _seated(self, team: str) -> Captain:
        captain = self.hall.sits_by_link(Captain, self.link(self._card(team), "captain"))
        captain.name, captain.team = f"captain of {team}", team
        expect(captain.see("waiting")).to_have_text("The game has not started yet.")
        return captain

    def _player(self, team: str) -> Duellist:
        player = self.hall.sits_by_link(Duellist, self.link(self._card(team), "player"))
        player.name, player.team = f"player of {team}", team
        return player

    def starts(self) -> None:
        """The host pins the settings and starts; every screen notices."""
        page = self.host.page
        page.get_by_role("button", name="Start the game").first.click()
        page.get_by_role("button", name="Start now").click()
        self.host.is_live()
        self.all_in("ready")
        for captain in self.captains.values():
            expect(captain.page.get_by_test_id("draws-mine")).to_have_count(1)

    def masters_come(self) -> None:
        """The links of the guests, whom the console has just seated, stand on the page of the Masters."""
        page = self.host.context.new_page()
        page.goto(f"{self.hall.server.url}/games/1/setup/")
        page.get_by_test_id("masters-page").click()
        seats = page.get_by_test_id("masters-seats")
        expect(seats).to_contain_text(GUESTS[0])
        captain = self.hall.sits_by_link(Captain, self.link(seats, "captain"))
        duellist = self.hall.sits_by_link(Duellist, self.link(seats, GUESTS[1]))
        page.close()
        captain.name, captain.team = "captain of the Masters", MASTERS
        duellist.name, duellist.team = "a Master", MASTERS
        self.captains[MASTERS] = captain
        self.players[MASTERS] = duellist
        expect(captain.page.get_by_test_id("draws-mine")).to_have_count(1)

    # --- what everybody sees ----------------------------------------------------------------------------------------

    def all_in(self, phase: str) -> None:
        """All screens are in this phase."""
        for person in self.everybody:
            person.sees_phase(phase)

    def all_see(self, **points: int) -> None:
        """The same points on every screen."""
        for person in self.everybody:
            for team, number in points.items():
                mark = person.page.get_by_test_id(f"team-{TABLES[team]}-points").first
                shown = re.compile(r"^(0|out)$") if number == 0 else str(number)
                expect(mark, f"{person.name}: {team}").to_have_text(shown)

    def all_read(self, handle: str, *texts: str) -> None:
        """Somewhere in what has this handle every screen says each of the texts."""
        for person in self.everybody:
            for text in texts:
                expect(person.see(handle).first, person.name).to_contain_text(text)

    def nobody_reads(self, text: str) -> None:
        """No page says it, however hidden."""
        for person in self.everybody:
            assert text not in person.page.content(), person.name

    # --- the host ---------------------------------------------------------------------------------------------------

    def draws(self, kind: str) -> str:
        """Draws until the wheel stops at this kind of lot: each other draw is taken back, with a reason.

        Answers with the name of what was drawn, as the console reads it: which category it is, chance decides.
        """
        host = self.host
        host.draws()
        for number in range(MOST_DRAWS):
            if self._kind() == kind:
                name = host.see("category").first.inner_text()
                self.all_read("category", name)
                return name
            host.does("z")
            expect(host.primary).to_contain_text("Draw again…")
            host.presses_primary()
            host.see("redraw-reason").fill(f"not what is to come next ({number})")
            host.gives("redraw-send")
            host.sees_phase("drawn")
        raise AssertionError(f"the wheel never stopped at {kind}")

    def _kind(self) -> str:
        """What kind of lot the console announces."""
        name = self.host.see("category").first.inner_text()
        names = {"A hint is at stake": "hint", "The black box": "black_box", "One on one": "one_on_one"}
        return names.get(name, "question")

    def sells(self, team: str, points: int, phase: str = "answering") -> None:
        """Going once, going twice, sold."""
        for call in ("Going once", "Going twice", "Sold"):
            self.host.goes_on(f"{call}: {WORDS[team]} {points}")
        self.all_in(phase)

    def judges(self, team: str, label: str, *, right: bool = True) -> None:
        """The captain types an answer, the host gives the verdict that the console proposes."""
        host = self.host
        self.captains[team].answers(host.answer() if right else "nie wiemy")
        host.goes_on(label)

    def corrects(self, team: str, points: int, reason: str) -> None:
        """A correction of a score, from the console's dialog."""
        host = self.host
        host.presses("k")
        host.see("adjust-team").select_option(TABLES[team])
        host.see("adjust-points").fill(str(points))
        host.see("adjust-reason").fill(reason)
        host.does("Enter")
        expect(host.see("feed")).to_contain_text(reason)
