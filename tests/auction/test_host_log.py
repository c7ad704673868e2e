"""The host's log says what each command brought about, and so do undo, redo and the note to the hall."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from auction.panels.around import read_around
from auction.panels.context import Around
from tests.auction.stage_round import ROUND, bid, draw
from tests.auction.test_records import play_round
from tournaments.models import LiveGame, Season
from tournaments.rules.audience import Audience
from tournaments.services.actors import Actor
from tournaments.services.replay_log import load_session

pytestmark = pytest.mark.django_db
UNDO, REDO = {"do": "undo"}, {"do": "redo"}


def read(season: Season, host: Actor, commands: list[dict[str, Any]]) -> Around:
    game = play_round(season, host, commands, finish=False)
    return read_around(LiveGame.objects.get(pk=game.pk), load_session(game), "console", Audience("host"))


def log(season: Season, host: Actor, commands: list[dict[str, Any]]) -> list[str]:
    """The lines, the oldest first."""
    return [line.text for line in reversed(read(season, host, commands).feed)][-len(commands) :]


def test_calls_sales_reprimands_and_verdicts(season: Season, host: Actor) -> None:
    said = log(season, host, ROUND[:28])
    assert said[5:9] == [
        "Going once",
        "Going twice",
        "Sold: Niebiescy 12; reprimand: Żółci; excused: Zieloni",
        "Niebiescy: Gracz 2 Niebiescy answers",
    ]
    assert said[16] == "Wrong: Niebiescy; 28 stay in the pot"
    assert said[20] == "Bidding closed: nobody bid; reprimand: Czerwoni, Niebiescy; Żółci −5, §16; excused: Zieloni"
    assert said[27].startswith("Right: Zieloni +")


def test_corrections_give_their_reason(season: Season, host: Actor) -> None:
    assert log(season, host, ROUND[:35])[-2:] == [
        "Correction: Czerwoni +2 (pomyłka)",
        "Back in the game: Żółci (powrót)",
    ]


def test_the_end_of_the_round_names_the_finalist(season: Season, host: Actor) -> None:
    assert "; into the final: " in log(season, host, ROUND)[-1]


def test_a_draw_that_ended_the_round_does_not_read_as_drawn(season: Season, host: Actor) -> None:
    poor = [{"do": "adjust", "team": team, "points": -49, "reason": "pomyłka"} for team in ("yellow", "blue", "green")]
    last = log(season, host, [*poor, draw(1)])[-1]
    assert last == (
        "Nothing drawn: the round is over; out of the game: Żółci, Niebiescy, Zieloni; into the final: Czerwoni; "
        "Only Czerwoni can still pay the ante, so nothing more is drawn"
    )


def test_undo_and_redo_say_of_what(season: Season, host: Actor) -> None:
    lot = [draw(1), {"do": "open"}, bid("red", 5), {"do": "close"}]
    sold = "Sold: Czerwoni 5; reprimand: Żółci, Niebiescy, Zieloni"
    undone = read(season, host, [*lot, UNDO])
    assert undone.feed[0].text == f"Undone: {sold}"
    assert (undone.undo, undone.redo) == ("Czerwoni 5", sold)
    assert undone.undone == f"Taken back: {sold}"
    redone = read(season, host, [*lot, UNDO, REDO])
    assert redone.feed[0].text == f"Done again: {sold}"
    assert redone.undo == sold


def test_the_hall_does_not_read_the_reason_of_what_was_taken_back(season: Season, host: Actor) -> None:
    correction = {"do": "adjust", "team": "red", "points": 2, "reason": "pomyłka"}
    assert read(season, host, [correction, UNDO]).undone == "Taken back: Correction: Czerwoni +2 (…)"


def test_a_refused_command_reads_as_what_was_tried(season: Season, host: Actor) -> None:
    from tests.playing import give

    game = play_round(season, host, ROUND[:3], finish=False)
    assert not give(game, host, "judge", correct=True).accepted
    feed = read_around(LiveGame.objects.get(pk=game.pk), load_session(game), "console", Audience("host")).feed
    assert feed[0].text == "Verdict: right" and feed[0].refused


def test_the_number_of_queries_does_not_grow_with_the_log(season: Season, host: Actor) -> None:
    counts = []
    for repeats in (1, 15):
        game = play_round(season, host, [draw(1), {"do": "open"}, *([bid("red", 4), UNDO] * repeats)], finish=False)
        game, session = LiveGame.objects.get(pk=game.pk), load_session(game)
        with CaptureQueriesContext(connection) as queries:
            read_around(game, session, "console", Audience("host"))
        counts.append(len(queries))
    assert counts[0] == counts[1]
