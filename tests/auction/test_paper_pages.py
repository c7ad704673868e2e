"""The sheet from every phase, and the questions on a press of their own."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from auction.models import AuctionQuestion, QuestionUse
from auction.paper_sheet import Choice, dice_table, make_sheet, price_table
from auction.rules.parameters import Parameters
from auction.rules.session import open_session
from auction.services.lots import wheel_choices
from tests.auction.rules.evening import setup_of
from tests.auction.test_afterwards import MASTERS, enter, fresh, game, lot, question
from tests.auction_games import make_auction_game
from tests.playing import give, state
from tournaments.models import AuditEntry, LiveGame, Season, User
from tournaments.services.actors import Actor
from tournaments.services.games import finish_game
from tournaments.services.replay_log import load_session

pytestmark = [pytest.mark.django_db]
__all__ = ["game"]


@pytest.fixture
def desk(client: Client, host_user: User) -> Client:
    client.force_login(host_user)
    return client


def text_of(response: Any) -> str:
    """What is read on a page, without its style."""
    body = re.sub(r"<style.*?</style>|<script.*?</script>", "", response.content.decode(), flags=re.DOTALL)
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", body)))


# --- the sheet ------------------------------------------------------------------------------------------------------


def to_drawn(game: LiveGame, host: Actor) -> None:
    assert give(game, host, "draw").accepted


def to_bidding(game: LiveGame, host: Actor) -> None:
    to_drawn(game, host)
    give(game, host, "top_up", points=7)
    give(game, host, "open")
    assert give(game, host, "bid", team="red", points=13).accepted


def to_answering(game: LiveGame, host: Actor) -> None:
    to_bidding(game, host)
    assert give(game, host, "close", excused=["yellow", "blue", "green"]).accepted


def to_tie(game: LiveGame, host: Actor) -> None:
    rows = [lot("Film", "red", 4), lot("Sport", "blue", 4), lot("Muzyka", "green", 4, right=False)]
    for row in rows:
        enter(game, host, row, command_id=row.category[:3].lower())
    assert state(game)["game"]["phase"] in ("tie", "round_over")


def to_round_over(game: LiveGame, host: Actor) -> None:
    to_tie(game, host)
    give(game, host, "break_tie", team="red", reason="dogrywka")


def to_final(game: LiveGame, host: Actor) -> None:
    to_round_over(game, host)
    assert give(game, host, "open_final", masters=MASTERS, afterwards=True).accepted


def to_duel(game: LiveGame, host: Actor) -> None:
    to_final(game, host)
    assert give(game, host, "draw", category=":one_on_one", kind="one_on_one", afterwards=True).accepted
    assert give(game, host, "open", afterwards=True).accepted


def to_the_end(game: LiveGame, host: Actor) -> None:
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")


PHASES: dict[str, tuple[Callable[[LiveGame, Actor], None], list[str]]] = {
    "ready": (lambda game, host: None, ["First round · Question 1 of 3", "between lots"]),
    "drawn": (to_drawn, ["Question 1 of 3", "The ante is paid; the bidding has not begun."]),
    "bidding": (to_bidding, ["Czerwoni lead with 13", "carried over: 0", "Pot 29"]),
    "answering": (to_answering, ["Czerwoni answer.", "Pot 29"]),
    "tie or end": (to_tie, ["Question 3 of 3"]),
    "round over": (to_round_over, ["the first round is over", "Final, question 1"]),
    "final": (to_final, ["Final · Question 1 of 3", "Mistrzowie"]),
    "duel": (to_duel, ["The duel is on", "First to buzz"]),
    "closed": (to_the_end, ["First round"]),
}


@pytest.mark.parametrize("phase", PHASES)
def test_the_sheet_from_every_phase_has_the_figures_and_no_secret(game, host, desk, phase):
    reach, said = PHASES[phase]
    reach(game, host)
    response = desk.get(f"/games/{game.pk}/paper/")
    page = text_of(response)
    assert response.status_code == 200
    for words in said:
        assert words in page, (phase, page[:700])
    for team in state(game)["game"]["teams"]:
        if team["id"] in state(game)["game"]["playing"]:
            assert f"{team['command']} {team['points']}" in page or team["out"]
    assert "sekret-" not in page and "tajne-" not in page


def test_a_question_that_the_hall_sees_stands_on_the_sheet_and_its_answer_does_not(game, host, desk):
    to_answering(game, host)
    assert give(game, host, "show_question").accepted
    page = text_of(desk.get(f"/games/{game.pk}/paper/"))
    assert page.count("tajne-") == 1 and "sekret-" not in page


def test_before_the_start_the_sheet_is_there_already(season, host_user, host, desk):
    waiting = make_auction_game(season, host_user, houses=3)
    page = text_of(desk.get(f"/games/{waiting.pk}/paper/"))
    assert "not started yet" in page and page.count("Bids, one under the other") == 5 + 2 + 5
    assert text_of(desk.get(f"/games/{waiting.pk}/afterwards/")).count("The game has not started") == 1


def test_the_saved_file_needs_nothing_else(game, desk):
    response = desk.get(f"/games/{game.pk}/paper/?format=file")
    body = response.content.decode()
    assert response["Content-Disposition"] == f'attachment; filename="sheet-{game.pk}.html"'
    assert "@page" in body and not re.search(r'(src|href)="|url\(|@import|<script', body)


def test_the_style_stands_inside_the_page_by_its_nonce(game, desk):
    response = desk.get(f"/games/{game.pk}/paper/")
    nonce = re.search(r'<style nonce="([^"]+)"', response.content.decode())
    assert nonce is not None and f"'nonce-{nonce.group(1)}'" in response["Content-Security-Policy"]


def test_without_the_extra_the_sheet_is_printed(game, desk, monkeypatch):
    monkeypatch.setattr("tournaments.pdf.find_spec", lambda name: None)
    monkeypatch.setitem(__import__("sys").modules, "weasyprint", None)
    response = desk.get(f"/games/{game.pk}/paper/?format=pdf")
    assert response.status_code == 200 and "makes no PDF" in text_of(response)


def test_the_sheet_costs_the_same_after_a_long_evening(game, host, desk):
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            desk.get(f"/games/{game.pk}/paper/")
        return len(captured)

    queries()
    before = queries()
    for number in range(5):
        give(game, host, "adjust", team="red", points=1, reason=f"korekta {'x' * number}")
    assert queries() == before


def test_two_dice_give_each_choice_its_fair_share():
    choices = [Choice(1, "a", 1, False), Choice(2, "b", 1, False), Choice(3, ":hint", 3, True)]
    cells = [cell for row in dice_table(choices) for cell in row]
    assert len(cells) == 36 and (cells.count(1), cells.count(2), cells.count(3), cells.count(None)) == (7, 7, 21, 1)
    assert dice_table([]) == () and dice_table([Choice(1, "a", 37, False)]) == ()


def test_the_price_of_a_hint_for_every_pot():
    table = dict(price_table(Parameters()))
    assert (table[0][3], table[30][5], table[300][0]) == (1, 11, 100)
    assert dict(price_table(Parameters(hint_divisor=2)))[90][9] == 49


@pytest.mark.parametrize(
    "rules", [{}, {"ante": 5, "min_raise": 4, "special_stakes": "carry", "va_banque_must_top": True}]
)
def test_the_rules_on_the_sheet_are_this_games(rules):
    session = open_session(setup_of(rules=rules, settings={"answer_seconds": 42}))
    said = " ".join(make_sheet(session, ["Film"], started=True).rules)
    assert f"puts {rules.get('ante', 3)} into" in said and "42 seconds" in said
    assert ("go to the pot" in said) == bool(rules) and ("more than the highest" in said) == bool(rules)


# --- the questions --------------------------------------------------------------------------------------------------


def test_the_questions_are_a_press_of_their_own_and_each_press_is_noted(game, host, desk):
    address = f"/games/{game.pk}/paper/questions/"
    assert desk.get(address).status_code == 405 and not AuditEntry.objects.filter(action__contains="paper").exists()
    first = text_of(desk.post(address))
    entry = AuditEntry.objects.get(action="open_questions_for_paper")
    assert entry.actor == host.key and len(entry.details["questions"]) == 6
    assert all(len(marks) <= 2 for marks in entry.details["questions"].values())
    assert first.count("sekret-") == 12 and re.sub(r"opened .*? by", "", text_of(desk.post(address))) == re.sub(
        r"opened .*? by", "", first
    )
    assert AuditEntry.objects.filter(action="open_questions_for_paper").count() == 2


def test_only_what_may_still_be_drawn_is_opened(game, host, desk):
    desk.post(f"/games/{game.pk}/paper/questions/")
    enter(game, host, lot("Film", "red", 9))
    QuestionUse.objects.create(question=question("Sport"), season=game.season, game=game)
    page = text_of(desk.post(f"/games/{game.pk}/paper/questions/"))
    assert page.count("sekret-Sport") == 1 and f"sekret-Sport-{0}" not in page


def test_the_wheel_on_the_sheet_is_the_one_that_would_be_drawn_from(game, host):
    session = load_session(fresh(game))
    sheet = make_sheet(session, wheel_choices(game=game, session=session), started=True)
    assert [choice.name for choice in sheet.choices if not choice.is_special] == list(session.categories)
    assert AuctionQuestion.objects.count() == 12 and isinstance(game.season, Season)
