"""A whole game of the club in a browser: phones, console, hall; it ends as its record replays."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import PHONE, WALL, Captain, Hall, Person

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


DOUBLE_TAP = 600  # ms within which browsers take two taps for one double tap


class ClubHall:
    """Host, captain, a player named by the captain, a spectator and the projector."""

    def __init__(self, hall: Hall) -> None:
        self.server = hall.server
        query = "SELECT id, setup FROM tournaments_livegame WHERE discipline = 'chgk' AND finished_at IS NULL"
        ((self.game, setup),) = self.server.query(query)
        self.second = json.loads(setup)["team"]["players"][1]["id"]
        phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
        self.host = hall.host()
        self.captain = hall.sits(Captain, "captain", **phone)
        self.player = hall.sits(Captain, "player", **phone)
        self.watcher = hall.sits(Person, "watcher", **phone)
        self.wall = hall.sits(Person, "wall", viewport=WALL)

    def everybody(self) -> tuple[Person, ...]:
        """Whoever has a screen."""
        return (self.host, self.captain, self.player, self.watcher, self.wall)

    def sit_down(self) -> None:
        """By the demo's buttons; the player by a private link that the host's page shows."""
        for person, place in ((self.captain, "captain"), (self.watcher, "spectator"), (self.wall, "projector")):
            self.enter(person, place)
        self.enter(self.host, "host")
        page = self.host.context.request.get(f"{self.server.url}/club/games/{self.game}/setup/").text()
        query = "SELECT id FROM tournaments_accesslink WHERE game_id = ? AND player = ?"
        ((link,),) = self.server.query(query, self.game, self.second)
        address = page.split(f'id="address-{link}"')[1].split('value="')[1].split('"')[0]
        self.player.page.goto(address)
        for person in self.everybody():
            person.sees_phase("ready")

    def enter(self, person: Person, place: str) -> None:
        """One click on the home page."""
        person.home()
        with person.context.expect_page() as opened:
            person.page.get_by_test_id(f"demo-{place}-chgk").click()
        first, person.page = person.page, opened.value
        first.close()
        person.page.wait_for_load_state()

    def score(self, team: int, authors: int) -> None:
        """Everybody sees it."""
        for person in self.everybody():
            expect(person.see("score-team").first).to_have_text(str(team))
            expect(person.see("score-authors").first).to_have_text(str(authors))

    def ask(self) -> None:
        """An envelope, read out, the minutes started."""
        self.host.goes_on("Spin the top")
        self.host.goes_on("Read the question")
        self.host.goes_on("Question read")
        for person in self.everybody():
            person.sees_phase("discussion")

    def judged(self, *, right: bool) -> None:
        """By the host's key, after a spoken answer."""
        self.host.goes_on("They have an answer")
        self.host.does("y" if right else "n")


@pytest.fixture
def club(hall: Hall) -> ClubHall:
    """Everybody at their places, the game started."""
    club = ClubHall(hall)
    club.sit_down()
    return club


def secret(page: Page, words: list[str]) -> list[str]:
    """What stands on a page, its attributes included, of what it must not know."""
    content = page.content()
    return [word for word in words if word in content]


def fireplace(club: ClubHall) -> None:
    """Two phones propose and see each other's versions; the captain's choice lies ready in the answer's field."""
    captain, player = club.captain, club.player
    captain.see("version").fill("лампа Аладдина")
    player.see("version").fill("жираф Маша")
    player.page.keyboard.press("Enter")
    expect(captain.see("version-1")).to_contain_text("жираф Маша")
    expect(captain.page.get_by_test_id("version")).to_have_value("лампа Аладдина")  # what is being typed stays
    captain.takes("version-send")
    expect(player.see("version-2")).to_contain_text("лампа Аладдина")
    for person in (captain, player):
        expect(person.page.get_by_test_id("version")).to_be_focused()
        expect(person.page.get_by_test_id("version")).to_have_value("")
    captain.takes("favour-1")
    expect(player.see("version-1")).to_contain_text("for it:")
    captain.takes("choose-1")
    expect(player.see("version-1")).to_contain_text("the team's choice")
    expect(captain.page.get_by_test_id("answer")).to_have_value("жираф Маша")
    for other in (club.host, club.watcher, club.wall):
        assert secret(other.page, ["жираф Маша", "лампа Аладдина"]) == []


def takes_the_deciding_round(captain: Captain) -> None:
    """In two steps. The second button comes up under the thumb: a double tap is no yes, a tap after a breath is."""
    captain.takes("deciding-take")
    box = captain.see("deciding-confirm").bounding_box()
    assert box
    captain.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    captain.page.mouse.down(click_count=2)
    captain.page.mouse.up(click_count=2)
    captain.page.wait_for_timeout(DOUBLE_TAP)
    expect(captain.see("score-team").first).to_have_text("3")
    captain.takes("deciding-confirm")


def test_a_whole_game_of_the_club(club: ClubHall) -> None:
    host, captain, player = club.host, club.captain, club.player

    # An early answer, typed by the player whom the captain names.
    host.goes_on("Spin the top")
    sheet = club.server.session(club.game)["stage"]["sheet"]
    hidden = [sheet["text"], sheet["answer"], sheet["comment"]]
    for person in (captain, player, club.watcher, club.wall):
        person.sees_phase("envelope")
        assert secret(person.page, hidden) == []
    host.goes_on("Read the question")
    host.goes_on("Question read")
    for person in (captain, player, club.watcher, club.wall):
        expect(person.see("question-text")).to_have_text(sheet["text"])
        assert secret(person.page, hidden[1:]) == []
    fireplace(club)
    captain.takes("who-answers")
    captain.takes(f"answerer-{club.second}")
    expect(player.see("answer-fold")).to_be_visible()
    expect(captain.see("who-answers")).to_contain_text("Глеб")
    captain.takes("early")
    for person in club.everybody():
        person.sees_phase("answer")
    expect(captain.see("answer")).to_have_count(0)
    player.answers(host.answer())
    host.goes_on("Right: Gryffindor +1")
    club.score(1, 0)
    captain.takes("embers")
    expect(captain.page.locator("#embers")).to_contain_text("лампа Аладдина")
    expect(club.wall.see("right-answer")).to_have_text(sheet["answer"])
    expect(club.watcher.see("comment")).to_have_text(sheet["comment"])

    # A wrong verdict by mistake, taken back: the clock waits, the hall is told.
    club.ask()
    club.judged(right=False)
    club.score(1, 1)
    host.does("z")
    club.score(1, 0)
    expect(club.wall.see("undone")).to_contain_text("Taken back: Wrong: the authors +1")
    host.does("y")
    club.score(2, 0)

    # A faulty question: nobody has the point, and a spare comes to the table.
    club.ask()
    host.presses("f")
    host.see("remove-reason").fill("a fact in it is wrong")
    host.gives("remove-send")
    club.score(2, 0)
    expect(host.see("spares")).to_have_text("1")
    club.ask()
    assert club.server.session(club.game)["stage"]["sheet"]["number"] > 10
    club.judged(right=True)
    club.score(3, 0)

    # The deciding round: offered to the captain alone, taken in two steps.
    expect(host.see("deciding-status")).to_be_visible()
    expect(player.see("deciding-offer")).to_have_count(0)
    expect(club.wall.see("offer")).to_be_visible()
    takes_the_deciding_round(captain)
    club.score(0, 0)
    expect(club.wall.see("deciding")).to_be_visible()
    club.ask()
    assert host.page.locator("[data-clock]").first.get_attribute("data-total") == "180000"
    club.judged(right=True)
    club.score(4, 0)
    for person in club.everybody():
        person.sees_phase("over")
        expect(person.see("ending-why")).to_contain_text("took the deciding round and won: 4:0")
    expect(host.primary).to_contain_text("Close the game")
    host.presses_primary()
    expect(host.see("record-link")).to_be_visible()

    # Its record replays to the same end.
    record = club.watcher.context.request.get(f"{club.server.url}/club/games/{club.game}/record/")
    assert record.status == 200
    path = club.server.folder / "club.jsonl"
    path.write_text(record.text(), encoding="utf-8")
    state = json.loads(club.server.manage("replay", str(path)))
    assert state["refused"] == [] and state["winner"] == "team" and state["questions_played"] == 4
    assert state["score"] == {"team": 4, "authors": 0}
    club.server.manage("verify_draws", str(path))
