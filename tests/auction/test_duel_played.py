"""One on one, §25, in the database: its draws, its buzzers, its settlement, undo, its record."""

from __future__ import annotations

import datetime
import json
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from auction.models import AuctionQuestion
from auction.panels import build_panels
from auction.panels.around import read_around
from auction.rules.duel import MOST_CATEGORIES, WINDOW
from auction.rules.record import replay_lines
from auction.rules.recorded import read_recording
from auction.services.duel import settle_buzz
from auction.services.history import record_of
from auction.services.records import import_record
from tests.auction.duel_games import CATEGORIES, DuelGame, duel
from tests.playing import code_of
from tournaments import records
from tournaments.models import GameCommand, LiveGame
from tournaments.rules.audience import Audience
from tournaments.services.access_links import issue_link, link_token
from tournaments.services.games import finish_game
from tournaments.services.replay_log import find_differences

pytestmark = [pytest.mark.django_db, pytest.mark.database]
__all__ = ["duel"]


def last(played: DuelGame, do: str) -> dict[str, Any]:
    command: dict[str, Any] = GameCommand.objects.filter(game=played.game, command__do=do).latest("pk").command
    return command


def is_whole(played: DuelGame) -> bool:
    return find_differences(LiveGame.objects.get(pk=played.game.pk)) == []


# --- chance --------------------------------------------------------------------------------------------------------


def test_chance_picks_seven_categories_not_yet_played_and_the_starter(duel):
    command = last(duel.drawn(), "draw")
    assert [proof["of"] for proof in command["draws"]] == ["category", *["duel_category"] * MOST_CATEGORIES, "starter"]
    assert command["category"] == ":one_on_one" and "question" not in command
    categories = command["duel"]["categories"]
    assert len(set(categories)) == 7 and set(categories) <= set(CATEGORIES)
    assert command["draws"][-1]["choices"] == ["masters", "red"]
    assert duel.duel.sides[0] == command["duel"]["starter"]


def test_there_are_fewer_categories_where_fewer_have_a_question_left(duel):
    AuctionQuestion.objects.exclude(category__name__in=CATEGORIES[:2]).update(is_active=False)
    assert set(duel.drawn().duel.categories) == set(CATEGORIES[:2])
    AuctionQuestion.objects.update(is_active=False)
    duel.named().struck()
    assert code_of(duel.give("open")) == "no_question_left"


def test_the_question_is_drawn_when_one_category_is_left_and_never_before(duel):
    duel.drawn()
    assert code_of(duel.give("open")) == "strikes_missing"
    duel.named().struck()
    assert not any("tajne-" in json.dumps(row.command) for row in GameCommand.objects.filter(command__do="strike"))
    command = last(duel.do("open"), "open")
    assert command["category"] == duel.duel.left == command["question"]["category"]
    assert [proof["of"] for proof in command["draws"]] == ["question"]


def test_every_draw_of_a_duel_can_be_checked(duel):
    duel.armed()
    assert duel.press("red").accepted
    duel.do("settle_buzz").do("judge", correct=True)
    finish_game(game_id=duel.game.pk, actor=duel.host, reason="dość na dziś")
    lines = record_of(LiveGame.objects.get(pk=duel.game.pk))
    assert records.check(lines).findings == ()
    other = [line.replace('"starter": "red"', '"starter": "masters"') for line in lines]
    other = [line.replace('"starter": "masters"', '"starter": "red"') for line in lines] if other == lines else other
    assert [finding.code for finding in records.check(other).findings] == ["not_what_was_drawn"]


def test_opening_again_after_an_undo_needs_a_reason_and_draws_anew(duel):
    duel.drawn().named().struck().do("open").do("undo")
    assert code_of(duel.give("open")) == "redraw_needs_reason"
    duel.do("open", reason="za wcześnie")
    assert last(duel, "open")["draws"][0]["n"] == 11


# --- the buzzers ---------------------------------------------------------------------------------------------------


def test_a_press_comes_by_the_door_from_the_duellists_seat_alone(duel, host_user):
    duel.armed()
    players = next(seat.players for seat in duel.session.seats if seat.team == "red")
    named, other = (
        issue_link(game_id=duel.game.pk, role="player", team="red", player=player, actor=duel.host)
        for player in (duel.duel.duellists["red"], players[2].id)
    )
    for number, (link, status) in enumerate([(other, 422), (named, 200), (named, 422)]):
        phone = Client(headers={"Accept": "application/json"})
        phone.get(f"/join/{link_token(link)}/")
        fields = {"seat": link.pk, "do": "press", "pressed_at": "x", "uncertainty": "", "command_id": f"c{number}"}
        assert phone.post(f"/games/{duel.game.pk}/do/", fields).status_code == status
    host = Client(headers={"Accept": "application/json"})
    host.force_login(host_user)
    fields = {"seat": "host", "do": "press", "team": "red", "command_id": "h1"}
    answer = host.post(f"/games/{duel.game.pk}/do/", fields)
    assert answer.status_code == 422 and "Only the duellists press" in answer.json()["sentence"]


def test_sowa_settles_what_belongs_to_its_press_and_nothing_else(duel):
    duel.armed()
    assert duel.press("red").accepted
    first = duel.duel.presses[0].at
    assert not settle_buzz(game_id=duel.game.pk, first=first - 1)
    refused = GameCommand.objects.filter(accepted=False).count()
    duel.do("undo").do("open_buzzers")
    assert not settle_buzz(game_id=duel.game.pk, first=first) and duel.duel.presses == ()
    assert duel.press("masters").accepted
    assert not settle_buzz(game_id=duel.game.pk, first=first)
    assert GameCommand.objects.filter(accepted=False).count() == refused  # nothing in the host's log either
    assert duel.duel.is_collecting and is_whole(duel)


def test_a_killed_process_leaves_a_press_that_the_host_settles(duel):
    duel.at = timezone.now() - datetime.timedelta(minutes=2)
    duel.armed()
    assert duel.press("red").accepted  # no timer runs here: the transaction of the test never ends
    game = LiveGame.objects.get(pk=duel.game.pk)
    around = read_around(game, duel.session, "console", Audience("host"))
    panels = build_panels(duel.session, "console", Audience("host"), around)
    assert "settle_buzz" in " ".join(panels.values())
    for do in ("no_answer", "repeat_buzz", "open_buzzers"):
        assert not duel.give(do, wait=0).accepted
    duel.do("settle_buzz", wait=WINDOW)
    assert duel.answering == "red" and is_whole(duel)


def test_the_hosts_log_is_silent_about_a_press_until_it_is_decided(duel):
    duel.armed()

    def feed() -> list[str]:
        game = LiveGame.objects.get(pk=duel.game.pk)
        return [line.text for line in read_around(game, duel.session, "console", Audience("host")).feed]

    before = feed()
    assert duel.press("red").accepted and not duel.press("red", wait=1).accepted
    assert feed() == before
    duel.do("settle_buzz")
    assert "Czerwoni first to buzz" in feed()


@pytest.mark.parametrize(
    ("screen", "audience"),
    [("console", "host"), ("captain", "captain:masters"), ("player", "player:masters"), ("spectator", "public"),
     ("projector", "public")],
)  # fmt: skip
def test_no_other_screen_shows_a_press_before_it_is_decided(duel, screen, audience):
    duel.armed()
    viewer = Audience.parse(audience)

    def panels() -> dict[str, str]:
        game, session = LiveGame.objects.get(pk=duel.game.pk), duel.session
        around = replace(read_around(game, session, screen, viewer), now=0, seq=0)
        return build_panels(session, screen, viewer, around)

    before = panels()
    assert duel.press("red").accepted
    after = panels()
    assert {name for name in before if before[name] != after[name]} == set()


def test_a_duel_begun_on_paper_is_judged_by_the_hosts_ear(duel):
    paper = {"category": ":one_on_one", "kind": "one_on_one", "afterwards": True}
    duel.do("draw", **paper).do("open", category=CATEGORIES[3], afterwards=True)
    game, session = LiveGame.objects.get(pk=duel.game.pk), duel.session
    assert session.stage.duel is None
    panels = build_panels(session, "console", Audience("host"), read_around(game, session, "console", Audience("host")))
    assert all(f'data-testid="buzz-{team}"' in " ".join(panels.values()) for team in ("red", "masters"))
    assert duel.do("buzz", team="masters").answering == "masters" and is_whole(duel)


def test_undo_in_every_step_of_a_duel(duel):
    duel.drawn().named().struck().do("open").do("show_question").do("open_buzzers")
    assert duel.press("masters").accepted and duel.press("red", wait=5).accepted
    assert duel.duel.is_tie
    duel.do("repeat_buzz").do("open_buzzers")
    assert duel.press("red").accepted
    duel.do("settle_buzz").do("judge", correct=False)
    snapshots = []
    while duel.session.game.phase != "round_over":
        undone = duel.give("undo")
        assert undone.accepted and is_whole(duel)
        session = duel.session
        assert session.stage.duel is None or session.stage.duel.is_tie or session.stage.duel.go_at is None or (
            session.game.phase == "answering"
        )  # fmt: skip
        snapshots.append(session)
    while duel.give("redo").accepted:
        assert is_whole(duel)
    assert duel.session.game.played == 1 and len(snapshots) > 14


# --- the record ----------------------------------------------------------------------------------------------------


def play_a_whole_duel(duel: DuelGame) -> list[str]:
    duel.drawn().named().struck().do("open").do("show_question")
    assert duel.press("red").accepted  # false start
    duel.do("open_buzzers", wait=2000)
    assert duel.press("masters").accepted and duel.press("red", wait=3).accepted
    duel.do("repeat_buzz").do("open_buzzers")
    assert duel.press("masters").accepted
    assert duel.press("red", wait=200, pressed_at=int(duel.at.timestamp() * 1000) + 100, uncertainty=120).accepted
    assert duel.answering == "masters"
    duel.do("answer", actor=duel.phone("masters"), team="masters", text="nie wiem").do("judge", correct=False)
    finish_game(game_id=duel.game.pk, actor=duel.host, reason="dość na dziś")
    return record_of(LiveGame.objects.get(pk=duel.game.pk))


def test_the_record_of_a_duel_replays_with_nothing_refused_and_comes_in_again(duel, season, host_user):
    lines = play_a_whole_duel(duel)
    dos = [json.loads(line).get("do") for line in lines]
    assert dos[dos.index("buzz") - 1] == "x-press" and dos.count("buzz") == 1
    state = replay_lines(lines).state
    assert state["refused"] == [] and state["phase"] == "finished" and state["played"] == 1
    assert state["teams"]["masters"]["points"] == duel.session.game.team("masters").points
    recording = read_recording(lines)
    assert not recording.refused and recording.session.game == duel.session.game
    finish = import_record(recording=recording, season=season, title="", host=host_user, actor=duel.host)
    again = record_of(finish.game)
    assert read_recording(again).digest == recording.digest
    assert [json.loads(line).get("do") for line in again[1:]] == dos[1:]
    assert find_differences(finish.game) == []


def test_a_settled_press_stands_in_the_record_with_its_buzz(duel):
    duel.armed()
    assert duel.press("red").accepted
    duel.do("settle_buzz").do("judge", correct=True)
    lines = record_of(LiveGame.objects.get(pk=duel.game.pk))
    dos = [json.loads(line).get("do") for line in lines]
    assert dos[dos.index("x-settle_buzz") + 1] == "buzz" and replay_lines(lines).state["refused"] == []
    session = read_recording(lines).session
    assert session.game == duel.session.game


def test_an_undo_while_the_buzzers_are_open_closes_them_in_log_and_record(duel, season, host_user):
    duel.armed().do("adjust", team="red", points=1, reason="pomyłka").do("undo")
    assert duel.duel.go_at is None and is_whole(duel)
    assert duel.press("masters").accepted  # the buzzers are closed: a false start
    assert duel.duel.presses == () and duel.duel.locked
    duel.do("open_buzzers", wait=2000)
    assert duel.press("red").accepted
    duel.do("settle_buzz").do("judge", correct=True)
    assert is_whole(duel)
    recording = read_recording(record_of(LiveGame.objects.get(pk=duel.game.pk)))
    assert not recording.refused and recording.session.game == duel.session.game


def test_the_hosts_word_for_absent_captains_is_logged_as_the_hosts(duel):
    duel.drawn()
    for side in duel.duel.sides:
        player = next(seat.players for seat in duel.session.seats if seat.team == side)[2]
        duel.do("name_duellist", team=side, player=player.id)
    turn = duel.duel.turn
    duel.do("strike", team=turn, category=duel.duel.offered[0])
    rows = GameCommand.objects.filter(game=duel.game, command__do__in=["name_duellist", "strike"])
    assert {row.actor_role for row in rows} == {"host"} and rows.count() == 3
    other = next(side for side in duel.duel.sides if side != duel.duel.turn)
    stranger = duel.phone(other, captain=True)
    assert code_of(duel.give("strike", actor=stranger, team=duel.duel.turn, category="x")) == "not_your_team"
