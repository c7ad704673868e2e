"""A whole evening of Awantura o Punkty: both rounds, everybody at a screen of their own, from the setup to the cup.

Every number in the comments and calls is worked out by hand from the rulebook; what chance decides, the names of the
categories, is read from the screens.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.acting import tap
from tests.browser.duellists import Duellist
from tests.browser.evening import BOX, GUESTS, MASTERS, TABLES, Evening
from tests.browser.evening_after import game_is_closed, pages_look_back, points_on, record_of, rewards_are_shown
from tests.browser.people import IDS, Hall
from tests.browser.test_substitutes import chats, choose

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
RED, GREEN = IDS["red"], IDS["green"]


# --- the first round --------------------------------------------------------------------------------------------------


def plays_for_a_hint(evening: Evening) -> None:
    """Red has the token for 4; the stakes, 3 + 3 + 3 + 4, leave the game. Who did not bid is warned."""
    assert evening.draws("hint") == "A hint is at stake"
    evening.all_read("question-count", "Special lot; question 1 of 5 comes next")
    evening.host.opens()
    evening.all_see(red=47, yellow=47, blue=47, green=47)
    evening.captains["red"].takes("bid-plus-1")
    evening.all_see(red=46)
    evening.sells("red", 4, phase="ready")
    evening.all_see(red=46, yellow=47, blue=47, green=47)
    evening.all_read("last-result", "Hint token for 4: Czerwoni", "13 points leave the game.")
    evening.all_read(f"team-{RED}-hints", "1 hint token")
    expect(evening.captains["red"].see("my-hints")).to_contain_text("1 hint token")


def plays_for_the_black_box(evening: Evening) -> None:
    """Blue has the box for 8, unseen; Red did not bid and is warned. 3 + 5 + 8 + 6 leave the game."""
    captains = evening.captains
    assert evening.draws("black_box") == "The black box"
    evening.host.opens()
    captains["yellow"].says("żółci 5")
    evening.all_see(yellow=42)  # 47 - 5
    captains["green"].takes("bid-plus-1")
    evening.all_see(green=41)  # 47 - 6
    captains["blue"].bids(8)
    evening.all_see(red=43, yellow=42, blue=39, green=41)
    evening.sells("blue", 8, phase="ready")
    evening.all_read("last-result", "Black box for 8: Niebiescy", "22 points leave the game.")
    expect(captains["blue"].see("my-boxes")).to_contain_text("1 black box")
    evening.nobody_reads(BOX)


def first_question(evening: Evening) -> None:
    """A substitute comes in for Red amid the bidding. Green pays for its silence; Red, who top Yellow, are right."""
    host, captains = evening.host, evening.captains
    evening.draws("question")
    host.opens()
    evening.all_see(red=40, yellow=39, blue=36, green=38)
    captains["red"].bids(10)
    evening.all_see(red=33)  # 43 - 10
    substitute_comes_in(evening)
    captains["yellow"].takes("bid-plus-1")
    evening.all_see(yellow=31)  # 42 - 11
    captains["red"].says("Czerwoni 12")
    evening.all_see(red=31)  # 43 - 12
    host.see("excuse-" + IDS["blue"]).check()
    host.see("excuse-reason-" + IDS["blue"]).fill("connection lost")
    host.presses("Escape")
    evening.sells("red", 12)
    evening.all_see(red=31, yellow=31, blue=36, green=33)  # Green: 41 - 3 - 5, warned in the first lot (§16)
    host.asks()
    question = host.see("question-text").inner_text()
    evening.all_read("question-text", question)
    evening.judges("red", "Right: Czerwoni +29")  # 12 + 11 + 3 + 3
    evening.all_see(red=60, yellow=31, blue=36, green=33)


def substitute_comes_in(evening: Evening) -> None:
    """§5: the host proposes, the captain's phone agrees, the newcomer opens the new link; who left is out at once."""
    host, captain, leaving = evening.host, evening.captains["red"], evening.players.pop("leaving")
    chats(leaving, "muszę iść")
    out = evening.hall.server.query(
        "SELECT player FROM tournaments_accesslink WHERE game_id = 1 AND team = ? AND role = 'player' ORDER BY id", RED
    )[0][0]
    host.page.get_by_test_id("substitute").click()
    expect(host.page.get_by_test_id("substitute-team")).to_have_value(RED)  # the leader is proposed
    host.page.get_by_test_id(f"substitute-out-{out}").check()
    name = choose(host, "substitute")
    host.page.get_by_test_id("substitute-reason").fill("chora")
    host.clicks("substitute-send")
    expect(captain.see("consent")).to_contain_text(name)
    captain.takes("consent-agree")
    leaving.page.wait_for_url("**/join/?why=passed_on")
    assert "muszę iść" not in leaving.page.content()
    host.see("newcomer-link").click()
    expect(host.see("link-dialog")).to_contain_text(name)
    link = host.see("link-address").input_value()
    host.presses("Escape")
    newcomer = evening.hall.sits_by_link(Duellist, link)
    newcomer.name, newcomer.team = name, "red"
    evening.players["red"] = newcomer
    chats(newcomer, "już jestem")
    captain.page.locator("details[data-talk=room] summary").click()
    expect(captain.page.locator("[data-panel=room]")).to_contain_text("już jestem")
    captain.page.locator("details[data-talk=room] summary").click()
    for other in (host, evening.captains["blue"], *evening.public):
        assert "już jestem" not in other.page.content(), other.name


def second_question(evening: Evening) -> None:
    """Green go va banque and are wrong: out (§15). The pot, three antes and 33, is carried."""
    evening.draws("question")
    evening.host.opens()
    evening.all_see(red=57, yellow=28, blue=33, green=30)
    evening.captains["green"].goes_va_banque()
    evening.all_in("answering")
    evening.host.asks()
    evening.judges("green", "Wrong: Zieloni out of the game", right=False)
    evening.all_see(red=57, yellow=28, blue=33, green=0)
    expect(evening.captains["green"].see("waiting")).to_contain_text("out of the game")


def third_question(evening: Evening) -> None:
    """The pot is 42 + 9, the host adds 10 (§20); Blue has the question for 4 and is wrong: 62 are carried."""
    host = evening.host
    evening.draws("question")
    host.see("topup-points").fill("10")
    host.gives("topup")
    evening.all_read("pot", "61")
    host.page.get_by_test_id("topup-points").blur()
    host.opens()
    evening.captains["blue"].takes("bid-plus-1")
    evening.all_see(blue=29)  # 33 - 4
    evening.sells("blue", 4)
    evening.all_see(red=49, yellow=20, blue=29)  # 57 - 3 - 5 and 28 - 3 - 5: both were warned before
    host.asks()
    evening.judges("blue", "Wrong: 62 stay in the pot", right=False)


def fourth_question(evening: Evening) -> None:
    """62 + 9 + 1 for Red; the two who kept silent pay 5 each."""
    evening.draws("question")
    evening.host.opens()
    evening.captains["red"].takes("bid-plus-1")
    evening.all_see(red=45)  # 49 - 4
    evening.sells("red", 4)
    evening.all_see(red=45, yellow=12, blue=21)  # 20 - 3 - 5, 29 - 3 - 5
    evening.host.asks()
    evening.judges("red", "Right: Czerwoni +72")
    evening.all_see(red=117, yellow=12, blue=21)


def fifth_question(evening: Evening) -> None:
    """Blue over Yellow, Red silent: 117 - 3 - 5. Red wins the round, 109 to 28 (§21)."""
    evening.draws("question")
    evening.host.opens()
    evening.captains["yellow"].takes("bid-plus-1")
    evening.all_see(yellow=8)  # 12 - 4
    evening.captains["blue"].takes("bid-plus-1")
    evening.all_see(blue=16)  # 21 - 5
    evening.sells("blue", 5)
    evening.host.asks()
    evening.judges("blue", "Right: Niebiescy +12")  # 3 + 4 + 5
    evening.all_in("round_over")
    evening.all_see(red=109, yellow=8, blue=28, green=0)
    evening.all_read("ending", "Czerwoni had the most points after the last question: 109 to 28.", "§21")
    evening.nobody_reads(BOX)


# --- the final --------------------------------------------------------------------------------------------------------


def masters_sit_down(evening: Evening) -> None:
    """Three guests, typed in at the console; they start with what Red have (§24)."""
    host = evening.host
    host.presses_primary()
    for place, guest in enumerate(GUESTS, 1):
        host.see(f"guest-{place}").fill(guest)
    host.see("guest-staff-3").check()
    host.gives("open-final-guests")
    evening.all_in("ready")
    evening.masters_come()
    evening.all_see(red=109, masters=109)
    for person in evening.everybody:
        expect(person.page.get_by_test_id("table-masters"), person.name).to_be_visible()


def duel(evening: Evening) -> None:
    """§25: named, struck in turn, «go», and Red's newcomer presses first: 3 + 3 for Red."""
    host, server = evening.host, evening.hall.server
    red, masters = evening.players["red"], evening.players[MASTERS]
    assert evening.draws("one_on_one") == "One on one"
    evening.all_see(red=106, masters=106)
    names_duellist(evening, "red", red.name)
    names_duellist(evening, MASTERS, GUESTS[1])
    for person in evening.public:
        expect(person.see(f"duel-side-{RED}")).to_contain_text(red.name)
        expect(person.see("duel-side-masters")).to_contain_text(GUESTS[1])
    strikes(evening)
    (left,) = server.session()["stage"]["duel"]["categories"][6:]
    for person in evening.public:
        expect(person.see("duel-left")).to_have_text(left)

    host.goes_on("Start the duel")
    for phone in (red, masters):
        phone.sees_face("soon")
    host.goes_on("Show the question")
    for phone in (red, masters):
        phone.sees_face("wait")
    host.goes_on("Question read: go")
    for phone in (red, masters):
        phone.sees_face("armed")
    red.buzzer.tap()
    expect(red.page.locator("[data-panel=centre]")).to_contain_text("You answer")
    expect(masters.page.locator("[data-panel=centre]")).to_contain_text(f"Only {red.name} pressed.")
    for person in (host, *evening.public):
        expect(person.see("buzz-times").first).to_contain_text(re.compile(r"\d\.\d{3} s"))
    red.answers(host.answer())
    host.goes_on("Right: Czerwoni +6")
    evening.all_in("ready")
    evening.all_see(red=112, masters=106)


def names_duellist(evening: Evening, team: str, name: str) -> None:
    """The captain taps the player's name on the own phone."""
    phone = evening.captains[team]
    with phone.acting():
        tap(phone.page.locator("[data-testid^=duellist-]", has_text=name).filter(visible=True))


def strikes(evening: Evening) -> None:
    """The captains strike in turn, the starter by lot, until the seventh category is left."""
    sides = evening.hall.server.session()["stage"]["duel"]["sides"]
    captains = {TABLES[team]: captain for team, captain in evening.captains.items()}
    for number in range(1, 7):
        phone = captains[sides[(number - 1) % 2]]
        phone.takes(f"strike-{number}")
        phone.takes("strike-confirm")
        expect(phone.page.get_by_test_id("strike-confirm").filter(visible=True)).to_have_count(0)
        expect(captains[sides[number % 2]].see(f"category-{number}")).to_contain_text("struck by")


def token_is_used(evening: Evening) -> None:
    """Red pay 12 and lay down the token of the first lot: four variants for nothing (§6, §19). 10 + 12 are Red's."""
    host, red = evening.host, evening.captains["red"]
    evening.draws("question")
    host.opens()
    evening.captains[MASTERS].bids(10)
    evening.all_see(red=109, masters=96)  # 112 - 3, 106 - 10
    red.bids(12)
    evening.all_see(red=100)  # 112 - 12
    evening.sells("red", 12)
    host.asks()
    red.takes("use-hint")
    host.goes_on("Show the four variants")
    for person in evening.everybody:
        expect(person.see("variants").get_by_role("listitem"), person.name).to_have_count(4)
    for person in evening.everybody:
        expect(person.page.get_by_test_id(f"team-{RED}-hints"), person.name).to_have_count(0)
    evening.judges("red", "Right: Czerwoni +22")
    evening.all_see(red=122, masters=96)


def third_of_the_final(evening: Evening) -> None:
    """The Masters have it for 4 and win 3 + 4; Red kept silent and are warned, afresh in this round."""
    evening.draws("question")
    evening.host.opens()
    evening.captains[MASTERS].takes("bid-plus-1")
    evening.all_see(red=119, masters=92)
    evening.sells(MASTERS, 4)
    evening.host.asks()
    evening.judges(MASTERS, "Right: Mistrzowie +7")
    evening.all_see(red=119, masters=99)


def fourth_of_the_final(evening: Evening) -> None:
    """Red have it for 4 and are wrong: 3 + 4 are carried. Now the Masters are warned."""
    evening.draws("question")
    evening.host.opens()
    evening.captains["red"].takes("bid-plus-1")
    evening.all_see(red=115, masters=96)
    evening.sells("red", 4)
    evening.host.asks()
    evening.judges("red", "Wrong: 7 stay in the pot", right=False)


def last_of_the_final(evening: Evening) -> None:
    """The Masters pay 8, Red 3 and 5 for silence; one point is corrected, and both have 106: the Masters win (§27)."""
    evening.draws("question")
    evening.host.opens()
    evening.captains[MASTERS].takes("bid-plus-5")
    evening.all_see(red=112, masters=88)  # 115 - 3, 96 - 8
    evening.sells(MASTERS, 8)
    evening.all_see(red=107, masters=88)
    evening.host.asks()
    evening.corrects("red", -1, "a bid was misread")
    evening.all_see(red=106)
    evening.judges(MASTERS, "Right: Mistrzowie +18")  # 7 carried, 3 + 8
    evening.all_in("finished")
    evening.all_see(red=106, masters=106)
    evening.all_read("ending", "Both tables had 106, and on a tie the Masters win.", "§27")
    for person in evening.everybody:
        expect(person.page.locator('[data-end="final_tie"]'), person.name).to_be_visible()
    for person in evening.public:
        expect(person.see("winner")).to_contain_text("Mistrzowie")
    expect(evening.captains[MASTERS].see("waiting")).to_have_text("You have won as Masters.")


def box_is_opened(evening: Evening) -> None:
    """Nobody has seen what is in it; now all do, and nothing changes."""
    evening.nobody_reads(BOX)
    evening.host.goes_on("Open the black box")
    for person in evening.everybody:
        expect(person.see("box-1" if person is evening.host else "box-contents"), person.name).to_contain_text(BOX)
    evening.all_see(red=106, masters=106)


def test_a_whole_evening(hall: Hall, tmp_path: Path) -> None:
    evening = Evening(hall)
    evening.starts()
    plays_for_a_hint(evening)
    plays_for_the_black_box(evening)
    first_question(evening)
    second_question(evening)
    third_question(evening)
    fourth_question(evening)
    fifth_question(evening)

    masters_sit_down(evening)
    duel(evening)
    token_is_used(evening)
    third_of_the_final(evening)
    fourth_of_the_final(evening)
    last_of_the_final(evening)
    rewards_are_shown(evening)
    box_is_opened(evening)
    game_is_closed(evening)
    rewards_are_shown(evening)

    replayed = record_of(evening, tmp_path / "record.jsonl")
    assert replayed["refused"] == []
    assert (replayed["phase"], replayed["finalist"], replayed["winner"]) == ("finished", RED, MASTERS)
    points = {table: account["points"] for table, account in replayed["teams"].items()}
    assert points == {RED: 106, IDS["yellow"]: 8, IDS["blue"]: 28, GREEN: 0, MASTERS: 106}
    for person in evening.everybody:
        shown = points_on(person)
        assert shown == {table: points[table] for table in shown}, person.name
        assert {RED, MASTERS} <= shown.keys(), person.name
    pages_look_back(evening)
