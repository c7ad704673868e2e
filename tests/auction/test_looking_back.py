"""The replay, the protocol and the chart of a game that is over: what the hall saw, who did what, how it went."""

from __future__ import annotations

import html
import json
import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from auction.chart import HEIGHT, TOP, WIDTH, Look, looks_of, make_chart
from auction.panels import build_panels
from auction.panels.around import game_addresses
from auction.panels.context import Around
from auction.protocol import read_protocol
from auction.rules.accounts import Accounts
from auction.rules.special import on_the_wheel
from auction.services.history import History, LotEnd, read_history
from auction.services.records import import_record, read_upload
from auction.views.replay import PANELS, replay_panels
from tests.auction.stage_round import ROUND, bid, draw, text_of
from tests.auction.test_panel_secrets import secrets
from tests.auction.test_records import GOLDEN, play_on, play_round
from tournaments.models import GameCommand, LiveGame, Season, User
from tournaments.rules.audience import Audience
from tournaments.selectors.undone import Undone
from tournaments.services.actors import Actor
from tournaments.services.replay_log import load_session, replay_game
from tournaments.services.replay_moves import count_moves, moment_after

pytestmark = pytest.mark.django_db
UNDONE = [
    *ROUND[:5],
    {"do": "undo"},
    *ROUND[4:20],
    {"do": "undo"},
    {"do": "undo"},
    {"do": "redo"},
    {"do": "redo"},
    *ROUND[20:],
]


@pytest.fixture
def game(season: Season, host: Actor) -> LiveGame:
    return play_round(season, host, UNDONE)


# --- the replay -----------------------------------------------------------------------------------------------------


def test_every_move_of_the_replay_is_the_fold_of_the_moves_before_it(game: LiveGame) -> None:
    plain = replay_game(game)
    assert count_moves(game) == len(ROUND)
    ends = [0]
    for place, entry in enumerate(plain.entries, 1):
        if place == len(plain.entries) or plain.entries[place].command_pk != entry.command_pk:
            ends.append(place)
    for number, end in enumerate(ends):
        moment = moment_after(game, number)
        assert moment.state == plain.plain[end], number
        assert moment.before == plain.plain[ends[max(0, number - 1)]], number
        assert (moment.command is None) == (number == 0)
    for number in (-1, len(ROUND) + 1):
        with pytest.raises(IndexError):
            moment_after(game, number)


def test_blocks_that_the_cache_has_lost_are_folded_again(game: LiveGame, monkeypatch: Any) -> None:
    monkeypatch.setattr("tournaments.services.replay_moves.BLOCK", 7)
    whole = [moment_after(game, number).state for number in range(len(ROUND) + 1)]
    count_moves(game)
    kept = [key.removeprefix(":1:") for key in cache._cache]  # type: ignore[attr-defined]
    cache.delete_many([key for key in kept if key.startswith("moves:") and key.endswith((":0", ":3"))])
    assert [moment_after(game, number).state for number in range(len(ROUND) + 1)] == whole


def test_the_replay_draws_the_halls_own_panels(game: LiveGame, client: Client) -> None:
    """Move by move the page holds what the spectator's panels say of that state, and nothing that was secret then."""
    for number in range(len(ROUND) + 1):
        moment = moment_after(game, number)
        panels = replay_panels(game, moment)
        session = moment.state
        leaked = [one for one in secrets(session) if re.search(rf"{re.escape(one)}(?!\d)", text_of(panels))]
        assert not leaked, (number, leaked)
        if session.stage.clock is None:
            left = [name for name in session.categories if name not in session.game.drawn]
            wheel = on_the_wheel(session.game, session.specials, left)
            around = Around(game_id=game.pk, title=game.title, seq=number, wheel=wheel, links=game_addresses(game))
            hall = build_panels(session, "spectator", Audience("public"), around)
            assert panels == {name: hall[name] for name in PANELS}
        answer = client.get(f"/games/{game.pk}/replay/?move={number}", headers={"accept": "application/json"}).json()
        assert answer["move"] == number
        assert answer["panels"] == panels


def test_the_replay_wears_what_the_hall_wears(game: LiveGame, client: Client) -> None:
    """It shows the hall's own panels: without a sheet of the spectator's page the wheel is a black disc."""
    pages = [client.get(f"/games/{game.pk}/{path}").content.decode() for path in ("", "replay/")]
    hall, replay = (re.findall(r'rel="stylesheet" href="[^"]*?css/([a-z-]+)', page) for page in pages)
    assert "stage-parts" in hall and [sheet for sheet in hall if sheet not in replay] == []


def test_a_clock_that_ran_stands_still_in_the_replay(game: LiveGame) -> None:
    number = next(n for n in range(len(ROUND)) if ROUND[n].get("action") == "start") + 1
    head = "".join(replay_panels(game, moment_after(game, number)).values())
    assert 'data-remaining="15000"' in head and "data-deadline" not in head


def test_the_page_leads_to_its_neighbours(game: LiveGame, client: Client) -> None:
    page = client.get(f"/games/{game.pk}/replay/?move=3").content.decode()
    assert f"Move 3 of {len(ROUND)}" in page
    for to, key in ((0, "Home"), (2, "ArrowLeft"), (4, "ArrowRight"), (len(ROUND), "End")):
        assert re.search(rf'href="\?move={to}" data-go="{to}" data-key="{key}"', page)
    first, last = (client.get(f"/games/{game.pk}/replay/?move={n}").content.decode() for n in (0, len(ROUND)))
    assert first.count('aria-disabled="true"') == last.count('aria-disabled="true"') == 2


@pytest.mark.parametrize(
    ("asked", "shown"), [("", 0), ("abc", 0), ("-3", 0), ("٣", 0), ("9" * 400, len(ROUND)), ("1e3", 0), (" 4 ", 4)]
)
def test_an_odd_move_shows_a_move_there_is(game: LiveGame, client: Client, asked: str, shown: int) -> None:
    response = client.get(f"/games/{game.pk}/replay/", {"move": asked})
    assert f"Move {shown} of" in response.content.decode()


def test_there_is_no_replay_before_the_end(season: Season, host: Actor, host_user: User, client: Client) -> None:
    game = play_round(season, host, ROUND[:9], finish=False)
    game.hosts.add(host_user)
    assert client.get(f"/games/{game.pk}/replay/").status_code == 404
    client.force_login(host_user)
    assert client.get(f"/games/{game.pk}/replay/").status_code == 404


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_imported_games_can_be_replayed_and_read(path: Any, season: Season, host: Actor, client: Client) -> None:
    recording = read_upload(path.read_bytes())
    game = import_record(recording=recording, season=season, title="", host=None, actor=host).game
    for number in range(count_moves(game) + 1):
        assert client.get(f"/games/{game.pk}/replay/?move={number}").status_code == 200
    page = client.get(f"/games/{game.pk}/protocol/").content.decode()
    assert page.count("protocol-line") == len(recording.entries)
    assert page.count("refused:") == len(recording.refused)


# --- the protocol ---------------------------------------------------------------------------------------------------


def lines_of(game: LiveGame, **options: Any) -> list[Any]:
    options = {"points_only": False, **options}
    return read_protocol(game, looks_of(load_session(game)), read_history(game), **options)[1]


def test_the_protocol_says_who_undid_what(game: LiveGame, client: Client) -> None:
    undone = [line for line in lines_of(game) if line.is_undone]
    assert [line.text for line in undone] == ["Niebiescy 12"]
    assert undone[0].undone_by == "Ela Sowa"
    page = client.get(f"/games/{game.pk}/protocol/").content.decode()
    assert "<s>Niebiescy 12</s>" in page and "undone by Ela Sowa" in page
    assert page.count("<s>") == 1


def test_the_protocol_adds_up(game: LiveGame) -> None:
    """What each line moved, summed up, is what the game ended with, undone moves and undos included."""
    final = {team.id: team.points for team in load_session(game).game.teams}
    sums = dict.fromkeys(final, 50)
    for line in lines_of(game):
        for one in line.moved:
            sums[one.team.id] += int(one.points.replace("\N{MINUS SIGN}", "-"))
    assert sums == final


def test_refused_commands_stand_in_it_with_their_paragraph(season: Season, host: Actor) -> None:
    from tests.playing import give

    game = play_round(season, host, ROUND[:5], finish=False)
    assert not give(game, host, "bid", team="red", points=12).accepted
    line = lines_of(game)[-1]
    assert (line.paragraph, line.moved) == ("11", ())
    assert "too low" in line.refused and line.rules_url.endswith("#p11")


def test_what_the_loop_itself_refused_is_said_in_words(season: Season, host: Actor) -> None:
    from tests.playing import give

    game = play_round(season, host, ROUND[:5], finish=False)
    assert not give(game, host, "redo").accepted
    line = lines_of(game)[-1]
    assert (line.refused, line.paragraph, line.rules_url) == ("There is nothing to redo.", "", "")


def test_only_what_moved_points(game: LiveGame, client: Client) -> None:
    lines = lines_of(game, points_only=True)
    assert lines and all(line.moved or line.pot for line in lines)
    whole = [line.number for line in lines_of(game) if line.moved or line.pot]
    assert [line.number for line in lines] == whole
    assert client.get(f"/games/{game.pk}/protocol/?show=points").content.decode().count("protocol-line") == len(whole)


def test_long_protocols_come_in_pages(game: LiveGame, client: Client, monkeypatch: Any) -> None:
    monkeypatch.setattr("auction.views.protocol.LINES_ON_A_PAGE", 20)
    first = client.get(f"/games/{game.pk}/protocol/").content.decode()
    last = client.get(f"/games/{game.pk}/protocol/?page=99").content.decode()
    assert first.count("protocol-line") == 20 and 'rel="next"' in first and 'rel="prev"' in last


def test_the_hosts_own_copy_tells_nothing_too_early(season: Season, host: Actor, host_user: User) -> None:
    browser = Client()
    browser.force_login(host_user)
    game = play_round(season, host, [], finish=False)
    game.hosts.add(host_user)
    for number in range(1, len(ROUND) + 1):
        game = play_on(game, host, ROUND[number - 1 : number], number - 1)
        pages = [browser.get(f"/games/{game.pk}/{page}").content.decode() for page in ("protocol/", "record/")]
        session = load_session(game)
        seen = {key for one in read_history(game).questions.values() for value in one.values() for key in _flat(value)}
        for secret in secrets(session):
            if secret not in seen:
                assert not any(re.search(rf"{re.escape(secret)}(?!\d)", html.unescape(page)) for page in pages), number


def _flat(value: Any) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else [str(value)]


def test_questions_stand_in_the_protocol_once_they_were_public(game: LiveGame, client: Client) -> None:
    page = html.unescape(client.get(f"/games/{game.pk}/protocol/").content.decode())
    assert "tekst-1" in page and "odpowiedź-1" in page and "nie wiem" in page
    assert not re.search(r"tekst-2(?!\d)", page) and "uznana" not in page


def test_strangers_see_no_protocol_before_the_end(season: Season, host: Actor, client: Client) -> None:
    game = play_round(season, host, ROUND[:9], finish=False)
    assert client.get(f"/games/{game.pk}/protocol/").status_code == 404
    assert client.get(f"/games/{game.pk}/protocol/?format=pdf").status_code == 404


def test_the_number_of_queries_does_not_grow_with_the_game(season: Season, host: Actor, client: Client) -> None:
    lot = [bid("red", 4), {"do": "undo"}]
    games = [
        play_round(season, host, [draw(1), {"do": "open"}, *(lot * repeats), *ROUND[4:20]])
        for repeats in (5, 140)  # some 30 and 300 commands
    ]
    for page in ("protocol/", "protocol/?show=points", "replay/?move=20"):
        counts = []
        for game in games:
            cache.clear()
            for _ in range(2):  # the second time with what the first has kept
                with CaptureQueriesContext(connection) as queries:
                    assert client.get(f"/games/{game.pk}/{page}").status_code == 200
            counts.append(len(queries))
        assert counts[0] == counts[1] <= 8, page


def test_an_undo_inside_a_longer_one_is_told_apart(season: Season, host: Actor) -> None:
    commands = [*ROUND[:5], {"do": "undo"}, bid("blue", 20), {"do": "undo"}, {"do": "undo"}]
    game = play_round(season, host, commands, finish=False)
    undone = Undone(game)
    rows = list(GameCommand.objects.filter(game=game).exclude(command__do__startswith="x-").order_by("pk"))
    by = [undone.by(row.first_seq) for row in rows]
    assert [row.pk if row else None for row in by] == [
        None, None, None, rows[8].pk, rows[5].pk, None, rows[7].pk, None, None
    ]  # fmt: skip


# --- the chart ------------------------------------------------------------------------------------------------------


def test_the_chart_ends_where_the_game_did(game: LiveGame, client: Client) -> None:
    history, teams = read_history(game), looks_of(load_session(game))
    chart = make_chart(history, teams)
    assert {line.team.id: line.points for line in chart.lines} == {
        team.id: team.points for team in load_session(game).game.teams
    }
    assert [row.lot.category for row in chart.rows if row.lot] == [f"Kategoria {n}" for n in range(1, 7)]
    assert chart.rows[0].points == (50, 50, 50, 50)
    assert len({line.dashes for line in chart.lines}) == 4
    page = client.get(f"/games/{game.pk}/protocol/").content.decode()
    found = re.search(r"<svg class=\"chart-drawing\".*?</svg>", page, re.DOTALL)
    assert found is not None
    drawing = ET.fromstring(found[0])
    assert not [one for one in drawing.iter() if "style" in one.attrib]
    letters = [one.text for one in drawing.iter() if one.attrib.get("class") == "chart-letter"]
    assert set(letters) == {"R", "Y", "B", "G"}


@pytest.mark.parametrize("points", [0, 1, 7, 50, 199, 10**6, 10**900])
@pytest.mark.parametrize("moves", [0, 1, 3, 5000])
def test_any_game_can_be_drawn(points: int, moves: int) -> None:
    course = tuple(Accounts({"a": points if n % 2 else 0, "b": points}, points, 0) for n in range(moves + 1))
    lots = tuple(LotEnd(n, 1, f"K{n}", "question") for n in range(1, moves + 1))
    teams = [Look("a", "A", "#ffffff", "A"), Look("b", "B", "", "B")]
    chart = make_chart(History(course, lots, {}, {}), teams)
    assert 2 <= len(chart.levels) <= 8
    for line in chart.lines:
        assert TOP <= line.end_y <= HEIGHT and TOP <= line.label_y <= HEIGHT
        assert all(0 <= int(number) <= WIDTH for number in re.findall(r"\d+", line.path))
        assert len(line.path) < 60_000
    assert abs(chart.lines[0].label_y - chart.lines[1].label_y) >= 20


def test_pages_of_odd_names_stay_whole(season: Season, host: Actor, client: Client) -> None:
    from tests.auction.test_panels import POISONED

    header = {
        "record": "auction", "version": 1, "title": "<b>{{ 7|add:7 }}</b>",
        "teams": [
            {"id": f"<{key}>", "command": name, "emblem": "<i>", "colour": "red;}"} for key, name in POISONED.items()
        ],
    }  # fmt: skip
    text = json.dumps(header) + '\n{"do": "draw", "category": "<b>Film</b>"}\n{"do": "<b>", "team": ["<b>"]}\n'
    game = import_record(recording=read_upload(text.encode()), season=season, title="", host=None, actor=host).game
    for page in ("replay/", "replay/?move=1", "protocol/", ""):
        content = client.get(f"/games/{game.pk}/{page}").content.decode()
        assert "<b>" not in content and "<i>" not in content and ">14<" not in content and "red;}" not in content


def test_a_page_stands_before_its_stream_does(game: LiveGame, client: Client) -> None:
    """Panels on the page are HTML, not its source: whoever waits for the stream, or has none, reads a page."""
    for page in ("", "screen/", "replay/"):
        content = client.get(f"/games/{game.pk}/{page}").content.decode()
        assert "&lt;span" not in content and "<span hidden data-stage-state" in content
    assert 'data-testid="replay-link"' in client.get(f"/games/{game.pk}/").content.decode()
