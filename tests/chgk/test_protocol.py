"""The protocol of a game of the club: question by question, as the hall knew them, on a page and as a document."""

from __future__ import annotations

import html
import sys
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from chgk.protocol import Asked, Note, read_protocol
from tests.club_games import CAPTAIN, accepted, make_club_game, play_out
from tournaments.models import LiveGame
from tournaments.services.games import finish_game
from tournaments.services.interruptions import resume_game, suspend_game
from tournaments.services.replay_log import load_session

pytestmark = pytest.mark.django_db
PARTS = ("text", "answer", "accepted", "rejected", "comment", "source")
INNER = ("accepted", "rejected")


@pytest.fixture
def club(season, host_user) -> LiveGame:
    return make_club_game(season, host_user)


@pytest.fixture
def desk(host_user) -> Client:
    browser = Client()
    browser.force_login(host_user)
    return browser


def page(browser: Client, game: LiveGame, **query: str) -> str:
    response = browser.get(reverse("chgk:protocol", args=[game.pk]), query)
    assert response.status_code == 200
    return html.unescape(response.text)


def fresh(game: LiveGame) -> LiveGame:
    return LiveGame.objects.get(pk=game.pk)


def on_stage(game: LiveGame) -> int:
    sheet = load_session(fresh(game)).stage.sheet
    assert sheet is not None
    return sheet.number


def known(text: str) -> set[tuple[str, int]]:
    return {(part, number) for part in PARTS for number in range(1, 12) if f"{part}-{number}-{part}" in text}


def test_until_the_end_it_is_its_hosts_and_tells_them_no_more_than_the_hall(club, host, desk) -> None:
    address = reverse("chgk:protocol", args=[club.pk])
    assert Client().get(address).status_code == 404
    assert "Nothing has happened yet." in page(desk, club)
    accepted(club, host, "ask")
    number = on_stage(club)
    assert known(page(desk, club)) == set() and "It was not read out." in page(desk, club)
    accepted(club, host, "show_question")
    assert known(page(desk, club)) == {("text", number)}
    accepted(club, host, "clock", action="start")
    accepted(club, CAPTAIN, "answer", text="сказано-за-столом")
    assert known(page(desk, club)) == {("text", number)} and "It waits for its verdict." in page(desk, club)
    accepted(club, host, "judge", correct=True)
    assert known(page(desk, club)) == {(part, number) for part in PARTS if part not in INNER}
    accepted(club, host, "undo")
    assert known(page(desk, club)) == {("text", number)}
    assert Client().get(address).status_code == 404


def test_a_game_with_everything_is_told_in_its_order(club, host, desk) -> None:
    accepted(club, host, "ask")
    accepted(club, host, "undo")
    accepted(club, host, "ask", reason="стол не готов")
    accepted(club, host, "show_question")
    accepted(club, host, "clock", action="start")
    accepted(club, CAPTAIN, "name_answerer", player="c2")
    accepted(club, host, "answer", text="верно")
    accepted(club, host, "judge", correct=False)
    first = on_stage(club)
    accepted(club, host, "set_captain", player="c3", reason="Вера вышла")
    accepted(club, host, "ask")
    accepted(club, host, "remove_question", reason="ответ услышали")
    accepted(club, host, "rule", question=first, verdict="accept", reason="дуаль")
    play_out(club, host, "TT")
    accepted(club, host, "take_deciding_round", for_captain="сказано вслух")
    assert suspend_game(game_id=club.pk, reason="погас свет", actor=host).accepted
    assert resume_game(game_id=club.pk, actor=host).accepted
    play_out(club, host, "T")
    assert finish_game(game_id=club.pk, actor=host).accepted

    told = read_protocol(fresh(club))
    asked = [entry for entry in told.entries if isinstance(entry, Asked)]
    notes = [entry for entry in told.entries if isinstance(entry, Note)]
    assert [(one.mark, one.score) for one in asked] == [
        ("authors", "0:1"), ("removed", "0:1"), ("team", "2:0"), ("team", "3:0"), ("team", "4:0")
    ]  # fmt: skip
    assert [one.place for one in asked] == [1, 2, 3, 4, 5] and asked[4].worth == "4 points"
    assert (asked[0].said, asked[0].answerer, asked[0].redrawn) == ("верно", "Глеб", "стол не готов")
    assert asked[0].rulings == [f"Ruling on question {first}: the answer counts (дуаль)"]
    assert asked[0].captain == "" and asked[1].captain == "Дина" and asked[1].reason == "ответ услышали"
    assert "text" not in asked[1].sheet and "answer" not in asked[1].sheet
    assert [(note.undone, note.score) for note in notes] == [
        (True, ""), (False, ""), (False, "1:0"), (False, "0:0"), (False, ""), (False, "")
    ]  # fmt: skip
    assert "погас свет" in notes[4].text and told.title == "Victory: Львы"
    text = page(Client(), club)
    assert "ответ услышали" in text and "сказано вслух" in text and "Victory: Львы." in text
    assert not {part for part, _number in known(text)} & set(INNER)
    assert text.count('data-testid="asked-') == 5 and "Автор" in text


def test_a_game_closed_with_a_question_open_says_so(club, host) -> None:
    play_out(club, host, "A")
    accepted(club, host, "ask")
    assert finish_game(game_id=club.pk, actor=host, reason="зал закрыт").accepted
    text = page(Client(), club)
    assert "There was no verdict." in text and "зал закрыт" in text and "The game is not decided." in text


def test_what_is_typed_stays_text(club, host, desk) -> None:
    accepted(club, host, "ask")
    accepted(club, host, "show_question")
    accepted(club, CAPTAIN, "answer", text="<script>alert(1)</script>")
    accepted(club, host, "judge", correct=False)
    response = desk.get(reverse("chgk:protocol", args=[club.pk]))
    assert "<script>alert" not in response.text and "&lt;script&gt;alert" in response.text


def test_as_a_document_or_with_a_word_about_printing(club, host, monkeypatch: Any) -> None:
    play_out(club, host, "TTTT")
    assert finish_game(game_id=club.pk, actor=host).accepted
    given: list[str] = []

    def make(text: str) -> bytes:
        given.append(text)
        return b"%PDF-1.7"

    monkeypatch.setattr("tournaments.views.protocols.make_pdf", make)
    response = Client().get(reverse("chgk:protocol", args=[club.pk]), {"format": "pdf"})
    assert response["Content-Type"] == "application/pdf"
    assert given[0].count('data-testid="asked-') == 4 and "<script" not in given[0]
    monkeypatch.undo()
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    assert "makes no PDF" in page(Client(), club, format="pdf")


def test_it_asks_the_same_however_long_the_game(club, host, django_assert_num_queries) -> None:
    play_out(club, host, "T")
    with django_assert_num_queries(3):
        read_protocol(club)
    play_out(club, host, "AAT")
    with django_assert_num_queries(3):
        read_protocol(club)


def test_how_many_were_asked_is_not_how_many_count(club, host, desk) -> None:
    """A removed question was asked, and is no question of the game: the two numbers have two names."""
    accepted(club, host, "ask")
    accepted(club, host, "remove_question", reason="ответ услышали")
    play_out(club, host, "AAAA")
    text = page(desk, club)
    assert "5 questions asked" in text and "4 questions in all" in text
