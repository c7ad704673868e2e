"""A whole season of the club in a browser: set up, four games (two at once), a tie, the final, ballots and the owl."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests import templates
from tests.browser.people import PHONE, Captain, Hall, Host, Person
from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("club season")]

HOUSES = ("lions", "badgers", "eagles", "snakes")
NAMES = {"lions": "Львы", "badgers": "Барсуки", "eagles": "Орлы", "snakes": "Змеи"}
PEOPLE = ("Вера", "Глеб", "Дина")  # the captain first
NEW_SCHOOL = f"""
from chgk.models import Package, Question
from tournaments.models import House, Person, Season, Team, TeamMember, User
User.objects.create_user("prowadzacy", password="sowa-demo", first_name="Ада", last_name="Совина", is_staff=True)
season = Season.objects.create(name="Осень", is_current=True)
for place, (key, name) in enumerate({NAMES!r}.items()):
    house = House.objects.create(key=key, name=name, command=name, colour="#7a1f1f", emblem=name[0], position=place)
    team = Team.objects.create(season=season, discipline="chgk", house=house)
    for position, first in enumerate({PEOPLE!r}):
        person = Person.objects.create(name=f"{{first}} {{name}}", house=house)
        TeamMember.objects.create(team=team, person=person, is_captain=not position, position=position)
for key in ({", ".join(map(repr, HOUSES))}, "final"):
    package = Package.objects.create(title=f"Пакет {{key}}", season=season, state="approved")
    last = 11 if key == "final" else 8
    for number in range(1, last + 3):
        Question.objects.create(
            package=package, number=number, text=f"{{key}}-text-{{number}}", answer=f"{{key}}-answer-{{number}}",
            comment="Ответ точный", source="Атлас звёздного неба", is_spare=number > last,
        )
"""


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A school with rosters and packages, and no season of the club yet."""
    server = Server(tmp_path_factory.mktemp("school"))
    shutil.copy(templates.migrated(tmp_path_factory), server.database)
    server.shell(NEW_SCHOOL)
    return server.database


class Table:
    """One game: the console in a tab of its own, and whoever else is there."""

    def __init__(self, curator: Host, game: int) -> None:
        self.game = game
        self.server = curator.hall.server
        self.host = curator.hall.sits(Host, f"host {game}", storage_state=curator.context.storage_state())
        self.host.goes_to(f"/club/games/{game}/console/")
        expect(self.host.primary).to_contain_text("Start the game")
        self.host.presses_primary()
        expect(self.host.primary).to_contain_text("Spin the top")

    def link(self, player: int) -> str:
        """The private link of the player at this place of the table."""
        page = self.host.context.request.get(f"{self.server.url}/club/games/{self.game}/setup/").text()
        sql = "SELECT id FROM tournaments_accesslink WHERE game_id = ? AND player <> '' ORDER BY id"
        number = self.server.query(sql, self.game)[player][0]
        found = re.search(rf'id="address-{number}"[^>]*value="([^"]+)"', page)
        assert found, f"no link {number} on the page of the game"
        return found[1]

    def phone(self, player: int) -> Captain:
        """A player's phone, come in by the private link."""
        options = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
        person = self.host.hall.sits(Captain, f"player {player} of {self.game}", **options)
        person.page.goto(self.link(player))
        person.is_live()
        return person

    def plays(self, letter: str) -> None:
        """T: a question for the team, A: for the authors."""
        self.host.goes_on("Spin the top")
        self.host.goes_on("Read the question")
        self.host.goes_on("Question read")
        self.host.goes_on("They have an answer")
        self.host.does("y" if letter == "T" else "n")

    def closes(self) -> None:
        """The host closes the log of a game that is over."""
        self.host.sees_phase("over")
        expect(self.host.primary).to_contain_text("Close the game")
        self.host.presses_primary()
        expect(self.host.see("record-link")).to_be_visible()
        self.host.goes_away()

    def replayed(self) -> dict[str, object]:
        """What the record of the game replays to."""
        record = self.host.context.request.get(f"{self.server.url}/club/games/{self.game}/record/")
        assert record.status == 200
        path = self.server.folder / f"club-{self.game}.jsonl"
        path.write_text(record.text(), encoding="utf-8")
        self.server.manage("verify_draws", str(path))
        state: dict[str, object] = json.loads(self.server.manage("replay", str(path)))
        assert state["refused"] == []
        return state


class SeasonDesk:
    """The curator at the desk; the curator hosts, too."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.server = hall.server
        self.curator = hall.host()
        self.curator.logs_in("/club/seasons/new/")

    def sets_up(self) -> None:
        """The season of four teams."""
        page = self.curator.page
        page.locator("select[name=season]").select_option(label="Осень")
        for house in HOUSES:
            box = self.curator.see(f"house-{house}")
            if not box.is_checked():
                box.check()
        self.curator.submits("set-up")
        expect(page).to_have_url(re.compile(r"/club/seasons/\d+/desk/"))
        self.club = int(re.findall(r"seasons/(\d+)/", page.url)[0])

    def opens(self, place: str = "desk/") -> None:
        """A page of the season."""
        self.curator.goes_to(f"/club/seasons/{self.club}/{place}")

    def lays(self, number: int, package: str) -> Table:
        """The table of a game, with everybody of the roster at it."""
        self.opens()
        self.curator.submits(f"lay-{number}")
        choice = self.curator.page.locator("select[name=package]")
        option = choice.locator("option", has_text=f"Пакет {package}:")
        choice.select_option(value=option.get_attribute("value"))
        self.curator.submits("lay")
        expect(self.curator.page).to_have_url(re.compile(rf"/club/seasons/{self.club}/desk/"))
        return Table(self.curator, self.game(number))

    def game(self, number: int) -> int:
        """The number of the game that the calendar's number stands for."""
        sql = "SELECT game_id FROM chgk_fixture WHERE club_id = ? AND number = ?"
        return int(self.server.query(sql, self.club, number)[0][0])

    def line(self, house: str) -> Locator:
        """A line of the public table."""
        return self.curator.see(f"line-{house}")


def team_of(table: Table) -> dict[str, list[dict[str, str]]]:
    """The team at a table, as the game knows it."""
    stored = table.server.query("SELECT setup FROM tournaments_livegame WHERE id = ?", table.game)[0][0]
    team: dict[str, list[dict[str, str]]] = json.loads(stored)["team"]
    return team


def test_a_whole_season(hall: Hall) -> None:
    desk = SeasonDesk(hall)
    desk.sets_up()
    visitor = hall.sits(Person, "visitor", viewport=PHONE, has_touch=True, is_mobile=True)
    plans_and_postpones(desk, visitor)
    tables = [*plays_two_at_once(desk), *plays_to_a_tie(desk)]
    decides_the_tie(desk, visitor)
    final = plays_the_final(desk)
    votes(desk, final, visitor)
    ends_as_its_records_replay(desk, tables, final)


def plans_and_postpones(desk: SeasonDesk, visitor: Person) -> None:
    """The calendar: a date for everybody, then another one with its reason."""
    curator, page = desk.curator, desk.curator.page
    page.locator("#plan-1-planned_at").fill("2027-03-01T18:00")  # open: it is what comes next
    page.locator("#plan-1-place").fill("Каминный зал")
    curator.submits("plan-1")
    curator.see("postpone-open-1").click()
    page.locator("#postpone-1-planned_at").fill("2027-03-08T18:00")
    page.locator("#postpone-1-reason").fill("метель")
    curator.submits("postpone-1")
    visitor.goes_to(f"/club/seasons/{desk.club}/")
    for words in ("метель", "Каминный зал"):
        expect(visitor.see("entry-1")).to_contain_text(words)


def plays_two_at_once(desk: SeasonDesk) -> tuple[Table, Table]:
    """4:1 and 0:4, question by question in turn, without a word of one game in the other."""
    lions, badgers = desk.lays(1, "lions"), desk.lays(2, "badgers")
    audiences = []
    for table, foreign in ((lions, "badgers-"), (badgers, "lions-")):
        watcher = desk.hall.sits(Person, f"watcher of {table.game}")
        watcher.goes_to(f"/club/games/{table.game}/")
        watcher.is_live()
        audiences.append((foreign, [table.host, table.phone(0), watcher]))
    for one, other in ("TA", "TA", "AA", "TA"):
        lions.plays(one)
        badgers.plays(other)
        for foreign, people in audiences:
            for person in people:
                assert foreign not in person.page.content(), f"{person.name} reads of the other game"
    for _foreign, people in audiences:
        for person in people[1:]:
            person.goes_away()
    lions.plays("T")
    for table in (lions, badgers):
        table.closes()
    return lions, badgers


def plays_to_a_tie(desk: SeasonDesk) -> tuple[Table, Table]:
    """The third team comes to the first one's score in as many questions; the fourth loses."""
    eagles, snakes = desk.lays(3, "eagles"), desk.lays(4, "snakes")
    for letter in "TATTT":
        eagles.plays(letter)
    for letter in "AAAA":
        snakes.plays(letter)
    for table in (eagles, snakes):
        table.closes()
    return eagles, snakes


def decides_the_tie(desk: SeasonDesk, visitor: Person) -> None:
    """The curator sends the eagles to the final, with a reason that everybody reads."""
    reason = "их четвёртый ответ был самым красивым"
    desk.opens()
    tie = desk.curator.see("tie")
    tie.get_by_label(NAMES["eagles"]).check()
    tie.locator("input[name=reason]").fill(reason)
    desk.curator.submits("decide-tie")
    visitor.page.reload()
    expect(visitor.page.locator("main")).to_contain_text(reason)


def plays_the_final(desk: SeasonDesk) -> Table:
    """To the deciding round at five, which the captain takes on the own phone, and wins."""
    final = desk.lays(5, "final")
    captain = final.phone(0)
    for _question in range(5):
        final.plays("T")
    captain.takes("deciding-take")
    captain.takes("deciding-confirm")
    expect(final.host.see("score-team").first).to_have_text("0")
    final.plays("T")
    final.closes()
    return final


def votes(desk: SeasonDesk, final: Table, visitor: Person) -> None:
    """Two name the second player, who names the captain: the owl is the second player's."""
    players = [one["id"] for one in team_of(final)["players"]]
    last = players[-1]
    for player in players:
        phone = final.phone(players.index(player))
        phone.see("to-ballot").tap()
        phone.see(f"choice-{players[0] if player == players[1] else players[1]}").check()
        phone.see("cast").tap()
        expect(phone.see("ballot-over" if player == last else "voted")).to_be_visible()
    for path in ("/club/owls/", f"/club/seasons/{desk.club}/"):
        visitor.goes_to(path)
        expect(visitor.page.locator("main")).to_contain_text("Глеб О.")


def ends_as_its_records_replay(desk: SeasonDesk, tables: list[Table], final: Table) -> None:
    """The season is closed; its table and its champion are what the records come to."""
    desk.opens()
    desk.curator.submits("close-season")
    expect(desk.curator.see("next-season")).to_be_visible()
    desk.opens("")
    for house, table, score in zip(HOUSES, tables, ((4, 1, 5), (0, 4, 4), (4, 1, 5), (0, 4, 4)), strict=True):
        team, authors, questions = score
        state = table.replayed()
        assert (state["score"], state["questions_played"]) == ({"team": team, "authors": authors}, questions)
        expect(desk.line(house)).to_contain_text(f"{team}:{authors}")
    state = final.replayed()
    assert (state["winner"], state["score"]) == ("team", {"team": 6, "authors": 0})
    expect(desk.curator.see("season-end")).to_contain_text(NAMES["eagles"])
    desk.server.manage("check_games")
